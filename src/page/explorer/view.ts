/** The state of the page, and what follows from it: the best moves of the state shown. */

import type { DistanceAnswer, DistributionAnswer, MoveAnswer, SpaceAnswer } from '../../serve/answers.js';
import { type Play, playFrom, type SolutionPath } from './play.js';

export interface View {
  /** null until the server's first answer. */
  readonly spaces: readonly SpaceAnswer[] | null;
  readonly space: SpaceAnswer | null;
  readonly distribution: DistributionAnswer | null;
  /** Reason why there is no distribution, in one line. */
  readonly undistributed: string | null;
  /** Moves made since the last position was set up. The state after them is `state`. */
  readonly play: Play;
  readonly state: string;
  /** Distance of the state; null if no moves lead to the goal, undefined while it is unknown. */
  readonly distance: number | null | undefined;
  /** Distance of the state that the play began with; null while it is unknown. */
  readonly shortest: number | null;
  /** Last answer about a state of this space, possibly the previous state. */
  readonly answer: DistanceAnswer | null;
  /** Set while a slow computation of the distance runs, or if it was stopped. */
  readonly computing: 'now' | 'stopped' | null;
  /** Lower bound of the distance during its computation. */
  readonly atLeast: number | null;
  /** True while the first, random position of a space is requested; the goal is shown meanwhile. */
  readonly opening: boolean;
  /** True if best moves are always shown. */
  readonly hints: boolean;
  /** True if the reader asked for a hint at this state. */
  readonly hinted: boolean;
  /** True while the reader swaps tiles or types a state. */
  readonly editing: boolean;
  /** Last opened solution, which does not always contain the state shown. */
  readonly solution: SolutionPath | null;
  /** True during a slow computation of a solution. */
  readonly solving: boolean;
  /** True while the solution plays automatically. */
  readonly playing: boolean;
  /** Playback speed, in moves/s. */
  readonly speed: number;
  /** Problem to show, in one line. */
  readonly problem: string | null;
  readonly lost: boolean;
  /** Number of times that the server was lost and found. Unanswered requests are then repeated. */
  readonly recoveries: number;
  /** Distance chosen in the chart, for which samples are shown. */
  readonly chosenDepth: number | null;
  /** Text for screen readers; each one is a new object. */
  readonly said: { readonly text: string } | null;
}

/** Returns the answer about the state shown; null until it arrives. */
export function settled({ answer, state }: View): DistanceAnswer | null {
  return answer?.state === state ? answer : null;
}

/** Returns the open solution if it contains the state shown; otherwise null. */
export function solutionHere({ solution, state }: View): SolutionPath | null {
  return solution?.states.includes(state) ? solution : null;
}

/** The view before the first answer. */
export const FIRST_VIEW: View = {
  spaces: null,
  space: null,
  distribution: null,
  undistributed: null,
  play: playFrom(''),
  state: '',
  distance: undefined,
  shortest: null,
  answer: null,
  computing: null,
  atLeast: null,
  opening: false,
  hints: true,
  hinted: false,
  editing: false,
  solution: null,
  solving: false,
  playing: false,
  speed: 2,
  problem: null,
  lost: false,
  recoveries: 0,
  chosenDepth: null,
  said: null,
};

/** Returns the best moves of the state shown, which begin a shortest solution: null while they are unknown, none if distances are counted from a start. */
export function bestMoves(view: View, { directed }: SpaceAnswer): readonly MoveAnswer[] | null {
  if (directed) return [];
  const answer = settled(view);
  if (answer === null) return null;
  const { distance, moves } = answer;
  if (distance === null) return [];
  return moves.filter((move) => move.distance === distance - 1);
}

/** Returns the best moves to show: all of them or, if hints are off, the requested one. */
export function shownMoves(view: View, space: SpaceAnswer): readonly MoveAnswer[] {
  const best = bestMoves(view, space) ?? [];
  if (view.hints) return best;
  return view.hinted ? best.slice(0, 1) : [];
}
