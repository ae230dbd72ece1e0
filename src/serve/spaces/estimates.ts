/** The estimates of a state by all heuristics of its space. */

import { type HeuristicName, PATTERN_HEURISTIC } from '../../search/heuristic/heuristic.js';
import { heuristicFor } from '../../search/heuristic/heuristics.js';
import { heuristicsFor } from '../../search/question/algorithms.js';
import type { NumberedSpace, Space } from '../../space/space.js';
import type { Position } from '../../spaces/board/position.js';
import type { EstimateAnswer } from '../answers.js';
import type { BoardPatterns } from '../patterns/board-patterns.js';

/** @param patterns of the board, for the heuristic pattern @throws WorkerError if they cannot be made or opened */
export function estimatesOfPosition(
  space: Space,
  start: Position,
  patterns: BoardPatterns,
): Promise<readonly EstimateAnswer[]> {
  const { board, goal } = patterns;
  const estimates = heuristicsFor(space).map(async (heuristic): Promise<EstimateAnswer> => {
    if (heuristic !== PATTERN_HEURISTIC) {
      return { heuristic, value: heuristicFor(heuristic as HeuristicName, board, goal).estimate(start), note: null };
    }
    const { value, partition } = await patterns.estimate(start);
    return { heuristic, value, note: partition };
  });
  return Promise.all(estimates);
}

/** @throws SpaceError if a heuristic throws */
export function estimatesOfState(space: NumberedSpace, state: number): readonly EstimateAnswer[] {
  const heuristics = Object.entries(space.heuristics ?? {});
  return heuristics.map(([heuristic, estimate]) => ({ heuristic, value: estimate(state), note: null }));
}
