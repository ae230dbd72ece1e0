/** A comparison of algorithms as tables, and as CSV. */

import { styleText } from 'node:util';
import { countOf, shortCount, shortSeconds } from '../../base/text/numbers.js';
import {
  contenderName,
  type DepthTallies,
  MEASURES,
  type Measure,
  type MeasureSummary,
  type Tally,
} from '../../search/comparison.js';
import { folded } from './width.js';

/** Minimum width of names. */
const NAME_WIDTH = 'idastar linear-conflict'.length;
const CELL_WIDTH = 6;

/**
 * Returns a line for each algorithm and heuristic, with mean and maximum of each measure, and a section for each given depth.
 * @param noun noun for an instance
 * @param columns characters of a line; measures that do not fit follow below. By default all fit
 */
export function comparisonText(
  title: string,
  noun: string,
  tallies: readonly Tally[],
  byDepth: readonly DepthTallies[] = [],
  columns = Number.POSITIVE_INFINITY,
): string {
  const width = Math.max(NAME_WIDTH, ...tallies.map((tally) => contenderName(tally).length));
  const fitting = Math.max(1, Math.floor((columns - width - ' optimal'.length) / (2 * CELL_WIDTH)));
  const tables: string[][] = [];
  for (let first = 0; first < MEASURES.length; first += fitting) {
    const measures = MEASURES.slice(first, first + fitting);
    const lines = (some: readonly Tally[]) => some.map((tally) => lineOf(tally, measures, width));
    const names = measures.map((name) => name.padStart(2 * CELL_WIDTH));
    const pairs = measures.map(() => 'mean'.padStart(CELL_WIDTH) + 'max'.padStart(CELL_WIDTH));
    tables.push([
      '',
      styleText('bold', `${''.padEnd(width)}${names.join('')}`),
      styleText('bold', `${''.padEnd(width)}${pairs.join('')} optimal`),
      ...lines(tallies),
      ...byDepth.flatMap(({ depth, instances, tallies: ofDepth }) => [
        '',
        styleText('bold', `distance ${depth ?? 'unknown'}, ${countOf(instances, noun)}`),
        ...lines(ofDepth),
      ]),
    ]);
  }
  return [...folded(title, columns).map((line) => styleText('bold', line)), ...tables.flat()].join('\n');
}

function lineOf(tally: Tally, measures: readonly Measure[], width: number): string {
  const cells = measures.map((measure) => {
    const summary = tally[measure];
    return cell(measure, summary?.mean) + cell(measure, summary?.maximum);
  });
  const { solved, instances, optimal } = tally;
  const verdict = solved < instances ? `${solved}/${instances}` : optimal ? 'yes' : 'NO';
  return `${contenderName(tally).padEnd(width)}${cells.join('')} ${verdict.padStart('optimal'.length)}`;
}

function cell(measure: Measure, value: number | undefined): string {
  if (value === undefined) return '-'.padStart(CELL_WIDTH);
  return (measure === 'seconds' ? shortSeconds(value) : shortCount(value)).padStart(CELL_WIDTH);
}

/** Returns CSV: a line for each algorithm and heuristic, and for each depth if depths are given, under a line of column names. */
export function comparisonCsv(tallies: readonly Tally[], byDepth?: readonly DepthTallies[]): string {
  const columns = ['algorithm', 'heuristic', 'instances', 'solved', 'optimal'];
  const measured = MEASURES.flatMap((measure) => [`${measure}Mean`, `${measure}Max`]);
  const head = [...(byDepth ? ['distance'] : []), ...columns, ...measured];
  const row = (tally: Tally, depth: readonly (number | string)[]) => {
    const { algorithm, heuristic, instances, solved, optimal } = tally;
    const values = MEASURES.flatMap((measure) => fields(tally[measure]));
    return [...depth, algorithm, heuristic ?? '', instances, solved, optimal ?? '', ...values];
  };
  const rows = byDepth
    ? byDepth.flatMap(({ depth, tallies: lines }) => lines.map((line) => row(line, [depth ?? ''])))
    : tallies.map((line) => row(line, []));
  return [head, ...rows].map((fieldsOfLine) => `${fieldsOfLine.join(',')}\n`).join('');
}

function fields(summary: MeasureSummary | null): readonly (number | string)[] {
  return summary === null ? ['', ''] : [summary.mean, summary.maximum];
}
