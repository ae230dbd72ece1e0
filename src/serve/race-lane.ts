/** A worker thread that runs the searches of one race at a time, started when one is to be run and ended when it idles. */

import { WorkerError } from '../base/threads/worker-error.js';
import { WorkerPool } from '../base/threads/worker-pool.js';
import { SEARCH_SECONDS, type SearchOutcome } from './racing-search.js';
import type { SearchTask } from './search-task.js';

/** In milliseconds. A search looks at the clock itself, but not while a module of a space does not come back. */
const SEARCH_TIME = 1000 * (SEARCH_SECONDS + 2);
const IDLE_TIME = 10_000;
/** For what modules of spaces make; the nodes of searches are in typed arrays, whose limit is their own. */
const HEAP_MEGABYTES = 256;

export class RaceLane {
  readonly #searchTime: number;
  #worker: WorkerPool<SearchTask, SearchOutcome> | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @param searchTime milliseconds until a search that does not come back is ended with its thread */
  constructor(searchTime = SEARCH_TIME) {
    this.#searchTime = searchTime;
  }

  /**
   * Runs a search. Where it does not end by itself, or the signal ends it, its thread has ended when this does.
   * @throws the reason of the signal where that aborts
   */
  async run(task: SearchTask, signal: AbortSignal): Promise<SearchOutcome> {
    clearTimeout(this.#idle);
    this.#worker ??= new WorkerPool('race-search.cjs', 1, HEAP_MEGABYTES);
    const worker = this.#worker;
    const timeOver = AbortSignal.timeout(this.#searchTime);
    try {
      const [outcome] = await worker.runOnAll(task, 'in a race', AbortSignal.any([signal, timeOver]));
      return outcome;
    } catch (error) {
      this.#worker = undefined;
      await worker.destroy();
      signal.throwIfAborted();
      if (timeOver.aborted) return { failed: `no answer within ${this.#searchTime / 1000} s: the search was ended` };
      if (error instanceof WorkerError) return { failed: error.message };
      throw error;
    }
  }

  /** Ends the thread after a while, unless there is another search to run. */
  rest(): void {
    this.#idle = setTimeout(() => {
      void this.#worker?.destroy();
      this.#worker = undefined;
    }, IDLE_TIME).unref();
  }
}
