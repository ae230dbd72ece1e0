/** The report of a verification, one fact per line. */

import { countOf, grouped, secondsText } from '../../base/text/numbers.js';
import type { DistancesReport } from '../../verify/verify-distances.js';
import type { TableReport } from '../../verify/verify-table.js';
import { factsText } from './facts-text.js';
import { titleOf } from './space-title.js';

type Fact = readonly [name: string, value: string];

export function tableReportText(path: string, report: TableReport, seconds: number): string {
  const { space, histogram } = report;
  const facts: Fact[] = [];
  if (space) facts.push(['space', titleOf({ ...space, name: space.fullName })]);
  if (histogram) facts.push(...distributionFacts(histogram));
  if (space && !space.board && histogram) {
    facts.push(['not reached', grouped(histogram.reduce((rest, count) => rest - count, space.size))]);
  }
  facts.push(...checksFacts(report));
  return reportText(path, facts, report, seconds);
}

function checksFacts({ kind, chunks, histogram, faultsOfChecksums }: TableReport): Fact[] {
  const facts: Fact[] = [];
  if (chunks !== undefined) {
    const verdict = faultsOfChecksums === 0 ? 'valid' : countOf(faultsOfChecksums, 'fault');
    facts.push(['checksums', `header and ${countOf(chunks, 'chunk')} of the words: ${verdict}`]);
  }
  const compared = kind === 'board' ? 'every bit of the words' : 'the code of every state';
  const replayed = histogram ? `${compared}, every field of the header compared` : 'none, so nothing was compared';
  return [...facts, ['replay', replayed]];
}

export function distancesReportText(path: string, report: DistancesReport, seconds: number): string {
  const { space, type, histogram, notReached } = report;
  const facts: Fact[] = [
    ['space', titleOf({ ...space, name: space.fullName })],
    ['type', type],
    ...distributionFacts(histogram),
    ['not reached', grouped(notReached)],
    ['compared', `every state of ${grouped(space.size)} with all its neighbours`],
  ];
  return reportText(path, facts, report, seconds);
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
  { faults, faultCount, threads }: Pick<TableReport | DistancesReport, 'faults' | 'faultCount' | 'threads'>,
  seconds: number,
): string {
  const told: Fact[] = faults.map(({ message }) => ['', message]);
  if (faults.length < faultCount) told.push(['', `and ${grouped(faultCount - faults.length)} more`]);
  const all: Fact[] = [
    ...facts,
    ['time', secondsText(seconds)],
    ...(threads === undefined ? [] : [['threads', String(threads)] as const]),
    ['faults', faultCount === 0 ? 'none' : grouped(faultCount)],
    ...told,
  ];
  return factsText(path, all);
}
