/**
 * Compares search algorithms: the searches that a space offers, and their runs from one state, one after another in a worker thread, with
 * the progress of each.
 */

import { didYouMean, excerpt, InputError } from '../base/text.js';
import { WorkerError, withReports } from '../base/worker-pool.js';
import { algorithmsFor, defaultHeuristic, heuristicsFor, usesHeuristic } from '../search/algorithms.js';
import { contenderName } from '../search/comparison.js';
import { PATTERN_HEURISTIC } from '../search/question/heuristics.js';
import { isInformed, type SearchProgress } from '../search/question/progress.js';
import type { SearchQuestion } from '../search/question/question.js';
import { SpaceError } from '../space/definition.js';
import type { Space } from '../space/space.js';
import { SpacePool } from '../space/space-module.js';
import type { AlgorithmAnswer, ComparedSearch, ComparisonLine } from './answers.js';
import { type Lines, streamOfLines } from './responses.js';
import {
  MOST_COMPARISONS,
  type PreparedDatabases,
  SEARCH_SECONDS,
  type SearchOutcome,
  type SearchTask,
  type WatchedTask,
} from './run-search.js';
import { newSlots } from './work.js';

/** The maximum number of comparisons is running: a later request can succeed. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

/** Milliseconds. A search checks the clock itself, but cannot while a call of the space's module does not return. */
const SEARCH_TIME = 1000 * (SEARCH_SECONDS + 2);
/** Heap for objects of the spaces' modules. The nodes of searches are in typed arrays, which have their own limit. */
const HEAP_MEGABYTES = 256;

/**
 * Begins a comparison: searches that run one after another.
 * @returns lines of JSON with the progress and the result of each search; cancelling the stream stops the comparison
 * @throws BusyError if too many comparisons are running
 */
export type BeginComparison = (tasks: readonly SearchTask[]) => ReadableStream<Uint8Array>;

/** @param searchTime milliseconds after which a search that does not return is stopped, with its thread */
export function newComparisons(searchTime = SEARCH_TIME): BeginComparison {
  const slots = newSlots(
    MOST_COMPARISONS,
    0,
    () =>
      new BusyError(`${MOST_COMPARISONS} comparisons are already running, the maximum: try again when one has ended`),
  );
  return (tasks) => {
    slots.check();
    return streamOfLines((lines, gone) => slots.run((thread) => runSearches(tasks, thread, lines, searchTime, gone)));
  };
}

/** A client that is behind misses progress, because the searches do not wait for it, but never the last progress of a search. */
async function runSearches(
  tasks: readonly SearchTask[],
  thread: number,
  lines: Lines<ComparisonLine>,
  searchTime: number,
  gone: AbortSignal,
): Promise<void> {
  for (const task of tasks) {
    const { algorithm, heuristic } = task;
    let missed: SearchProgress | undefined;
    const outcome = await runOnThread(task, thread, searchTime, gone, (progress) => {
      if (gone.aborted) return;
      missed = lines.isBehind() ? progress : undefined;
      if (missed === undefined) lines.write({ algorithm, heuristic, progress });
    });
    gone.throwIfAborted();
    if (missed !== undefined) lines.write({ algorithm, heuristic, progress: missed });
    lines.write({ algorithm, heuristic, ...outcome });
  }
}

/**
 * Runs a search. If the search does not return in time, or the signal aborts, its thread has ended before this function returns.
 * @param onProgress not called after this function has returned
 * @throws the signal's reason if it aborts
 */
async function runOnThread(
  task: SearchTask,
  thread: number,
  searchTime: number,
  gone: AbortSignal,
  onProgress: (progress: SearchProgress) => void,
): Promise<SearchOutcome> {
  const timeOver = AbortSignal.timeout(searchTime);
  try {
    const signal = AbortSignal.any([gone, timeOver]);
    const pool = new SpacePool<WatchedTask, SearchOutcome>('run-search', 1, HEAP_MEGABYTES);
    return await withReports(pool, { task, thread }, 'in a comparison', signal, onProgress);
  } catch (error) {
    gone.throwIfAborted();
    if (timeOver.aborted) return { failed: `no answer within ${searchTime / 1000} s: the search was stopped` };
    if (error instanceof WorkerError || error instanceof SpaceError) return { failed: error.message };
    throw error;
  }
}

/** Maximum number of searches in one comparison; boards have nine. */
const MOST_SEARCHES = 10;

/** A search in a client's request. */
export interface RequestedSearch {
  readonly algorithm: string;
  /** @default the first heuristic of the algorithm */
  readonly heuristic?: string | null | undefined;
}

/**
 * Returns the algorithms that find shortest solutions, with their heuristics, the default one first. No heuristic applies if moves cannot
 * be undone: paths then lead from the start, but heuristics estimate the distance to it.
 */
export function searchesOf(space: Space): AlgorithmAnswer[] {
  const heuristicsOf = (algorithm: AlgorithmAnswer['algorithm']) => {
    const first = defaultHeuristic(space, algorithm);
    if (first === undefined) return [];
    const usable = heuristicsFor(space).filter((heuristic) => usesHeuristic(algorithm, heuristic));
    return [first, ...usable.filter((heuristic) => heuristic !== first)];
  };
  return algorithmsFor(space)
    .filter((name) => name !== 'table' && (space.reversible || !isInformed(name)))
    .map((algorithm) => ({ algorithm, heuristics: heuristicsOf(algorithm) }));
}

/**
 * Returns the tasks of searches.
 * @param requested by default, every algorithm of the space with its default heuristic
 * @param made pattern databases of the server, if they exist
 * @throws InputError if a search does not apply to the space or is named twice, or if there are too many
 */
export function searchTasks(
  space: Space,
  question: SearchQuestion,
  requested: readonly RequestedSearch[] | undefined,
  made: PreparedDatabases | undefined,
): SearchTask[] {
  const offered = searchesOf(space);
  const searches = (requested ?? offered).map((search) => searchOf(space.name, offered, search));
  if (searches.length > MOST_SEARCHES) {
    throw new InputError(`a comparison has at most ${MOST_SEARCHES} searches, found ${searches.length}: name fewer`);
  }
  const names = searches.map(contenderName);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new InputError(`the search ${twice} is named twice: leave out one of them`);
  return searches.map((search) => {
    const databases = search.heuristic === PATTERN_HEURISTIC ? made : undefined;
    return { ...search, source: space.source, question, databases };
  });
}

/** @throws InputError */
function searchOf(name: string, offered: readonly AlgorithmAnswer[], requested: RequestedSearch): ComparedSearch {
  const oneOf = (what: string, names: readonly string[], found: string) =>
    new InputError(
      `${what} for ${name} must be one of ${names.join(', ')}; found '${excerpt(found)}'${didYouMean(found, names)}`,
    );
  const found = offered.find(({ algorithm }) => algorithm === requested.algorithm);
  if (found === undefined) {
    const names = offered.map(({ algorithm }) => algorithm);
    throw oneOf('an algorithm', names, requested.algorithm);
  }
  const { algorithm, heuristics } = found;
  const heuristic = requested.heuristic ?? heuristics[0] ?? null;
  if (heuristic === null || heuristics.includes(heuristic)) return { algorithm, heuristic };
  if (heuristics.length > 0) throw oneOf(`a heuristic of ${algorithm}`, heuristics, heuristic);
  throw new InputError(`${algorithm} uses no heuristic: leave out '${excerpt(heuristic)}'`);
}
