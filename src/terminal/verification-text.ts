/** What a verification found, a fact a line. */

import { styleText } from 'node:util';
import { grouped, secondsText } from '../text/numbers.js';
import type { DistancesReport } from '../verify/verify-distances.js';
import type { TableReport } from '../verify/verify-table.js';
import { spaceTitle } from './space-title.js';

type Fact = readonly [name: string, value: string];

/** What a verification took. */
export interface Effort {
  readonly threads: number;
  readonly seconds: number;
}

export function tableReportText(path: string, report: TableReport, effort: Effort): string {
  const { board, goal, metric, chunks, histogram, faultsOfChecksums } = report;
  const facts: Fact[] = [];
  if (board && goal && metric) facts.push(['space', spaceTitle(board, goal, metric)]);
  if (histogram) facts.push(...distributionFacts(histogram));
  if (chunks !== undefined) {
    const verdict = faultsOfChecksums === 0 ? 'all right' : countOf(faultsOfChecksums, 'fault');
    facts.push(['checksums', `header and ${grouped(chunks)} chunks of the words: ${verdict}`]);
  }
  facts.push([
    'replay',
    histogram ? 'every bit of the words, every field of the header compared' : 'none, so nothing was compared',
  ]);
  return reportText(path, facts, report, effort);
}

export function distancesReportText(path: string, space: string, report: DistancesReport, effort: Effort): string {
  const facts: Fact[] = [
    ['space', space],
    ['type', report.type],
    ...distributionFacts(report.histogram),
    ['not reached', grouped(report.notReached)],
    ['compared', `every state of ${grouped(report.states)} with all its neighbours`],
  ];
  return reportText(path, facts, report, effort);
}

/** 1 fault, 2 faults. */
export function countOf(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
}

function distributionFacts(histogram: readonly number[]): Fact[] {
  return [
    ['states', grouped(histogram.reduce((sum, count) => sum + count, 0))],
    ['maximum depth', histogram.length === 0 ? 'none' : String(histogram.length - 1)],
  ];
}

function reportText(
  path: string,
  facts: readonly Fact[],
  { faults, faultCount }: { readonly faults: readonly { readonly message: string }[]; readonly faultCount: number },
  { threads, seconds }: Effort,
): string {
  const told: Fact[] = faults.map(({ message }) => ['', message]);
  if (faults.length < faultCount) told.push(['', `and ${grouped(faultCount - faults.length)} more`]);
  const all: Fact[] = [
    ...facts,
    ['time', secondsText(seconds)],
    ['threads', String(threads)],
    ['faults', faultCount === 0 ? 'none' : grouped(faultCount)],
    ...told,
  ];
  return [styleText('bold', path), ...all.map(([name, value]) => `${name.padEnd(20)}${value}`)].join('\n');
}
