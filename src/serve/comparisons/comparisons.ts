/** Compares search algorithms: runs them from one state, each in turn in a worker thread, and reports how far each is until it ends. */

import type { SearchProgress } from '../../search/question/counts.js';
import type { ComparisonLine } from '../answers.js';
import { MOST_COMPARISONS, type SearchTask } from './search-task.js';
import { SearchThread } from './search-thread.js';

/**
 * Bytes of lines that may wait to be read. A client that falls further behind misses progress: the searches do not wait for it. It never
 * misses the last progress of a search, or how one ended.
 */
const MOST_WAITING_BYTES = 1e6;

/** As many comparisons are running as may; asking again in a while may succeed. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

export class Comparisons {
  readonly #free: SearchThread[];

  /** @param searchTime milliseconds after which a search that does not return is ended with its thread */
  constructor(searchTime?: number) {
    this.#free = Array.from({ length: MOST_COMPARISONS }, (_, thread) => new SearchThread(thread, searchTime));
  }

  /**
   * Runs searches one after the other.
   * @returns lines of JSON: the progress of each, and how it ended; to cancel the stream ends the comparison
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
