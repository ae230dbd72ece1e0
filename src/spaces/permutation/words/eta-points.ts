/** The points by which permutations of the states of a word are known. */

import { areAllDifferent } from '../colourings/colouring.js';
import type { BlockNumbering, ColouringWords } from '../colourings/puzzle-numbering.js';
import { permutationText } from '../permutation.js';
import { sharedPoints } from './framed-moves.js';

/**
 * Returns points whose images give what an eta does to the states of words: those whose label of words stands for several colours.
 *
 * Fewer suffice if frames are exact and all colours are different. Then etas are elements of the group that keeps the first word, and its
 * states are the images of the solved one under these elements. So some points do that are taken to different places by all of them: a base
 * of the group, chosen point by point.
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
