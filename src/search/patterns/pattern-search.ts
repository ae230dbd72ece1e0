/** IDA* with additive pattern databases. */

import { InputError } from '../../base/input-error.js';
import { formatBoard, isSameBoard } from '../../spaces/board/board.js';
import { BLANK } from '../../spaces/board/position.js';
import { imageOfDirections } from '../../spaces/board/symmetry.js';
import { deepen } from '../ida-star/ida-star.js';
import type { Found, SearchContext } from '../positions/algorithm.js';
import type { SearchProblem } from '../question/question.js';
import { CompiledPatterns } from './compiled-patterns.js';
import type { PatternDatabases } from './pattern-databases.js';

/**
 * Finds a shortest solution.
 * @param problem in the metric single, with a start that differs from the goal and can reach it
 * @throws InputError if the databases are for another board, or do not serve the goal; TableError if one is damaged; as
 * Algorithm.find
 */
export async function findByPatterns(
  problem: SearchProblem,
  databases: PatternDatabases,
  context: Pick<SearchContext, 'limits' | 'threads' | 'watch'>,
): Promise<Found> {
  const { board, start, goal } = problem;
  if (!isSameBoard(databases.board, board)) {
    throw new InputError(
      `the pattern databases are for ${formatBoard(databases.board)}, but the position is of ${formatBoard(board)}: use databases for that board`,
    );
  }
  const fitted = databases.fit(start, goal);
  if (fitted === undefined) {
    throw new InputError(
      `the pattern databases are for goals with the blank on cell ${databases.goalCell}, but this goal has it on cell ${goal.indexOf(BLANK)}: use databases for that cell`,
    );
  }
  const { homes, symmetry } = fitted;
  const compiled = context.limits.allocate(databases.bytes, () =>
    CompiledPatterns.for(databases.layout, databases, homes, imageOfDirections(board, symmetry)),
  );
  return deepen(problem, compiled, context);
}
