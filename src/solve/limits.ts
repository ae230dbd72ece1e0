/** How long a search may take, and how much memory. */

import { bytesText, secondsText } from '../text/numbers.js';

/** A search has reached one of its limits; there is no answer. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
}

export interface SearchLimits {
  /** Seconds for one search; by default as many as it takes. */
  readonly seconds?: number | undefined;
  /** Bytes of memory for the nodes of one search; by default four fifths of what is free. */
  readonly bytes?: number | undefined;
  /** Ends the search; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_SHARE = 0.8;
/** The clock is looked at once in so many ticks. */
const TICKS_BETWEEN = 1024;

/** The limits of one search, from its beginning. */
export class Limits {
  readonly signal: AbortSignal | undefined;
  readonly #seconds: number;
  readonly #deadline: number;
  readonly #bytes: number;
  #claimed = 0;
  #ticks = 0;

  constructor({ seconds = Number.POSITIVE_INFINITY, bytes, signal }: SearchLimits = {}) {
    this.signal = signal;
    this.#seconds = seconds;
    this.#deadline = performance.now() + 1000 * seconds;
    this.#bytes = bytes ?? DEFAULT_SHARE * process.availableMemory();
  }

  /** Milliseconds that are left; infinite without a limit. */
  get millisecondsLeft(): number {
    return this.#deadline - performance.now();
  }

  /** @throws LimitError when the time is over, and the signal's reason */
  checkTime(): void {
    this.signal?.throwIfAborted();
    if (performance.now() >= this.#deadline) throw this.timeOver();
  }

  /** What to throw when the time is over. */
  timeOver(): LimitError {
    return new LimitError(`no solution within the time limit of ${secondsText(this.#seconds)}`);
  }

  /** checkTime, now and then: for every step of a search. */
  tick(): void {
    if (++this.#ticks % TICKS_BETWEEN === 0) this.checkTime();
  }

  /**
   * Asks for memory before it is allocated; a negative number gives it back.
   * @throws LimitError where the search would then have more than its limit
   */
  claim(bytes: number): void {
    const claimed = this.#claimed + bytes;
    if (claimed > this.#bytes) {
      throw new LimitError(
        `the search needs ${bytesText(claimed)} of memory and its limit is ${bytesText(this.#bytes)}`,
      );
    }
    this.#claimed = claimed;
  }
}
