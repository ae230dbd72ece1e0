/**
 * Solutions as text. Where a move slides a single tile it is a letter, the direction of the blank: `rru`. Where it may slide
 * several, the letter is followed by how many cells the blank goes: `r2u1`, which in plain letters, one for each tile, is
 * `rru` as well.
 */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { type Direction, MOST_CELLS } from './board.js';

/** One move: the blank goes `count` cells in a direction. */
export interface CountedMove {
  readonly direction: Direction;
  readonly count: number;
}

/**
 * The moves of either form; a letter without a number counts 1.
 * @throws InputError where the blank goes further than any board is long
 */
export function parseMoves(text: string): CountedMove[] {
  return Array.from(text.matchAll(/([udlr])(\d*)/g), ([move, direction, count]) => {
    if (Number(count) < MOST_CELLS)
      return { direction: direction as Direction, count: count === '' ? 1 : Number(count) };
    throw new InputError(`the blank moves at most ${MOST_CELLS - 1} cells in a move, found '${excerpt(move)}'`);
  });
}

/** How many moves a text of either form has. */
export function countMoves(text: string): number {
  let moves = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= LETTERS) moves++;
  return moves;
}

/** Letters come after digits. */
const LETTERS = 0x61;

/** A letter for each tile that is slid. @throws as parseMoves */
export function plainLetters(text: string): string {
  return parseMoves(text)
    .map(({ direction, count }) => direction.repeat(count))
    .join('');
}

/** The moves with their counts. */
export function countedText(moves: readonly CountedMove[]): string {
  return moves.map(({ direction, count }) => `${direction}${count}`).join('');
}
