import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { count } from './suite.js';

/** The figures of a puzzle in docs/explanations/groups.md. */
interface Pictured {
  readonly space: string;
  readonly metric: string;
  readonly histogram: readonly number[];
  /** Text of an antipode; empty if the page gives none. */
  readonly antipode: string;
}

const page = readFileSync(new URL('../docs/explanations/groups.md', import.meta.url), 'utf8');

const distributions = [...page.matchAll(/^- `([^`]+)`(?:, ([\w-]+))?: ([\d ]+)(?:; an antipode: `([^`]+)`)?$/gm)].map(
  ([, space, metric = '', histogram, antipode = '']): Pictured => ({
    space,
    metric,
    histogram: histogram.split(' ').map(Number),
    antipode,
  }),
);

const sumOf = (histogram: readonly number[]) => histogram.reduce((sum, states) => sum + states, 0);

/** Maximum number of states: daily tests skip larger puzzles, and full tests skip those that take minutes. */
const MOST_STATES = count(1e6, 1e9);

describe('the gallery of docs/explanations/groups.md', () => {
  test('has a row for each distribution, with its states, maximum depth and antipodes', () => {
    const rows = [...page.matchAll(/^\| `([^`]+)` \| ([\w-]*) ?\| ([\d,]+) \| (\d+) \| ([\d,]+) \| [\d.]+ \|$/gm)];
    const grouped = (states: number) => states.toLocaleString('en-US');
    expect(rows.map(([, ...cells]) => cells)).toEqual(
      distributions.map(({ space, metric, histogram }) => [
        ...[space, metric, grouped(sumOf(histogram))],
        ...[`${histogram.length - 1}`, grouped(histogram[histogram.length - 1])],
      ]),
    );
  });

  test.each(distributions.filter(({ histogram }) => sumOf(histogram) <= MOST_STATES))(
    'is what is found of $space $metric',
    async ({ space, metric, histogram, antipode }) => {
      const options = { space, antipodes: 'all', ...(metric !== '' && metric !== 'powers' && { metric }) } as const;
      const exploration = await explore({ ...options, table: false });
      expect(exploration.histogram).toEqual(histogram);
      expect(exploration.antipodes).toContain(antipode);
    },
  );
});
