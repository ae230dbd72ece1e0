/** `antipode verify` of a state space: of its table, or of exported distances. */

import { Table } from '../../table/table.js';
import { verifySpaceDistances } from '../../verify/distances/verify-space-distances.js';
import { type SpaceTableReport, verifySpaceTable } from '../../verify/table/verify-space.js';
import type { Io } from '../io.js';
import { distancesReportText, spaceTableReportText, startedText } from '../terminal/verification-text.js';
import {
  checkedMemory,
  distributionOf,
  IGNORE_CHECKSUMS,
  throwFirstFault,
  type VerifyArguments,
  withLiveLine,
} from './verification.js';

export async function verifyTableOfSpace(
  table: string,
  threads: number | undefined,
  options: VerifyArguments,
  io: Io,
): Promise<void> {
  const ignoreChecksums = options.ignoreChecksums ?? false;
  const { report, seconds } = await withLiveLine(io, (onProgress) =>
    verifySpaceTable(table, { threads, ignoreChecksums, onSpace: checkedMemory('its states', io), onProgress }),
  );
  const text = options.json
    ? JSON.stringify(tableResult(table, report, seconds))
    : spaceTableReportText(table, report, seconds);
  io.stdout.write(`${text}\n`);
  const stopped = report.histogram === undefined && report.space !== undefined && !ignoreChecksums;
  throwFirstFault(table, report, stopped ? IGNORE_CHECKSUMS : '');
}

/** What --json prints; docs/verify.md describes it. */
function tableResult(table: string, report: SpaceTableReport, seconds: number) {
  const { space, chunks, histogram, threads, faultsOfChecksums, faultCount, faults } = report;
  const distribution = distributionOf(histogram);
  return {
    table,
    space: space?.name ?? null,
    metric: space?.metric ?? null,
    starts: space?.starts ?? null,
    size: space?.size ?? null,
    ...distribution,
    notReached: space && distribution.states !== null ? space.size - distribution.states : null,
    checksums: { chunks: chunks ?? null, faultCount: faultsOfChecksums },
    faultCount,
    faults,
    ok: faultCount === 0,
    threads: threads ?? null,
    seconds,
  };
}

/** @param table tells the space, and how many states there are of each distance */
export async function verifyDistancesOfSpace(
  path: string,
  table: string,
  threads: number | undefined,
  options: VerifyArguments,
  io: Io,
): Promise<void> {
  const opened = await Table.open(table);
  const { fullName: name, metric, source, space, histogram } = opened;
  const starts = opened.starts.map((start) => space.format(start));
  const { report, seconds } = await withLiveLine(io, (onProgress) =>
    verifySpaceDistances(path, {
      source,
      histogram,
      threads,
      onSpace: checkedMemory('its distances', io),
      onProgress,
    }),
  );
  const { type, states, notReached, faults, faultCount } = report;
  const { maxDepth } = distributionOf(report.histogram.length > 0 ? report.histogram : undefined);
  const result = {
    distances: path,
    table,
    space: name,
    metric,
    starts,
    type,
    states,
    notReached,
    maxDepth,
    histogram: report.histogram,
    faultCount,
    faults,
    ok: faultCount === 0,
    threads: report.threads,
    seconds,
  };
  const text = options.json
    ? JSON.stringify(result)
    : distancesReportText(path, startedText(name, starts), report, seconds);
  io.stdout.write(`${text}\n`);
  throwFirstFault(path, report);
}
