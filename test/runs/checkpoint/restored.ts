/** Restores a checkpoint in memory on this thread alone, which is much faster than with worker threads. */

import { createHash } from 'node:crypto';
import { compileKernel } from '#src/base/memory.js';
import { beginRounds } from '#src/base/threads.js';
import { type Keeping, setProgress } from '#src/engines/batches.js';
import { blocksOf, cellsAtDepth, layOut } from '#src/engines/boards/board-plan.js';
import { boardWorker } from '#src/engines/boards/layers.js';
import { allocate, type SharedBoard, seedGoal, tableWords } from '#src/engines/boards/memory.js';
import { KeptStates } from '#src/engines/boards/observers.js';
import { boardSnapshot } from '#src/engines/boards/snapshot.js';
import type { Snapshot } from '#src/engines/snapshot.js';
import { savedCheckpoint } from '#src/runs/disk/checkpointed-run.js';
import type { SavedRun } from '#src/runs/disk/saved-run.js';
import { type Board, formatBoard, type Metric } from '#src/spaces/board/board.js';
import { geometryOf, stateOf } from '#src/spaces/board/numbering.js';
import { type Position, parsePosition } from '#src/spaces/board/position.js';
import { boardOfSource } from '#src/spaces/board-facts.js';

const kernel = compileKernel('layers');

export interface Run {
  readonly board: Board;
  readonly goal: Position;
  readonly metric: Metric;
  readonly table: boolean;
}

/** Returns the run of a board that a manifest describes. */
export function runOf({ facts, table }: SavedRun): Run {
  if (facts.source.kind !== 'board') throw new Error('the run is not of a board');
  const board = boardOfSource(facts.source);
  return { board, goal: parsePosition(facts.source.goal, board), metric: facts.source.metric, table };
}

/** Layouts are kept, because creating one takes longer than restoring a small board. */
const layouts = new Map<string, ReturnType<typeof layOut>>();

/** Allocates memory for a run, with its goal or all zeros. @param largestShard maximum bytes of a memory */
export function memoryOf(run: Run, planted: boolean, largestShard?: number) {
  const { board, goal, metric, table } = run;
  const geometry = geometryOf(board);
  const name = [formatBoard(board), metric, table, largestShard].join();
  const laidOut =
    layouts.get(name) ?? layOut(geometry, blocksOf(geometry), { metric, table, fresh: false }, 1, largestShard);
  layouts.set(name, laidOut);
  const { layout, constants } = laidOut;
  const memory = allocate(
    layout,
    constants,
    kernel,
    [0, 1].map((depth) => cellsAtDepth(board, metric, goal.indexOf(0), depth)) as [number[], number[]],
    1,
  );
  if (planted) seedGoal(memory, stateOf(geometry, goal, goal));
  return memory;
}

const worker = boardWorker((of, keeping: Keeping) => (depth) => new KeptStates(of, keeping, depth));

/** Searches layers. @returns the number of states of each */
export async function advance(shared: SharedBoard, depth: number, lastDepth: number): Promise<number[]> {
  setProgress(shared, depth - 1, 0);
  beginRounds(shared.progress.counters);
  const batch = { lastDepth, seconds: Number.POSITIVE_INFINITY, workers: 1, spin: false };
  const { layers } = worker.findLayers({ shared, batch, request: { most: 0 } });
  return layers.map(({ fresh }) => fresh);
}

/** Returns the interface by which checkpoints save and restore a memory. */
export function snapshotOf(memory: SharedBoard): Snapshot {
  return boardSnapshot(memory, async (depth) => {
    const [states] = await advance(memory, depth % 2, depth % 2);
    return states;
  });
}

/** Restores a checkpoint. @throws the errors of restoring */
export async function restored(saved: SavedRun, folder: string, largestShard?: number): Promise<SharedBoard> {
  const run = runOf(saved);
  const memory = memoryOf(run, false, largestShard);
  const snapshot = snapshotOf(memory);
  await snapshot.restore(saved.histogram, savedCheckpoint(saved, snapshot, folder));
  return memory;
}

/** Returns a digest of all visited bits, of the table, and of the counts in the blocks' marks. */
export function contentsOf(run: Run, memory: SharedBoard): string {
  const digest = createHash('sha256');
  const bitsets = run.table ? [memory.layout.table, memory.layout.visited] : [memory.layout.visited];
  for (const table of bitsets) {
    // All bitsets have the layout of the table.
    const alone = { ...memory, layout: { ...memory.layout, sweeps: null, table } };
    for (let cell = 0; cell < run.board.cells; cell++)
      for (const words of tableWords(alone, cell)) digest.update(words);
  }
  return digest.update(memory.marks.held).digest('hex');
}
