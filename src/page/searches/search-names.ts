/** The names of searches and heuristics, as people read them, and a sentence for each heuristic. */

import type { AlgorithmName } from '../../search/question/algorithm-names.js';
import type { ComparedSearch } from '../../serve/answers.js';

export const ALGORITHM_TITLES: Readonly<Record<AlgorithmName, string>> = {
  table: 'Table',
  bfs: 'Breadth-first',
  bidirectional: 'Bidirectional',
  astar: 'A*',
  idastar: 'IDA*',
};

interface HeuristicWords {
  readonly title: string;
  readonly sentence: string;
}

const HEURISTIC_WORDS: Readonly<Record<string, HeuristicWords>> = {
  misplaced: {
    title: 'misplaced tiles',
    sentence: 'Each tile that is not on its goal cell takes at least one move.',
  },
  manhattan: {
    title: 'Manhattan',
    sentence: 'Each tile takes at least as many moves as there are rows and columns between it and its goal cell.',
  },
  'linear-conflict': {
    title: 'linear conflict',
    sentence: 'Manhattan, plus two moves for each tile that has to leave its goal row or column to let others pass.',
  },
  pattern: {
    title: 'pattern databases',
    sentence: 'The tiles are divided into patterns, and the fewest moves of each pattern alone are added up.',
  },
  gap: {
    title: 'gaps',
    sentence: 'Each pair of neighbours that are not neighbours in the goal takes at least one move.',
  },
};

export function heuristicTitle(heuristic: string): string {
  return HEURISTIC_WORDS[heuristic]?.title ?? heuristic.replaceAll('-', ' ');
}

/** Returns an empty text for a heuristic that a space brings itself. */
export function heuristicSentence(heuristic: string): string {
  return HEURISTIC_WORDS[heuristic]?.sentence ?? '';
}

/** Returns the name of a search with its heuristic: A* with linear conflict. */
export function searchTitle({ algorithm, heuristic }: ComparedSearch): string {
  const title = ALGORITHM_TITLES[algorithm];
  return heuristic === null ? title : `${title} with ${heuristicTitle(heuristic)}`;
}
