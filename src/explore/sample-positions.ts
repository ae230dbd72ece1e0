/** Positions of every distance of a board that is too large to ask a table for all of its states. */

import type { Board } from '../board/board.js';
import type { Metric } from '../board/metric.js';
import type { Position } from '../board/position.js';
import { positionOf, type State, stateOf } from '../numbering/numbering.js';
import { defaultThreads } from '../threads/thread-count.js';
import { BoardSearch, keepers } from './board-search.js';
import { firstOf, type Keeping } from './kept-states.js';
import { checkMemory, freeMemory, requirementsOf } from './requirements.js';

/**
 * Positions of every depth, as good as at random but always the same.
 * @param histogram states of each depth from this goal
 * @param count of each depth, or all where there are fewer
 * @throws as explore
 */
export async function samplePositions(
  board: Board,
  goal: Position,
  histogram: readonly number[],
  count: number,
  metric: Metric = 'single',
): Promise<Position[]> {
  const threads = defaultThreads();
  checkMemory(board, requirementsOf(board, false, metric).bytes, threads, freeMemory());
  // Some more than are wanted, so that there are never too few.
  const shares = histogram.map((states) => Math.min(1, (3 * count + 20) / states));
  const samples: (readonly State[])[] = [];
  const most = Number.POSITIVE_INFINITY;
  const search = new BoardSearch<Keeping, readonly State[]>(
    board,
    { metric, table: false, fresh: false },
    threads,
    keepers({ most, shares }),
  );
  try {
    const start = stateOf(search.geometry, goal, goal);
    await search.run(
      { goal },
      {
        onLayer: (depth, _fresh, kept, { layout }) => {
          samples.push(firstOf(depth === 0 ? [[start]] : kept, layout, most));
        },
      },
    );
  } finally {
    search.end();
  }
  return samples.flatMap((kept) => {
    const wanted = Math.min(count, kept.length);
    const chosen = Array.from(
      { length: wanted },
      (_, index) => kept[Math.floor(((index + 0.5) * kept.length) / wanted)],
    );
    return chosen.map((state) => positionOf(search.geometry, goal, state));
  });
}
