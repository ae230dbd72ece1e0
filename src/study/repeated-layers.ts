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
import type { StatesOfDepth } from './layer-replay.js';

/** All states of one depth. */
interface ReplayedLayer<Observed> extends StatesOfDepth {
  readonly states: number;
  /** Results of the workers' observers; empty for the goal. */
  readonly observed: readonly Observed[];
}

/** The board of a table, whose histogram the replay must agree with. */
export interface TableReplay extends BoardTableClaims {
  readonly threads: number;
  /** Depth of the last layer to enumerate. By default all layers, and a deeper one is an error. */
  readonly lastDepth?: number;
  /** True if observers count nearer neighbours. @default false */
  readonly counted?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the bitsets of a replay: those of a search, and the states of the last layers. */
export function replayBitsets(metric: Metric, counted = false): Bitsets {
  return { metric, table: false, fresh: true, counted };
}

/**
 * Enumerates the layers 0 to `lastDepth` again.
 * @param observers read each layer on the workers
 * @yields each layer in turn; the next one is searched when iteration continues
 * @throws TableError if the number of states of a layer differs from the histogram; MemoryError, WorkerError; the signal's reason
 */
export async function* replayLayers<Request, Observed>(
  // One more layer than expected, so that an excess is detected.
  { board, goalCell, metric, histogram, threads, lastDepth = histogram.length, counted, signal }: TableReplay,
  observers: Observers<Request>,
): AsyncGenerator<ReplayedLayer<Observed>, void> {
  const plan = planBoard(board, replayBitsets(metric, counted), threads);
  const search = new BoardSearch<Request, Observed>(plan, observers);
  try {
    await search.begin(orderedPosition(board, goalCell));
    let missing = 0;
    for await (const { depth, fresh, observed } of search.layers({ lastDepth, singly: true, signal })) {
      checkLayer(histogram, depth, fresh);
      const cells = cellsAtDepth(board, metric, goalCell, depth);
      const inOrder = (chosen?: Float64Array) => freshStates(search.memory, plan.geometry, cells, chosen);
      yield { depth, states: fresh, inOrder, observed };
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

/** Yields the numbers of the new states of some blank cells in ascending order. @param chosen as in StatesOfDepth */
function* freshStates(
  { layout, memories, marks }: SharedBoard,
  { arrangements }: Geometry,
  cells: readonly number[],
  chosen: Float64Array | undefined,
): Generator<number> {
  const { blocks, blocksPerShard, fresh } = layout;
  let place = 0;
  let taken = 0;
  for (const cell of cells) {
    for (let block = 0; block < blocks.count; block++) {
      if (marks.gained[cell * blocks.count + block] === 0) continue;
      const { buffer } = memories[Math.floor(block / blocksPerShard)];
      const halves = new Uint32Array(buffer, blockAddress(layout, fresh, cell, block), blocks.words * 2);
      for (let half = 0; half < halves.length; half++) {
        let bits = halves[half];
        if (chosen !== undefined) {
          const count = onesIn(bits);
          place += count;
          if (taken === chosen.length || chosen[taken] >= place) continue;
          place -= count;
        }
        const word = block * blocks.words + (half >> 1);
        const first = cell * arrangements + word * STATES_PER_WORD + (half % 2) * 32;
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
  { metric = 'single', threads }: LayerSampling = {},
): Promise<readonly (readonly State[])[]> {
  const plan = planBoard(board, { metric, table: false, fresh: false }, threads);
  checkMemory(formatBoard(board), plan, plan.threads, freeMemory());
  const layers: (readonly State[])[] = [];
  const most = Number.POSITIVE_INFINITY;
  const search = new BoardSearch<KeepingShares, readonly State[]>(plan, keepers({ most, shares }));
  try {
    const start = stateOf(plan.geometry, goal, goal);
    await search.begin(goal);
    for await (const { depth, observed } of search.layers({})) {
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
