/**
 * The independent referee of analyses: every position of a small board with its distance, found by the plain search, and the facts that
 * its neighbours determine, examined one at a time. It uses no code of src.
 */

import { plainMapSearch, plainWalk, plainWays } from './plain-map-search.js';
import { plainRank, plainUnrank } from './plain-search.js';

export interface PlainState {
  readonly position: readonly number[];
  readonly distance: number;
  readonly neighbours: number;
  /** Number of neighbours nearer to the goal. */
  readonly nearer: number;
  /** Number of neighbours farther from the goal. */
  readonly further: number;
  readonly shortestSolutions: number;
  readonly misplaced: number;
  readonly manhattan: number;
}

/** Returns all reachable states by distance. @param rows texts of `.` and `#` @param goal,metric as plainMapSearch */
export function plainStates(
  rows: readonly string[],
  goal: readonly number[],
  metric: 'single' | 'multi' = 'single',
): PlainState[][] {
  const { depths, histogram } = plainMapSearch(rows, goal, metric);
  const ways = plainWays(rows, metric);
  const ranks: number[][] = histogram.map(() => []);
  for (const [rank, depth] of depths.entries()) if (depth >= 0) ranks[depth].push(rank);
  const solutions = new Float64Array(depths.length).fill(Number.NaN);
  const places = rows.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === '.' ? [{ r, c }] : [])));
  return ranks.map((layer, distance) =>
    layer.map((rank) => {
      const position = plainUnrank(goal.length, rank);
      const neighbours = ways[position.indexOf(0)].map((way) => plainRank(plainWalk(position, way)));
      const nearer = neighbours.filter((neighbour) => depths[neighbour] === distance - 1);
      const further = neighbours.filter((neighbour) => depths[neighbour] === distance + 1);
      if (metric === 'single' && nearer.length + further.length !== neighbours.length)
        throw new Error(`a move leads from ${position} to a position at the same distance`);
      const shortestSolutions = distance === 0 ? 1 : nearer.reduce((sum, neighbour) => sum + solutions[neighbour], 0);
      solutions[rank] = shortestSolutions;
      return {
        position,
        distance,
        neighbours: neighbours.length,
        nearer: nearer.length,
        further: further.length,
        shortestSolutions,
        misplaced: position.filter((tile, cell) => tile !== 0 && tile !== goal[cell]).length,
        manhattan: plainManhattan(places, goal, position),
      };
    }),
  );
}

function plainManhattan(
  places: readonly { readonly r: number; readonly c: number }[],
  goal: readonly number[],
  position: readonly number[],
): number {
  let sum = 0;
  for (const [cell, tile] of position.entries()) {
    if (tile === 0) continue;
    const home = goal.indexOf(tile);
    sum += Math.abs(places[cell].r - places[home].r) + Math.abs(places[cell].c - places[home].c);
  }
  return sum;
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** Returns the number of occurrences of each number 0, 1, 2 ... up to the maximum. */
export function tally(numbers: readonly number[]): number[] {
  const counts: number[] = [];
  for (const number of numbers) counts[number] = (counts[number] ?? 0) + 1;
  return Array.from(counts, (count) => count ?? 0);
}
