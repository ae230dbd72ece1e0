/** The time and memory that a search may take. */

import { bytesText } from '../../base/text/numbers.js';

/** A search has reached one of its limits; there is no answer. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
  /** The limit that was reached, without advice: who runs a search may not be who set its limits. */
  readonly reached: string;

  constructor(reached: string, advice?: string, options?: ErrorOptions) {
    super(advice === undefined ? reached : `${reached}: ${advice}`, options);
    this.reached = reached;
  }
}

export interface SearchLimits {
  /** Seconds for one search. @default no limit */
  readonly seconds?: number | undefined;
  /** Bytes of memory for the nodes of one search. @default four fifths of the free memory */
  readonly bytes?: number | undefined;
  /** A signal that ends the search, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Advice about each limit, besides raising it. */
export interface LimitAdvice {
  readonly time: string;
  readonly memory: string;
}

const DEFAULT_SHARE = 0.8;
/** In milliseconds: 24 days, which no timer can exceed. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** Steps between two looks at the clock: some 10 milliseconds. */
const TICKS_BETWEEN = 8192;

/** Returns the memory for one search if no limit is given. */
export function defaultBytes(): number {
  return DEFAULT_SHARE * process.availableMemory();
}

/** Limits of one search, from its beginning. */
export class Limits {
  readonly signal: AbortSignal | undefined;
  readonly #seconds: number;
  readonly #deadline: number;
  readonly #bytes: number;
  readonly #advice: LimitAdvice | undefined;
  #claimed = 0;
  #ticks = 0;

  constructor({ seconds = Number.POSITIVE_INFINITY, bytes, signal }: SearchLimits = {}, advice?: LimitAdvice) {
    this.signal = signal;
    this.#advice = advice;
    this.#seconds = seconds;
    this.#deadline = performance.now() + 1000 * seconds;
    this.#bytes = bytes ?? defaultBytes();
  }

  /** The milliseconds that are left; infinite without a limit. */
  get millisecondsLeft(): number {
    return this.#deadline - performance.now();
  }

  /** @throws LimitError when the time is over, and the signal's reason */
  checkTime(): void {
    this.signal?.throwIfAborted();
    if (performance.now() >= this.#deadline) throw this.timeOver();
  }

  /** Returns the error of a search whose time is over. */
  timeOver(): LimitError {
    return new LimitError(`no solution within the time limit of ${this.#seconds} s`, this.#toRaise(this.#advice?.time));
  }

  /** Lets work go on until the time is over or the signal aborts. @throws as checkTime, and what the work throws */
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

  /** Counts a step. @returns whether it is time to `pause` */
  tick(): boolean {
    return ++this.#ticks % TICKS_BETWEEN === 0;
  }

  /** Lets timers and signals have their turn, then checks the time. @throws as checkTime */
  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.checkTime();
  }

  /**
   * Allocates memory.
   * @param bytes that it takes, as far as they matter
   * @throws LimitError if the search would then have more than its limit, or the machine refuses
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
      throw new LimitError(reached, undefined, { cause });
    }
  }

  #toRaise(advice: string | undefined): string {
    return advice === undefined ? 'raise it' : `raise it, or ${advice}`;
  }

  /** Gives memory back. */
  release(bytes: number): void {
    this.#claimed -= bytes;
  }
}
