/** The time and memory that a search may use. */

import { bytesText } from '../../base/text/numbers.js';

/** A search reached one of its limits before it had an answer. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
  /** The limit that was reached, without advice: a server's user, for instance, cannot raise it. */
  readonly reached: string;

  constructor(reached: string, advice?: string, options?: ErrorOptions) {
    super(advice === undefined ? reached : `${reached}: ${advice}`, options);
    this.reached = reached;
  }
}

export interface SearchLimits {
  /** Maximum seconds of one search, above 0. @default no limit */
  readonly seconds?: number | undefined;
  /** Maximum bytes of memory for the nodes of one search, above 0. @default four fifths of the free memory */
  readonly bytes?: number | undefined;
  /** A signal that ends the search, which then rejects with the signal's reason. @default none */
  readonly signal?: AbortSignal | undefined;
}

/** Advice about each limit, other than raising it. */
export interface LimitAdvice {
  readonly time: string;
  readonly memory: string;
}

const DEFAULT_SHARE = 0.8;
/** Maximum of a timer in milliseconds, 24 days. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** Steps between two checks of the time: some 10 milliseconds. */
const TICKS_BETWEEN = 8192;

/** Returns the default memory limit of one search. */
export function defaultBytes(): number {
  return DEFAULT_SHARE * process.availableMemory();
}

/** The limits of one search, counted from its beginning. */
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

  /** Milliseconds left; infinite without a limit. */
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

  /** Counts a step. @returns whether it is time to `pause` */
  tick(): boolean {
    return ++this.#ticks % TICKS_BETWEEN === 0;
  }

  /** Lets timers and signals run, then checks the time. @throws as checkTime */
  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.checkTime();
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
      throw new LimitError(reached, undefined, { cause });
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
