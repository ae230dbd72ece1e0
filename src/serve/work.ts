/**
 * Work of the server: pauses in long work, a queue of tasks, a value computed once, and the values used last.
 *
 * During pauses in long work on the server's main thread, other requests are answered. All work shares one clock. If each piece of work
 * had its own clock, all pieces would run within one round of the event loop, which would take long.
 */

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
    if (paused.push(resolve) === 1) setImmediate(resumeNext);
  });
}

/** Resumes the work that has waited longest. The event loop runs between two pieces of work. */
function resumeNext(): void {
  begin = performance.now();
  paused.shift()?.();
  if (paused.length > 0) setImmediate(resumeNext);
}

/** Runs tasks one after another, in the order in which they are added. */
export class TaskQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task after all earlier ones, whether they failed or not. @throws the task's error */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task, task);
    this.#last = result;
    return result;
  }
}

/** A value that is computed once, on the first request. Requests made meanwhile wait for the same value. */

export class Once<Found> {
  readonly #find: () => Promise<Found>;
  #found: Promise<Found> | undefined;
  #value: Found | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(find: () => Promise<Found>) {
    this.#find = find;
  }

  /** Returns the value. @throws the error of the computation; the next call tries again */
  get(): Promise<Found> {
    this.#found ??= this.#find().then(
      (value) => {
        this.#value = value;
        return value;
      },
      (error: unknown) => {
        this.#found = undefined;
        throw error;
      },
    );
    return this.#found;
  }

  /** The value; undefined until it has been computed. */
  get value(): Found | undefined {
    return this.#value;
  }

  /** Returns the value if it is available, otherwise begins to compute it. @throws the error of the computation begun by the last call */
  now(): Found | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure.error;
    if (this.#value === undefined) {
      this.get().catch((error: unknown) => {
        this.#failure = { error };
      });
    }
    return this.#value;
  }
}

/** A map from texts that keeps the most recently used values. */

export class Recent<Value> {
  readonly #most: number;
  /** Entries from the least to the most recently used. */
  readonly #values = new Map<string, Value>();

  /** @param most maximum number of values kept */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#most) return;
    const [oldest] = this.#values.keys();
    this.#values.delete(oldest);
  }
}
