/** What a verification found, a fact a line. */

import { styleText } from 'node:util';
import { grouped, secondsText } from '../../base/text/numbers.js';
import type { DistancesReport } from '../../verify/distances/verify-distances.js';
import type { SpaceDistancesReport } from '../../verify/distances/verify-space-distances.js';
import type { SpaceTableReport } from '../../verify/table/verify-space.js';
import type { TableReport } from '../../verify/table/verify-table.js';
import { startsText } from './distribution-text.js';
import { spaceTitle } from './space-title.js';

type Fact = readonly [name: string, value: string];

/** What is said of a fault. */
interface Told {
  readonly message: string;
}

export function tableReportText(path: string, report: TableReport, seconds: number): string {
  const { board, goal, metric, histogram } = report;
  const facts: Fact[] = [];
  if (board && goal && metric) facts.push(['space', spaceTitle(board, goal, metric)]);
  if (histogram) facts.push(...distributionFacts(histogram));
  facts.push(...checksFacts(report, 'every bit of the words'));
  return reportText(path, facts, report, seconds);
}

export function spaceTableReportText(path: string, report: SpaceTableReport, seconds: number): string {
  const { space, histogram } = report;
  const facts: Fact[] = [];
  if (space) facts.push(['space', startedText(space.name, space.starts)]);
  if (histogram) facts.push(...distributionFacts(histogram));
  if (space && histogram) {
    facts.push(['not reached', grouped(histogram.reduce((rest, count) => rest - count, space.size))]);
  }
  facts.push(...checksFacts(report, 'the code of every state'));
  return reportText(path, facts, report, seconds);
}

/** @param compared what was, where there was a replay */
function checksFacts(
  { chunks, histogram, faultsOfChecksums }: Pick<TableReport, 'chunks' | 'histogram' | 'faultsOfChecksums'>,
  compared: string,
): Fact[] {
  const facts: Fact[] = [];
  if (chunks !== undefined) {
    const verdict = faultsOfChecksums === 0 ? 'all right' : countOf(faultsOfChecksums, 'fault');
    facts.push(['checksums', `header and ${grouped(chunks)} chunks of the words: ${verdict}`]);
  }
  const replayed = histogram ? `${compared}, every field of the header compared` : 'none, so nothing was compared';
  return [...facts, ['replay', replayed]];
}

export function distancesReportText(
  path: string,
  space: string,
  report: DistancesReport | SpaceDistancesReport,
  seconds: number,
): string {
  const facts: Fact[] = [
    ['space', space],
    ['type', report.type],
    ...distributionFacts(report.histogram),
    ['not reached', grouped(report.notReached)],
    ['compared', `every state of ${grouped(report.states)} with all its neighbours`],
  ];
  return reportText(path, facts, report, seconds);
}

/** A space and its starts, as both reports name them. */
export function startedText(name: string, starts: readonly string[]): string {
  return `${name}, ${startsText(starts)}`;
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
  { faults, faultCount, threads }: Pick<TableReport, 'faultCount' | 'threads'> & { readonly faults: readonly Told[] },
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
  return [styleText('bold', path), ...all.map(([name, value]) => `${name.padEnd(20)}${value}`)].join('\n');
}
