/**
 * The heuristic of pattern databases as simply as it can be written: distances of whole positions in each pattern, by a breadth-first
 * search of their own, added up; and IDA* with it. Nothing of src is used.
 */

import { plainMove, plainNeighbourCells } from '../../plain-map-search.js';
import { plainPatternSearch } from '../../plain-pattern-search.js';

export class PlainPatterns {
  readonly #goal: readonly number[];
  readonly #patterns: readonly (readonly number[])[];
  /** For each pattern: what it sees of a position -> the distance. */
  readonly #distances: readonly ReadonlyMap<string, number>[];
  /** Cell -> its mirror image, if the goal is its own. */
  readonly #mirror: readonly number[] | undefined;

  constructor(
    rows: readonly string[],
    goal: readonly number[],
    patterns: readonly (readonly number[])[],
    mirror?: readonly number[],
  ) {
    this.#goal = goal;
    this.#patterns = patterns;
    this.#mirror = mirror;
    this.#distances = patterns.map(
      (tiles) => new Map(plainPatternSearch(rows, goal, tiles).map(({ position, depth }) => [position.join(), depth])),
    );
  }

  /** Returns the distance of a position in each pattern. */
  distances(position: readonly number[]): number[] {
    return this.#patterns.map((tiles, index) => {
      const seen = position.map((tile) => (tile === 0 || tiles.includes(tile) ? tile : -1));
      return this.#distances[index].get(seen.join()) as number;
    });
  }

  /** Returns the sum of the distances, or that of the mirror image if that is more. */
  estimate(position: readonly number[]): number {
    const sum = (of: readonly number[]) => this.distances(of).reduce((total, distance) => total + distance, 0);
    const mirror = this.#mirror;
    if (mirror === undefined) return sum(position);
    const image = [...position];
    for (const [cell, tile] of position.entries()) image[mirror[cell]] = this.#goal[mirror[this.#goal.indexOf(tile)]];
    return Math.max(sum(position), sum(image));
  }
}

/** IDA*, and the nodes that it counts. Moves are tried in the order up, left, right, down. */
export function plainIdaStar(rows: readonly string[], start: readonly number[], patterns: PlainPatterns) {
  const beside = plainNeighbourCells(rows).map((cells) => [...cells].sort((one, other) => one - other));
  let generated = 0;
  let expanded = 0;
  for (let bound = patterns.estimate(start); ; bound += 2) {
    const solve = (position: readonly number[], depth: number, before: number): boolean => {
      if (depth === bound) return true;
      expanded++;
      const blank = position.indexOf(0);
      for (const to of beside[blank]) {
        if (to === before) continue;
        generated++;
        const after = plainMove(position, to);
        if (depth + 1 + patterns.estimate(after) <= bound && solve(after, depth + 1, blank)) return true;
      }
      return false;
    };
    if (solve(start, 0, -1)) return { generated, expanded, distance: bound };
  }
}
