/**
 * Numbering of a puzzle whose moves make all arrangements of its colours, by lexicographic ranks. No states are listed.
 *
 * Each orbit of points has its own rank, and that of the first orbit is the most significant. All points of an orbit come before those of the
 * next one. So this is the lexicographic order of colourings.
 *
 * The rank in an orbit is counted point by point. Let A arrangements agree with x before a point, and let n points with n1, n2 ... pieces of each
 * colour be left from there on. Then A n1 / n of them have the first colour there. So A (n1 + ... + n[c-1]) / n precede x if it has
 * colour c there, and A nc / n agree with it. Example: of the 6 arrangements of two colours on four points, 6 * 2 / 4 = 3 precede those that
 * begin with the second colour, as `1 0 0 1` does.
 */

import { pointOrbits } from '../../../permutations/permutation.js';
import { numberStates } from './number-states.js';
import { movedNeighbours, type PuzzleNumbering } from './numbering.js';
import type { ColouredPuzzle, Projections } from './puzzle.js';

/** Returns the number of all arrangements of the colours on the orbits of points; null if mixed orbits prevent numbering by ranks. */
export function rankedStates({ moves, solved }: ColouredPuzzle): number | null {
  const orbits = colouredOrbits(moves, solved);
  return orbits && arrangementsOfAll(orbits);
}

/** Returns the numbering of a puzzle by ranks if its projections call for that, otherwise by blocks; or why they number nothing. */
export function numberPuzzle(puzzle: ColouredPuzzle, projections: Projections): PuzzleNumbering | string {
  const { block, word, states } = projections;
  // Projections that make all arrangements one block without words.
  const isABlock = word === null && states !== undefined && block.every((label) => label === block[0]);
  const orbits = isABlock ? colouredOrbits(puzzle.moves, puzzle.solved) : null;
  return orbits !== null && arrangementsOfAll(orbits) === states
    ? rankedNumbering(puzzle, projections, states, orbits)
    : numberStates(puzzle, projections);
}

function rankedNumbering(
  puzzle: ColouredPuzzle,
  projections: Projections,
  size: number,
  orbits: readonly OrbitColours[],
): PuzzleNumbering {
  const { solved } = puzzle;
  const ranked = new Set(orbits.flatMap((orbit) => orbit.points));
  // Points outside all orbits keep their colours.
  const others = Uint8Array.from(solved.keys()).filter((point) => !ranked.has(point));
  /** [index]: number of pieces of a colour that are left. */
  const left = new Uint8Array(256);
  const numbering: PuzzleNumbering = {
    puzzle,
    projections,
    size,

    numberOf(colouring) {
      for (const point of others) if (colouring[point] !== solved[point]) return -1;
      let number = 0;
      for (const { points, colours, counts, arrangements } of orbits) {
        left.set(counts);
        let rank = 0;
        let agreeing = arrangements;
        for (let at = 0; at < points.length; at++) {
          const index = colours.indexOf(colouring[points[at]]);
          if (index < 0 || left[index] === 0) return -1;
          let lesser = 0;
          for (let other = 0; other < index; other++) lesser += left[other];
          rank += (agreeing * lesser) / (points.length - at);
          agreeing = (agreeing * left[index]--) / (points.length - at);
        }
        number = number * arrangements + rank;
      }
      return number;
    },

    writeColouring(state, colouring) {
      colouring.set(solved);
      let ofEarlier = state;
      for (const { points, colours, counts, arrangements } of orbits.toReversed()) {
        left.set(counts);
        let rest = ofEarlier % arrangements;
        ofEarlier = Math.floor(ofEarlier / arrangements);
        let agreeing = arrangements;
        for (let at = 0; at < points.length; at++) {
          const pieces = points.length - at;
          let index = 0;
          let begun = (agreeing * left[0]) / pieces;
          for (; rest >= begun; begun = (agreeing * left[++index]) / pieces) rest -= begun;
          colouring[points[at]] = colours[index];
          agreeing = begun;
          left[index]--;
        }
      }
    },

    neighbours: (permutations) => movedNeighbours(numbering, permutations),
  };
  return numbering;
}

interface OrbitColours {
  /** Points, ascending. */
  readonly points: readonly number[];
  /** Colours, ascending: at least two. */
  readonly colours: readonly number[];
  /** [index]: number of points with this colour. */
  readonly counts: readonly number[];
  /** Number of arrangements of the colours on the points: exact below 2^53. */
  readonly arrangements: number;
}

/**
 * Returns the orbits of points with several colours; null if the points of one are between those of another.
 * @param solved the colour of each point
 */
function colouredOrbits(moves: readonly Uint8Array[], solved: Uint8Array): OrbitColours[] | null {
  const orbits = pointOrbits(moves).map((points) => {
    const counts = new Map<number, number>();
    for (const point of points) counts.set(solved[point], (counts.get(solved[point]) ?? 0) + 1);
    const colours = [...counts.keys()].sort((a, b) => a - b);
    const own = colours.map((colour) => counts.get(colour) ?? 0);
    return { points, colours, counts: own, arrangements: multinomial(own) };
  });
  const coloured = orbits.filter(({ colours }) => colours.length > 1);
  const follow = coloured.every(({ points }, at) => at === 0 || points[0] > (coloured[at - 1].points.at(-1) ?? 0));
  return follow ? coloured : null;
}

/** Returns the number of arrangements of pieces, some of which are alike: a multinomial coefficient. It is exact below 2^53. */
export function multinomial(counts: Iterable<number>): number {
  let pieces = 0;
  let product = 1;
  for (const count of counts) for (let piece = 1; piece <= count; piece++) product = (product * ++pieces) / piece;
  return product;
}

/** Returns the number of arrangements of all orbits. It is exact below 2^53. */
function arrangementsOfAll(orbits: readonly OrbitColours[]): number {
  return orbits.reduce((product, { arrangements }) => product * arrangements, 1);
}
