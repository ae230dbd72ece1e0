/**
 * Pieces of a puzzle given only by its moves, on points that may be facelets. Some points belong to one piece that turns, and
 * some orbits move along with another one. Equivariant maps show both: see equivariant-map.ts.
 */

import { cyclesOf } from '../images.js';
import type { Permutation } from '../permutation.js';
import { pointOrbits } from '../point-orbits.js';
import { type EquivariantMap, equivariantMap } from './equivariant-map.js';

/** An orbit of points as places of pieces. */
export interface PieceOrbit {
  /** [place * turns + facet]: the point. Places are in the order of their first facets, which are their least points. */
  readonly points: readonly number[];
  /** Number of turns that return a piece to its first orientation, 1 if pieces do not turn. */
  readonly turns: number;
}

export interface TurningPieces {
  /** Orbits that do not move along with an earlier one. */
  readonly orbits: readonly PieceOrbit[];
  /** Maps from one of these orbits to one that moves along with it: one map for each of the other orbits. */
  readonly followers: readonly EquivariantMap[];
}

/**
 * Finds the pieces. Larger orbits lead smaller ones; among equal ones, the first leads. A point that no move takes away follows any orbit.
 * @param moves at least one
 */
export function turningPieces(moves: readonly Permutation[]): TurningPieces {
  const leaders: number[][] = [];
  const followers: EquivariantMap[] = [];
  for (const orbit of pointOrbits(moves).sort((a, b) => b.length - a.length)) {
    const map = mapOnto(orbit, leaders, moves);
    if (map === undefined) leaders.push(orbit);
    else followers.push(map);
  }
  leaders.sort(([a], [b]) => a - b);
  return { orbits: leaders.map((orbit) => piecesOf(orbit, moves)), followers };
}

function mapOnto(orbit: readonly number[], leaders: readonly (readonly number[])[], moves: readonly Permutation[]) {
  for (const leader of leaders) {
    if (leader.length % orbit.length !== 0) continue;
    for (const point of orbit) {
      const map = equivariantMap(moves, leader[0], point);
      if (map !== undefined) return map;
    }
  }
  return undefined;
}

/** Returns the pieces with the maximum number of turns. Two points without others are two pieces that change places. */
function piecesOf(orbit: readonly number[], moves: readonly Permutation[]): PieceOrbit {
  let best: PieceOrbit = { points: orbit, turns: 1 };
  for (const point of orbit.slice(1)) {
    const turn = equivariantMap(moves, orbit[0], point);
    if (turn === undefined) continue;
    const cycles = cyclesOf(turn, orbit);
    const turns = cycles[0].length;
    if (turns > best.turns && orbit.length > 2) best = { points: cycles.flat(), turns };
  }
  return best;
}
