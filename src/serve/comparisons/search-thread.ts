/** A worker thread that runs the searches of one comparison at a time. It starts with the first search and ends when idle. */

import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { WorkerError } from '../../base/threads/worker-pool.js';
import type { SearchProgress } from '../../search/question/counts.js';
import { SpaceError } from '../../space/errors.js';
import { SpacePool } from '../../space/space-pool.js';
import { SEARCH_SECONDS, type SearchOutcome } from './run-search.js';
import type { SearchTask, WatchedTask } from './search-task.js';

/** Milliseconds. A search checks the clock itself, but cannot while a call of the space's module does not return. */
const SEARCH_TIME = 1000 * (SEARCH_SECONDS + 2);
const IDLE_TIME = 10_000;
/** Heap for objects of the spaces' modules. The nodes of searches are in typed arrays, which have their own limit. */
const HEAP_MEGABYTES = 256;

export class SearchThread {
  readonly #number: number;
  readonly #searchTime: number;
  #worker: SpacePool<WatchedTask, SearchOutcome> | undefined;
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param number index of the thread among the threads of comparisons
   * @param searchTime milliseconds after which a search that does not return is stopped, with its thread
   */
  constructor(number: number, searchTime = SEARCH_TIME) {
    this.#number = number;
    this.#searchTime = searchTime;
  }

  /**
   * Runs a search. If the search does not return in time, or the signal aborts, its thread has ended before this method returns.
   * @param onProgress not called after this method has returned
   * @throws the signal's reason if it aborts
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
      // Progress that the thread sent before its outcome may not have been delivered yet.
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

  /** Ends the thread after a while, unless another search begins before. */
  rest(): void {
    this.#idle = setTimeout(() => {
      void this.#worker?.destroy();
      this.#worker = undefined;
    }, IDLE_TIME).unref();
  }
}
