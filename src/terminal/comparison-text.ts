/** A comparison of algorithms as a table of at most 80 columns, and as CSV. */

import { styleText } from 'node:util';
import {
  type DepthPerformance,
  MEASURES,
  type Measure,
  nameOf,
  type Performance,
  type Summary,
} from '../solve/comparison.js';
import { grouped, shortCount, shortSeconds } from '../text/numbers.js';

const NAME_WIDTH = 'idastar linear-conflict'.length;
const CELL_WIDTH = 6;

/** A line for each algorithm and heuristic: mean and maximum of each measure; sections for depths where they are given. */
export function comparisonText(
  title: string,
  performances: readonly Performance[],
  byDepth: readonly DepthPerformance[] = [],
): string {
  const groups = ['expanded', 'generated', 'stored', 'seconds'].map((name) => name.padStart(2 * CELL_WIDTH));
  const pairs = MEASURES.map(() => 'mean'.padStart(CELL_WIDTH) + 'max'.padStart(CELL_WIDTH));
  const head = [
    styleText('bold', `${''.padEnd(NAME_WIDTH)}${groups.join('')}`),
    styleText('bold', `${''.padEnd(NAME_WIDTH)}${pairs.join('')} optimal`),
  ];
  const sections = byDepth.flatMap(({ depth, instances, performances: lines }) => [
    '',
    styleText('bold', `distance ${depth}, ${grouped(instances)} ${instances === 1 ? 'position' : 'positions'}`),
    ...lines.map(lineOf),
  ]);
  return [styleText('bold', title), '', ...head, ...performances.map(lineOf), ...sections].join('\n');
}

function lineOf(performance: Performance): string {
  const cells = MEASURES.map((measure) => {
    const summary = performance[measure];
    return cell(measure, summary?.mean) + cell(measure, summary?.maximum);
  });
  const { solved, instances, optimal } = performance;
  const verdict = solved < instances ? `${solved}/${instances}` : optimal ? 'yes' : 'NO';
  return `${nameOf(performance).padEnd(NAME_WIDTH)}${cells.join('')} ${verdict.padStart('optimal'.length)}`;
}

function cell(measure: Measure, value: number | undefined): string {
  if (value === undefined) return '-'.padStart(CELL_WIDTH);
  return (measure === 'seconds' ? shortSeconds(value) : shortCount(value)).padStart(CELL_WIDTH);
}

/** A line for each algorithm and heuristic, and each depth where depths are given; the first line names the columns. */
export function comparisonCsv(performances: readonly Performance[], byDepth?: readonly DepthPerformance[]): string {
  const columns = ['algorithm', 'heuristic', 'instances', 'solved', 'optimal'];
  const measured = MEASURES.flatMap((measure) => [`${measure}Mean`, `${measure}Max`]);
  const head = [...(byDepth ? ['distance'] : []), ...columns, ...measured];
  const row = (performance: Performance, depth: readonly number[]) => {
    const { algorithm, heuristic, instances, solved, optimal } = performance;
    const values = MEASURES.flatMap((measure) => fields(performance[measure]));
    return [...depth, algorithm, heuristic ?? '', instances, solved, optimal, ...values];
  };
  const rows = byDepth
    ? byDepth.flatMap(({ depth, performances: lines }) => lines.map((line) => row(line, [depth])))
    : performances.map((line) => row(line, []));
  return [head, ...rows].map((fieldsOfLine) => `${fieldsOfLine.join(',')}\n`).join('');
}

function fields(summary: Summary | null): readonly (number | string)[] {
  return summary === null ? ['', ''] : [summary.mean, summary.maximum];
}
