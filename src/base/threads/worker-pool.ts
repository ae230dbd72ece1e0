/** Worker threads that all work on the same task. */

import { keepOrEnd, type Threads, threadsOf } from './waiting-threads.js';
import { WorkerError } from './worker-error.js';

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
    this.#threads = threadsOf(file, threads, heapMegabytes);
  }

  /** Waits until all workers have started. Their file must export `release`, as for `leave`. @throws WorkerError */
  async ready(): Promise<void> {
    try {
      await this.#all(() => this.#threads.run(undefined, 'release'));
    } catch (cause) {
      throw workerError('a worker thread could not be started', cause);
    }
  }

  /**
   * Gives every worker the same task.
   * @param when for the message: where a worker fails, this is when
   * @throws WorkerError where a worker dies or throws; the reason of the signal where that aborts
   */
  async runOnAll(task: Task, when: string, signal?: AbortSignal): Promise<Result[]> {
    signal?.throwIfAborted();
    try {
      return (await this.#all(() => this.#threads.run(task), signal)) as Result[];
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
   * Lets the workers wait for another pool of the same file and as many threads, where all is well with them; ends them otherwise.
   * Their file must export `release`, which lets go of all that tasks have left behind.
   * @param sharedBytes of memory that the tasks were given to share
   * @param clean false where tasks may have left behind what `release` cannot let go of: the workers end then
   */
  async leave(sharedBytes: number, clean = true): Promise<void> {
    const threads = this.#threads;
    if (!clean) return this.destroy();
    threads.sharedBytes += sharedBytes;
    await keepOrEnd(threads, () => this.#all(() => threads.run(undefined, 'release')));
  }
}

function workerError(what: string, cause: unknown): WorkerError {
  return new WorkerError(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}
