/** The time and memory that a search may use. */

import { freeMemory, giveWay } from '#machine/machine.js';
import { bytesText } from '../../base/text.js';
import { LimitError } from './progress.js';

export interface SearchLimits {
  /** Maximum seconds of one search, above 0, without those in which pattern databases are made. @default no limit */
  readonly seconds?: number | undefined;
  /** Maximum bytes of memory for the nodes of one search, above 0. @default four fifths of the free memory */
  readonly bytes?: number | undefined;
  /** A signal that ends the search, which then rejects with the signal's reason. @default none */
  readonly signal?: AbortSignal | undefined;
}

/** Advice about each limit, other than raising it. */
export type LimitAdvice = { readonly time: string | undefined; readonly memory: string };

const DEFAULT_SHARE = 0.8;
/** Maximum of a timer in milliseconds, 24 days. */
export const LONGEST_TIMER = 2 ** 31 - 1;
/** Milliseconds of work between two turns of the event loop. */
const WORK_AT_A_TIME = 4;
/** Milliseconds between two looks at the clock. */
const UNWATCHED_WORK = 0.5;

/** Returns the default memory limit of one search. */
export function defaultBytes(): number {
  return DEFAULT_SHARE * freeMemory();
}

/** The limits of one search, and its turns with the other work of its thread. */
export class Limits {
  readonly signal: AbortSignal | undefined;
  readonly #seconds: number;
  readonly #bytes: number;
  readonly #isBytesGiven: boolean;
  readonly #advice: LimitAdvice | undefined;
  /** No time counts before the search begins. */
  #deadline = Number.POSITIVE_INFINITY;
  #claimed = 0;
  /** Steps between two looks at the clock, and those left until the next one. */
  #steps = 1;
  #left = 1;
  #lastLook = 0;
  #lastPause = 0;
  /** Work of the next pause. */
  #postponed: (() => Iterable<void>)[] = [];

  constructor({ seconds = Number.POSITIVE_INFINITY, bytes, signal }: SearchLimits = {}, advice?: LimitAdvice) {
    this.signal = signal;
    this.#advice = advice;
    this.#seconds = seconds;
    this.#bytes = bytes ?? defaultBytes();
    this.#isBytesGiven = bytes !== undefined;
  }

  /**
   * Returns true if memory of this size would exceed a limit that the caller has set. A search then takes memory as it needs it, up to that limit;
   * without one, it would fill the machine in vain.
   */
  exceedsGiven(bytes: number): boolean {
    return this.#isBytesGiven && this.#claimed + bytes > this.#bytes;
  }

  /** Begins the search: its time counts from now on. @throws the signal's reason */
  begin(): void {
    this.signal?.throwIfAborted();
    this.#lastPause = this.#lastLook = performance.now();
    this.#deadline = this.#lastPause + 1000 * this.#seconds;
  }

  /** Milliseconds left; infinite without a limit, and before the search begins. */
  get millisecondsLeft(): number {
    return this.#deadline - performance.now();
  }

  /** @throws LimitError if the time is over; the signal's reason */
  checkTime(): void {
    this.signal?.throwIfAborted();
    if (performance.now() >= this.#deadline) throw this.timeOver();
  }

  /** Returns the error of a search that ran out of time. */
  timeOver(): LimitError {
    return new LimitError(`no solution within the time limit of ${this.#seconds} s`, this.#toRaise(this.#advice?.time));
  }

  /** Runs work until the time is over or the signal aborts. @throws as checkTime, and what the work throws */
  async beforeDeadline<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    this.checkTime();
    const deadline = new AbortController();
    const timer =
      this.millisecondsLeft <= LONGEST_TIMER
        ? setTimeout(() => deadline.abort(this.timeOver()), this.millisecondsLeft)
        : undefined;
    try {
      return await work(this.signal === undefined ? deadline.signal : AbortSignal.any([this.signal, deadline.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Counts a step. Steps may be fast or slow: the clock tells how many of them come before the next look at it.
   * @returns whether it is time to `pause`
   */
  tick(): boolean {
    return --this.#left === 0 && this.#adaptSteps();
  }

  /** Returns true if it is time to `pause`. */
  isPauseDue(now = performance.now()): boolean {
    return now >= Math.min(this.#lastPause + WORK_AT_A_TIME, this.#deadline);
  }

  /** Lets timers and signals run, checks the time, and does the postponed work. @throws as checkTime, and what the work throws */
  async pause(): Promise<void> {
    await this.#turn();
    for (const work of this.#postponed.splice(0)) {
      for (const _ of work()) if (this.isPauseDue()) await this.#turn();
    }
  }

  /** Postpones work to the next pause, which comes with the next step. @param work yields after each piece of it */
  atNextPause(work: () => Iterable<void>): void {
    this.#postponed.push(work);
    this.#left = 1;
  }

  async #turn(): Promise<void> {
    await giveWay();
    this.checkTime();
    this.#lastPause = this.#lastLook = performance.now();
  }

  #adaptSteps(): boolean {
    const now = performance.now();
    const fitting = (this.#steps * UNWATCHED_WORK) / (now - this.#lastLook);
    this.#steps = Math.max(1, Math.floor(Math.min(fitting, 2 * this.#steps)));
    this.#left = this.#steps;
    this.#lastLook = now;
    return this.#postponed.length > 0 || this.isPauseDue(now);
  }

  /**
   * Allocates memory.
   * @param bytes approximate size of the memory
   * @throws LimitError if the search would then exceed its limit, or the machine refuses the memory
   */
  allocate<Memory>(bytes: number, make: () => Memory): Memory {
    const claimed = this.#claimed + bytes;
    if (claimed > this.#bytes) {
      throw new LimitError(
        `the search needs ${bytesText(claimed)} of memory and its limit is ${bytesText(this.#bytes)}`,
        this.#toRaise(this.#advice?.memory),
      );
    }
    this.#claimed = claimed;
    try {
      return make();
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      const reached = `the search needs ${bytesText(bytes)} of memory in one piece, which the machine refuses`;
      throw new LimitError(reached, undefined, 0, { cause });
    }
  }

  #toRaise(advice: string | undefined): string {
    return advice === undefined ? 'raise it' : `raise it, or ${advice}`;
  }

  /** Releases memory. */
  release(bytes: number): void {
    this.#claimed -= bytes;
  }
}
