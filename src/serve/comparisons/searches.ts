/** The searches that can be compared on a space, and the searches of a request. */

import { InputError } from '../../base/input-error.js';
import { didYouMean } from '../../base/text/did-you-mean.js';
import { excerpt } from '../../base/text/excerpt.js';
import { contenderName } from '../../search/comparison.js';
import { PATTERN_HEURISTIC } from '../../search/heuristic/heuristic.js';
import { isInformed } from '../../search/question/algorithm-names.js';
import { algorithmsFor, defaultHeuristic, heuristicsFor, usesHeuristic } from '../../search/question/algorithms.js';
import type { SearchQuestion } from '../../search/question/question.js';
import type { Space } from '../../space/space.js';
import type { AlgorithmAnswer, ComparedSearch } from '../answers.js';
import type { DatabasesForSearches, SearchTask } from './search-task.js';

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
