/**
 * IDA* over numbered states: depth-first searches within a growing bound on f = g + h, on the calling thread.
 *
 * A path never returns to one of its states, so it contains no cycle, whether moves can be undone or not. If no moves
 * lead to the goal, no node exceeds the bound in some iteration, and the search ends.
 *
 * Every move is checked to change the estimate as a consistent heuristic would.
 */

import { checkEstimateOfStart, checkMove, estimateOf, newNeighbours, writeNeighbours } from '../../space/answers.js';
import { NO_STATE, type NumberedStates, writeState } from '../../space/definition.js';
import type { Limits } from '../question/limits.js';
import type { Watch } from '../question/progress.js';
import { type FoundPath, pathThrough, type StateEnds } from '../question/question.js';
import { Deepening } from './ida-star.js';

/**
 * Finds a shortest path.
 * @param heuristic name of a heuristic of the space; all states in `to` are starts of the space
 * @throws SpaceError if the space or its heuristic contradicts itself; LimitError if the search reaches a limit; the
 * signal's reason
 */
export async function findStatesByIdaStar(
  space: NumberedStates,
  { from, to }: StateEnds,
  heuristic: string,
  limits: Limits,
  watch: Watch,
): Promise<FoundPath<number>> {
  const counts = new Deepening(watch);
  const goals = new Set(to);
  /** The states of the path; their estimates, the moves still to be tried and their neighbours are kept by depth. */
  const path: number[] = [];
  const estimates: number[] = [];
  const moves: number[] = [];
  const neighbours: Float64Array[] = [];
  /** The state expanded last, and its depth. */
  let last = 0;
  let depthOfLast = 0;
  /** Minimum by which the bound was exceeded; infinite if it never was. */
  let excess = Number.POSITIVE_INFINITY;
  let solution: readonly number[] = [];

  const isGoal = (state: number, estimate: number) => {
    if (!goals.has(state)) return false;
    checkEstimateOfStart(space, heuristic, state, estimate);
    return true;
  };
  const expand = (state: number, estimate: number) => {
    const depth = path.length;
    if (depth === neighbours.length) {
      neighbours.push(limits.allocate(8 * (space.moves.length + 3), () => newNeighbours(space)));
    }
    counts.expanded++;
    last = state;
    depthOfLast = depth;
    path.push(state);
    estimates[depth] = estimate;
    moves[depth] = 0;
    writeNeighbours(space, state, neighbours[depth]);
    if (counts.expanded >= watch.due) watch.report();
  };
  /** Searches from a state. Returns the states of a path to a goal, if one of at most `bound` moves was found. */
  const searchBelow = async (root: number, rootEstimate: number, bound: number) => {
    if (rootEstimate > bound) {
      excess = Math.min(excess, rootEstimate - bound);
      return undefined;
    }
    if (isGoal(root, rootEstimate)) return [root];
    if (limits.tick()) await limits.pause();
    expand(root, rootEstimate);
    while (path.length > 0) {
      const depth = path.length - 1;
      const move = moves[depth]++;
      if (move === neighbours[depth].length) {
        path.pop();
        continue;
      }
      const state = neighbours[depth][move];
      if (state === NO_STATE) continue;
      counts.generated++;
      if (path.includes(state)) continue;
      const estimate = estimateOf(space, heuristic, state);
      checkMove(space, heuristic, path[depth], estimates[depth], state, estimate);
      const over = depth + 1 + estimate - bound;
      if (over > 0) {
        excess = Math.min(excess, over);
        continue;
      }
      if (isGoal(state, estimate)) return [...path, state];
      if (limits.tick()) await limits.pause();
      expand(state, estimate);
    }
    return undefined;
  };

  const roots = [...new Set(from)].map((state) => ({ state, estimate: estimateOf(space, heuristic, state) }));
  return counts.run(
    Math.min(...roots.map(({ estimate }) => estimate)),
    async (bound) => {
      excess = Number.POSITIVE_INFINITY;
      for (const { state, estimate } of roots) {
        const found = await searchBelow(state, estimate, bound);
        if (found === undefined) continue;
        solution = found;
        return { path: pathThrough(space, found), excess: 0 };
      }
      return { path: undefined, excess };
    },
    () => Math.max(neighbours.length, solution.length),
    () => ({ state: writeState(space, last), g: depthOfLast, h: estimates[depthOfLast] }),
  );
}
