/**
 * The independent referees of analyses: every state with its distance, found by the plain search, and the facts that its neighbours
 * determine, examined one at a time. That of boards uses no code of src, that of other spaces only the space.
 */

import type { NumberedSpace } from '#src/space/space.js';
import { plainMapSearch, plainWalk, plainWays } from './plain-map-search.js';
import { plainRank, plainUnrank } from './plain-search.js';
import { plainSpaceSearch } from './plain-space-search.js';

export interface PlainState {
  readonly distance: number;
  /** Number of different neighbours. */
  readonly neighbours: number;
  readonly nearer: number;
  readonly further: number;
  /** Number of shortest paths from a start, as lists of states. */
  readonly ways: number;
  /** Estimates of heuristics. */
  readonly estimates: Readonly<Record<string, number>>;
}

/**
 * Returns the facts of all reached states, nearest first.
 * @param depths depths of all states, negative for those that are not reached
 * @param neighboursOf returns the different neighbours of a state
 */
function factsOf<Facts>(
  depths: ArrayLike<number>,
  neighboursOf: (state: number) => readonly number[],
  others: (state: number) => Facts,
) {
  const reached = Array.from(depths, (_, state) => state).filter((state) => depths[state] >= 0);
  const ways = new Map<number, number>();
  return reached
    .sort((a, b) => depths[a] - depths[b])
    .map((state) => {
      const distance = depths[state];
      const neighbours = neighboursOf(state);
      const further = neighbours.filter((neighbour) => depths[neighbour] > distance);
      const own = distance === 0 ? 1 : (ways.get(state) ?? Number.NaN);
      for (const neighbour of further) ways.set(neighbour, (ways.get(neighbour) ?? 0) + own);
      const nearer = neighbours.filter((neighbour) => depths[neighbour] < distance).length;
      const counts = { neighbours: neighbours.length, nearer, further: further.length, ways: own };
      return { distance, ...counts, ...others(state) };
    });
}

/** Returns all reachable states of a board. @param rows texts of `.` and `#` @param goal,metric as plainMapSearch */
export function plainStates(rows: readonly string[], goal: readonly number[], metric: 'single' | 'multi') {
  const { depths } = plainMapSearch(rows, goal, metric);
  const ways = plainWays(rows, metric);
  const places = rows.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === '.' ? [{ r, c }] : [])));
  const neighboursOf = (rank: number) => {
    const position = plainUnrank(goal.length, rank);
    return ways[position.indexOf(0)].map((way) => plainRank(plainWalk(position, way)));
  };
  return factsOf(depths, neighboursOf, (rank) => {
    const position = plainUnrank(goal.length, rank);
    let [misplaced, manhattan] = [0, 0];
    for (const [cell, tile] of position.entries()) {
      const home = goal.indexOf(tile);
      if (tile === 0 || cell === home) continue;
      misplaced++;
      manhattan += Math.abs(places[cell].r - places[home].r) + Math.abs(places[cell].c - places[home].c);
    }
    return { position, estimates: metric === 'single' ? { misplaced, manhattan } : {} };
  });
}

/** Returns all reachable states of a space. */
export function plainSpaceStates(space: NumberedSpace) {
  const next = new Float64Array(space.moves.length);
  const neighboursOf = (state: number) => {
    space.neighbours(state, next);
    return [...new Set(next)].filter((neighbour) => neighbour >= 0 && neighbour !== state);
  };
  const heuristics = Object.entries(space.reversible ? (space.heuristics ?? {}) : {});
  return factsOf(plainSpaceSearch(space).depths, neighboursOf, (number) => {
    const estimates = Object.fromEntries(heuristics.map(([name, estimate]) => [name, estimate(number)]));
    return { number, estimates: estimates as Readonly<Record<string, number>> };
  });
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
