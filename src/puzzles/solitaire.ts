/**
 * K equal pieces on a board of N x N squares. A piece steps to a free square next to it, or jumps over a piece next to it
 * to the free square behind; nothing is taken off. Steps and jumps are undone by stepping and jumping back.
 *
 * A state is a set of K squares c[1] < c[2] < ... < c[K], counted from 0 in reading order, and its number is
 *
 *     C(c[1], 1) + C(c[2], 2) + ... + C(c[K], K)
 *
 * in the combinatorial number system, which numbers the C(N^2, K) sets without gaps. Example: the sets of 2 squares of 2x2 are, in
 * order, 01 02 12 03 13 23; 13 is C(1,1) + C(3,2) = 1 + 3 = 4. A piece that moves past others changes its own place
 * among them and theirs by one, so a move rewrites those terms alone.
 *
 * Source: ACM Southwestern European Regional Contest 2002, "Solitaire" (HDU 1401), which is solitaire:8,4; the
 * numbering: D. E. Knuth, "The Art of Computer Programming", volume 4A, 7.2.1.3, theorem L.
 */

import { InputError } from '../board/input-error.js';
import { NO_STATE, type StateSpace } from '../space/state-space.js';
import { excerpt } from '../text/excerpt.js';
import { checkParameter } from './parameter.js';

const FORM = { name: 'solitaire:N,K', example: 'solitaire:8,4' };

const MOST_SQUARES_A_SIDE = 100;
/** Spaces have at most 1000 moves, four for each piece. */
const MOST_PIECES = 250;

const DIRECTION_NAMES = ['u', 'd', 'l', 'r'];

/** What is on a square of the bordered board. */
const FREE = 0;
const PIECE = 1;
const OUTSIDE = 2;
/** Squares around the board, so that a jump never leaves memory. */
const BORDER = 2;

/**
 * The pieces start on the first squares in reading order. Move `2r` is the second piece in reading order going right, by
 * a step or a jump as the square next to it is free or not.
 * @param n side of the board, 1 to 100
 * @param pieces 1 to 250, no more than squares, with C(n^2, pieces) < 2^53
 * @throws InputError where they are out of range
 */
export function solitaire(n: number, pieces: number): StateSpace {
  checkParameter(FORM, 'squares a side', n, 1, MOST_SQUARES_A_SIDE);
  const squares = n * n;
  checkParameter(FORM, `pieces on ${n}x${n}`, pieces, 1, Math.min(squares, MOST_PIECES));
  const choose = binomials(squares, pieces);
  const size = choose[pieces * (squares + 1) + squares];
  if (!Number.isSafeInteger(size)) {
    throw new InputError(
      `solitaire:${n},${pieces} is too large to number: it has about ${size.toExponential(1)} states, and 2^53 is the most that can be counted exactly`,
    );
  }
  const name = `solitaire:${n},${pieces}`;
  const stride = squares + 1;
  const width = n + 2 * BORDER;
  /** Square -> place on the bordered board. */
  const placeOf = Int32Array.from({ length: squares }, (_, square) => {
    return (Math.floor(square / n) + BORDER) * width + (square % n) + BORDER;
  });
  const bordered = new Uint8Array(width * width).fill(OUTSIDE);
  for (const place of placeOf) bordered[place] = FREE;
  /** The squares of the state at hand, ascending. */
  const own = new Int32Array(pieces);

  const numberOf = (ascending: ArrayLike<number>) => {
    let state = 0;
    for (let piece = 0; piece < pieces; piece++) state += choose[(piece + 1) * stride + ascending[piece]];
    return state;
  };

  /**
   * Writes the squares of a state to `own`: the greatest first, each the greatest that the rest of the number has room for.
   * States are mostly asked for in ascending order, so that a square is mostly the one that it was the last time.
   */
  const placePieces = (state: number) => {
    let rest = state;
    let high = squares;
    for (let piece = pieces; piece > 1; piece--) {
      const row = piece * stride;
      let low = own[piece - 1];
      if (choose[row + low] > rest || choose[row + low + 1] <= rest) {
        low = piece - 1;
        // The square is in low..high-1.
        while (high - low > 1) {
          const middle = (low + high) >> 1;
          if (choose[row + middle] <= rest) low = middle;
          else high = middle;
        }
        own[piece - 1] = low;
      }
      rest -= choose[row + low];
      high = low;
    }
    own[0] = rest;
  };

  /** What it changes of the number when a piece goes to a greater square, past the pieces between. */
  const changeUp = (piece: number, target: number) => {
    let change = -choose[(piece + 1) * stride + own[piece]];
    let at = piece;
    while (at + 1 < pieces && own[at + 1] < target) {
      at++;
      change += choose[at * stride + own[at]] - choose[(at + 1) * stride + own[at]];
    }
    return change + choose[(at + 1) * stride + target];
  };

  /** The same, to a smaller square. */
  const changeDown = (piece: number, target: number) => {
    let change = -choose[(piece + 1) * stride + own[piece]];
    let at = piece;
    while (at > 0 && own[at - 1] > target) {
      at--;
      change += choose[(at + 2) * stride + own[at]] - choose[(at + 1) * stride + own[at]];
    }
    return change + choose[(at + 1) * stride + target];
  };

  return {
    name,
    size,
    starts: [0],
    moves: Array.from({ length: pieces }, (_, piece) =>
      DIRECTION_NAMES.map((letter) => `${piece + 1}${letter}`),
    ).flat(),
    reversible: true,

    neighbours(state, next) {
      placePieces(state);
      for (let piece = 0; piece < pieces; piece++) bordered[placeOf[own[piece]]] = PIECE;
      for (let piece = 0, move = 0; piece < pieces; piece++, move += 4) {
        const square = own[piece];
        const place = placeOf[square];
        // One square, or two where a piece is beside.
        const up = 1 + (bordered[place - width] & PIECE);
        const down = 1 + (bordered[place + width] & PIECE);
        const left = 1 + (bordered[place - 1] & PIECE);
        const right = 1 + (bordered[place + 1] & PIECE);
        const freeAbove = bordered[place - up * width] === FREE;
        const freeBelow = bordered[place + down * width] === FREE;
        const freeLeft = bordered[place - left] === FREE;
        const freeRight = bordered[place + right] === FREE;
        next[move] = freeAbove ? state + changeDown(piece, square - up * n) : NO_STATE;
        next[move + 1] = freeBelow ? state + changeUp(piece, square + down * n) : NO_STATE;
        next[move + 2] = freeLeft ? state + changeDown(piece, square - left) : NO_STATE;
        next[move + 3] = freeRight ? state + changeUp(piece, square + right) : NO_STATE;
      }
      for (let piece = 0; piece < pieces; piece++) bordered[placeOf[own[piece]]] = FREE;
    },

    format(state) {
      placePieces(state);
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
      return numberOf([...chosen].sort((a, b) => a - b));
    },
  };
}

/**
 * Pascal's triangle.
 * @returns [k * (n + 1) + m] -> C(m, k), for k of 0..most and m of 0..n; exact wherever C(m, k) is below 2^53
 */
function binomials(n: number, most: number): Float64Array {
  const stride = n + 1;
  const table = new Float64Array((most + 1) * stride).fill(1, 0, stride);
  for (let k = 1; k <= most; k++) {
    for (let m = k; m <= n; m++) table[k * stride + m] = table[k * stride + m - 1] + table[(k - 1) * stride + m - 1];
  }
  return table;
}
