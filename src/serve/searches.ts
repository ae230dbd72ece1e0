/** The searches that can be compared on a space, and the searches of a request. */

import type { MessagePort } from 'node:worker_threads';
import { didYouMean, excerpt, InputError } from '../base/text.js';
import { algorithmsFor, defaultHeuristic, heuristicsFor, usesHeuristic } from '../search/algorithms.js';
import { contenderName } from '../search/comparison.js';
import { type AlgorithmName, isInformed } from '../search/question/counts.js';
import { PATTERN_HEURISTIC } from '../search/question/heuristics.js';
import type { SearchQuestion } from '../search/question/question.js';
import type { Space, SpaceSource } from '../space/space.js';
import type { AlgorithmAnswer, ComparedSearch } from './answers.js';
import type { PreparedDatabases } from './prepare-databases.js';

/** Maximum number of searches in one comparison; boards have nine. */
const MOST_SEARCHES = 10;

/** A search in a client's request. */
export interface AskedSearch {
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
 * @param asked by default, every algorithm of the space with its default heuristic
 * @param made pattern databases of the server, if they exist
 * @throws InputError if a search does not apply to the space or is named twice, or if there are too many
 */
export function searchTasks(
  space: Space,
  question: SearchQuestion,
  asked: readonly AskedSearch[] | undefined,
  made: DatabasesForSearches | undefined,
): SearchTask[] {
  const offered = searchesOf(space);
  const searches = (asked ?? offered).map((search) => searchOf(space.name, offered, search));
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
function searchOf(name: string, offered: readonly AlgorithmAnswer[], asked: AskedSearch): ComparedSearch {
  const found = offered.find(({ algorithm }) => algorithm === asked.algorithm);
  if (found === undefined) {
    const names = offered.map(({ algorithm }) => algorithm);
    throw new InputError(
      `an algorithm for ${name} must be one of ${names.join(', ')}; found '${excerpt(asked.algorithm)}'${didYouMean(asked.algorithm, names)}`,
    );
  }
  const { algorithm, heuristics } = found;
  const heuristic = asked.heuristic ?? heuristics[0] ?? null;
  if (heuristic === null || heuristics.includes(heuristic)) return { algorithm, heuristic };
  if (heuristics.length === 0) {
    throw new InputError(`${algorithm} uses no heuristic: leave out '${excerpt(heuristic)}'`);
  }
  throw new InputError(
    `a heuristic of ${algorithm} for ${name} must be one of ${heuristics.join(', ')}; found '${excerpt(heuristic)}'${didYouMean(heuristic, heuristics)}`,
  );
}

/** Maximum number of comparisons that run at the same time, each on its own thread. */
export const MOST_COMPARISONS = 2;

/** Pattern databases of the server, with the address of the scratch space of each comparison's thread. */
export type DatabasesForSearches = Omit<PreparedDatabases, 'partition'>;

/** A compared search, as a worker receives it. */
export interface SearchTask {
  readonly algorithm: AlgorithmName;
  /** null if the algorithm uses none. */
  readonly heuristic: string | null;
  readonly source: SpaceSource;
  readonly question: SearchQuestion;
  /** Databases for the heuristic `pattern`; if undefined, the search builds its own. */
  readonly databases?: DatabasesForSearches | undefined;
}

/** A search whose progress is sent to a port. */
export interface WatchedTask {
  readonly task: SearchTask;
  /** Index of the thread among the threads of comparisons. */
  readonly thread: number;
  readonly reports: MessagePort;
}
