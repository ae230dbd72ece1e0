/** The states of a puzzle, found by a plain breadth-first search over texts. */

import type { ColouredPuzzle } from '#src/spaces/permutation/colourings/puzzle.js';

type Searched = Pick<ColouredPuzzle, 'solved' | 'moves'>;

export function plainStates(puzzle: Searched): Uint8Array[];
/** Returns the states, null if there are more than `most`. */
export function plainStates(puzzle: Searched, most: number): Uint8Array[] | null;
export function plainStates({ solved, moves }: Searched, most = Number.POSITIVE_INFINITY): Uint8Array[] | null {
  const states = [solved];
  const seen = new Set([solved.join()]);
  for (const state of states) {
    for (const move of moves) {
      const moved = new Uint8Array(state.length);
      for (const [point, image] of move.entries()) moved[image] = state[point];
      const text = moved.join();
      if (seen.has(text)) continue;
      if (states.length === most) return null;
      seen.add(text);
      states.push(moved);
    }
  }
  return states;
}

/** All arrangements of pieces, in lexicographic order: by plain recursion. */

/** Returns all arrangements. @param counts [colour]: number of its pieces */
export function plainArrangements(counts: readonly number[]): number[][] {
  if (counts.every((count) => count === 0)) return [[]];
  return counts.flatMap((count, colour) => {
    if (count === 0) return [];
    const others = counts.with(colour, count - 1);
    return plainArrangements(others).map((rest) => [colour, ...rest]);
  });
}
