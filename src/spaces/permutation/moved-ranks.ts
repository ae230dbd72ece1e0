/**
 * Ranks of moved permutations by looking up: what moves make of a rank, without unranking it.
 *
 * A permutation q says of each piece v on which position q[v] it is. A move g takes the piece on position p to position g[p],
 * whichever piece that is, so it makes g[q[v]] of each q[v]. The rank of q (see rank.ts) is the mixed-radix number of its
 * Lehmer digits, and digit v says on which of the positions that pieces 0..v-1 have left, in ascending order, piece v is.
 * So the digits can be moved one after the other. The first one, d, becomes g[d]. On the positions that are left, which are
 * renumbered before the move and after it, g acts as `g without d`: strike out entry d, and close the gap among the images:
 *
 *     g = 1 2 0 (0-based),  d = 1:  the digit becomes 2;  g without 1 = (1 0) closed = 1 0
 *
 * and that permutation of one point less moves the next digit. Example: q = 1 0 2 has the digits 1 0 0 and the rank 2. Its
 * first digit becomes 2, the second (1 0)[0] = 1, the third 0: 2 1 0, rank 5, and indeed g makes 2 1 0 of q.
 *
 * The remainder of a move after some digits is one of few permutations: of a prefix reversal, prefix reversals remain, and at
 * most C(n, k) of any move after k digits. So tables of two blocks of digits suffice. The head is the number i of the first
 * digits, the tail the number j of the last r, rank = i r! + j:
 *
 *     head table: (i, move) -> i after the move, and which remainder then moves the tail
 *     tail table: (remainder, j) -> j after it
 *
 * r is chosen so that both are small: for the 10 prefix reversals of 11 points r = 7, 634 KB and 71 KB. Both are read
 * in order if ranks ascend. Measured for 10 to 13 points: 4 to 5 ns for each moved rank, tables made within 0.1 s.
 */

import { factorial } from './lehmer.js';
import { unrankBytes } from './rank.js';

/** Writes the rank after each of the moves. */
export type MovedRanks = (rank: number, moved: Float64Array) => void;

/** Tables of more bytes are not made: ranks are then moved through their permutations, some 10 times more slowly. */
const MOST_BYTES = 1 << 26;

/** Of more remainders after some digit no tables are made either: already looking for them takes too long. */
const MOST_REMAINDERS = 20_000;

/** 8! is the largest factorial below 2^16. */
const LONGEST_TAIL = 8;

/**
 * @param moves permutations of the points 0..n-1, with the same n of 1 to 14 for all: what is on point p goes to point move[p]
 * @returns what takes the rank of a permutation q of n elements, 0..n!-1, and writes the rank of move[q[0]], move[q[1]], ...
 * for each of the moves
 */
export function movedRanks(moves: readonly (readonly number[])[]): MovedRanks {
  const levels = levelsOf(moves);
  const split = levels && cheapestSplit(levels, moves.length);
  return levels && split !== null ? byTables(levels, split, moves.length) : byPermutations(moves);
}

/** The remainders of moves after some digits, and how these move the next digit. */
interface Level {
  /** Of how many points the remainders are permutations. */
  readonly points: number;
  readonly remainders: number;
  /** [remainder][digit] */
  readonly images: Uint8Array;
  /** [remainder][digit]: the remainder without the digit, as its number in the next level. */
  readonly without: Uint32Array;
}

/** The levels after 0, 1, ... n - 1 digits; the remainders of the first are the moves. Null if there are too many. */
function levelsOf(moves: readonly (readonly number[])[]): readonly Level[] | null {
  const n = moves[0].length;
  if (headBytes(n, Math.max(0, n - LONGEST_TAIL), moves.length) > MOST_BYTES) return null;
  const levels: Level[] = [];
  let images = Uint8Array.from(moves.flat());
  for (let points = n; points >= 1; points--) {
    const remainders = images.length / points;
    if (remainders > MOST_REMAINDERS) return null;
    const found = new Map<number, number>();
    const left: number[] = [];
    const without = new Uint32Array(images.length);
    for (let at = 0; at < images.length; at++) {
      const digit = at % points;
      const first = at - digit;
      // Below 14^13 < 2^53.
      let key = 0;
      for (let point = 0; point < points; point++) {
        if (point !== digit) key = key * n + closed(images[first + point], images[at]);
      }
      let number = found.get(key);
      if (number === undefined) {
        number = found.size;
        found.set(key, number);
        for (let point = 0; point < points; point++) {
          if (point !== digit) left.push(closed(images[first + point], images[at]));
        }
      }
      without[at] = number;
    }
    levels.push({ points, remainders, images, without });
    images = Uint8Array.from(left);
  }
  return levels;
}

/** Returns an image after the gap that another one leaves is closed. */
function closed(image: number, gone: number): number {
  return image > gone ? image - 1 : image;
}

/** Returns the number of digits of the head with which both tables together are smallest; null if they are too large. */
function cheapestSplit(levels: readonly Level[], moves: number): number | null {
  const n = levels.length;
  let best: number | null = null;
  let fewest = MOST_BYTES;
  for (let head = Math.max(0, n - LONGEST_TAIL); head < n; head++) {
    const bytes = headBytes(n, head, moves) + 2 * levels[head].remainders * factorial(n - head);
    if (bytes > fewest) continue;
    fewest = bytes;
    best = head;
  }
  return best;
}

function headBytes(n: number, head: number, moves: number): number {
  return (8 * moves * factorial(n)) / factorial(n - head);
}

function byTables(levels: readonly Level[], split: number, moves: number): MovedRanks {
  const { numbers, remainders } = headTable(levels.slice(0, split), moves);
  const tail = tailTable(levels.slice(split));
  const tails = factorial(levels.length - split);
  // Where the row of the remainder starts, in place of the remainder.
  const rows = remainders.map((remainder) => remainder * tails);
  return (rank, moved) => {
    const i = Math.floor(rank / tails);
    const j = rank - i * tails;
    for (let move = 0, at = i * moves; move < moves; move++, at++) {
      moved[move] = numbers[at] * tails + tail[rows[at] + j];
    }
  };
}

interface HeadTable {
  /** [i][move]: i after the move. */
  readonly numbers: Uint32Array;
  /** [i][move]: what is left of the move for the tail. */
  readonly remainders: Uint32Array;
}

function headTable(levels: readonly Level[], moves: number): HeadTable {
  let numbers = new Uint32Array(moves);
  let remainders = Uint32Array.from({ length: moves }, (_, move) => move);
  for (const { points, images, without } of levels) {
    const longerNumbers = new Uint32Array(numbers.length * points);
    const longerRemainders = new Uint32Array(numbers.length * points);
    let to = 0;
    for (let from = 0; from < numbers.length; from += moves) {
      for (let digit = 0; digit < points; digit++) {
        for (let at = from; at < from + moves; at++, to++) {
          const step = remainders[at] * points + digit;
          longerNumbers[to] = numbers[at] * points + images[step];
          longerRemainders[to] = without[step];
        }
      }
    }
    numbers = longerNumbers;
    remainders = longerRemainders;
  }
  return { numbers, remainders };
}

/** [remainder][j]: j after the remainder, for the remainders of the first of these levels. */
function tailTable(levels: readonly Level[]): Uint16Array {
  let table = new Uint16Array(levels[levels.length - 1].remainders);
  let tails = 1;
  for (const { points, remainders, images, without } of levels.slice(0, -1).reverse()) {
    const longer = new Uint16Array(remainders * points * tails);
    for (let step = 0; step < remainders * points; step++) {
      const from = without[step] * tails;
      for (let j = 0; j < tails; j++) longer[step * tails + j] = images[step] * tails + table[from + j];
    }
    table = longer;
    tails *= points;
  }
  return table;
}

/** Through permutations and their Lehmer digits, for sets of moves whose tables would be too large. */
function byPermutations(moves: readonly (readonly number[])[]): MovedRanks {
  const n = moves[0].length;
  const images = Uint8Array.from(moves.flat());
  const permutation = new Uint8Array(n);
  // The number of bits set.
  const ones = new Uint8Array(2 ** n);
  for (let bits = 1; bits < ones.length; bits++) ones[bits] = ones[bits >> 1] + (bits & 1);
  return (rank, moved) => {
    unrankBytes(rank, permutation);
    for (let move = 0; move < moves.length; move++) {
      let after = 0;
      let taken = 0;
      for (let v = 0; v < n; v++) {
        const bit = 1 << images[move * n + permutation[v]];
        // Positions below that pieces 0..v-1 have left.
        after = after * (n - v) + ones[(bit - 1) & ~taken];
        taken |= bit;
      }
      moved[move] = after;
    }
  };
}
