/** Worker threads that all work on the same task. */

import { createRequire } from 'node:module';
import { Piscina } from 'piscina';
import { WorkerError } from './worker-error.js';

export class WorkerPool<Task, Result> {
  readonly threads: number;
  readonly #pool: Piscina<Task | undefined, Result>;
  /** What a worker failed of outside of any task. */
  #failure: { readonly cause: unknown } | undefined;
  /** Rejects what waits for the workers, if anything does. */
  #reject: ((cause: unknown) => void) | undefined;

  /**
   * Starts the workers; they live until `destroy()`.
   * @param file of dist/workers; its default export does a task
   * @param heapMegabytes of each worker, typed arrays not counted: one that needs more dies; by default as V8 has it
   */
  constructor(file: string, threads: number, heapMegabytes?: number) {
    this.threads = threads;
    this.#pool = new Piscina({
      filename: createRequire(import.meta.url).resolve(`#workers/${file}`),
      minThreads: threads,
      maxThreads: threads,
      recordTiming: false,
      ...(heapMegabytes !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } }),
    });
    this.#pool.on('error', (cause) => {
      this.#failure = { cause };
      this.#reject?.(cause);
    });
  }

  /** Waits until all workers have started. Their file must export `ready`. @throws WorkerError */
  async ready(): Promise<void> {
    try {
      await this.#all(() => this.#pool.run(undefined, { name: 'ready' }));
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
      return await this.#all(() => this.#pool.run(task), signal);
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw workerError(`a worker thread failed ${when}, so there is no result`, cause);
    }
  }

  /** Runs something on each worker. The signal is not the pool's own: that would end one worker and leave the others at work. */
  async #all<Outcome>(run: () => Promise<Outcome>, signal?: AbortSignal): Promise<Outcome[]> {
    if (this.#failure !== undefined) throw this.#failure.cause;
    const abort = () => this.#reject?.(signal?.reason);
    // A promise for this call alone: one that lives as long as the pool would keep the results of every call.
    const broken = new Promise<never>((_, reject) => {
      this.#reject = reject;
      signal?.addEventListener('abort', abort);
    });
    try {
      return await Promise.race([Promise.all(Array.from({ length: this.threads }, run)), broken]);
    } finally {
      this.#reject = undefined;
      signal?.removeEventListener('abort', abort);
    }
  }

  destroy(): Promise<void> {
    return this.#pool.destroy();
  }
}

function workerError(what: string, cause: unknown): WorkerError {
  return new WorkerError(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}
