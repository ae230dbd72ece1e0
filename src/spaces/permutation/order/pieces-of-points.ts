/** Sets of pieces for a puzzle that is given by its moves alone: its points, renumbered so that those of a piece follow one another. */

import type { PieceSet } from '../colourings/puzzle-source.js';
import type { Permutation } from '../permutation.js';
import { turningPieces } from './turning-pieces.js';

export interface PiecesOfPoints {
  /** Pieces that are all different, on the renumbered points. */
  readonly sets: readonly PieceSet[];
  /** [renumbered point]: the given point. Orbits that move with another one are left out. */
  readonly points: readonly number[];
  /** The moves of the renumbered points. */
  readonly moves: readonly Permutation[];
  /**
   * The orbits that were left out, each as a map f, [renumbered point]: a given point, NO_IMAGE for points that it does not move
   * with. If the piece that began on point i lies on point j, then that of point f[i] lies on point f[j].
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
