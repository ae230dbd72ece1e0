/** Compares search algorithms: runs them from one state, each in turn in a worker thread, and reports each as it ends. */

import type { ComparisonLine } from '../answers.js';
import type { SearchTask } from './search-task.js';
import { SearchThread } from './search-thread.js';

const MOST_AT_ONCE = 2;

/** As many comparisons are running as may; asking again in a while may succeed. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

export class Comparisons {
  readonly #free: SearchThread[];

  /** @param searchTime milliseconds after which a search that does not return is ended with its thread */
  constructor(searchTime?: number) {
    this.#free = Array.from({ length: MOST_AT_ONCE }, () => new SearchThread(searchTime));
  }

  /**
   * Runs searches one after the other.
   * @returns a line of JSON for each as it ends; to cancel the stream ends the comparison
   * @throws BusyError if too many comparisons are running
   */
  begin(tasks: readonly SearchTask[]): ReadableStream<Uint8Array> {
    const thread = this.#free.pop();
    if (thread === undefined) {
      throw new BusyError(
        `${MOST_AT_ONCE} races are being run, which are as many as there may be: wait for one to end`,
      );
    }
    const gone = new AbortController();
    return new ReadableStream<Uint8Array>({
      start: (lines) => {
        void this.#run(tasks, thread, lines, gone.signal);
      },
      cancel: () => gone.abort(),
    });
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
        const line: ComparisonLine = { algorithm, heuristic, ...(await thread.run(task, gone)) };
        gone.throwIfAborted();
        lines.enqueue(text.encode(`${JSON.stringify(line)}\n`));
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
