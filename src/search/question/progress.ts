/**
 * The progress of a search: the nodes that it has expanded so far, layer by layer, and when it is reported.
 *
 * Reports come after 1, 2, 3 ... 64 nodes expanded, then each time 5 % more are expanded: 300 of a search that expands ten million. The loops
 * of the searches compare one number, and count nothing for reports alone.
 */

import type { Effort, SearchProgress, Whereabouts } from './counts.js';
import { LimitError } from './limits.js';

/** Nodes after each of which there is a report. */
const FIRST_REPORTS = 64;
/** Later reports come when one node more has been expanded for this many: 5 %. */
const NODES_FOR_ONE_MORE = 20;

/** Reports the progress of one search; does nothing without a callback. */
export class Watch {
  /** The number of expanded nodes at which a report is due; infinite if nobody watches. */
  due: number;
  /** Milliseconds that reports have taken, which are no part of the search. */
  reporting = 0;
  readonly #onProgress: ((progress: SearchProgress) => void) | undefined;
  #effort: (() => Effort) | undefined;
  #whereabouts: (() => Whereabouts) | undefined;
  #held: () => number = () => 0;

  constructor(onProgress?: (progress: SearchProgress) => void) {
    this.#onProgress = onProgress;
    this.due = onProgress === undefined ? Number.POSITIVE_INFINITY : 1;
  }

  /** Begins. @param whereabouts called for reports, after at least one node has been expanded */
  begin(effort: () => Effort, whereabouts: () => Whereabouts): void {
    this.#effort = effort;
    this.#whereabouts = whereabouts;
  }

  /** Counts nodes as stored that the search holds beside its own. @param held the fewest that are stored */
  holding(held: () => number): void {
    this.#held = held;
  }

  /** Makes a report, and sets when the next one is due. */
  report(): void {
    if (this.#effort === undefined || this.#whereabouts === undefined) throw new Error('the search has not begun');
    const begin = performance.now();
    const effort = this.#effort();
    const { expanded } = effort;
    this.due = expanded + (expanded < FIRST_REPORTS ? 1 : Math.ceil(expanded / NODES_FOR_ONE_MORE));
    const stored = Math.max(effort.stored, this.#held());
    this.#onProgress?.({ ...effort, stored, ...this.#whereabouts() });
    this.reporting += performance.now() - begin;
  }

  /** Lets a search run, and makes the last report when it ends, or gives up at a limit. None is made if no node was expanded. */
  async untilEnd<Result>(search: () => Promise<Result>): Promise<Result> {
    try {
      const result = await search();
      this.#end();
      return result;
    } catch (error) {
      if (error instanceof LimitError) this.#end();
      throw error;
    }
  }

  #end(): void {
    if (this.#onProgress !== undefined && this.#effort !== undefined && this.#effort().expanded > 0) this.report();
  }
}
