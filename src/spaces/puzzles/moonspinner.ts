/**
 * The Moonspinner: 6 large, 7 pentagonal and 12 tiny pieces, many of them alike. It has two parts that turn: I by halves and O by
 * fifths.
 *
 * Pieces do not turn on their places, and pieces with the same number look the same. The sets take all of their 6!/2! = 360, 7!/(2!
 * 2! 2!) = 630 and 12!/(4! 2! 4! 2!) = 207,900 orders, independently of each other: 47,151,720,000 states.
 *
 * *Text.* The pieces of each set in the order of their places, see src/spaces/permutation/state-text.ts. Solved: `1 2 5 4 3 3 / 1 1 2 2 4 4 3
 * / 1 2 2 1 1 1 4 4 4 4 3 3`.
 *
 * Source: T. Rokicki, twsearch, sample moonspinner.tws; its distances: twsearch-results, moonspinnerg.log.
 */

import type { PieceSet, PuzzleDefinition } from '../permutation/colourings/puzzle.js';
import { movesOfTurns, type TurnMetric } from '../permutation/generators.js';

const SETS: readonly PieceSet[] = [
  { name: 'LARGE', pieces: 6, turns: 1, solved: [1, 2, 5, 4, 3, 3] },
  { name: 'PENT', pieces: 7, turns: 1, solved: [1, 1, 2, 2, 4, 4, 3] },
  { name: 'TINY', pieces: 12, turns: 1, solved: [1, 2, 2, 1, 1, 1, 4, 4, 4, 4, 3, 3] },
];

/** A part that turns. For each set, it has the place, from 1, from which each place takes its piece. */
interface Part {
  readonly name: string;
  readonly origins: readonly (readonly number[])[];
}

const PARTS: readonly Part[] = [
  {
    name: 'I',
    origins: [
      [2, 1, 3, 4, 5, 6],
      [3, 4, 1, 2, 5, 6, 7],
      [4, 5, 6, 1, 2, 3, 7, 8, 9, 10, 11, 12],
    ],
  },
  {
    name: 'O',
    origins: [
      [1, 3, 4, 5, 6, 2],
      [1, 2, 4, 5, 6, 7, 3],
      [3, 4, 7, 8, 5, 6, 9, 10, 11, 12, 1, 2],
    ],
  },
];

/** Returns the puzzle. @param metric 'powers': I, O, O2, O2' and O' are a move each; 'generators': I, O and O' are */
export function moonspinner(metric: TurnMetric): PuzzleDefinition {
  const turns = PARTS.map(({ name, origins }) => ({ name, images: imagesOf(origins) }));
  return { name: 'moonspinner', metric, generators: movesOfTurns(turns, metric), sets: SETS };
}

function imagesOf(origins: Part['origins']): number[] {
  const images: number[] = [];
  for (const places of origins) {
    const first = images.length;
    images.push(...places.map((_, place) => first + places.indexOf(place + 1)));
  }
  return images;
}
