/** `antipode verify`: checks a table by replaying the layers, or exported distances by local rules. */

import { InputError } from '../../base/input-error.js';
import { type Board, parseBoard } from '../../spaces/board/board.js';
import { spaceName } from '../../spaces/board/board-facts.js';
import { METRICS, type Metric } from '../../spaces/board/metric.js';
import { BLANK, formatPosition, orderedPosition, type Position, parsePosition } from '../../spaces/board/position.js';
import { tableKind } from '../../table/origin.js';
import { BoardWalker } from '../../table/walker/board-walker.js';
import { verifyDistances } from '../../verify/distances/verify-distances.js';
import { kindOfTable } from '../../verify/table/table-map.js';
import { type TableReport, verifyTable } from '../../verify/table/verify-table.js';
import { oneOf, threadsOf } from '../arguments/option-values.js';
import type { Io } from '../io.js';
import { spaceTitle } from '../terminal/space-title.js';
import { distancesReportText, tableReportText } from '../terminal/verification-text.js';
import {
  checkedMemory,
  distributionOf,
  IGNORE_CHECKSUMS,
  throwFirstFault,
  type VerifyArguments,
  withLiveLine,
} from './verification.js';
import { verifyDistancesOfSpace, verifyTableOfSpace } from './verify-space.js';

export async function verifyCommand(table: string | undefined, options: VerifyArguments, io: Io): Promise<void> {
  const threads = threadsOf(options.threads);
  if (options.distances !== undefined) await verifyDistancesFile(options.distances, table, threads, options, io);
  else await verifyTableFile(table, threads, options, io);
}

async function verifyTableFile(
  table: string | undefined,
  threads: number | undefined,
  options: VerifyArguments,
  io: Io,
): Promise<void> {
  if (options.board !== undefined || options.goal !== undefined || options.metric !== undefined) {
    throw new InputError('--board, --goal and --metric are for --distances: a table tells its own, so leave them out');
  }
  if (table === undefined) throw new InputError('nothing to verify: give a table, or --distances and --board');
  if ((await kindOfTable(table)) === 'space') return verifyTableOfSpace(table, threads, options, io);
  const ignoreChecksums = options.ignoreChecksums ?? false;
  const { report, seconds } = await withLiveLine(io, (onProgress) =>
    verifyTable(table, { threads, ignoreChecksums, onSpace: checkedMemory('its bitsets', io), onProgress }),
  );
  const text = options.json
    ? JSON.stringify(tableResult(table, report, seconds))
    : tableReportText(table, report, seconds);
  io.stdout.write(`${text}\n`);
  const stopped = report.histogram === undefined && report.board !== undefined && !ignoreChecksums;
  throwFirstFault(table, report, stopped ? IGNORE_CHECKSUMS : '');
}

async function verifyDistancesFile(
  path: string,
  table: string | undefined,
  threads: number | undefined,
  options: VerifyArguments,
  io: Io,
): Promise<void> {
  if (options.ignoreChecksums) {
    throw new InputError('--ignore-checksums is for tables, and --distances checks an array: leave out one of them');
  }
  if (table !== undefined && options.board === undefined) {
    for (const option of ['goal', 'metric'] as const) {
      if (options[option] === undefined) continue;
      throw new InputError(`--${option} goes with --board, and a table tells its own ${option}`);
    }
    if (tableKind(table) === 'space') return verifyDistancesOfSpace(path, table, threads, options, io);
  }
  const { board, goal, metric, histogram } = subjectOf(table, options);
  const { report, seconds } = await withLiveLine(io, (onProgress) =>
    verifyDistances(path, {
      board,
      goal,
      metric,
      ...(histogram && { histogram }),
      threads,
      onSpace: checkedMemory('its distances', io),
      onProgress,
    }),
  );
  const { type, states, notReached, faults, faultCount } = report;
  const result = {
    distances: path,
    table: table ?? null,
    space: spaceName(board, goal.indexOf(BLANK), metric),
    goal: formatPosition(goal),
    metric,
    type,
    states,
    notReached,
    maxDepth: report.histogram.length > 0 ? report.histogram.length - 1 : null,
    histogram: report.histogram,
    faultCount,
    faults,
    ok: faultCount === 0,
    threads: report.threads,
    seconds,
  };
  const text = options.json
    ? JSON.stringify(result)
    : distancesReportText(path, spaceTitle(board, goal, metric), report, seconds);
  io.stdout.write(`${text}\n`);
  throwFirstFault(path, report);
}

interface Subject {
  readonly board: Board;
  readonly goal: Position;
  readonly metric: Metric;
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
    const goal = options.goal === undefined ? orderedPosition(board) : parsePosition(options.goal, board);
    return { board, goal, metric: oneOf('--metric', options.metric ?? 'single', METRICS) };
  }
  const opened = BoardWalker.open(table);
  opened.close();
  return opened;
}

/** The object that --json prints; docs/verify.md describes it. */
function tableResult(table: string, report: TableReport, seconds: number) {
  const { board, goal, metric, chunks, histogram, threads, faultsOfChecksums, faultCount, faults } = report;
  return {
    table,
    space: board && goal && metric ? spaceName(board, goal.indexOf(BLANK), metric) : null,
    goal: goal ? formatPosition(goal) : null,
    metric: metric ?? null,
    ...distributionOf(histogram),
    checksums: { chunks: chunks ?? null, faultCount: faultsOfChecksums },
    faultCount,
    faults,
    ok: faultCount === 0,
    threads: threads ?? null,
    seconds,
  };
}
