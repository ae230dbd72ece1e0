/** A worker thread that runs the searches of one comparison at a time. It starts with the first search and ends when idle. */

import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { WorkerError } from '../../base/threads/worker-pool.js';
import type { SearchProgress } from '../../search/question/counts.js';
import { SpaceError } from '../../space/errors.js';
import { SpacePool } from '../../space/space-pool.js';
import { SEARCH_SECONDS, type SearchOutcome } from './run-search.js';
import type { SearchTask, WatchedTask } from './search-task.js';

/** Milliseconds. A search checks the clock itself, but not while the module of a space does not return. */
const SEARCH_TIME = 1000 * (SEARCH_SECONDS + 2);
const IDLE_TIME = 10_000;
/** For objects of modules of spaces; nodes of searches are in typed arrays, which have a limit of their own. */
const HEAP_MEGABYTES = 256;

export class SearchThread {
  readonly #number: number;
  readonly #searchTime: number;
  #worker: SpacePool<WatchedTask, SearchOutcome> | undefined;
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param number of the thread among those of comparisons
   * @param searchTime milliseconds after which a search that does not return is ended with its thread
   */
  constructor(number: number, searchTime = SEARCH_TIME) {
    this.#number = number;
    this.#searchTime = searchTime;
  }

  /**
   * Runs a search. If it does not return, or the signal ends it, its thread has ended when this does.
   * @param onProgress is not called any more when this has returned
   * @throws the reason of the signal if that aborts
   */
  async run(
    task: SearchTask,
    onProgress: (progress: SearchProgress) => void,
    signal: AbortSignal,
  ): Promise<SearchOutcome> {
    clearTimeout(this.#idle);
    this.#worker ??= new SpacePool('run-search.cjs', 1, HEAP_MEGABYTES);
    const worker = this.#worker;
    const timeOver = AbortSignal.timeout(this.#searchTime);
    const { port1: reports, port2: theirs } = new MessageChannel();
    reports.on('message', onProgress);
    try {
      const ending = AbortSignal.any([signal, timeOver]);
      const [outcome] = await worker.runOnAll(
        { task, thread: this.#number, reports: theirs },
        'in a comparison',
        ending,
        [theirs],
      );
      // Progress that the thread sent before its outcome may still wait.
      for (let sent = receiveMessageOnPort(reports); sent !== undefined; sent = receiveMessageOnPort(reports)) {
        onProgress(sent.message);
      }
      return outcome;
    } catch (error) {
      this.#worker = undefined;
      await worker.destroy();
      signal.throwIfAborted();
      if (timeOver.aborted) return { failed: `no answer within ${this.#searchTime / 1000} s: the search was stopped` };
      if (error instanceof WorkerError || error instanceof SpaceError) return { failed: error.message };
      throw error;
    } finally {
      reports.close();
    }
  }

  /** Ends the thread after a while, unless another search is run before. */
  rest(): void {
    this.#idle = setTimeout(() => {
      void this.#worker?.destroy();
      this.#worker = undefined;
    }, IDLE_TIME).unref();
  }
}
