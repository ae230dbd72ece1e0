/**
 * The seam between the check of an array of distances and the kinds of spaces. verify-distances.ts reads the array and
 * makes the report. A referee checks the local rules of its kind of space. There are two: board/distances.ts and
 * states/distances.ts.
 */

import type { DistanceValues } from '../file/distance-values.js';
import type { ExpectedArray } from '../file/distances-file.js';
import type { Progress } from '../threads/progress.js';
import type { BrokenRule, RulesResult } from './broken-rules.js';
import type { VerifiedSpace } from './verified-space.js';

export interface DistancesReferee {
  readonly space: VerifiedSpace;
  /** The array that the file must hold. */
  readonly array: ExpectedArray;
  /** Number of equal parts in which `check` receives the array. */
  readonly parts: number;
  /** Bytes of memory in addition to the array. */
  readonly extraBytes: number;
  /**
   * Returns the number of worker threads of the check.
   * @param asked maximum number; by default as many as save more time than they take to start
   */
  threads(asked?: number): number;
  /**
   * Checks every state with all its neighbours.
   * @returns a result for each worker and step
   * @throws SpaceError if the space contradicts itself; WorkerError; the signal's reason
   */
  check(
    parts: readonly DistanceValues[],
    threads: number,
    onProgress?: Progress,
    signal?: AbortSignal,
  ): Promise<readonly RulesResult[]>;
  /**
   * Returns the number of states of each distance 0, 1, 2 ...
   * @param counts number of states of each value except the largest
   */
  histogram(counts: ReadonlyMap<number, number>): number[];
  /** Describes a broken rule. @param unreached the value of states that are not reached */
  describe(broken: BrokenRule, unreached: number): BrokenRuleTexts;
}

export interface BrokenRuleTexts {
  /** One sentence, with the value found and the values expected. */
  readonly message: string;
  /** Text of the state. */
  readonly state: string;
  /** Name of the move and text of the neighbour, if the rule has one. */
  readonly move: string | null;
  readonly neighbour: string | null;
}
