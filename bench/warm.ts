/** Repeats the exploration of a board in the same memory and with the same threads: all pages are touched, all code is compiled. */

import { planBoard } from '../src/engines/boards/board-plan.js';
import { BoardSearch, keepers } from '../src/engines/boards/engine.js';
import type { Board } from '../src/spaces/board/board.js';
import { orderedPosition } from '../src/spaces/board/position.js';

export interface WarmExploration {
  /** Runs one more exploration. Returns the seconds of its layers. */
  run(): Promise<number>;
  end(): void;
}

export async function warmExploration(board: Board, threads: number): Promise<WarmExploration> {
  const search = new BoardSearch(planBoard(board, { table: true, fresh: false }, threads), keepers({ most: 20 }));
  const goal = orderedPosition(board);
  await search.begin(goal);
  const run = async () => {
    await search.begin(goal);
    const begin = performance.now();
    for await (const _ of search.layers());
    return (performance.now() - begin) / 1000;
  };
  await run();
  return { run, end: () => search.end() };
}
