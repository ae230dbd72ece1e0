/** The searches that may be compared on a space, and those of a request. */

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

/** The most searches of one comparison: boards have nine. */
const MOST_SEARCHES = 10;

/** A search as a client names it. */
export interface AskedSearch {
  readonly algorithm: string;
  /** By default the algorithm's first. */
  readonly heuristic?: string | null | undefined;
}

/**
 * Returns the algorithms whose solutions are as long as a table's, with their heuristics, the default one first. If moves cannot be undone,
 * paths lead from the start, and heuristics to it: none applies.
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
 * @param asked by default every algorithm of the space with its default heuristic
 * @param made databases for the heuristic pattern, if there are any
 * @throws InputError if one does not apply to the space, is named twice, or there are too many
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
