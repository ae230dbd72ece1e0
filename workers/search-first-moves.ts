/** Piscina entry point: all first moves of shortest solutions of a position, by pattern databases. */

import { giveWay } from '#machine/machine.js';
import { type FirstMovesTask, firstMoves } from '../src/search/ida-star/compiled-patterns.js';

/** A task leaves nothing in memory. */
export function release(): void {}

/** Thrown to stop the search. */
class Stopped extends Error {}

/** Finds the first moves, as firstMoves does. @returns null if the search was stopped */
export default async function searchFirstMoves(
  task: FirstMovesTask & { readonly stop: Int32Array },
): Promise<string[] | null> {
  try {
    return await firstMoves(task, async () => {
      // The thread that requests the stop may be this one.
      await giveWay();
      if (Atomics.load(task.stop, 0) !== 0) throw new Stopped();
    });
  } catch (error) {
    if (error instanceof Stopped) return null;
    throw error;
  }
}
