/**
 * Projections: renamings of colours, many to one. Labels of a state's colours are labels on points, and moves take them along as they take
 * colours. So all labels to which moves lead have equally many states.
 */

import type { ColouringIndex } from './colouring-index.js';

/** Writes the label of each point's colour. */
export function project(labels: Uint8Array, colouring: Uint8Array, projected: Uint8Array): void {
  for (let point = 0; point < colouring.length; point++) projected[point] = labels[colouring[point]];
}

/**
 * Returns the random number of each point and colour: the number of the colour's label. So colours have the same hash as their labels in an
 * index.
 * @returns [point * colours + colour]
 */
export function noiseOfColours(labels: Uint8Array, { points, values, noise }: ColouringIndex): Int32Array {
  const noiseOfColour = new Int32Array(points * labels.length);
  for (let point = 0, at = 0; point < points; point++) {
    for (let colour = 0; colour < labels.length; colour++, at++)
      noiseOfColour[at] = noise[point * values + labels[colour]];
  }
  return noiseOfColour;
}

/** Returns whether colours with the same label in the second projection have the same label in the first. */
export function isFiner(labels: Uint8Array, finer: Uint8Array): boolean {
  return labels.every((label, colour) => labels[finer.indexOf(finer[colour])] === label);
}
