/** The moves that turns of one part give: all their powers, or the turn and its inverse. */

import type { Generator } from '../../permutation/colourings/puzzle-source.js';

/** `every` power of a turn is a move, or only the `smallest` turns, in both directions. */
export type Powers = 'every' | 'smallest';

/**
 * Returns the moves of a turn. They are named by the shorter way round: of a turn U of order 5 they are U, U2, U2' and U'.
 * @param once the permutation of the turn
 */
export function movesOfTurn(name: string, once: readonly number[], powers: Powers): Generator[] {
  const all: number[][] = [];
  for (let images = [...once]; images.some((image, point) => image !== point); images = images.map((at) => once[at])) {
    all.push(images);
  }
  return all.flatMap((images, index) => {
    const times = index + 1;
    const back = all.length + 1 - times;
    const shorter = Math.min(times, back);
    if (powers === 'smallest' && shorter > 1) return [];
    return [{ name: `${name}${shorter === 1 ? '' : shorter}${back < times ? "'" : ''}`, images }];
  });
}
