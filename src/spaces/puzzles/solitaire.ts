/**
 * K equal pieces on a board of N x N squares. A piece steps to a free square next to it, or jumps over a piece next to
 * it to the free square behind. No piece is removed. Every step or jump can be undone by the opposite one.
 *
 * A state is the set of the pieces' squares, counted from 0 in reading order. combinations.ts numbers the sets.
 *
 * Source: ACM Southwestern European Regional Contest 2002, "Solitaire" (HDU 1401), which is solitaire:8,4.
 */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import type { SpaceDefinition } from '../../space/definition.js';
import { NO_STATE } from '../../space/definition.js';
import { combinations } from './combinations.js';
import { checkParameter } from './parameter.js';

const FORM = { name: 'solitaire:N,K', example: 'solitaire:8,4' };

const MOST_SQUARES_A_SIDE = 100;
/** Maximum number of pieces: spaces have at most 1000 moves, and each piece has four. */
const MOST_PIECES = 250;

const DIRECTION_NAMES = ['u', 'd', 'l', 'r'];

/** Contents of a square of the bordered board. */
const FREE = 0;
const PIECE = 1;
const OUTSIDE = 2;
/** Number of squares around the board, so that a jump never leaves memory. */
const BORDER = 2;

/**
 * Returns the board with pieces, which start on the first squares in reading order. Move `2r` moves the second piece in reading order to the
 * right: by a step if the square next to it is free, otherwise by a jump.
 * @param n side of the board, 1 to 100
 * @param pieces 1 to 250, no more than squares, with C(n^2, pieces) < 2^53
 * @throws InputError if they are out of range
 */
export function solitaire(n: number, pieces: number): SpaceDefinition {
  checkParameter(FORM, 'squares a side', n, 1, MOST_SQUARES_A_SIDE);
  const squares = n * n;
  checkParameter(FORM, `pieces on ${n}x${n}`, pieces, 1, Math.min(squares, MOST_PIECES));
  const { size, rank, unrank, changeUp, changeDown } = combinations(squares, pieces);
  if (!Number.isSafeInteger(size)) {
    throw new InputError(
      `solitaire:${n},${pieces} is too large to number: it has ${Number.isFinite(size) ? `about ${size.toExponential(1)}` : 'more than 1e+308'} states, and 2^53 is the most that can be counted exactly`,
    );
  }
  const name = `solitaire:${n},${pieces}`;
  const width = n + 2 * BORDER;
  /** [square]: its place on the bordered board. */
  const placeOf = Int32Array.from({ length: squares }, (_, square) => {
    return (Math.floor(square / n) + BORDER) * width + (square % n) + BORDER;
  });
  const bordered = new Uint8Array(width * width).fill(OUTSIDE);
  for (const place of placeOf) bordered[place] = FREE;
  /** Squares of the current state, ascending. */
  const own = new Int32Array(pieces);

  return {
    name,
    size,
    starts: [0],
    moves: Array.from({ length: pieces }, (_, piece) =>
      DIRECTION_NAMES.map((letter) => `${piece + 1}${letter}`),
    ).flat(),
    reversible: true,

    neighbours(state, next) {
      unrank(state, own);
      for (let piece = 0; piece < pieces; piece++) bordered[placeOf[own[piece]]] = PIECE;
      for (let piece = 0, move = 0; piece < pieces; piece++, move += 4) {
        const square = own[piece];
        const place = placeOf[square];
        // One square, or two if a piece is next to it.
        const up = 1 + (bordered[place - width] & PIECE);
        const down = 1 + (bordered[place + width] & PIECE);
        const left = 1 + (bordered[place - 1] & PIECE);
        const right = 1 + (bordered[place + 1] & PIECE);
        const freeAbove = bordered[place - up * width] === FREE;
        const freeBelow = bordered[place + down * width] === FREE;
        const freeLeft = bordered[place - left] === FREE;
        const freeRight = bordered[place + right] === FREE;
        next[move] = freeAbove ? state + changeDown(own, piece, square - up * n) : NO_STATE;
        next[move + 1] = freeBelow ? state + changeUp(own, piece, square + down * n) : NO_STATE;
        next[move + 2] = freeLeft ? state + changeDown(own, piece, square - left) : NO_STATE;
        next[move + 3] = freeRight ? state + changeUp(own, piece, square + right) : NO_STATE;
      }
      for (let piece = 0; piece < pieces; piece++) bordered[placeOf[own[piece]]] = FREE;
    },

    format(state) {
      unrank(state, own);
      return Array.from(own, (square) => `${Math.floor(square / n) + 1},${(square % n) + 1}`).join(' ');
    },

    parse(text) {
      const numbers = text.split(/[\s,]+/).filter((word) => word !== '');
      const onBoard = numbers.every((word) => /^\d{1,3}$/.test(word) && Number(word) >= 1 && Number(word) <= n);
      const chosen = new Set<number>();
      for (let at = 0; at + 1 < numbers.length; at += 2) {
        chosen.add((Number(numbers[at]) - 1) * n + Number(numbers[at + 1]) - 1);
      }
      if (!onBoard || numbers.length !== 2 * pieces || chosen.size !== pieces) {
        const example = Array.from({ length: Math.min(2, pieces) }, (_, square) => {
          return `${Math.floor(square / n) + 1},${(square % n) + 1}`;
        });
        throw new InputError(
          `a state of ${name} is ${pieces} different square${pieces === 1 ? '' : 's'}, each as row,column from 1 to ${n}, such as ${example.join(' ')}${pieces > 2 ? ' ...' : ''}; found '${excerpt(text)}'`,
        );
      }
      return rank([...chosen].sort((a, b) => a - b));
    },
  };
}
