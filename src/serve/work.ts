/**
 * Work of the server: pauses in long work, slots for tasks, values computed once, and the values used last.
 *
 * During pauses in long work on the server's main thread, other requests are answered. All work shares one clock. If each piece of work
 * had its own clock, all pieces would run within one round of the event loop, which would take long.
 */

import { giveWay } from '#machine/machine.js';
import { unlessAborted } from '../base/threads.js';

/** Milliseconds of work between two rounds of the event loop, unless a single step takes longer. */
const LONGEST_STRETCH = 5;

const paused: (() => void)[] = [];
let begin = Number.NEGATIVE_INFINITY;

/** Returns true if it is time for a `pause`. Called before the first step of any work, and after each step. */
export function isPauseDue(): boolean {
  return performance.now() - begin > LONGEST_STRETCH;
}

/** Waits until all work that paused earlier has resumed, and the event loop has read its input. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (paused.push(resolve) === 1) void giveWay().then(resumeNext);
  });
}

/** Resumes the work that has waited longest. The event loop runs between two pieces of work. */
function resumeNext(): void {
  begin = performance.now();
  paused.shift()?.();
  if (paused.length > 0) void giveWay().then(resumeNext);
}

/** A limited number of slots, such as threads or answers in preparation. What finds none free waits for one in a queue, up to a limit. */
export type Slots = ReturnType<typeof newSlots>;

/**
 * @param count number of slots
 * @param mostWaiting maximum length of the queue
 * @param busy returns the error if the queue is full
 */
export function newSlots(count: number, mostWaiting = Number.POSITIVE_INFINITY, busy = () => new Error('busy')) {
  const free = Array.from({ length: count }, (_, slot) => count - 1 - slot);
  /** Called with a slot that has become free, oldest first. */
  const queue: ((slot: number) => void)[] = [];

  /** Throws the error of a full queue if one more task could neither begin nor wait. */
  function check(): void {
    if (free.length === 0 && queue.length >= mostWaiting) throw busy();
  }

  function nextSlot(signal?: AbortSignal): Promise<number> {
    return new Promise<number>((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(begin), 1);
        reject(signal?.reason);
      };
      const begin = (slot: number) => {
        signal?.removeEventListener('abort', leave);
        resolve(slot);
      };
      queue.push(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Runs a task in a slot. @throws if the queue is full; the signal's reason if it aborts before a slot is free; the task's error */
  async function run<Result>(task: (slot: number) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    check();
    const slot = free.pop() ?? (await nextSlot(signal));
    try {
      return await task(slot);
    } finally {
      const next = queue.shift();
      if (next === undefined) free.push(slot);
      else next(slot);
    }
  }

  return { check, run };
}

/** A value that is computed once, on the first request. Requests made meanwhile wait for the same value. */
export class Once<Found> {
  /** The value; undefined until it has been computed. */
  value: Found | undefined;
  readonly #find: () => Promise<Found>;
  #found: Promise<Found> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(find: () => Promise<Found>) {
    this.#find = find;
  }

  /** Returns the value. @throws the error of the computation; the next call tries again */
  get(): Promise<Found> {
    this.#found ??= this.#find().then(
      (value) => (this.value = value),
      (error) => {
        this.#found = undefined;
        throw error;
      },
    );
    return this.#found;
  }

  /** Returns the value if it is available, otherwise begins to compute it. @throws the error of the computation begun by the last call */
  now(): Found | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure.error;
    if (this.value === undefined) {
      this.get().catch((error: unknown) => {
        this.#failure = { error };
      });
    }
    return this.value;
  }
}

/** Returns a signal that aborts when no client waits for the answer any more; undefined if there is none. */
export type Abandoned = () => AbortSignal | undefined;
export const NEVER: Abandoned = () => undefined;

/** A value that is computed for all requests that wait for it together. If all of them leave, the computation is aborted. */
export class WhileAwaited<Found> {
  /** The value; undefined until it has been computed. */
  value: Found | undefined;
  readonly #find: (abandoned: AbortSignal) => Promise<Found>;
  #running: { readonly found: Promise<unknown>; readonly abandoned: AbortController; waiting: number } | undefined;

  constructor(find: (abandoned: AbortSignal) => Promise<Found>) {
    this.#find = find;
  }

  /** True while requests wait for the value. */
  get isAwaited(): boolean {
    return this.#running !== undefined;
  }

  /** Returns the value. @throws the error of the computation, after which the next call tries again; the signal's reason */
  async get(signal?: AbortSignal): Promise<Found> {
    if (this.value !== undefined) return this.value;
    signal?.throwIfAborted();
    this.#running ??= this.#begin();
    const running = this.#running;
    running.waiting++;
    try {
      await unlessAborted(running.found, signal);
      return this.value as Found;
    } finally {
      running.waiting--;
      if (running.waiting === 0) {
        running.abandoned.abort();
        if (this.#running === running) this.#running = undefined;
      }
    }
  }

  /** Aborts the computation; its callers get an AbortError. */
  close(): void {
    this.#running?.abandoned.abort();
  }

  #begin() {
    const abandoned = new AbortController();
    const found = this.#find(abandoned.signal).then((value) => {
      this.value = value;
    });
    return { found, abandoned, waiting: 0 };
  }
}

/** Returns a map from texts that keeps the most recently used values. @param most maximum number of values kept */
export function recent<Value>(most: number) {
  /** Entries from the least to the most recently used. */
  const values = new Map<string, Value>();
  const set = (key: string, value: Value): void => {
    values.delete(key);
    values.set(key, value);
    if (values.size > most) values.delete(values.keys().next().value as string);
  };
  const get = (key: string): Value | undefined => {
    const value = values.get(key);
    if (value !== undefined) set(key, value);
    return value;
  };
  return { get, set };
}
