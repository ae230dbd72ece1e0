/** The layers of a board, enumerated again from its table's histogram, for analyses and exports of its states. */

import { checkMemory, freeMemory } from '../base/memory.js';
import { countOf } from '../base/text.js';
import { type Bitsets, blockAddress, cellsAtDepth, planBoard } from '../engines/boards/board-plan.js';
import { BoardSearch, keepers, type Observers } from '../engines/boards/engine.js';
import type { SharedBoard } from '../engines/boards/memory.js';
import { firstOf, type KeepingShares } from '../engines/boards/observers.js';
import { onesIn } from '../permutations/lehmer.js';
import { type Board, formatBoard, type Metric } from '../spaces/board/board.js';
import {
  type Geometry,
  geometryOf,
  lowestBit,
  positionOf,
  STATES_PER_WORD,
  type State,
  stateOf,
} from '../spaces/board/numbering.js';
import { orderedPosition, type Position } from '../spaces/board/position.js';
import { TableError } from '../table/files/contents.js';
import type { BoardTableClaims } from '../table/files/header.js';

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
interface WordRun {
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

/** The observers of a replay. */
interface ReplayObservers<Request> extends Observers<Request> {
  /** True if the observers count nearer neighbours. @default false */
  readonly counting?: boolean;
}

/**
 * Enumerates the layers 0 to `lastDepth` again.
 * @param observers read each layer on the workers
 * @yields each layer in turn; the next one is searched when iteration continues
 * @throws TableError if the number of states of a layer differs from the histogram; MemoryError, WorkerError; the signal's reason
 */
export async function* replayLayers<Request, Observed>(
  // One more layer than expected, so that an excess is detected.
  { board, goalCell, metric, histogram, threads, lastDepth = histogram.length, signal }: TableReplay,
  observers: ReplayObservers<Request>,
): AsyncGenerator<ReplayedLayer<Observed>, void> {
  const plan = planBoard(board, replayBitsets(metric, observers.counting), threads);
  const search = new BoardSearch<Request, Observed>(plan, observers);
  try {
    await search.begin(orderedPosition(board, goalCell));
    const { memory } = search;
    let missing = 0;
    for await (const { depth, fresh, observed } of search.layers({ lastDepth, singly: true, signal })) {
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

function* freshRuns({ layout, memories, marks }: SharedBoard, cell: number): Generator<WordRun> {
  const { blocks, blocksPerShard, fresh } = layout;
  for (let block = 0; block < blocks.count; block++) {
    if (marks.gained[cell * blocks.count + block] === 0) continue;
    const { buffer } = memories[Math.floor(block / blocksPerShard)];
    const halves = new Uint32Array(buffer, blockAddress(layout, fresh, cell, block), blocks.words * 2);
    yield { firstWord: block * blocks.words, halves };
  }
}

/**
 * Yields the numbers of a layer's states in ascending order: cell * arrangements + word * 60 + bit.
 * @param chosen places in that order to yield, ascending; by default all
 */
export function* numbersOfLayer(
  { arrangements }: Geometry,
  { cells, runs }: ReplayedLayer,
  chosen?: Float64Array,
): Generator<number> {
  let place = 0;
  let taken = 0;
  for (const cell of cells) {
    for (const { firstWord, halves } of runs(cell)) {
      for (let half = 0; half < halves.length; half++) {
        let bits = halves[half];
        if (chosen !== undefined) {
          const count = onesIn(bits);
          place += count;
          if (taken === chosen.length || chosen[taken] >= place) continue;
          place -= count;
        }
        const first = cell * arrangements + (firstWord + (half >> 1)) * STATES_PER_WORD + (half % 2) * 32;
        for (; bits !== 0; bits &= bits - 1) {
          if (chosen !== undefined && place++ !== chosen[taken]) continue;
          taken++;
          yield first + lowestBit(bits);
        }
      }
    }
  }
}

interface LayerSampling {
  /** @default single */
  readonly metric?: Metric;
  /** Maximum number of worker threads, 1..256. @default up to the processors of the machine, fewer for small boards */
  readonly threads?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Enumerates a board again, and keeps a pseudorandom but reproducible share of each layer.
 * @param shares 0 to 1, of each depth; 1 keeps all states
 * @returns the states kept of each depth
 * @throws the errors of explore
 */
export async function sampleLayers(
  board: Board,
  goal: Position,
  shares: readonly number[],
  { metric = 'single', signal, ...options }: LayerSampling = {},
): Promise<readonly (readonly State[])[]> {
  const plan = planBoard(board, { metric, table: false, fresh: false }, options.threads);
  checkMemory(formatBoard(board), plan, plan.threads, freeMemory());
  const layers: (readonly State[])[] = [];
  const most = Number.POSITIVE_INFINITY;
  const search = new BoardSearch<KeepingShares, readonly State[]>(plan, keepers({ most, shares }));
  try {
    const start = stateOf(plan.geometry, goal, goal);
    await search.begin(goal);
    for await (const { depth, observed } of search.layers({ signal })) {
      layers.push(firstOf(depth === 0 ? [[start]] : observed, search.memory.layout, most));
    }
  } finally {
    search.end();
  }
  return layers;
}

/**
 * Returns pseudorandom but reproducible positions of every depth.
 * @param histogram number of states of each depth from this goal
 * @param count number of positions per depth; all if there are fewer
 * @throws the errors of explore
 */
export async function samplePositions(
  board: Board,
  goal: Position,
  histogram: readonly number[],
  count: number,
  sampling: LayerSampling = {},
): Promise<Position[]> {
  const geometry = geometryOf(board);
  const layers = await sampleLayers(board, goal, sharesOf(histogram, count), sampling);
  return layers.flatMap((kept) => {
    const wanted = Math.min(count, kept.length);
    const chosen = Array.from(
      { length: wanted },
      (_, index) => kept[Math.floor(((index + 0.5) * kept.length) / wanted)],
    );
    return chosen.map((state) => positionOf(geometry, goal, state));
  });
}

/** Returns the share to keep of each layer: slightly more states than requested, so that there are never too few. */
export function sharesOf(histogram: readonly number[], count: number): number[] {
  return histogram.map((states) => Math.min(1, (3 * count + 20) / states));
}
