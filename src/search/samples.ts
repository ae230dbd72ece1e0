/** States sampled from tables: some of every depth, as instances of comparisons, and some that check heuristics. */

import { estimateOf, overestimates } from '../space/answers.js';
import { countMoves } from '../spaces/board/moves.js';
import { geometryOf, positionOf, stateOfArrangement } from '../spaces/board/numbering.js';
import type { Position } from '../spaces/board/position.js';
import { SeededRandom } from '../spaces/board/random.js';
import { textOf } from '../table/cursors.js';
import type { Table } from '../table/table.js';
import type { TableSolver } from './table-solver.js';

/**
 * Returns positions of every distance from a board's goal, evenly spread over the states of that distance in the order
 * of their numbers. Reads the distances of all states from a table.
 * @param solver solver of a board, with a table that answers from every position
 * @param histogram states of each distance
 * @param count maximum number of positions of each distance
 * @throws TableError if a table is damaged
 */
export function positionsOfEachDepth(solver: TableSolver, histogram: readonly number[], count: number): Position[] {
  return spreadStates(positionsAtDepths(solver), histogram, count);
}

function* positionsAtDepths(solver: TableSolver): Generator<readonly [Position, number]> {
  const paths = solver.boardPaths;
  if (paths === null) throw new Error(`${solver.space.name} is not a board`);
  const { board, goal } = paths;
  const geometry = geometryOf(board);
  for (let cell = 0; cell < board.cells; cell++) {
    for (let arrangement = 0; arrangement < geometry.arrangements; arrangement++) {
      const position = positionOf(geometry, goal, stateOfArrangement(cell, arrangement));
      const walk = paths.walkFrom(position);
      if (walk !== null && walk !== undefined) yield [position, countMoves(textOf(walk))];
    }
  }
}

/**
 * Returns states of every depth, evenly spread over the states of that depth in their order.
 * @param states all states in order, with their depths
 * @param histogram number of states of each depth; states of other depths are skipped
 * @param count maximum number of states of each depth
 */
export function spreadStates<S>(
  states: Iterable<readonly [S, number]>,
  histogram: readonly number[],
  count: number,
): S[] {
  const samples: S[][] = histogram.map(() => []);
  const counts = histogram.map(() => 0);
  for (const [state, depth] of states) {
    if (depth >= histogram.length) continue;
    const taken = samples[depth].length;
    const wanted = Math.min(count, histogram[depth]);
    if (taken < wanted && counts[depth]++ === Math.floor(((taken + 0.5) * histogram[depth]) / wanted)) {
      samples[depth].push(state);
    }
  }
  return samples.flat();
}

/* The check of a space's heuristics against the distances of a table. */

const MOST_STATES = 100;
const SEED = 1;

/**
 * Compares the estimates of random states, always the same ones, with a table's distances. If moves cannot be undone, a
 * table holds distances from the start, which heuristics do not estimate.
 * @param where the table's path or origin, for messages
 * @throws SpaceError if a heuristic exceeds a distance; TableError if the table is damaged
 */
export function checkEstimates(table: Table, where: string): void {
  const { space } = table;
  const heuristics = Object.keys(space.heuristics ?? {});
  if (heuristics.length === 0 || !space.reversible) return;
  const random = new SeededRandom(SEED);
  for (let sampled = 0; sampled < MOST_STATES; sampled++) {
    const state = random.state(space.size);
    const distance = table.distance(state);
    if (distance === null) continue;
    for (const heuristic of heuristics) {
      const estimate = estimateOf(space, heuristic, state);
      if (estimate <= distance) continue;
      throw overestimates(space, heuristic, state, estimate, `its distance is ${distance} in ${where}`);
    }
  }
}
