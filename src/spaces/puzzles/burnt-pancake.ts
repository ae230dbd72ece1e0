/**
 * Burnt pancake sorting. As in pancake.ts, a move turns the first k pancakes over. Each has a burnt side, so a move also turns each of
 * them upside down. In the solved pile they are in order, each with its burnt side down.
 *
 * A place has two points, and a pancake with its burnt side up has its points exchanged: a set of pieces with two turns. So
 * the state '1 -2' has the colours 0 1 3 2.
 *
 * *The gap heuristic* is that of pancake.ts with signs. A pair a b, a on top of b, has no gap if b = a + 1, as in 2 3 and -3 -2. Turning
 * both over makes -b -a, and -a = -b + 1 is the same condition. So again a move changes only the pair at the spatula, and the only
 * pile without a gap is 1 2 ... n.
 *
 * Source: D. S. Cohen and M. Blum, "On the problem of sorting burnt pancakes", Discrete Applied Mathematics 61 (1995); diameters:
 * OEIS A078941; tested distributions: cayleypy, burnt_pancake_cayley_growth.csv.
 */

import type { PuzzleDefinition } from '../permutation/colourings/puzzle-definition.js';
import { formatArrangement, parseArrangement } from '../permutation/groups/arrangement-text.js';
import { prefixReversal } from './pancake.js';
import { checkParameter } from './parameter.js';

const FORM = { name: 'burnt-pancake:N', example: 'burnt-pancake:7' };

/** Maximum number of pancakes: each takes two of the 255 points of a puzzle. */
const MOST_PANCAKES = 127;

/**
 * Returns all orders of n pancakes with two sides, top first, negative if the burnt side is up. The solved pile is 1 2 ... n.
 * The moves are called `1` to `n`, after the number of pancakes that they turn over.
 * @param n 1..127
 * @throws InputError if n is out of range
 */
export function burntPancake(n: number): PuzzleDefinition {
  checkParameter(FORM, 'pancakes', n, 1, MOST_PANCAKES);
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
    heuristics: { gap: (colouring) => gaps(pileOf(colouring)) },
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

/** Returns the number of gaps in a pile. */
function gaps(pile: readonly number[]): number {
  const plate = pile.length + 1;
  return pile.filter((pancake, place) => (pile[place + 1] ?? plate) !== pancake + 1).length;
}
