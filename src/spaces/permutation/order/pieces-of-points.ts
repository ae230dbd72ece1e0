/** Sets of pieces for a puzzle given only by its moves: its points, renumbered so that those of a piece are consecutive. */

import type { PieceSet } from '../colourings/puzzle-source.js';
import type { Permutation } from '../permutation.js';
import { turningPieces } from './turning-pieces.js';

export interface PiecesOfPoints {
  /** Sets of different pieces, on the renumbered points. */
  readonly sets: readonly PieceSet[];
  /** [renumbered point]: the given point. Orbits that move along with another one are left out. */
  readonly points: readonly number[];
  /** Moves of the renumbered points. */
  readonly moves: readonly Permutation[];
  /**
   * The orbits that were left out, each as a map f, [renumbered point]: a given point, NO_IMAGE for points with which it does not move
   * along. If the piece that began on point i is on point j, then that of point f[i] is on point f[j].
   */
  readonly followers: readonly (readonly number[])[];
}

/** Finds the pieces and renumbers the points. @param moves at least one */
export function piecesOfPoints(moves: readonly Permutation[]): PiecesOfPoints {
  const { orbits, followers } = turningPieces(moves);
  const points = orbits.flatMap((orbit) => orbit.points);
  const renumbered = new Uint8Array(moves[0].length);
  for (const [number, point] of points.entries()) renumbered[point] = number;
  return {
    sets: orbits.map(({ points: { length }, turns }, set) => ({
      name: orbits.length === 1 ? 'pieces' : `pieces-${set + 1}`,
      pieces: length / turns,
      turns,
    })),
    points,
    moves: moves.map((move) => Uint8Array.from(points, (point) => renumbered[move[point]])),
    followers: followers.map((map) => points.map((point) => map[point])),
  };
}
