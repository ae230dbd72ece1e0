/** Compares search algorithms: runs them from one state, one after another in a worker thread, and reports the progress of each. */

import type { SearchProgress } from '../../search/question/counts.js';
import type { ComparisonLine } from '../answers.js';
import { MOST_COMPARISONS, type SearchTask } from './search-task.js';
import { SearchThread } from './search-thread.js';

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
