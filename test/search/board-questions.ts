/** Questions about boards, answered by searches and tables, with solutions as text. */

import type { AlgorithmName } from '#src/search/question/progress.js';
import { type SearchOptions, search } from '#src/search/search.js';
import { TableSolver } from '#src/search/table-solver.js';
import type { Space } from '#src/space/space.js';
import { type Board, boardOf, type Metric } from '#src/spaces/board/board.js';
import { orderedPosition, type Position, parsePosition } from '#src/spaces/board/position.js';
import { boardSource } from '#src/spaces/board-facts.js';
import { openBoard } from '#src/spaces/board-space.js';
import type { BoardWalker } from '#src/table/board-walker.js';

interface BoardQuestion {
  readonly board: string | Board;
  readonly start: string | Position;
  readonly goal?: string | Position;
  readonly metric?: Metric;
}

export function spaceOf(shape: string | Board, goal?: string | Position, metric: Metric = 'single'): Space {
  const board = boardOf(shape);
  const end = typeof goal === 'string' ? parsePosition(goal, board) : (goal ?? orderedPosition(board));
  return openBoard(boardSource(board, end, metric));
}

export async function searchBoard(
  algorithm: AlgorithmName,
  { board, start, goal, metric }: BoardQuestion,
  options: SearchOptions = {},
) {
  const result = await search(spaceOf(board, goal, metric), { from: start }, { algorithm, ...options });
  return { ...result, moves: result.moves?.join('') ?? null };
}

export function boardTables(
  board: Board,
  goal: Position,
  find: (goalCell: number) => BoardWalker | undefined,
  metric: Metric = 'single',
): TableSolver {
  return TableSolver.of(spaceOf(board, goal, metric), find);
}

/** Returns the solution of a position; null if there is none, undefined if no table answers. */
export function solutionOf(tables: TableSolver, from: Position): string | null | undefined {
  const answer = tables.answer({ from });
  return answer && (answer.moves?.join('') ?? null);
}
