/** The displayed names of searches and heuristics, and a sentence for each heuristic. */

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

const HEURISTIC_WORDS: ReadonlyMap<string, HeuristicWords> = new Map(
  Object.entries({
    misplaced: {
      title: 'misplaced tiles',
      sentence: 'Each tile that is not in its goal cell needs at least one move.',
    },
    manhattan: {
      title: 'Manhattan',
      sentence: 'Each tile needs at least as many moves as its distance from its goal cell in rows and columns.',
    },
    'linear-conflict': {
      title: 'linear conflict',
      sentence: 'Manhattan, plus two moves for each tile that must leave its goal row or column to let others pass.',
    },
    pattern: {
      title: 'pattern databases',
      sentence: 'The sum of the minimum moves that each pattern of tiles needs on its own.',
    },
    gap: {
      title: 'gaps',
      sentence: 'Each pair of neighbours that are not neighbours in the goal needs at least one move.',
    },
  }),
);

export function heuristicTitle(heuristic: string): string {
  return HEURISTIC_WORDS.get(heuristic)?.title ?? heuristic.replaceAll('-', ' ');
}

/** Returns the sentence of a heuristic; empty for a heuristic that a module defines. */
export function heuristicSentence(heuristic: string): string {
  return HEURISTIC_WORDS.get(heuristic)?.sentence ?? '';
}

/** Returns the name of a search with its heuristic, such as `A* with linear conflict`. */
export function searchTitle({ algorithm, heuristic }: ComparedSearch): string {
  const title = ALGORITHM_TITLES[algorithm];
  return heuristic === null ? title : `${title} with ${heuristicTitle(heuristic)}`;
}
