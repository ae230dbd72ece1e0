/** Points that determine permutations of the states of a word. */

import { areAllDifferent } from '../colourings/colouring.js';
import type { BlockNumbering, ColouringWords } from '../colourings/puzzle-numbering.js';
import { permutationText } from '../permutation.js';
import { sharedPoints } from './framed-moves.js';

/**
 * Returns points whose images determine the effect of an eta on the states of words: those whose label of words stands for several colours.
 *
 * Fewer are enough if frames are exact and all colours are different. Then etas are elements of the group that keeps the first word, whose
 * states are the images of the solved one under these elements. So a base of the group is enough: points whose images differ
 * for all of them. It is chosen point by point.
 */
export function etaPoints(
  { puzzle, projections }: BlockNumbering,
  { states, statesOf }: ColouringWords,
  labels: readonly number[],
): number[] {
  const { solved, points } = puzzle;
  const shared = sharedPoints(solved, labels);
  if (projections.frames === 'ordered' || !areAllDifferent(puzzle)) return shared;
  const images = Array.from({ length: states }, (_, place) => {
    const state = statesOf[0].subarray(place * points, (place + 1) * points);
    return solved.map((colour) => state.indexOf(colour));
  });
  const chosen: number[] = [];
  const distinct = (base: readonly number[]) =>
    new Set(images.map((element) => Uint8Array.from(base, (point) => element[point])).map(permutationText)).size;
  while (distinct(chosen) < states) {
    const sizes = shared.map((point) => distinct([...chosen, point]));
    chosen.push(shared[sizes.indexOf(Math.max(...sizes))]);
  }
  return chosen;
}
