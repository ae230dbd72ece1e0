/**
 * Puzzles whose moves reverse the first places of a row: pancakes, burnt pancakes, and TopSpin.
 *
 * Pancake sorting: n pancakes of different sizes form a pile. A move puts a spatula under the k-th from the top and turns over the
 * top k pancakes, which reverses the first k places.
 *
 * The diameter, the pancake number, is known up to n = 19.
 *
 * *The gap heuristic* counts the gaps of a pile: pairs of pancakes that touch and whose sizes do not differ by one. The plate counts
 * as a pancake n + 1 below all others. Turning over the first k pancakes reverses the pairs above the spatula, which remain gaps or
 * remain none. It replaces only the pair at the spatula. So a move changes the count by at most 1. The pile in order
 * has no gap, so the count is consistent and never exceeds the distance. Example: `3 1 2 4` has two gaps, 3 1 and 2 4, and the two
 * moves `3` and `2` put it in order.
 *
 * Source: J. E. Goodman ("Harry Dweighter"), problem E2569, American Mathematical Monthly 82 (1975); W. H. Gates and
 * C. H. Papadimitriou, "Bounds for sorting by prefix reversal", Discrete Mathematics 27 (1979); pancake numbers: OEIS A058986;
 * tested distributions: cayleypy, pancake_cayley_growth.csv; the heuristic: M. Helmert, "Landmark heuristics for the pancake
 * problem", SoCS 2010.
 */

import type { PuzzleDefinition } from '../permutation/colourings/puzzle.js';
import { formatArrangement, parseArrangement } from '../permutation/state-text.js';

/**
 * Returns all orders of n pancakes, top first. The solved pile is 1 2 ... n. The moves are called `2` to `n`, after the number of
 * pancakes that they turn over.
 * @param n 2..255
 */
export function pancake(n: number): PuzzleDefinition {
  const generators = Array.from({ length: n - 1 }, (_, move) => ({
    name: String(move + 2),
    images: prefixReversal(n, move + 2),
  }));
  return { name: `pancake:${n}`, generators, heuristics: { gap: gaps } };
}

/** Returns the number of gaps in a pile. @param pile its sizes from 0, top first */
function gaps(pile: Uint8Array): number {
  const last = pile.length - 1;
  let count = pile[last] === last ? 0 : 1;
  for (let place = 0; place < last; place++) if (Math.abs(pile[place] - pile[place + 1]) !== 1) count++;
  return count;
}

/** Returns the permutation of 0..n-1 that reverses the first k places. */
function prefixReversal(n: number, k: number): number[] {
  return Array.from({ length: n }, (_, place) => (place < k ? k - 1 - place : place));
}

/*
 * Burnt pancake sorting. As above, a move turns the first k pancakes over. Each has a burnt side, so a move also turns each of
 * them upside down. In the solved pile they are in order, each with its burnt side down.
 *
 * A place has two points, and a pancake with its burnt side up has its points exchanged: a set of pieces with two turns. So
 * the state '1 -2' has the colours 0 1 3 2.
 *
 * *The gap heuristic* is that of pancakes with signs. A pair a b, a on top of b, has no gap if b = a + 1, as in 2 3 and -3 -2. Turning
 * both over makes -b -a, and -a = -b + 1 is the same condition. So again a move changes only the pair at the spatula, and the only
 * pile without a gap is 1 2 ... n.
 *
 * Source: D. S. Cohen and M. Blum, "On the problem of sorting burnt pancakes", Discrete Applied Mathematics 61 (1995); diameters:
 * OEIS A078941; tested distributions: cayleypy, burnt_pancake_cayley_growth.csv.
 */

/**
 * Returns all orders of n pancakes with two sides, top first, negative if the burnt side is up. The solved pile is 1 2 ... n.
 * The moves are called `1` to `n`, after the number of pancakes that they turn over.
 * @param n 1..127
 */
export function burntPancake(n: number): PuzzleDefinition {
  const name = `burnt-pancake:${n}`;
  return {
    name,
    // Reversing the points of the first k places also exchanges the two points of each place.
    generators: Array.from({ length: n }, (_, move) => ({
      name: String(move + 1),
      images: prefixReversal(2 * n, 2 * (move + 1)),
    })),
    sets: [{ name: 'pancakes', pieces: n, turns: 2 }],
    text: {
      format: (colouring) => formatArrangement(pileOf(colouring)),
      parse: (text) => {
        const pile = parseArrangement(text, { space: name, pieces: n, signed: true });
        return Uint8Array.from(pile.flatMap((pancake) => coloursOf(pancake)));
      },
    },
    heuristics: { gap: (colouring) => signedGaps(pileOf(colouring)) },
  };
}

/** Returns the pancakes 1..n, top first, negative if the burnt side is up. */
function pileOf(colouring: Uint8Array): number[] {
  return Array.from({ length: colouring.length / 2 }, (_, place) => {
    const colour = colouring[2 * place];
    const pancake = (colour >> 1) + 1;
    return colour % 2 === 0 ? pancake : -pancake;
  });
}

function coloursOf(pancake: number): readonly [number, number] {
  const first = 2 * (Math.abs(pancake) - 1);
  return pancake > 0 ? [first, first + 1] : [first + 1, first];
}

/** Returns the number of gaps in a pile of burnt pancakes. */
function signedGaps(pile: readonly number[]): number {
  const plate = pile.length + 1;
  return pile.filter((pancake, place) => (pile[place + 1] ?? plate) !== pancake + 1).length;
}

/*
 * TopSpin: a ring of n pieces, and a turntable that holds k of them. A move either pushes all pieces one place along the ring, in one
 * of two directions, or turns the turntable by half. The latter reverses the pieces on the first k places.
 *
 * The same ring read from another place is a different state. If n is odd and floor(k / 2) even, every move is an even permutation. Then
 * at most half of the orders are reached: exactly half for 7,4 and 9,4, for example.
 *
 * Source: T. Chen and S. S. Skiena, "Sorting with fixed-length reversals", Discrete Applied Mathematics 71 (1996); these three
 * generators and the tested distributions: cayleypy, top_spin_cayley_growth.csv.
 */

/**
 * Returns the orders of n pieces on a ring; the solved one is 1 2 ... n. The moves are called `l` (every piece moves one place to the
 * left, the first to the last), `r` (right) and `t` (turntable).
 * @param n number of pieces, 2..255
 * @param k number of pieces on the turntable, 2..n
 */
export function topspin(n: number, k: number): PuzzleDefinition {
  return {
    name: `topspin:${n},${k}`,
    generators: [
      { name: 'l', images: shift(n, n - 1) },
      { name: 'r', images: shift(n, 1) },
      { name: 't', images: prefixReversal(n, k) },
    ],
  };
}

function shift(n: number, places: number): number[] {
  return Array.from({ length: n }, (_, place) => (place + places) % n);
}
