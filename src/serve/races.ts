/** Races of searches: a few at once, each in a thread of its own, told line by line. */

import type { RaceLine } from './answers.js';
import { RaceLane } from './race-lane.js';
import { Refusal } from './refusal.js';
import type { SearchTask } from './search-task.js';

const MOST_AT_ONCE = 2;
/** Seconds after which it may be worth asking again. */
const RETRY_AFTER = 2;

export class Races {
  readonly #free: RaceLane[];

  /** @param searchTime milliseconds until a search that does not come back is ended with its thread */
  constructor(searchTime?: number) {
    this.#free = Array.from({ length: MOST_AT_ONCE }, () => new RaceLane(searchTime));
  }

  /**
   * Runs searches one after the other.
   * @returns a line of JSON for each as it ends; to cancel the stream ends the race
   * @throws Refusal where too many races are run already
   */
  begin(tasks: readonly SearchTask[]): ReadableStream<Uint8Array> {
    const lane = this.#free.pop();
    if (lane === undefined) {
      throw new Refusal(
        429,
        `${MOST_AT_ONCE} races are being run, which are as many as there may be: wait for one to end`,
        {
          'retry-after': String(RETRY_AFTER),
        },
      );
    }
    const gone = new AbortController();
    return new ReadableStream<Uint8Array>({
      start: (lines) => {
        void this.#run(tasks, lane, lines, gone.signal);
      },
      cancel: () => gone.abort(),
    });
  }

  async #run(
    tasks: readonly SearchTask[],
    lane: RaceLane,
    lines: ReadableStreamDefaultController<Uint8Array>,
    gone: AbortSignal,
  ): Promise<void> {
    const text = new TextEncoder();
    try {
      for (const task of tasks) {
        const { algorithm, heuristic } = task;
        const line: RaceLine = { algorithm, heuristic, ...(await lane.run(task, gone)) };
        gone.throwIfAborted();
        lines.enqueue(text.encode(`${JSON.stringify(line)}\n`));
      }
      lines.close();
    } catch (error) {
      if (!gone.aborted) lines.error(error);
    } finally {
      lane.rest();
      this.#free.push(lane);
    }
  }
}
