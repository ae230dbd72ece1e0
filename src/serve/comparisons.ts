/** Compares search algorithms: runs them from one state, one after another in a worker thread, and reports the progress of each. */

import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { WorkerError } from '../base/worker-pool.js';
import type { SearchProgress } from '../search/question/counts.js';
import { SpaceError } from '../space/definition.js';
import { SpacePool } from '../space/space-pool.js';
import type { ComparisonLine } from './answers.js';
import { SEARCH_SECONDS, type SearchOutcome } from './run-search.js';
import { MOST_COMPARISONS, type SearchTask, type WatchedTask } from './searches.js';
import { IdleWorker, Slots } from './work.js';

/**
 * Maximum bytes of lines that wait to be read. A client that falls further behind misses progress, because the searches do not wait for
 * it. It always gets the last progress of a search, and its result.
 */
const MOST_WAITING_BYTES = 1e6;

/** The maximum number of comparisons is running: a later request can succeed. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

/** Milliseconds. A search checks the clock itself, but cannot while a call of the space's module does not return. */
const SEARCH_TIME = 1000 * (SEARCH_SECONDS + 2);
const IDLE_TIME = 10_000;
/** Heap for objects of the spaces' modules. The nodes of searches are in typed arrays, which have their own limit. */
const HEAP_MEGABYTES = 256;

export class Comparisons {
  readonly #searchTime: number;
  readonly #threads = Array.from(
    { length: MOST_COMPARISONS },
    () =>
      new IdleWorker<WatchedTask, SearchOutcome>(() => new SpacePool('run-search.cjs', 1, HEAP_MEGABYTES), IDLE_TIME),
  );
  readonly #slots = new Slots(
    MOST_COMPARISONS,
    0,
    () =>
      new BusyError(`${MOST_COMPARISONS} comparisons are already running, the maximum: try again when one has ended`),
  );

  /** @param searchTime milliseconds after which a search that does not return is stopped, with its thread */
  constructor(searchTime = SEARCH_TIME) {
    this.#searchTime = searchTime;
  }

  /**
   * Runs searches one after another.
   * @returns lines of JSON with the progress and the result of each search; cancelling the stream stops the comparison
   * @throws BusyError if too many comparisons are running
   */
  begin(tasks: readonly SearchTask[]): ReadableStream<Uint8Array> {
    this.#slots.check();
    const gone = new AbortController();
    return new ReadableStream<Uint8Array>(
      {
        start: (lines) => {
          void this.#slots.run((thread) => this.#run(tasks, thread, lines, gone.signal));
        },
        cancel: () => gone.abort(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING_BYTES }),
    );
  }

  async #run(
    tasks: readonly SearchTask[],
    thread: number,
    lines: ReadableStreamDefaultController<Uint8Array>,
    gone: AbortSignal,
  ): Promise<void> {
    const text = new TextEncoder();
    try {
      for (const task of tasks) {
        const { algorithm, heuristic } = task;
        const write = (line: ComparisonLine) => lines.enqueue(text.encode(`${JSON.stringify(line)}\n`));
        let missed: SearchProgress | undefined;
        const onProgress = (progress: SearchProgress) => {
          if (gone.aborted) return;
          missed = (lines.desiredSize ?? 0) > 0 ? undefined : progress;
          if (missed === undefined) write({ algorithm, heuristic, progress });
        };
        const outcome = await this.#search(task, thread, onProgress, gone);
        gone.throwIfAborted();
        if (missed !== undefined) write({ algorithm, heuristic, progress: missed });
        write({ algorithm, heuristic, ...outcome });
      }
      lines.close();
    } catch (error) {
      if (!gone.aborted) lines.error(error);
    }
  }

  /**
   * Runs a search. If the search does not return in time, or the signal aborts, its thread has ended before this method returns.
   * @param onProgress not called after this method has returned
   * @throws the signal's reason if it aborts
   */
  async #search(
    task: SearchTask,
    thread: number,
    onProgress: (progress: SearchProgress) => void,
    gone: AbortSignal,
  ): Promise<SearchOutcome> {
    const timeOver = AbortSignal.timeout(this.#searchTime);
    const { port1: reports, port2: theirs } = new MessageChannel();
    reports.on('message', onProgress);
    try {
      const signal = AbortSignal.any([gone, timeOver]);
      const watched = { task, thread, reports: theirs };
      const outcome = await this.#threads[thread].run(watched, 'in a comparison', signal, [theirs]);
      // Progress that the thread sent before its outcome may not have been delivered yet.
      for (let sent = receiveMessageOnPort(reports); sent !== undefined; sent = receiveMessageOnPort(reports)) {
        onProgress(sent.message);
      }
      return outcome;
    } catch (error) {
      gone.throwIfAborted();
      if (timeOver.aborted) return { failed: `no answer within ${this.#searchTime / 1000} s: the search was stopped` };
      if (error instanceof WorkerError || error instanceof SpaceError) return { failed: error.message };
      throw error;
    } finally {
      reports.close();
    }
  }
}
