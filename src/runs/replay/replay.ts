/** Enumerates a board again, layer by layer, for analyses and exports of its states. */

import { InputError } from '../../base/input-error.js';
import { countOf } from '../../base/text/numbers.js';
import type { SharedExploration } from '../../engines/bits/kernel/memory.js';
import { blockAddress } from '../../engines/bits/layout/blocks.js';
import type { Bitsets } from '../../engines/bits/layout/board-plan.js';
import { planBoard } from '../../engines/bits/layout/board-plan.js';
import { BoardSearch, cellsAtDepth, type Observers } from '../../engines/bits/run/board-search.js';
import { boardOf, formatBoard } from '../../spaces/board/board.js';
import { checkMetricName, type Metric } from '../../spaces/board/metric.js';
import { geometryOf } from '../../spaces/board/numbering/geometry.js';
import { orderedPosition } from '../../spaces/board/position.js';
import type { BoardTableClaims } from '../../table/contents/board-claims.js';
import { TableError } from '../../table/contents/errors.js';

/** All states of one depth. */
export interface ReplayedLayer<Observed = unknown> {
  readonly depth: number;
  readonly states: number;
  /** Possible cells of the blank, in ascending order. */
  readonly cells: readonly number[];
  /** Yields runs of a cell's words that hold states of this layer, in ascending order. They are valid until the next layer begins. */
  runs(cell: number): Iterable<WordRun>;
  /** Results of the workers' observers; empty for the goal. */
  readonly observed: readonly Observed[];
}

/** Consecutive words. */
export interface WordRun {
  readonly firstWord: number;
  /** Bits of the states, two halves per word. */
  readonly halves: Uint32Array;
}

/** The board of a table, whose histogram the replay must agree with. */
export interface TableReplay extends BoardTableClaims {
  readonly threads: number;
  /** Depth of the last layer to enumerate. By default all layers, and a deeper one is an error. */
  readonly lastDepth?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the bitsets of a replay: those of a search, and the states of the last layers.
 * @param counted true if its observers count nearer neighbours
 */
export function replayBitsets(metric: Metric, counted = false): Bitsets {
  return { metric, table: false, fresh: true, counted };
}

/**
 * Validates the parameters of a replay. @throws InputError if the goal's cell is not on the board, or the histogram does not count all
 * its states
 */
function checkSpace({ board: given, goalCell, metric, histogram }: BoardTableClaims): void {
  checkMetricName(metric);
  const board = boardOf(given);
  if (!(Number.isInteger(goalCell) && goalCell >= 0 && goalCell < board.cells)) {
    throw new InputError(
      `the goal's blank cell must be one of ${formatBoard(board)}, 0 to ${board.cells - 1}, found ${goalCell}`,
    );
  }
  const { reached: states } = geometryOf(board);
  const found = histogram.reduce((sum, count) => sum + count, 0);
  if (found !== states || histogram.at(-1) === 0) {
    throw new InputError(
      `the histogram of ${formatBoard(board)} must have ${states} states, and some of the last depth; found ${found}`,
    );
  }
}

/** The observers of a replay. */
export interface ReplayObservers<Request> extends Observers<Request> {
  /** True if the observers count nearer neighbours. @default false */
  readonly counting?: boolean;
}

/**
 * Enumerates the layers 0 to `lastDepth` again.
 * @param observers read each layer on the workers
 * @yields each layer in turn; the next one is searched when iteration continues
 * @throws InputError if the board, the goal's cell or the histogram is wrong; TableError if the number of states of a layer differs
 * from the histogram; MemoryError, WorkerError; the signal's reason
 */
export async function* replayLayers<Request, Observed>(
  // One more layer than expected, so that an excess is detected.
  { board, goalCell, metric, histogram, threads, lastDepth = histogram.length, signal }: TableReplay,
  observers: ReplayObservers<Request>,
): AsyncGenerator<ReplayedLayer<Observed>, void> {
  checkSpace({ board, goalCell, metric, histogram });
  const plan = planBoard(board, replayBitsets(metric, observers.counting), threads);
  const search = new BoardSearch<Request, Observed>(plan, observers);
  try {
    await search.begin(orderedPosition(board, goalCell));
    const { memory } = search;
    let missing = 0;
    for await (const { depth, fresh, observed } of search.layers({ lastDepth, singly: () => true, signal })) {
      checkLayer(histogram, depth, fresh);
      const cells = cellsAtDepth(board, metric, goalCell, depth);
      yield { depth, states: fresh, cells, runs: (cell) => freshRuns(memory, cell), observed };
      missing = depth + 1;
    }
    if (missing < Math.min(lastDepth + 1, histogram.length)) checkLayer(histogram, missing, 0);
  } finally {
    search.end();
  }
}

/** Compares a layer with the histogram. @throws TableError if the number of states differs from that in the table's header */
function checkLayer(histogram: readonly number[], depth: number, states: number): void {
  if (histogram[depth] === states) return;
  throw new TableError(
    `the table's header is wrong: it has ${countOf(histogram[depth] ?? 0, 'state')} at distance ${depth}, and there are ${states}; make the table again`,
  );
}

function* freshRuns({ layout, memories, marks }: SharedExploration, cell: number): Generator<WordRun> {
  const { blocks, blocksPerShard, fresh } = layout;
  for (let block = 0; block < blocks.count; block++) {
    if (marks.gained[cell * blocks.count + block] === 0) continue;
    const { buffer } = memories[Math.floor(block / blocksPerShard)];
    const halves = new Uint32Array(buffer, blockAddress(layout, fresh, cell, block), blocks.words * 2);
    yield { firstWord: block * blocks.words, halves };
  }
}
