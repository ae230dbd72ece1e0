/** Good solutions of permutation puzzles that have tables of coordinates: by two phases, or by beams if no subgroup serves. */

import type { PermutationPuzzle } from '../../space/space.js';
import type { CoordinateDatabases } from '../coordinates/coordinate-databases.js';
import { makeCoordinateDatabases, preparedPhases, withEstimates } from '../puzzle-search.js';
import { PATTERN_HEURISTIC } from '../question/heuristics.js';
import { Limits } from '../question/limits.js';
import type { SearchQuestion } from '../question/question.js';
import type { SearchOptions } from '../search.js';
import { type BeamOptions, searchByBeams } from './beam.js';

export interface PuzzleSolutions {
  /** A lower bound. */
  readonly bound: number;
  /** True if the search has two phases. */
  readonly hasPhases: boolean;
  /** Makes the tables of the exact search, and of beams, once. */
  openCoordinates(signal: AbortSignal | undefined): Promise<CoordinateDatabases>;
  /** Searches until a limit, or until nothing more can be found. @throws LimitError if the time is over; as search */
  find(options: Pick<BeamOptions, 'limits' | 'best' | 'bytes' | 'onSolution'>): Promise<void>;
}

/** Prepares the search for solutions of a question. @throws as search */
export async function puzzleSolutions(
  space: PermutationPuzzle,
  question: SearchQuestion,
  options: SearchOptions,
): Promise<PuzzleSolutions> {
  const { threads, signal } = options;
  let coordinates: Promise<CoordinateDatabases> | undefined;
  const openCoordinates = (signal: AbortSignal | undefined) => {
    const open =
      options.openCoordinates ?? ((signal) => makeCoordinateDatabases(space, options, new Limits({ signal })));
    coordinates ??= open(signal);
    return coordinates;
  };
  const phases = await preparedPhases(space, question, threads, new Limits({ signal }));
  // Beams need the tables of the exact search, which are made before the time of both begins.
  const databases = phases === undefined ? await openCoordinates(signal) : undefined;
  return {
    bound: phases?.bound ?? 0,
    hasPhases: phases !== undefined,
    openCoordinates,
    async find({ limits, best, bytes, onSolution }) {
      limits.begin();
      if (databases === undefined) return phases?.find(limits, best, onSolution);
      const estimated = withEstimates(space, databases);
      const heuristic = PATTERN_HEURISTIC;
      await searchByBeams(estimated, question, { heuristic, limits, best, bytes, onSolution, seed: 0 });
    },
  };
}
