/** A worker thread that searches one position at a time. It starts with the first search and ends when idle. */

import { WorkerPool } from '../../base/threads/worker-pool.js';
import type { FirstMovesTask } from '../../search/patterns/first-moves.js';

const IDLE_TIME = 60_000;

type Task = FirstMovesTask & { readonly stop: Int32Array };

export class FirstMovesThread {
  #pool: WorkerPool<Task, string[] | null> | undefined;
  #idle: NodeJS.Timeout | undefined;

  /**
   * Searches a position. When the signal aborts, the search stops within a few milliseconds and this method returns.
   * @throws the signal's reason; WorkerError
   */
  async run(task: FirstMovesTask, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    this.#pool ??= new WorkerPool('search-first-moves.cjs', 1);
    const pool = this.#pool;
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const onAbort = () => void Atomics.store(stop, 0, 1);
    signal.addEventListener('abort', onAbort);
    try {
      const [solutions] = await pool.runOnAll({ ...task, stop }, 'in the middle of a search');
      if (solutions !== null) return solutions;
      signal.throwIfAborted();
      throw new Error('a search stopped that was not to');
    } catch (error) {
      if (!signal.aborted) this.close();
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#idle = setTimeout(() => this.close(), IDLE_TIME).unref();
    }
  }

  close(): void {
    clearTimeout(this.#idle);
    void this.#pool?.destroy();
    this.#pool = undefined;
  }
}
