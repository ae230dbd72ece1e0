/**
 * A* over numbered states: src/search/positions/a-star.ts describes it.
 *
 * Every move is checked to change the estimate as a consistent heuristic would.
 */

import { NO_STATE, type NumberedStates } from '../../space/definition.js';
import { checkEstimateOfStart, checkMove, estimateOf } from '../../space/estimates.js';
import { newNeighbours, writeNeighbours } from '../../space/neighbours.js';
import { writeState } from '../../space/space-text.js';
import { NO_NODE } from '../nodes/node.js';
import { MOST_DEPTH, OpenNodes } from '../nodes/open-nodes.js';
import { LimitError, type Limits } from '../question/limits.js';
import type { Watch } from '../question/progress.js';
import type { StateEnds } from '../question/question.js';
import { StateNodes } from './state-nodes.js';
import { type FoundPath, pathThrough } from './state-path.js';
import { StateHash } from './visited-states.js';

/**
 * Finds a shortest path.
 * @param heuristic name of a heuristic of the space; all states in `to` are starts of the space
 * @throws SpaceError if the space or its heuristic contradicts itself; LimitError if the search reaches a limit; the
 * signal's reason
 */
export async function findByAStar(
  space: NumberedStates,
  { from, to }: StateEnds,
  heuristic: string,
  limits: Limits,
  watch: Watch,
): Promise<FoundPath> {
  const nodes = new StateNodes(limits);
  const known = new StateHash(nodes, limits);
  const open = new OpenNodes(limits);
  const goals = new Set(to);
  const next = newNeighbours(space);
  for (const state of new Set(from)) {
    const node = nodes.add(state, NO_NODE);
    known.insert(node);
    open.add(node, 0, withinDepth(estimateOf(space, heuristic, state)));
  }
  let generated = 0;
  const effort = () => ({ expanded: open.expanded, generated, stored: nodes.size });
  const whereabouts = () => open.whereabouts((node) => writeState(space, nodes.states[node]));
  watch.begin(effort, whereabouts, () => open.lowerBound);
  for (let node = open.take(); node !== NO_NODE; node = open.take()) {
    const state = nodes.states[node];
    const estimate = open.estimates[node];
    if (goals.has(state)) {
      checkEstimateOfStart(space, heuristic, state, estimate);
      return { path: pathThrough(space, nodes.statesFrom(node).reverse()), ...effort() };
    }
    if (limits.tick()) await limits.pause();
    open.expand(node);
    const depth = withinDepth(open.depths[node] + 1);
    writeNeighbours(space, state, next);
    for (let move = 0; move < next.length; move++) {
      const near = next[move];
      if (near === NO_STATE) continue;
      generated++;
      const there = known.find(near);
      const rest = there === NO_NODE ? withinDepth(estimateOf(space, heuristic, near)) : open.estimates[there];
      checkMove(space, heuristic, state, estimate, near, rest);
      if (there === NO_NODE) {
        const found = nodes.add(near, node);
        known.insert(found);
        open.add(found, depth, rest);
      } else if (depth < open.depths[there]) {
        nodes.parents[there] = node;
        open.add(there, depth, rest);
      }
    }
    if (open.expanded >= watch.due) watch.report();
  }
  return { path: null, ...effort() };
}

/** Returns a number of moves unchanged. @throws LimitError if the queue cannot hold it */
function withinDepth(moves: number): number {
  if (moves <= MOST_DEPTH) return moves;
  throw new LimitError(`A* searches no deeper than ${MOST_DEPTH} moves`);
}
