/** Compares search algorithms: runs them from one state, one after another in a worker thread, and reports the progress of each. */

import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { WorkerError } from '../base/worker-pool.js';
import type { SearchProgress } from '../search/question/counts.js';
import { SpaceError } from '../space/definition.js';
import { SpacePool } from '../space/space-pool.js';
import type { ComparisonLine } from './answers.js';
import { SEARCH_SECONDS, type SearchOutcome } from './run-search.js';
import { MOST_COMPARISONS, type SearchTask, type WatchedTask } from './searches.js';

/**
 * Maximum bytes of lines that wait to be read. A client that falls further behind misses progress, because the searches do not wait for
 * it. It always gets the last progress of a search, and its result.
 */
const MOST_WAITING_BYTES = 1e6;

/** The maximum number of comparisons is running: a later request can succeed. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

export class Comparisons {
  readonly #free: SearchThread[];

  /** @param searchTime milliseconds after which a search that does not return is stopped, with its thread */
  constructor(searchTime?: number) {
    this.#free = Array.from({ length: MOST_COMPARISONS }, (_, thread) => new SearchThread(thread, searchTime));
  }

  /**
   * Runs searches one after another.
   * @returns lines of JSON with the progress and the result of each search; cancelling the stream stops the comparison
   * @throws BusyError if too many comparisons are running
   */
  begin(tasks: readonly SearchTask[]): ReadableStream<Uint8Array> {
    const thread = this.#free.pop();
    if (thread === undefined) {
      throw new BusyError(
        `${MOST_COMPARISONS} comparisons are already running, the maximum: try again when one has ended`,
      );
    }
    const gone = new AbortController();
    return new ReadableStream<Uint8Array>(
      {
        start: (lines) => {
          void this.#run(tasks, thread, lines, gone.signal);
        },
        cancel: () => gone.abort(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING_BYTES }),
    );
  }

  async #run(
    tasks: readonly SearchTask[],
    thread: SearchThread,
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
        const outcome = await thread.run(task, onProgress, gone);
        gone.throwIfAborted();
        if (missed !== undefined) write({ algorithm, heuristic, progress: missed });
        write({ algorithm, heuristic, ...outcome });
      }
      lines.close();
    } catch (error) {
      if (!gone.aborted) lines.error(error);
    } finally {
      thread.rest();
      this.#free.push(thread);
    }
  }
}

/** A worker thread that runs the searches of one comparison at a time. It starts with the first search and ends when idle. */

/** Milliseconds. A search checks the clock itself, but cannot while a call of the space's module does not return. */
const SEARCH_TIME = 1000 * (SEARCH_SECONDS + 2);
const IDLE_TIME = 10_000;
/** Heap for objects of the spaces' modules. The nodes of searches are in typed arrays, which have their own limit. */
const HEAP_MEGABYTES = 256;

class SearchThread {
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
