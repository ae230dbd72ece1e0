/** Estimates of a state by all heuristics of its space. */

import { type HeuristicName, PATTERN_HEURISTIC } from '../../search/heuristic/heuristic.js';
import { heuristicFor } from '../../search/heuristic/heuristics.js';
import { heuristicsFor } from '../../search/question/algorithms.js';
import type { NumberedSpace, Space } from '../../space/space.js';
import type { Position } from '../../spaces/board/position.js';
import type { EstimateAnswer } from '../answers.js';
import type { BoardPatterns } from '../patterns/board-patterns.js';

/**
 * Returns the estimates without waiting. The first call begins to build the pattern databases, whose estimate is null until they are
 * complete.
 * @param patterns the board's pattern databases, for the heuristic `pattern`
 * @throws WorkerError if the databases could not be built or opened
 */
export function estimatesOfPosition(space: Space, start: Position, patterns: BoardPatterns): readonly EstimateAnswer[] {
  const { board, goal } = patterns;
  return heuristicsFor(space).map((heuristic) => {
    if (heuristic !== PATTERN_HEURISTIC) {
      return { heuristic, value: heuristicFor(heuristic as HeuristicName, board, goal).estimate(start), note: null };
    }
    const found = patterns.estimate(start);
    return { heuristic, value: found?.value ?? null, note: found?.partition ?? null };
  });
}

/** Returns the estimates of a state that is not a position. @throws SpaceError if a heuristic throws */
export function estimatesOfState(space: NumberedSpace, state: number): readonly EstimateAnswer[] {
  const heuristics = Object.entries(space.heuristics ?? {});
  return heuristics.map(([heuristic, estimate]) => ({ heuristic, value: estimate(state), note: null }));
}
