/** A minimal implementation of IDA*. */

import { type HeuristicName, heuristicFor } from '#src/search/question/heuristics.js';
import type { Board } from '#src/spaces/board/board.js';
import type { Position } from '#src/spaces/board/position.js';
import { plainNeighbours } from '../plain-search.js';

/** A node at its expansion, and the number of nodes counted until then. */
export interface PlainExpansion {
  readonly bound: number;
  readonly position: readonly number[];
  readonly g: number;
  readonly h: number;
  readonly expanded: number;
  readonly generated: number;
}

/** Returns the number of nodes that IDA* counts on a full board. */
export function plainIdaStar(
  shape: Board,
  start: Position,
  goal: Position,
  name: HeuristicName,
  onExpansion: (expansion: PlainExpansion) => void = () => {},
) {
  const heuristic = heuristicFor(name, shape, goal);
  let generated = 0;
  let expanded = 0;
  for (let bound = heuristic.estimate(start); ; ) {
    let next = Number.POSITIVE_INFINITY;
    const solve = (position: Position, depth: number, before: Position | undefined): boolean => {
      if (position.join() === goal.join()) return true;
      expanded++;
      onExpansion({ bound, position, g: depth, h: heuristic.estimate(position), expanded, generated });
      const neighbours = new Map(
        plainNeighbours(shape.rows, shape.columns, position).map((neighbour) => [
          neighbour.indexOf(0) - position.indexOf(0),
          neighbour,
        ]),
      );
      for (const step of [-shape.columns, -1, 1, shape.columns]) {
        const neighbour = neighbours.get(step);
        if (neighbour === undefined || neighbour.join() === before?.join()) continue;
        generated++;
        const f = depth + 1 + heuristic.estimate(neighbour);
        if (f > bound) next = Math.min(next, f);
        else if (solve(neighbour, depth + 1, position)) return true;
      }
      return false;
    };
    if (solve(start, 0, undefined)) return { generated, expanded, distance: bound };
    bound = next;
  }
}
