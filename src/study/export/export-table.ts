/** Writes the distances of a table's space for other tools. */

import { checkMemory, freeMemory } from '../../base/memory.js';
import { checkThreads } from '../../base/threads/thread-count.js';
import { planBoard } from '../../engines/bits/layout/board-plan.js';
import { replayBitsets, type TableReplay } from '../../runs/replay/replay.js';
import { type Board, formatBoard, isFull, mapOf } from '../../spaces/board/board.js';
import { spaceName } from '../../spaces/board/board-facts.js';
import { geometryOf } from '../../spaces/board/numbering/geometry.js';
import { formatPosition, orderedPosition } from '../../spaces/board/position.js';
import type { TableSpace } from '../../table/contents.js';
import { bytesPerDistance, distancesOf } from './distances.js';
import {
  bytesOfInteger,
  type ExportFormat,
  type ExportOptions,
  type ExportPlan,
  type ExportSubject,
  everything,
  planOf,
  type RowFormat,
} from './export-plan.js';
import { type DistancesArray, type Facts, rowWriter, writeArrayFile } from './formats/distances-files.js';
import { positionColumns } from './formats/position-columns.js';
import { sinkOf } from './formats/sink.js';
import { writeRows } from './rows.js';
import type { Selection } from './selection.js';

/** @throws InputError where the format cannot hold what was asked for */
export function planExport(table: TableSpace, format: ExportFormat, selection?: Selection): ExportPlan {
  const { board, goalCell, metric, histogram } = table;
  const arrayBytes = geometryOf(board).states * bytesPerDistance(histogram.length - 1);
  const { bytes: bitsets } = planBoard(board, replayBitsets(metric));
  const subject: ExportSubject = {
    name: spaceName(board, goalCell, metric),
    histogram,
    arrayBytes,
    binaries: board.cells,
    memoryForArray: bitsets + arrayBytes,
    memoryForRows: bitsets,
    threads: planBoard(board, { metric, table: false, fresh: false }).threads,
    bytesPerRow: (rowFormat, share) => bytesPerRow(rowFormat, board, share),
  };
  return planOf(subject, format, selection);
}

/**
 * Replays the layers of a table's space, and writes their states.
 * @param writeAt writes bytes at an offset of the file
 * @throws InputError as planExport, and where there cannot be so many threads; TableError where the table's histogram is wrong; MemoryError, WorkerError; what
 * writing throws; the signal's reason
 */
export async function exportTable(
  table: TableSpace,
  { format, selection, onProgress = () => {}, signal, ...options }: ExportOptions,
  writeAt: (bytes: Uint8Array, offset: number) => Promise<void>,
): Promise<void> {
  const { board, goalCell, metric, histogram } = table;
  const plan = planExport(table, format, selection);
  const { threads = plan.threads } = options;
  checkThreads(threads);
  const { threadBytes } = planBoard(board, replayBitsets(metric), threads);
  checkMemory(
    formatBoard(board),
    { bytes: plan.memoryBytes, threadBytes },
    threads,
    freeMemory(),
    plan.rows === null ? 'its bitsets and distances' : undefined,
  );
  const sink = sinkOf(writeAt);
  const replay = { board, goalCell, metric, histogram, threads, signal };
  const facts = factsOf(table);
  if (plan.rows === null) {
    const array = await arrayOf(replay, onProgress);
    await writeArrayFile(format, array, facts, sink, signal);
    return;
  }
  const rows = plan.rows;
  const writer = await rowWriter(format as RowFormat, positionColumns(geometryOf(board)), rows, facts, sink);
  await writeRows(replay, selection ?? everything(histogram), writer, (done) => onProgress(done, rows));
}

/** About the length of a row, from its values. @param share of the layers' states that are rows */
function bytesPerRow(format: RowFormat, board: Board, share: number): number {
  const { arrangements } = geometryOf(board);
  const text = formatPosition(orderedPosition(board)).length;
  if (format === 'csv') return text + String(arrangements).length + 7;
  if (format === 'msgpack') return text + (text < 32 ? 4 : 5) + bytesOfInteger(arrangements - 1);
  // Measured, within 11 %: whole spaces of 9 and 10 cells, layers of 12 and 14, samples from 1 in 2 to 1 in 120,000. The fewer
  // of the states are taken, the less have neighbouring rows in common.
  return 4.6 + 0.4 * board.cells - 0.42 * Math.log2(share);
}

async function arrayOf(
  replay: Omit<TableReplay, 'lastDepth'>,
  onProgress: (done: number, of: number) => void,
): Promise<DistancesArray> {
  const { board, histogram } = replay;
  const { arrangements, reached } = geometryOf(board);
  let seen = 0;
  const parts = await distancesOf(replay, (count) => {
    seen += count;
    onProgress(seen, reached);
  });
  return { bytesPerValue: bytesPerDistance(histogram.length - 1), shape: [board.cells, arrangements], parts };
}

/** What a file says of the space that its distances are from. */
function factsOf({ board, goalCell, metric, histogram }: TableSpace): Facts {
  const geometry = geometryOf(board);
  const texts = {
    space: spaceName(board, goalCell, metric),
    goal: formatPosition(orderedPosition(board, goalCell)),
    metric,
  };
  return {
    texts,
    map: {
      space: texts.space,
      board: { rows: board.rows, columns: board.columns, ...(isFull(board) ? {} : { map: mapOf(board) }) },
      goal: texts.goal,
      metric,
      path: geometry.path,
      states: geometry.reached,
      maxDepth: histogram.length - 1,
      histogram,
    },
  };
}
