/** Samples states of every distance for boards that are too large to read all states from a table. */

import { checkMemory, freeMemory } from '../../base/memory.js';
import { planBoard } from '../../engines/bits/layout/board-plan.js';
import { BoardSearch, keepers } from '../../engines/bits/run/board-search.js';
import { firstOf, type Keeping } from '../../engines/bits/run/kept-states.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { geometryOf } from '../../spaces/board/numbering/geometry.js';
import { positionOf, type State, stateOf } from '../../spaces/board/numbering/numbering.js';
import type { Position } from '../../spaces/board/position.js';

export interface LayerSampling {
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
  const search = new BoardSearch<Keeping, readonly State[]>(plan, keepers({ most, shares }));
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
