/** Piscina entry point: all moves that begin a shortest solution of a position, by pattern databases. */

import { type FirstMovesTask, firstMoves } from '../src/search/patterns/first-moves.js';

/** Thrown when the search is to stop. */
class Stopped extends Error {}

/** @returns as firstMoves; null if the search was stopped */
export default function searchFirstMoves(task: FirstMovesTask & { readonly stop: Int32Array }): string[] | null {
  try {
    return firstMoves(task, () => {
      if (Atomics.load(task.stop, 0) !== 0) throw new Stopped();
    });
  } catch (error) {
    if (error instanceof Stopped) return null;
    throw error;
  }
}
