/** `antipode verify`: checks a table by replaying the layers, or exported distances by local rules. */

import { type Board, parseBoard } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import { BLANK, formatPosition, orderedPosition, type Position, parsePosition } from '../board/position.js';
import { spaceName } from '../table/contents.js';
import { DistanceTable } from '../table/distance-table.js';
import { LiveLine } from '../terminal/live-line.js';
import { countOf, distancesReportText, spaceText, tableReportText } from '../terminal/verification-text.js';
import { secondsText, shareText } from '../text/numbers.js';
import { VerificationError } from '../verify/errors.js';
import { verifyDistances } from '../verify/verify-distances.js';
import { type TableReport, verifyTable } from '../verify/verify-table.js';
import { announceMemory } from './memory.js';
import { threadsOf } from './option-values.js';
import { endOnSignal } from './signals.js';

/** As commander gives them. */
export interface VerifyArguments {
  readonly ignoreChecksums?: boolean;
  readonly distances?: string;
  readonly board?: string;
  readonly goal?: string;
  readonly threads?: string;
  readonly json?: boolean;
}

export async function verifyCommand(table: string | undefined, options: VerifyArguments): Promise<void> {
  const threads = threadsOf(options.threads);
  if (options.distances !== undefined) await verifyDistancesFile(options.distances, table, threads, options);
  else await verifyTableFile(table, threads, options);
}

async function verifyTableFile(table: string | undefined, threads: number, options: VerifyArguments): Promise<void> {
  if (options.board !== undefined || options.goal !== undefined) {
    throw new InputError('--board and --goal are for --distances: a table tells its own, so leave them out');
  }
  if (table === undefined) throw new InputError('nothing to verify: give a table, or --distances and --board');
  const ignoreChecksums = options.ignoreChecksums ?? false;
  const { report, seconds } = await withLiveLine((onProgress) =>
    verifyTable(table, { threads, ignoreChecksums, onSpace: checkedMemory(threads, 'its bitsets'), onProgress }),
  );
  const text = options.json
    ? JSON.stringify(tableResult(table, report, { threads, seconds }))
    : tableReportText(table, report, { threads, seconds });
  process.stdout.write(`${text}\n`);
  if (report.faultCount === 0) return;
  const advice =
    report.histogram === undefined && report.board !== undefined && !ignoreChecksums
      ? '; nothing was replayed: --ignore-checksums goes on nevertheless'
      : '';
  throw new VerificationError(`${firstFault(table, report)}${advice}`);
}

async function verifyDistancesFile(
  path: string,
  table: string | undefined,
  threads: number,
  options: VerifyArguments,
): Promise<void> {
  if (options.ignoreChecksums) {
    throw new InputError('--ignore-checksums is for tables, and --distances checks an array: leave out one of them');
  }
  const { board, goal, histogram } = subjectOf(table, options);
  const { report, seconds } = await withLiveLine((onProgress) =>
    verifyDistances(path, {
      board,
      goal,
      ...(histogram && { histogram }),
      threads,
      onSpace: checkedMemory(threads, 'its distances'),
      onProgress,
    }),
  );
  const { type, states, notReached, faults, faultCount } = report;
  const result = {
    distances: path,
    table: table ?? null,
    space: spaceName(board, goal.indexOf(BLANK)),
    goal: formatPosition(goal),
    type,
    states,
    notReached,
    maxDepth: report.histogram.length > 0 ? report.histogram.length - 1 : null,
    histogram: report.histogram,
    faultCount,
    faults,
    ok: faultCount === 0,
    threads,
    seconds,
  };
  const text = options.json
    ? JSON.stringify(result)
    : distancesReportText(path, spaceText(board, goal), report, { threads, seconds });
  process.stdout.write(`${text}\n`);
  if (faultCount > 0) throw new VerificationError(firstFault(path, report));
}

interface Subject {
  readonly board: Board;
  readonly goal: Position;
  readonly histogram?: readonly number[];
}

/** What the distances are of. @throws InputError, TableError */
function subjectOf(table: string | undefined, options: VerifyArguments): Subject {
  if ((table === undefined) === (options.board === undefined)) {
    const found = table === undefined ? 'found neither' : 'found both';
    throw new InputError(`--distances takes either a table or --board, to tell what they are of: ${found}`);
  }
  if (table === undefined) {
    const board = parseBoard(options.board as string);
    return { board, goal: options.goal === undefined ? orderedPosition(board) : parsePosition(options.goal, board) };
  }
  if (options.goal !== undefined) throw new InputError('--goal goes with --board, and a table tells its own goal');
  const opened = DistanceTable.open(table);
  opened.close();
  return opened;
}

/** The object that --json prints; docs/verify.md describes it. */
function tableResult(table: string, report: TableReport, effort: { threads: number; seconds: number }) {
  const { board, goal, chunks, histogram, faultsOfChecksums, faultCount, faults } = report;
  return {
    table,
    space: board && goal ? spaceName(board, goal.indexOf(BLANK)) : null,
    goal: goal ? formatPosition(goal) : null,
    states: histogram ? histogram.reduce((sum, count) => sum + count, 0) : null,
    maxDepth: histogram ? histogram.length - 1 : null,
    histogram: histogram ?? null,
    checksums: { chunks: chunks ?? null, faultCount: faultsOfChecksums },
    faultCount,
    faults,
    ok: faultCount === 0,
    ...effort,
  };
}

function firstFault(
  path: string,
  { faultCount, faults }: { readonly faultCount: number; readonly faults: readonly { readonly message: string }[] },
): string {
  const first = faultCount === 1 ? '' : ', the first of them';
  return `${path} has ${countOf(faultCount, 'fault')}${first}: ${faults[0].message}`;
}

/** Says what is needed, and refuses it where it is more than there is. */
function checkedMemory(threads: number, held: string) {
  return (board: Board, states: number, bytes: number): void => {
    announceMemory({ what: board, states, bytes, threads, held });
  };
}

/** Shows on a terminal how far the work is; Ctrl-C ends it at once. */
async function withLiveLine<Report>(
  work: (onProgress: (what: string, share: () => number) => void) => Promise<Report>,
): Promise<{ readonly report: Report; readonly seconds: number }> {
  const begin = performance.now();
  const secondsNow = () => (performance.now() - begin) / 1000;
  let progress = () => '';
  const line = new LiveLine(process.stderr, () => progress());
  endOnSignal();
  try {
    const report = await work((what, share) => {
      progress = () => `${what}  ${shareText(share())}  ${secondsText(secondsNow())}`;
    });
    return { report, seconds: secondsNow() };
  } finally {
    line.end();
  }
}
