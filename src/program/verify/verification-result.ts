/** The objects that `antipode verify --json` prints; docs/explanations/verify.md describes them. Those of boards have fields of their own. */

import type { VerifiedSpace } from '../../verify/referee/verified-space.js';
import type { DistancesFault, DistancesReport } from '../../verify/verify-distances.js';
import type { TableReport } from '../../verify/verify-table.js';

export function tableResult(table: string, report: TableReport, seconds: number) {
  const { kind, space, chunks, histogram, threads, faultsOfChecksums, faultCount, faults, ok } = report;
  const states = histogram ? histogram.reduce((sum, count) => sum + count, 0) : null;
  const ofStates = kind === 'states';
  return {
    table,
    space: space?.fullName ?? null,
    ...(ofStates
      ? { metric: space?.metric ?? null, starts: space?.starts ?? null, size: space?.size ?? null }
      : { goal: space?.starts[0] ?? null, metric: space?.metric ?? null }),
    states,
    maxDepth: histogram ? histogram.length - 1 : null,
    histogram: histogram ?? null,
    ...(ofStates && { notReached: space && states !== null ? space.size - states : null }),
    checksums: { chunks: chunks ?? null, faultCount: faultsOfChecksums },
    faultCount,
    faults,
    ok,
    threads: threads ?? null,
    seconds,
  };
}

export function distancesResult(path: string, table: string | undefined, report: DistancesReport, seconds: number) {
  const { space, type, notReached, histogram, threads, faults, faultCount, ok } = report;
  return {
    distances: path,
    table: table ?? null,
    space: space.fullName,
    ...startsOf(space),
    type,
    states: space.size,
    notReached,
    maxDepth: histogram.length > 0 ? histogram.length - 1 : null,
    histogram,
    faultCount,
    faults: space.board ? faults.map(boardFault) : faults,
    ok,
    threads,
    seconds,
  };
}

function startsOf({ board, metric, starts }: VerifiedSpace) {
  return board ? { goal: starts[0], metric } : { metric, starts };
}

/** A board's faults: positions instead of numbered states, without moves. */
function boardFault({ rule, message, state, value, neighbour, neighbourValue }: DistancesFault) {
  const told = { position: state, value, neighbour, neighbourValue };
  if (rule === 'histogram') return { rule, message, ...told };
  return { rule: rule === 'start' ? 'goal' : rule, ...told, message };
}
