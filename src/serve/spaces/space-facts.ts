/** The facts of spaces that are served, with or without a table. */

import { type AlgorithmName, isInformed } from '../../search/question/algorithm-names.js';
import { algorithmsFor, defaultHeuristic } from '../../search/question/algorithms.js';
import type { SearchQuestion } from '../../search/question/question.js';
import type { Space } from '../../space/space.js';
import type { SpaceAnswer } from '../answers.js';
import type { SearchTask } from '../comparisons/search-task.js';

/** Returns the searches that answer as the table does. If moves cannot be undone, paths lead from the start, and heuristics to it. */
export function searchesOf(space: Space): AlgorithmName[] {
  return algorithmsFor(space).filter((name) => name !== 'table' && (space.reversible || !isInformed(name)));
}

/** Returns the tasks of all these searches. */
export function searchTasks(space: Space, question: SearchQuestion): readonly SearchTask[] {
  return searchesOf(space).map((algorithm) => ({
    algorithm,
    heuristic: defaultHeuristic(space, algorithm) ?? null,
    source: space.source,
    question,
  }));
}

export function gridOf({ board: view }: Space): SpaceAnswer['board'] {
  if (view === null) return null;
  const { rows, columns, squares } = view.board;
  return { rows, columns, squares };
}

/** Returns the names of the moves. A board of one row or column has only those along it, since no others can ever be made. */
export function possibleMoves({ moves, board: view }: Space): readonly string[] {
  if (view === null) return moves;
  const { rows, columns } = view.board;
  const never = `${rows === 1 ? 'ud' : ''}${columns === 1 ? 'lr' : ''}`;
  return moves.filter((move) => !never.includes(move[0]));
}
