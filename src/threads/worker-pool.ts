/** Worker threads that all work on the same task. */

import { createRequire } from 'node:module';
import { Piscina } from 'piscina';
import { WorkerError } from './worker-error.js';

export class WorkerPool<Task, Result> {
  readonly threads: number;
  readonly #pool: Piscina<Task | undefined, Result>;
  /** Rejects where a worker fails outside of any task. */
  readonly #failure: Promise<never>;

  /**
   * Starts the workers; they live until `destroy()`.
   * @param file of dist/workers; its default export does a task, its export `ready` nothing
   */
  constructor(file: string, threads: number) {
    this.threads = threads;
    this.#pool = new Piscina({
      filename: createRequire(import.meta.url).resolve(`#workers/${file}`),
      minThreads: threads,
      maxThreads: threads,
      recordTiming: false,
    });
    this.#failure = new Promise((_, reject) => this.#pool.on('error', reject));
    // Where nobody waits for a task, nobody needs to know.
    this.#failure.catch(() => {});
  }

  /** Waits until all workers have started. @throws WorkerError */
  async ready(): Promise<void> {
    try {
      const starts = Array.from({ length: this.threads }, () => this.#pool.run(undefined, { name: 'ready' }));
      await Promise.race([Promise.all(starts), this.#failure]);
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
    // Not the pool's own signal: that would end one worker and leave the others at work on memory that is given up.
    let abort: (() => void) | undefined;
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(signal?.reason);
      signal?.addEventListener('abort', abort);
    });
    try {
      const results = Array.from({ length: this.threads }, () => this.#pool.run(task));
      return await Promise.race([Promise.all(results), this.#failure, aborted]);
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw workerError(`a worker thread failed ${when}, so there is no result`, cause);
    } finally {
      if (abort) signal?.removeEventListener('abort', abort);
    }
  }

  destroy(): Promise<void> {
    return this.#pool.destroy();
  }
}

function workerError(what: string, cause: unknown): WorkerError {
  return new WorkerError(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}
