/**
 * Spaces whose states are all orders of n pieces and whose moves permute the places: pancakes, rings, Cayley graphs.
 *
 * The text of a state is its pieces 1..n from place 1 on. Its number is the rank, in lexicographic order, of the places of
 * the pieces: of q with q[v] the place of piece v. So 0 is the order 1 2 ... n, and '2 3 1' of three pieces, in which piece 1 is
 * on place 3, piece 2 on place 1 and piece 3 on place 2, is the rank of 3 1 2, which is 4. By places and not by pieces,
 * because then a move acts on every entry of q alone, and its effect on the number can be looked up: see
 * ../permutation/moved-ranks.ts.
 */

import type { SpaceDefinition } from '../../../space/definition.js';
import type { Generator } from '../../../space/space-source.js';
import { factorial } from '../lehmer.js';
import { movedRanks } from '../moved-ranks.js';
import { rankOfBytes, unrankBytes } from '../rank.js';
import { formatArrangement, parseArrangement } from './arrangement-text.js';

/** 13! = 6,227,020,800 states; 14! need more memory than enumerations are made in. */
export const MOST_PIECES = 13;

/**
 * The space of all orders of n pieces, 1 to 13, with the order 1 2 ... n as its start.
 * @param moves at least one; permutations of the same n points
 */
export function permutationSpace(name: string, moves: readonly Generator[]): SpaceDefinition {
  const pieces = moves[0].images.length;
  const inverses = moves.map(({ images }) => inverseOf(images));
  const reversible = holdsAll(
    moves.map(({ images }) => images),
    inverses,
  );
  return {
    name,
    size: factorial(pieces),
    starts: [0],
    moves: moves.map((move) => move.name),
    reversible,
    neighbours: movedRanks(moves.map(({ images }) => images)),
    ...(reversible ? {} : { predecessors: (state: number) => [...new Set(inverses.map(rankAfter(state, pieces)))] }),
    format: (state) => formatArrangement(piecesOf(state, pieces)),
    parse: (text) => stateOfOrder(parseArrangement(text, { space: name, pieces, signed: false })),
  };
}

/** The pieces 1..n in the order of their places. */
export function piecesOf(state: number, pieces: number): number[] {
  const places = new Uint8Array(pieces);
  unrankBytes(state, places);
  const order = new Array<number>(pieces);
  places.forEach((place, piece) => {
    order[place] = piece + 1;
  });
  return order;
}

/** The state with the pieces 1..n in this order. */
export function stateOfOrder(order: readonly number[]): number {
  const places = new Uint8Array(order.length);
  order.forEach((piece, place) => {
    places[piece - 1] = place;
  });
  return rankOfBytes(places);
}

/** The permutation that undoes this one. */
export function inverseOf(images: readonly number[]): number[] {
  const origins = new Array<number>(images.length);
  images.forEach((image, point) => {
    origins[image] = point;
  });
  return origins;
}

function holdsAll(permutations: readonly (readonly number[])[], wanted: readonly (readonly number[])[]): boolean {
  const there = new Set(permutations.map((permutation) => permutation.join(' ')));
  return wanted.every((permutation) => there.has(permutation.join(' ')));
}

function rankAfter(state: number, pieces: number): (images: readonly number[]) => number {
  const places = new Uint8Array(pieces);
  unrankBytes(state, places);
  return (images) => rankOfBytes(places.map((place) => images[place]));
}
