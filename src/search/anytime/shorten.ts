/** Solutions that are given, and shortened. */

import type { SpaceDefinition } from '../../space/definition.js';
import type { Space, SpaceSource } from '../../space/space.js';
import { Limits, type SearchLimits } from '../question/limits.js';
import { LimitError } from '../question/progress.js';
import type { SearchQuestion } from '../question/question.js';
import { checkedOptions, opening } from '../search.js';
import { moveNames, readQuestion } from './given-solution.js';
import { type ShortenedPath, shortenPath, windowSearch } from './windows.js';

/** A solution that was shortened. */
export interface ShortenedSolution extends ShortenedPath {
  /** Number of moves. */
  readonly length: number;
  /** True if the solution is proved to be a shortest one. */
  readonly isOptimal: boolean;
  readonly seconds: number;
}

export interface ShortenOptions extends SearchLimits {
  /**
   * Called with each shorter solution, and when wider windows are proved.
   * @default no calls
   */
  readonly onProgress?: ((solution: ShortenedSolution) => void) | undefined;
}

/**
 * Shortens a solution by searches for shorter ways between its states, and returns the shortest one found within the limits.
 * @param space the space, as in `search`
 * @param question the ends of the path, as in `search`
 * @param moves names of the moves from one to the other; on boards also a text such as 'rru', or 'r2u1' in the metric multi
 * @param options limits of time, of memory for the nodes of one search, a signal, and a function that gets each shorter solution
 * @example
 * ```ts
 * import { shorten } from 'antipode';
 *
 * const { moves, isOptimal } = await shorten('3x3', { from: '1 2 3 4 5 6 7 x 8' }, 'urdlurdlurd');
 * console.log(moves, isOptimal); // [ 'r' ] true
 * ```
 * @throws InputError if the space is unknown, an end is not one of its states, an option is wrong, or the moves do not
 * exist, cannot be made, or do not lead to the goal; SpaceError if the space contradicts itself; the signal's reason if
 * it aborts
 */
export async function shorten(
  space: string | SpaceSource | SpaceDefinition | Space,
  question: SearchQuestion,
  moves: readonly string[] | string,
  options: ShortenOptions = {},
): Promise<ShortenedSolution> {
  const { seconds, bytes, signal, onProgress } = options;
  await checkedOptions({ seconds, bytes, signal });
  const opened = await opening(space);
  const { isOnlyPair, follow } = readQuestion(opened, question);
  const path = follow(moveNames(opened, moves));
  const limits = new Limits({ seconds, bytes, signal });
  limits.begin();
  const begin = performance.now();
  const result = (path: ShortenedPath): ShortenedSolution => {
    const { length } = path.moves;
    const isOptimal = length === 0 || (isOnlyPair && path.windows === length);
    return { ...path, length, isOptimal, seconds: (performance.now() - begin) / 1000 };
  };
  let shortened: ShortenedPath = { ...path, windows: 0 };
  try {
    await shortenPath(path, windowSearch(opened, bytes), limits, (shorter) => {
      shortened = shorter;
      onProgress?.(result(shorter));
    });
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
  }
  return result(shortened);
}
