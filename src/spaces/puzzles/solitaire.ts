/**
 * K equal pieces on a board of N x N squares. A piece steps to a free square next to it, or jumps over a piece next to
 * it to the free square behind. No piece is removed. Every step or jump can be undone by the opposite one.
 *
 * A state is the set of the pieces' squares, counted from 0 row by row. Rows are counted upwards, as on a chessboard. The combinatorial number system numbers the sets.
 *
 * Source: ACM Southwestern European Regional Contest 2002, "Solitaire" (HDU 1401), which is solitaire:8,4.
 */

import { excerpt, InputError } from '../../base/text.js';
import { binomials } from '../../permutations/lehmer.js';
import { NO_STATE, type SpaceDefinition } from '../../space/definition.js';

const DIRECTION_NAMES = ['d', 'u', 'l', 'r'];

/** Contents of a square of the bordered board. */
const FREE = 0;
const PIECE = 1;
const OUTSIDE = 2;
/** Number of squares around the board, so that a jump never leaves memory. */
const BORDER = 2;

/**
 * Returns the board with pieces, which start on the first squares of the lowest row. Move `2r` moves the second piece, counted row by row, to the
 * right: by a step if the square next to it is free, otherwise by a jump.
 * @param n side of the board, 1 to 100
 * @param pieces 1 to 250, no more than squares, with C(n^2, pieces) < 2^53
 * @throws InputError if there are too many states
 */
export function solitaire(n: number, pieces: number): SpaceDefinition {
  const squares = n * n;
  const { size, rank, unrank, changeUp, changeDown } = combinations(squares, pieces);
  if (!Number.isSafeInteger(size)) {
    throw new InputError(
      `solitaire:${n},${pieces} is too large to number: it has ${Number.isFinite(size) ? `about ${size.toExponential(1)}` : 'more than 1e+308'} states, and 2^53 is the most that can be counted exactly`,
    );
  }
  const name = `solitaire:${n},${pieces}`;
  const width = n + 2 * BORDER;
  /** [square]: its place on the bordered board. */
  const borderedSquare = Int32Array.from({ length: squares }, (_, square) => {
    return (Math.floor(square / n) + BORDER) * width + (square % n) + BORDER;
  });
  const bordered = new Uint8Array(width * width).fill(OUTSIDE);
  for (const place of borderedSquare) bordered[place] = FREE;
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
      for (let piece = 0; piece < pieces; piece++) bordered[borderedSquare[own[piece]]] = PIECE;
      for (let piece = 0, move = 0; piece < pieces; piece++, move += 4) {
        const square = own[piece];
        const place = borderedSquare[square];
        // One square, or two if a piece is next to it.
        const down = 1 + (bordered[place - width] & PIECE);
        const up = 1 + (bordered[place + width] & PIECE);
        const left = 1 + (bordered[place - 1] & PIECE);
        const right = 1 + (bordered[place + 1] & PIECE);
        const freeBelow = bordered[place - down * width] === FREE;
        const freeAbove = bordered[place + up * width] === FREE;
        const freeLeft = bordered[place - left] === FREE;
        const freeRight = bordered[place + right] === FREE;
        next[move] = freeBelow ? state + changeDown(own, piece, square - down * n) : NO_STATE;
        next[move + 1] = freeAbove ? state + changeUp(own, piece, square + up * n) : NO_STATE;
        next[move + 2] = freeLeft ? state + changeDown(own, piece, square - left) : NO_STATE;
        next[move + 3] = freeRight ? state + changeUp(own, piece, square + right) : NO_STATE;
      }
      for (let piece = 0; piece < pieces; piece++) bordered[borderedSquare[own[piece]]] = FREE;
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

/*
 * Sets of K of the numbers 0..n-1, numbered without gaps: the combinatorial number system.
 *
 * The set c[1] < c[2] < ... < c[K] has the number
 *
 *     C(c[1], 1) + C(c[2], 2) + ... + C(c[K], K)
 *
 * Example: the sets of 2 of 4 are, in order, 01 02 12 03 13 23; 13 is C(1,1) + C(3,2) = 1 + 3 = 4. If an element is replaced
 * by another one, its own place in the set changes. The places of the elements in between change by one, and all other terms
 * remain.
 *
 * Source: D. E. Knuth, "The Art of Computer Programming", volume 4A, 7.2.1.3, theorem L.
 */

/** Returns the numbering of the sets of `elements` of the numbers 0..n-1. @param elements K: 1 to n */
export function combinations(n: number, elements: number) {
  const stride = n + 1;
  const choose = binomials(n, elements);
  return {
    /** C(n, K), exact if it is below 2^53; otherwise no other number here can be used. */
    size: choose[choose.length - 1],

    /** Returns the number of a set. @param set ascending */
    rank(set: ArrayLike<number>): number {
      let rank = 0;
      for (let j = 0; j < elements; j++) rank += choose[(j + 1) * stride + set[j]];
      return rank;
    },

    /**
     * Writes the set of a number. From the greatest element on, each is the greatest whose term fits in the rest of the number.
     * @param set receives it in ascending order. Its old content is tried first, so ascending numbers are faster than others
     */
    unrank(rank: number, set: Int32Array): void {
      let rest = rank;
      let high = n;
      for (let k = elements; k > 1; k--) {
        const row = k * stride;
        let low = set[k - 1];
        if (choose[row + low] > rest || choose[row + low + 1] <= rest) {
          low = k - 1;
          // The element is in low..high-1.
          while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (choose[row + middle] <= rest) low = middle;
            else high = middle;
          }
          set[k - 1] = low;
        }
        rest -= choose[row + low];
        high = low;
      }
      set[0] = rest;
    },

    /** Returns the change of the number if element j is replaced by a greater one that is not in the set. */
    changeUp(set: Int32Array, j: number, element: number): number {
      let row = (j + 1) * stride;
      let change = -choose[row + set[j]];
      for (let at = j + 1; at < elements && set[at] < element; at++) {
        change += choose[row + set[at]] - choose[row + stride + set[at]];
        row += stride;
      }
      return change + choose[row + element];
    },

    /** Returns the change of the number if element j is replaced by a smaller one that is not in the set. */
    changeDown(set: Int32Array, j: number, element: number): number {
      let row = (j + 1) * stride;
      let change = -choose[row + set[j]];
      for (let at = j - 1; at >= 0 && set[at] > element; at--) {
        change += choose[row + set[at]] - choose[row - stride + set[at]];
        row -= stride;
      }
      return change + choose[row + element];
    },
  };
}
