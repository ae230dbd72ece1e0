/**
 * Solutions of a position of a board without a table, as lines of JSON: one at once, then shorter ones and higher bounds as they are found,
 * until the best one is proved, the time is over, or the client has gone.
 */

import type { Port } from '#machine/workers.js';
import { WorkerError, WorkerPool, withReports } from '../base/worker-pool.js';
import { searchAnytime } from '../search/anytime/anytime.js';
import type { AnytimeSolution } from '../search/anytime/findings.js';
import { STRONGEST_HEURISTIC } from '../search/question/heuristics.js';
import type { BoardSpaceSource } from '../space/space.js';
import type { SolutionLine } from './answers.js';
import { BusyError } from './comparisons.js';
import { streamOfLines } from './responses.js';
import { IMPROVING_BYTES, MOST_IMPROVED, type PreparedDatabases, SEARCH_THREADS } from './run-search.js';
import { newSlots, type Once } from './work.js';

/** Maximum number of searches that wait for threads. */
const MOST_WAITING = 16;
const SECONDS = 60;
/** Minimum milliseconds between two lines: long solutions get shorter many times a second. */
const BETWEEN_LINES = 200;

const slots = newSlots(
  MOST_IMPROVED,
  MOST_WAITING,
  () => new BusyError(`${MOST_WAITING} searches are already waiting, the maximum: try again later`),
);

type Found = Pick<AnytimeSolution, 'moves' | 'bound'>;

export interface AnytimeTask {
  readonly source: BoardSpaceSource;
  readonly from: string;
  /** null if there are none, or none yet. */
  readonly databases: PreparedDatabases | null;
  /** Index of the search among those that run. */
  readonly slot: number;
  /** Not 0 to stop the search. Ending its thread would end others that it is starting, which browsers report as errors. */
  readonly stop: Int32Array;
  /** Gets what is found, then null. */
  readonly reports: Port;
}

/** Milliseconds between two looks at `stop`. */
const LOOK = 10;

/** Searches on a thread of its own, until the answer is proved or the search is stopped. @throws as searchAnytime */
export async function searchForClient(task: AnytimeTask, onFound: (found: Found) => void): Promise<void> {
  const { source, from, databases, slot, stop } = task;
  const stopping = new AbortController();
  const looking = setInterval(() => Atomics.load(stop, 0) === 0 || stopping.abort(), LOOK);
  const using =
    databases === null
      ? { heuristic: source.metric === 'single' ? STRONGEST_HEURISTIC : undefined }
      : { databases: await databasesOf(databases, slot) };
  const options = { ...using, bytes: IMPROVING_BYTES, threads: SEARCH_THREADS, signal: stopping.signal };
  try {
    for await (const { moves, bound } of searchAnytime(source, { from }, options)) onFound({ moves, bound });
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    clearInterval(looking);
  }
}

/** Returns the pattern databases of a search. Their code is loaded only here, when it is needed. */
async function databasesOf({ layout, improving }: PreparedDatabases, slot: number) {
  const { PatternDatabases } = await import('../search/ida-star/pattern-databases.js');
  return PatternDatabases.ofAnotherThread(layout, improving[slot].scratch, improving[slot].areas);
}

/**
 * Returns the lines of a position.
 * @param from text of the position
 * @param databases pattern databases, if the board has any
 * @param seconds time limit
 * @throws BusyError if too many searches wait
 */
export function improvingSolutions(
  source: BoardSpaceSource,
  from: string,
  databases: Once<PreparedDatabases> | null,
  seconds = SECONDS,
): ReadableStream<Uint8Array> {
  slots.check();
  return streamOfLines<SolutionLine>(async ({ write }, gone) => {
    const begin = performance.now();
    let best: Found | undefined;
    let isWritten = true;
    const writeLine = () => {
      if (best === undefined || isWritten || gone.aborted) return;
      isWritten = true;
      const { moves, bound } = best;
      const seconds = (performance.now() - begin) / 1000;
      write({ state: from, length: moves?.length ?? null, bound, proved: isProved(best), moves, seconds });
    };
    const over = new AbortController();
    const take = (found: Found) => {
      const { moves, bound } = best ?? found;
      const isShorter = found.moves !== null && moves !== null && found.moves.length < moves.length;
      if (best !== undefined && !isShorter && found.bound <= bound) return;
      const isFirst = best === undefined;
      isWritten = false;
      best = { moves: isShorter ? found.moves : moves, bound: Math.max(bound, found.bound) };
      if (isFirst) writeLine();
      if (isProved(best)) over.abort();
    };
    const writing = setInterval(writeLine, BETWEEN_LINES);
    const search = async (slot: number): Promise<void> => {
      const ending = AbortSignal.any([gone, over.signal, AbortSignal.timeout(1000 * seconds)]);
      const run = async (made: PreparedDatabases | null, signal = ending) => {
        const pool = new WorkerPool<AnytimeTask, void>('search-anytime', 1);
        const stop = new Int32Array(new SharedArrayBuffer(4));
        const end = () => void Atomics.store(stop, 0, 1);
        if (signal.aborted) return;
        signal.addEventListener('abort', end);
        const task = { source, from, databases: made, slot, stop };
        await withReports(pool, task, 'in an anytime search', undefined, take).catch((error) => {
          // The client has a solution, even if a thread runs out of memory.
          if (!(error instanceof WorkerError)) throw error;
        });
      };
      if (databases?.value !== undefined) return run(databases.value);
      // Databases take seconds to make; none are made if they do not fit into memory.
      const made = new AbortController();
      const making = databases?.get().catch(() => undefined);
      void making?.then((value) => value && made.abort());
      await run(null, AbortSignal.any([ending, made.signal]));
      if (made.signal.aborted && !ending.aborted) await run((await making) ?? null);
    };
    await slots.run(search, gone).finally(() => clearInterval(writing));
    writeLine();
  });
}

/** Returns true if no solution is shorter, or if there is none. */
function isProved({ moves, bound }: Found): boolean {
  return moves === null || bound >= moves.length;
}
