/**
 * The progress of a search, and the times of its reports.
 *
 * Reports come after 1, 2, 3 ... 64 nodes expanded, then each time 5 % more are expanded: 300 reports for ten million
 * nodes. The loops of the searches compare one number, and count nothing only for reports.
 */

import type { Effort, SearchProgress, Whereabouts } from './counts.js';
import { LimitError } from './limits.js';

/** Number of nodes that are each followed by a report. */
const FIRST_REPORTS = 64;
/** Nodes per additional node before the next later report: 20 for 5 %. */
const NODES_FOR_ONE_MORE = 20;

/** Reports of the progress of one search; none without a callback. */
export class Watch {
  /** Number of expanded nodes at which a report is due; infinite without a callback. */
  due: number;
  /** Milliseconds spent in reports, which do not belong to the time of the search. */
  reporting = 0;
  readonly #onProgress: ((progress: SearchProgress) => void) | undefined;
  #effort: (() => Effort) | undefined;
  #whereabouts: (() => Whereabouts) | undefined;
  #lowerBound: () => number = () => 0;
  #held: () => number = () => 0;

  constructor(onProgress?: (progress: SearchProgress) => void) {
    this.#onProgress = onProgress;
    this.due = onProgress === undefined ? Number.POSITIVE_INFINITY : 1;
  }

  /**
   * Begins the reports.
   * @param whereabouts called for reports, after at least one node has been expanded
   * @param lowerBound returns the moves that every path has at least
   */
  begin(effort: () => Effort, whereabouts: () => Whereabouts, lowerBound: () => number): void {
    this.#effort = effort;
    this.#whereabouts = whereabouts;
    this.#lowerBound = lowerBound;
  }

  /** Sets a source of a lower bound of the nodes stored. @param held returns that lower bound */
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

  /**
   * Runs a search, and makes the last report when it ends or reaches a limit, unless no node was expanded.
   * @throws what the search throws; a LimitError tells what the search has proved
   */
  async untilEnd<Result>(search: () => Promise<Result>): Promise<Result> {
    try {
      const result = await search();
      this.#end();
      return result;
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      this.#end();
      throw error.proving(this.#lowerBound());
    }
  }

  #end(): void {
    if (this.#onProgress !== undefined && this.#effort !== undefined && this.#effort().expanded > 0) this.report();
  }
}
