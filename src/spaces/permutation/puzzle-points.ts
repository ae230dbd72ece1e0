/**
 * Points of a puzzle, and the points of its definition.
 *
 * A definition without sets of pieces gives each point a piece of its own. These points may be facelets of pieces that turn, or
 * may move with others. The puzzle has only points that determine the others, renumbered so that those of a piece are consecutive: see
 * piecesOfPoints. Texts and generators keep the points of the definition. Example: 48 facelets of a cube become 8
 * corners of three points and 12 edges of two.
 */

import type { Permutation } from '../../permutations/permutation.js';
import { turningPieces } from '../../permutations/wreath-product.js';
import {
  type Colour,
  type ColouredPuzzle,
  colouredPuzzle,
  type Generator,
  type PieceSet,
  type PuzzleDefinition,
} from './colourings/puzzle.js';
import { placedSets } from './generators.js';

export interface PuzzlePoints {
  readonly puzzle: ColouredPuzzle;
  /** Sets of its pieces. */
  readonly sets: readonly PieceSet[];
  /** Returns a state of the puzzle as a colouring of the definition's points. */
  given(state: Uint8Array): Uint8Array;
  /** Returns the state of a colouring of the definition's points; null if it separates points that always move together. */
  own(colouring: Uint8Array): Uint8Array | null;
}

/** Returns the puzzle of a definition. */
export function puzzlePoints({ generators, sets }: PuzzleDefinition): PuzzlePoints {
  if (sets === undefined) return renumberedPoints(generators);
  const puzzle = colouredPuzzle({ generators, sets });
  return { puzzle, sets, given: (state) => state, own: (colouring) => colouring };
}

/** Returns the puzzle of generators with a piece on each point, with the points 0..n-1 as colours. */
function renumberedPoints(generators: readonly Generator[]): PuzzlePoints {
  const { sets, points, moves, followers } = piecesOfPoints(generators.map(({ images }) => Uint8Array.from(images)));
  const puzzle = colouredPuzzle({
    generators: moves.map((images, move) => ({ name: generators[move].name, images: Array.from(images) })),
    sets,
  });
  // Pieces that are all different have the colours 0, 1, 2 ... on their points when solved. So a colour is the point where it belongs.
  const given = (state: Uint8Array): Uint8Array => {
    const colouring = new Uint8Array(generators[0].images.length);
    for (const map of [points, ...followers]) {
      for (const [point, image] of map.entries()) if (image >= 0) colouring[image] = map[state[point]];
    }
    return colouring;
  };
  const renumbered = new Int16Array(generators[0].images.length).fill(-1);
  for (const [number, point] of points.entries()) renumbered[point] = number;
  return {
    puzzle,
    sets,
    given,
    own(colouring) {
      const state = points.map((point) => renumbered[colouring[point]]);
      if (state.includes(-1)) return null;
      const own = Uint8Array.from(state);
      const moveTogether = given(own).every((piece, point) => piece === colouring[point]);
      return moveTogether && hasWholePieces(own, puzzle.colours, sets) ? own : null;
    },
  };
}

/** Returns whether the points of each place have the facets of one piece, in their order. */
function hasWholePieces(state: Uint8Array, colours: readonly Colour[], sets: readonly PieceSet[]): boolean {
  for (const { first, pieces, turns } of placedSets(sets)) {
    for (let point = first; point < first + pieces * turns; point += turns) {
      const reference = colours[state[point]];
      for (let facet = 1; facet < turns; facet++) {
        const colour = colours[state[point + facet]];
        if (colour.kind !== reference.kind || colour.facet !== (reference.facet + facet) % turns) return false;
      }
    }
  }
  return true;
}

/** Finds the pieces and renumbers the points. @param moves at least one */
export function piecesOfPoints(moves: readonly Permutation[]) {
  const { orbits, followers } = turningPieces(moves);
  /** [renumbered point]: the given point. Orbits that move along with another one are left out. */
  const points = orbits.flatMap((orbit) => orbit.points);
  const renumbered = new Uint8Array(moves[0].length);
  for (const [number, point] of points.entries()) renumbered[point] = number;
  return {
    /** Sets of different pieces, on the renumbered points. */
    sets: orbits.map(({ points: { length }, turns }, set) => ({
      name: orbits.length === 1 ? 'pieces' : `pieces-${set + 1}`,
      pieces: length / turns,
      turns,
    })),
    points,
    /** Moves of the renumbered points. */
    moves: moves.map((move) => Uint8Array.from(points, (point) => renumbered[move[point]])),
    /**
     * The orbits that were left out, each as a map f, [renumbered point]: a given point, NO_IMAGE for points with which it does not move
     * along. If the piece that began on point i is on point j, then that of point f[i] is on point f[j].
     */
    followers: followers.map((map) => points.map((point) => map[point])),
  };
}
