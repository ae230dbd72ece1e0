/**
 * Solids that turn, as permutations of points.
 *
 * A piece is named by its faces, one letter each, and a place by the piece that belongs there. Each letter of a place is one of its
 * points. A turn carries some faces to others: X to X', Y to Y' and so on. It takes the piece on the place XYZ to the place with the letters
 * X'Y'Z', in any order. Its point X moves to the point X'. Example: U carries the faces F L B R, each to the next. So the
 * corner on UFR moves to the place ULF, and its point F to the point L there.
 *
 * All names of a set list the faces in the same direction around the piece. Then a turn of a piece shifts all of its letters by the same
 * number of points.
 */

import type { Generator, PieceSet } from '../../permutation/colourings/puzzle-source.js';
import { movesOfTurns, type TurnMetric } from '../../permutation/groups/turn-metric.js';

/** Pieces that change places with each other. */
export interface SolidSet {
  /** Name in the plural, such as 'corners'. */
  readonly name: string;
  /** All places, in the order of the text of states. */
  readonly places: readonly string[];
  /** Place whose piece never moves, and which has no points. */
  readonly held?: string;
  /** False if turning a piece on its place does not show: then a place has one point. */
  readonly turns: boolean;
}

/** A turn of a part of the solid by the smallest angle. */
export interface SolidTurn {
  readonly name: string;
  /** Cycles of faces, each of which is carried to the next. */
  readonly carried: readonly string[];
  /** Returns whether the piece on a place turns with the part. */
  moves(place: string): boolean;
}

/** Returns the places of a set that have points. */
export function freePlaces({ places, held }: SolidSet): readonly string[] {
  return places.filter((place) => place !== held);
}

/** Returns the number of points of each place. */
export function pointsPerPlace({ places, turns }: SolidSet): number {
  return turns ? places[0].length : 1;
}

/** Returns the sets in the form of definitions. */
export function pieceSets(sets: readonly SolidSet[]): PieceSet[] {
  return sets.map((set) => ({ name: set.name, pieces: freePlaces(set).length, turns: pointsPerPlace(set) }));
}

/** Returns the moves of all turns. */
export function solidMoves(sets: readonly SolidSet[], turns: readonly SolidTurn[], metric: TurnMetric): Generator[] {
  return movesOfTurns(
    turns.map((turn) => ({ name: turn.name, images: imagesOf(sets, turn) })),
    metric,
  );
}

/** Returns the permutation of points by a turn. */
function imagesOf(sets: readonly SolidSet[], { carried, moves }: SolidTurn): number[] {
  const images: number[] = [];
  for (const set of sets) {
    const first = images.length;
    const places = freePlaces(set);
    const points = pointsPerPlace(set);
    for (const [from, place] of places.entries()) {
      const letters = moves(place) ? [...place].map((face) => faceAfter(carried, face)) : [...place];
      const to = places.findIndex((other) => letters.every((letter) => other.includes(letter)));
      for (let point = 0; point < points; point++) {
        images[first + from * points + point] =
          first + to * points + (set.turns ? places[to].indexOf(letters[point]) : 0);
      }
    }
  }
  return images;
}

function faceAfter(carried: readonly string[], face: string): string {
  const cycle = carried.find((faces) => faces.includes(face));
  return cycle === undefined ? face : cycle[(cycle.indexOf(face) + 1) % cycle.length];
}
