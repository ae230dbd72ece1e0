/** Samples of all layers of a board, which is enumerated again on worker threads. */

import type { Board } from '../board/board.js';
import type { Metric } from '../board/metric.js';
import type { Position } from '../board/position.js';
import { requirementsOf } from '../explore/requirements.js';
import { sampleLayers, sharesOf } from '../explore/sample-positions.js';
import type { State } from '../numbering/numbering.js';
import { ANTIPODES_KEPT, STATES_KEPT, type Survey, type SurveyLimits } from './layer-samples.js';
import { surveyThreads } from './survey-threads.js';

export interface SurveyedBoard {
  readonly board: Board;
  readonly goal: Position;
  readonly metric: Metric;
  /** States of each depth. */
  readonly histogram: readonly number[];
}

/** Antipodes are kept all up to this number, of which the first are given; no board that can be enumerated here has so many. */
const ANTIPODES_SORTED = 20_000;

export function canSurveyBoard({ board, metric }: SurveyedBoard, limits: SurveyLimits): boolean {
  const { states, bytes } = requirementsOf(board, false, metric);
  return states <= limits.states && bytes <= limits.bytes;
}

/** @throws MemoryError where the machine has not the memory, WorkerError, the signal's reason */
export async function surveyBoard(
  { board, goal, metric, histogram }: SurveyedBoard,
  signal: AbortSignal,
): Promise<Survey<State>> {
  signal.throwIfAborted();
  const shares = sharesOf(histogram, STATES_KEPT);
  shares[shares.length - 1] = Math.min(1, ANTIPODES_SORTED / histogram[shares.length - 1]);
  const layers = await sampleLayers(board, goal, shares, { metric, threads: surveyThreads(), signal });
  const inOrder = [...layers[layers.length - 1]].sort((a, b) => a.cell - b.cell || a.word - b.word || a.bit - b.bit);
  return { layer: (depth) => layers[depth], antipodes: inOrder.slice(0, ANTIPODES_KEPT) };
}
