/**
 * A minimal implementation of the heuristic of pattern databases, and IDA* with it. A separate breadth-first search gives the distances
 * of whole positions in each pattern, which are added up. Nothing of src is used.
 */

import { plainMove, plainNeighbourCells } from '../../plain-map-search.js';
import { plainPatternSearch } from '../../plain-pattern-search.js';
import type { PlainExpansion } from '../plain-ida-star.js';

export class PlainPatterns {
  readonly #goal: readonly number[];
  readonly #patterns: readonly (readonly number[])[];
  /** [pattern]: the distance for each key of a position in the pattern. */
  readonly #distances: readonly ReadonlyMap<string, number>[];
  /** [cell]: its mirror image, if the mirror keeps the goal. */
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
      (tiles) =>
        new Map([...plainPatternSearch(rows, goal, tiles)].map(({ position, depth }) => [position.join(), depth])),
    );
  }

  /** Returns the distance of a position in each pattern. */
  distances(position: readonly number[]): number[] {
    return this.#patterns.map((tiles, index) => {
      const seen = position.map((tile) => (tile === 0 || tiles.includes(tile) ? tile : -1));
      return this.#distances[index].get(seen.join()) as number;
    });
  }

  /** Returns the larger of the sums of distances of a position and of its mirror image. */
  estimate(position: readonly number[]): number {
    const sum = (of: readonly number[]) => this.distances(of).reduce((total, distance) => total + distance, 0);
    const mirror = this.#mirror;
    if (mirror === undefined) return sum(position);
    const image = [...position];
    for (const [cell, tile] of position.entries()) image[mirror[cell]] = this.#goal[mirror[this.#goal.indexOf(tile)]];
    return Math.max(sum(position), sum(image));
  }
}

/**
 * Returns for each cell the sequences of moves from it that need not be tried. A shorter sequence, or one that comes before it in the
 * order up, left, right, down, leads to the same position. A sequence is a list of the cells that the blank moves to.
 */
export function plainReplaceable(rows: readonly string[], longest: number): ReadonlySet<string>[] {
  const beside = orderedNeighbours(rows);
  return beside.map((_, start) => {
    const replaceable = new Set<string>();
    let sequences = [{ cells: [] as number[], position: beside.map((_, cell) => (cell === start ? 0 : cell + 1)) }];
    const known = new Set([sequences[0].position.join()]);
    for (let length = 1; length <= longest; length++) {
      sequences = sequences.flatMap(({ cells, position }) =>
        beside[cells.at(-1) ?? start].map((to) => ({ cells: [...cells, to], position: plainMove(position, to) })),
      );
      for (const { cells, position } of sequences) {
        if (known.has(position.join())) replaceable.add(cells.join());
        known.add(position.join());
      }
    }
    return replaceable;
  });
}

/** Returns true if the last moves of a path are replaceable. @param path cells of the blank, from the first to the last */
export function endsReplaceable(replaceable: readonly ReadonlySet<string>[], path: readonly number[]): boolean {
  return path.some((cell, first) => replaceable[cell].has(path.slice(first + 1).join()));
}

function orderedNeighbours(rows: readonly string[]): number[][] {
  return plainNeighbourCells(rows).map((cells) => [...cells].sort((one, other) => one - other));
}

/**
 * Counts the nodes of IDA*. Moves are tried in the order up, left, right, down, unless they end a replaceable sequence.
 * @param longest maximum number of moves in a replaceable sequence
 */
export function plainIdaStar(
  rows: readonly string[],
  start: readonly number[],
  patterns: PlainPatterns,
  longest: number,
  onExpansion: (expansion: PlainExpansion) => void = () => {},
) {
  const beside = orderedNeighbours(rows);
  const replaceable = plainReplaceable(rows, longest);
  let generated = 0;
  let expanded = 0;
  for (let bound = patterns.estimate(start); ; bound += 2) {
    const solve = (position: readonly number[], path: readonly number[]): boolean => {
      const g = path.length - 1;
      if (g === bound) return true;
      expanded++;
      onExpansion({ bound, position, g, h: patterns.estimate(position), expanded, generated });
      for (const to of beside[path[path.length - 1]]) {
        const longer = [...path, to];
        if (endsReplaceable(replaceable, longer)) continue;
        generated++;
        const after = plainMove(position, to);
        if (path.length + patterns.estimate(after) <= bound && solve(after, longer)) return true;
      }
      return false;
    };
    if (solve(start, [start.indexOf(0)])) return { generated, expanded, distance: bound };
  }
}
