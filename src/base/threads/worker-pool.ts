/**
 * Worker threads that all work on the same task. To start one takes some 50 ms of a processor, more than to explore a small
 * board, so the threads of a pool that is left wait a moment for the next one.
 */

import { createRequire } from 'node:module';
import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';

/** A worker thread died or threw, so its work is incomplete and there is no result. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

export class WorkerPool<Task, Result> {
  readonly threads: number;
  readonly #threads: Threads;

  /**
   * Starts the workers, or takes over those that wait; they live until `destroy()` or `leave()`.
   * @param file of dist/workers; its default export does a task
   * @param heapMegabytes of each worker, typed arrays not counted: one that needs more dies; by default as V8 has it
   */
  constructor(file: string, threads: number, heapMegabytes?: number) {
    this.threads = threads;
    this.#threads = takeThreads(file, threads, heapMegabytes);
  }

  /** Waits until all workers have started. Their file must export `release`, as for `leave`. @throws WorkerError */
  async ready(): Promise<void> {
    try {
      await this.#all(() => this.#threads.run(undefined, { name: 'release' }));
    } catch (cause) {
      throw workerError('a worker thread could not be started', cause);
    }
  }

  /**
   * Gives every worker the same task.
   * @param when for the message: the time at which a worker fails
   * @param transfer ports in the task, which then belong to the worker: for pools of one
   * @throws WorkerError if a worker dies or throws; the reason of the signal if that aborts
   */
  async runOnAll(
    task: Task,
    when: string,
    signal?: AbortSignal,
    transfer: readonly MessagePort[] = [],
  ): Promise<Result[]> {
    signal?.throwIfAborted();
    try {
      return (await this.#all(() => this.#threads.run(task, { transfer }), signal)) as Result[];
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw workerError(`a worker thread failed ${when}, so there is no result`, cause);
    }
  }

  /** Runs something on each worker. The signal is not the pool's own: that would end one worker and leave the others at work. */
  async #all<Outcome>(run: () => Promise<Outcome>, signal?: AbortSignal): Promise<Outcome[]> {
    const threads = this.#threads;
    await threads.released;
    signal?.throwIfAborted();
    if (threads.failure !== undefined) throw threads.failure.cause;
    const abort = () => threads.reject?.(signal?.reason);
    // A promise for this call alone: one that lives as long as the pool would keep the results of every call.
    const broken = new Promise<never>((_, reject) => {
      threads.reject = reject;
      signal?.addEventListener('abort', abort);
    });
    try {
      return await Promise.race([Promise.all(Array.from({ length: this.threads }, run)), broken]);
    } catch (cause) {
      threads.failure ??= { cause };
      throw cause;
    } finally {
      threads.reject = undefined;
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Ends the workers. */
  async destroy(): Promise<void> {
    await this.#threads.piscina.destroy();
  }

  /**
   * Lets the workers wait for another pool of the same file and as many threads, if all is well with them; ends them otherwise.
   * Their file must export `release`, which lets go of all that tasks have left behind.
   * @param sharedBytes of memory that the tasks were given to share
   * @param clean false if tasks may have left behind what `release` cannot let go of: the workers end then
   */
  async leave(sharedBytes: number, clean = true): Promise<void> {
    const threads = this.#threads;
    if (!clean) return this.destroy();
    threads.sharedBytes += sharedBytes;
    await keepOrEnd(threads, () => this.#all(() => threads.run(undefined, { name: 'release' })));
  }
}

function workerError(what: string, cause: unknown): WorkerError {
  return new WorkerError(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}

/** The threads of a pool, and of those that take them over from it. */
class Threads {
  readonly file: string;
  readonly count: number;
  readonly heapMegabytes: number | undefined;
  readonly piscina: Piscina;
  /** The error of a worker that failed outside of any task. */
  failure: { readonly cause: unknown } | undefined;
  /** Rejects what waits for the workers, if anything does. */
  reject: ((cause: unknown) => void) | undefined;
  /** Tasks that have not ended. */
  running = 0;
  /** Ends when they have let go of what earlier tasks have left behind. */
  released: Promise<unknown> = Promise.resolve();
  /** Of memory that their tasks were given to share. */
  sharedBytes = 0;
  /** Ends them if they have not been taken over. */
  end: NodeJS.Timeout | undefined;

  constructor(file: string, count: number, heapMegabytes: number | undefined) {
    this.file = file;
    this.count = count;
    this.heapMegabytes = heapMegabytes;
    this.piscina = new Piscina({
      filename: createRequire(import.meta.url).resolve(`#workers/${file}`),
      minThreads: count,
      maxThreads: count,
      recordTiming: false,
      ...(heapMegabytes !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } }),
    });
    this.piscina.on('error', (cause) => {
      this.failure = { cause };
      this.reject?.(cause);
    });
  }

  /** A task on one of them. @param name of the export that does it @param transfer ports that the worker gets */
  async run(
    task: unknown,
    { name = 'default', transfer = [] }: { readonly name?: string; readonly transfer?: readonly MessagePort[] } = {},
  ): Promise<unknown> {
    this.running++;
    try {
      return await this.piscina.run(task, { name, transferList: [...transfer] });
    } finally {
      this.running--;
    }
  }
}

/** Idle threads. They do not keep the process running. */
const waiting = new Set<Threads>();
/** For so long, in milliseconds. */
const LONGEST_WAIT = 1000;
/** The most idle threads. */
const MOST_WAITING = 16;
/** A thread keeps memory that it no longer uses until its garbage is collected: those that have shared more are not used again. */
const MOST_SHARED_BYTES = 16e6;

/** Reuses threads that wait, or starts new ones. */
function takeThreads(file: string, count: number, heapMegabytes?: number): Threads {
  for (const threads of waiting) {
    if (threads.file !== file || threads.count !== count || threads.heapMegabytes !== heapMegabytes) continue;
    waiting.delete(threads);
    clearTimeout(threads.end);
    if (threads.failure === undefined) return threads;
    void threads.piscina.destroy();
  }
  return new Threads(file, count, heapMegabytes);
}

function isWorthKeeping({ count, failure, running, sharedBytes }: Threads): boolean {
  const counts = [...waiting].map((threads) => threads.count);
  const others = counts.reduce((sum, waitingCount) => sum + waitingCount, 0);
  return failure === undefined && running === 0 && sharedBytes <= MOST_SHARED_BYTES && others + count <= MOST_WAITING;
}

/**
 * Lets threads wait for `takeThreads`, if all is well with them; ends them otherwise.
 * @param release makes them let go of what tasks have left behind
 */
async function keepOrEnd(threads: Threads, release: () => Promise<unknown>): Promise<void> {
  if (!isWorthKeeping(threads)) return threads.piscina.destroy();
  threads.released = release();
  waiting.add(threads);
  threads.end = setTimeout(() => {
    waiting.delete(threads);
    void threads.piscina.destroy();
  }, LONGEST_WAIT).unref();
  // If that fails, the pool that takes them over gets the error.
  await threads.released.catch(() => {});
}
