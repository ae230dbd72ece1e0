/**
 * Reasons why no moves lead from the solved state of a puzzle to another one.
 *
 * Two properties of a state do not change if no move changes them. One is the sum of the turns of a set's pieces modulo d. Here d divides
 * the number of turns, and the sum by which each move turns these pieces. The other is the parity of the order of a set whose pieces
 * are all different, or of two sets together. Example: a turn of a cube's face turns corners by 0 or 1 + 2 + 1 + 2 thirds. So the sum
 * of their turns stays a multiple of 3. The turn makes a cycle of four corners and one of four edges, so both orders are even or both
 * are odd.
 *
 * Other states may be unreachable for other reasons.
 */

import type { ColouredPuzzle } from '../colourings/colouring.js';
import type { PieceSet } from '../colourings/puzzle-source.js';
import { greatestCommonDivisor } from '../greatest-common-divisor.js';
import { parity } from '../permutation.js';
import { type PlacedSet, placedSets } from './placed-sets.js';

/** Returns the reason, as the rest of a sentence that begins with the state; null if it is neither of these. */
export function unreachableReason(puzzle: ColouredPuzzle, sets: readonly PieceSet[], state: Uint8Array): string | null {
  const { moves, solved } = puzzle;
  const placed = placedSets(sets);
  for (const set of placed) {
    const modulus = moves.reduce((divisor, move) => greatestCommonDivisor(divisor, turnsOfMove(set, move)), set.turns);
    const kept = turnsOf(set, puzzle, solved);
    const found = turnsOf(set, puzzle, state);
    if (kept === null || found === null || (found - kept) % modulus === 0) continue;
    return `moves keep the sum of the turns of the ${set.name} at ${kept % modulus} modulo ${modulus}, and here it is ${found % modulus}`;
  }
  const different = placed.filter((set) => areDifferent(set, puzzle));
  for (const [index, set] of different.entries()) {
    for (const other of different.slice(index)) {
      const both = other === set ? [set] : [set, other];
      const isOdd = (order: (at: PlacedSet) => number[]) =>
        both.reduce((sum, at) => sum + parity(order(at)), 0) % 2 === 1;
      if (moves.some((move) => isOdd((at) => orderAfter(at, move)))) continue;
      if (!isOdd((at) => orderFrom(at, puzzle, state))) continue;
      const names = both.map(({ name }) => name).join(' and ');
      return `every move is an even permutation of the ${names}, and this would take an odd one`;
    }
  }
  return null;
}

/** Returns the sum of the turns of a set's pieces by a move. */
function turnsOfMove({ first, pieces, turns }: PlacedSet, move: Uint8Array): number {
  let sum = 0;
  for (let place = 0; place < pieces; place++) sum += (move[first + place * turns] - first) % turns;
  return sum;
}

/** Returns the sum of the turns of a set's pieces; null if it does not show. */
function turnsOf({ first, pieces, turns }: PlacedSet, { colours }: ColouredPuzzle, state: Uint8Array): number | null {
  let sum = 0;
  for (let place = 0; place < pieces; place++) {
    const colour = colours[state[first + place * turns]];
    if (colour.turns !== turns) return null;
    sum += (turns - colour.facet) % turns;
  }
  return sum;
}

function areDifferent(set: PlacedSet, puzzle: ColouredPuzzle): boolean {
  return new Set(kindsOf(set, puzzle, puzzle.solved)).size === set.pieces;
}

/** Returns the places where the pieces on the places of a set belong. @param set of pieces that are all different */
function orderFrom(set: PlacedSet, puzzle: ColouredPuzzle, state: Uint8Array): number[] {
  const solved = kindsOf(set, puzzle, puzzle.solved);
  return kindsOf(set, puzzle, state).map((kind) => solved.indexOf(kind));
}

/** Returns the kinds of pieces on the places of a set. */
function kindsOf({ first, pieces, turns }: PlacedSet, { colours }: ColouredPuzzle, state: Uint8Array): number[] {
  return Array.from({ length: pieces }, (_, place) => colours[state[first + place * turns]].kind);
}

/** Returns the places to which a move takes the places of a set. */
function orderAfter({ first, pieces, turns }: PlacedSet, move: Uint8Array): number[] {
  return Array.from({ length: pieces }, (_, place) => Math.floor((move[first + place * turns] - first) / turns));
}
