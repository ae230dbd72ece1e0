/**
 * Checks a table file against what its board and goal lead to. The file is determined to the last bit by these two: the
 * layers are replayed, and from them follow the words, from their sizes the header, and from the words the checksums.
 */

import { checkThreads, defaultThreads } from '../../base/threads/thread-count.js';
import type { Board } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { orderedPosition, type Position } from '../../spaces/board/position.js';
import { boardClaims } from '../../table/board-claims.js';
import { boardHeaderOf } from '../../table/files/board-header.js';
import { pathOf } from '../board/moves.js';
import { replayLayers } from '../board/replay.js';
import { replayBytes } from '../board/replay-memory.js';
import { Space } from '../board/space.js';
import { compareWords } from '../board/words.js';
import { checkChecksums } from './checksums.js';
import { compareHeader } from './header-fields.js';
import type { InputFile } from './input-file.js';
import { openTable } from './open-table.js';
import { follower, type Progress } from './progress.js';
import { type TableFault, TableFaults } from './table-faults.js';
import { readHead, type TableHead } from './table-head.js';

export interface TableChecks {
  /** Worker threads, 1..256; by default as many as the machine offers, fewer for small boards. */
  readonly threads?: number | undefined;
  /** Replay the layers although checksums are wrong; by default not. */
  readonly ignoreChecksums?: boolean;
  /** Called with what the replay will take as soon as the board is known; where it throws, nothing more is checked. */
  readonly onSpace?: (board: Board, states: number, bytes: number, threads: number) => void;
  readonly onProgress?: Progress;
  readonly signal?: AbortSignal;
}

export interface TableReport {
  /** As far as they can be read. */
  readonly board?: Board;
  readonly goal?: Position;
  readonly metric?: Metric;
  /** Checksums of the words that were compared, where that was come to. */
  readonly chunks?: number;
  /** What the replay found: states of each depth, where there was one. */
  readonly histogram?: readonly number[];
  /** Worker threads of the replay, where there was one. */
  readonly threads?: number;
  /** Faults that were found before the replay: of checksums, magic, version and bytes between the sections. */
  readonly faultsOfChecksums: number;
  readonly faultCount: number;
  /** The first ones. */
  readonly faults: readonly TableFault[];
}

/** States that one thread replays in a second: measured with 3x4. */
const STATES_PER_SECOND = 5e6;

/**
 * @throws TableError where the file cannot be read or is empty; InputError where there cannot be so many threads;
 * WorkerError where a worker dies; what onSpace throws; the signal's reason
 */
export async function verifyTable(path: string, checks: TableChecks = {}): Promise<TableReport> {
  if (checks.threads !== undefined) checkThreads(checks.threads);
  const file = await openTable(path);
  try {
    return await verifyFile(file, checks);
  } finally {
    await file.close();
  }
}

async function verifyFile(file: InputFile, checks: TableChecks): Promise<TableReport> {
  const faults = new TableFaults();
  const head = await readHead(file, faults);
  if (head === undefined) return report(faults, faults.count);
  const space = new Space(head.board, head.goalCell, undefined, head.metric);
  const found = { board: head.board, goal: orderedPosition(head.board, head.goalCell), metric: head.metric };
  if (faults.count > 0 && !checks.ignoreChecksums) return { ...found, ...report(faults, faults.count) };

  const states = head.board.cells * space.shape.arrangements;
  const { threads = defaultThreads(states / STATES_PER_SECOND) } = checks;
  // Before hours of reading.
  checks.onSpace?.(head.board, states, replayBytes(head.board, head.metric, space.shape), threads);
  const { sections } = head;
  const share = follower('checking the checksums', sections.length, checks.onProgress);
  const chunks = await checkChecksums(file, head.end, sections, wordsOfCell, faults, share);
  const faultsOfChecksums = faults.count;
  const checked = { ...found, chunks };
  if (faultsOfChecksums > 0 && !checks.ignoreChecksums) return { ...checked, ...report(faults, faultsOfChecksums) };

  const histogram = await replayAndCompare(file, head, space, faults, { ...checks, threads });
  return { ...checked, histogram, threads, ...report(faults, faultsOfChecksums) };
}

/** @returns the histogram that the replay found */
async function replayAndCompare(
  file: InputFile,
  { board, goalCell, metric, fields, sections }: TableHead,
  space: Space,
  faults: TableFaults,
  { threads, onProgress, signal }: TableChecks & { readonly threads: number },
): Promise<readonly number[]> {
  const { memory, histogram } = await replayLayers(space, threads, onProgress, signal);
  const { header } = boardHeaderOf(boardClaims(board, goalCell, metric, histogram));
  // Of the header the numbering is what matters most, and is not taken from what made the table.
  const numbering = { ...header.numbering, path: pathOf(board), digits: space.shape.digits };
  compareHeader(fields, { ...header, numbering }, faults);
  const share = follower('comparing the words', sections.length, onProgress);
  await compareWords(file, sections, space, memory, faults, share);
  return histogram;
}

function wordsOfCell(cell: number): string {
  return `the words of blank cell ${cell}`;
}

function report(faults: TableFaults, faultsOfChecksums: number) {
  return { faultsOfChecksums, faultCount: faults.count, faults: faults.told };
}
