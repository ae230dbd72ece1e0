/** Opens a space whose states are numbers, with the check's own moves if it has any. */

import { writeNeighbours } from '../space/answers.js';
import type { NumberedGroupView, NumberedSpace, SpaceSource } from '../space/space.js';
import { openNumberedSpace } from '../spaces/open-space.js';
import { plainPatternSpace } from './pattern-states.js';
import type { PlainStates } from './steps.js';

/**
 * Opens a space for the check.
 * @param open opens spaces that are neither patterns nor permutation puzzles, whose own moves are trusted
 * @throws InputError if the source is wrong; SpaceError if the space contradicts itself
 */
export async function openCheckedSpace(source: SpaceSource, open = openNumberedSpace): Promise<NumberedSpace> {
  return source.kind === 'pattern' ? plainPatternSpace(source) : withPlainMoves(await open(source));
}

/** Returns the states of a space for the steps of a check, which check every answer of the space. */
export function plainStates(space: NumberedSpace): PlainStates {
  const { size, moves, starts } = space;
  return { size, moves: moves.length, starts, neighbours: (state, next) => writeNeighbours(space, state, next) };
}

/*
 * The check's own moves of permutation puzzles: on the points of a state, one state at a time.
 *
 * If states are ranked, the check uses its own ranks, below. No other numbering is trusted. The number of
 * every state that a move leads to is converted back to a state, which must be the same one. The same holds for the
 * solved state. A number converts to only one state, so no two reached states can share a number.
 */

/**
 * Returns a permutation puzzle with the check's own moves, and any other space unchanged.
 * @throws Error if the number of the solved state belongs to another state; `neighbours` of the space throws for other states
 */
export function withPlainMoves(space: NumberedSpace): NumberedSpace {
  if (space.group === null) return space;
  const { puzzle, numbering } = space.group;
  const { points, moves, solved } = puzzle;
  const ranks = plainRanks(space.group);
  const numbers = ranks ?? numbering;
  const colouring = new Uint8Array(points);
  const moved = new Uint8Array(points);
  const written = new Uint8Array(points);

  /** Returns the number of a state. @throws Error if another state has the same number */
  const checkedNumber = (state: Uint8Array): number => {
    const number = numbers.numberOf(state);
    if (number < 0) throw new Error('the state that it leads to has no number');
    if (ranks !== null) return number;
    numbering.writeColouring(number, written);
    for (let point = 0; point < points; point++) {
      if (written[point] !== state[point]) throw new Error(`the number ${number} belongs to two states`);
    }
    return number;
  };

  checkedNumber(solved);
  return {
    ...space,
    starts: space.starts.map((start) => {
      numbering.writeColouring(start, colouring);
      return checkedNumber(colouring);
    }),
    neighbours(state, next) {
      numbers.writeColouring(state, colouring);
      for (const [move, images] of moves.entries()) {
        for (let point = 0; point < points; point++) moved[images[point]] = colouring[point];
        next[move] = checkedNumber(moved);
      }
    },
  };
}

/*
 * Lexicographic ranks of the states of a permutation puzzle whose moves make all arrangements;
 * docs/explanations/groups.md has the rule. They are counted point by point, and share no code with the numbering of
 * src/spaces/permutation.
 *
 * Example: R points of an orbit are left, and L of them have a lesser colour than the next point. Then the share L / R of the
 * remaining arrangements comes before this one.
 */

/** Returns the ranks of a puzzle's states; null unless all arrangements are states, in one block without words. */
export function plainRanks({ puzzle, numbering }: NumberedGroupView) {
  const { block, word } = numbering.projections;
  if (word !== null || new Set(block).size > 1) return null;
  const { points, moves, solved, colours } = puzzle;
  const orbitOf = leastPoints(points, moves);
  /**
   * `counts` [least point of the orbit * colours + colour]: its points with this colour. `sizes` [least point of the
   * orbit]: all its points.
   */
  const counts = new Uint8Array(points * colours.length);
  const sizes = new Uint8Array(points);
  let all = 1;
  for (const [point, colour] of solved.entries()) {
    all = (all * ++sizes[orbitOf[point]]) / ++counts[orbitOf[point] * colours.length + colour];
  }
  if (all !== numbering.size) return null;

  const left = counts.slice();
  const leftInOrbit = sizes.slice();
  const begin = (): void => {
    left.set(counts);
    leftInOrbit.set(sizes);
  };
  return {
    /** Returns the number of a colouring, or -1 if it has none. */
    numberOf(colouring: Uint8Array): number {
      begin();
      let arrangements = all;
      let rank = 0;
      for (let point = 0; point < points; point++) {
        const orbit = orbitOf[point];
        const first = orbit * colours.length;
        const colour = colouring[point];
        let lesser = 0;
        for (let other = 0; other < colour; other++) lesser += left[first + other];
        rank += (arrangements * lesser) / leftInOrbit[orbit];
        if (left[first + colour] === 0) return -1;
        arrangements = (arrangements * left[first + colour]--) / leftInOrbit[orbit]--;
      }
      return rank;
    },
    writeColouring(number: number, colouring: Uint8Array): void {
      begin();
      let arrangements = all;
      let rest = number;
      for (let point = 0; point < points; point++) {
        const orbit = orbitOf[point];
        const first = orbit * colours.length;
        let colour = 0;
        let withColour = (arrangements * left[first]) / leftInOrbit[orbit];
        while (withColour <= rest) {
          rest -= withColour;
          withColour = (arrangements * left[first + ++colour]) / leftInOrbit[orbit];
        }
        left[first + colour]--;
        leftInOrbit[orbit]--;
        arrangements = withColour;
        colouring[point] = colour;
      }
    },
  };
}

/** Returns for each point the least point of its orbit. */
function leastPoints(points: number, moves: readonly Uint8Array[]): Uint8Array {
  const least = Uint8Array.from({ length: points }, (_, point) => point);
  for (let changed = true; changed; ) {
    changed = false;
    for (const images of moves) {
      for (const [point, image] of images.entries()) {
        if (least[point] === least[image]) continue;
        least[point] = least[image] = Math.min(least[point], least[image]);
        changed = true;
      }
    }
  }
  return least;
}
