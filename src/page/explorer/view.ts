/** The state of the page, which never changes: a change makes a new one. */

import type { DistanceAnswer, DistributionAnswer, SpaceAnswer } from '../../serve/answers.js';
import { type Play, playFrom } from '../moves/play.js';
import type { SolutionPath } from '../moves/solution-path.js';

export interface View {
  /** null until the server has answered for the first time. */
  readonly spaces: readonly SpaceAnswer[] | null;
  readonly space: SpaceAnswer | null;
  readonly distribution: DistributionAnswer | null;
  /** Why there is no distribution, in one line. */
  readonly undistributed: string | null;
  /** The moves made since a position was set up last. The state after them is `state`. */
  readonly play: Play;
  readonly state: string;
  /** null if no moves lead to the goal; undefined while it is not known. */
  readonly distance: number | null | undefined;
  /** The distance of the state that the play began with; null while it is not known. */
  readonly shortest: number | null;
  /** The last answer about a state of this space, which may be the one before. */
  readonly answer: DistanceAnswer | null;
  /** Set while the distance takes long to compute, or if that was stopped. */
  readonly computing: 'now' | 'stopped' | null;
  /** Moves that are needed at least, while the distance is computed. */
  readonly atLeast: number | null;
  /** True while the first position of a space is chosen at random; its goal is shown meanwhile. */
  readonly opening: boolean;
  /** True if best moves are shown at every state. */
  readonly hints: boolean;
  /** True if the best move of this state was asked for. */
  readonly hinted: boolean;
  /** True while a board's tiles are arranged, or a state is typed. */
  readonly editing: boolean;
  /** The solution that was opened last; it may not lead over the state that is shown. */
  readonly solution: SolutionPath | null;
  /** True while a solution is computed that takes long. */
  readonly solving: boolean;
  /** True while the solution plays by itself. */
  readonly playing: boolean;
  /** The speed of that, in moves/s. */
  readonly speed: number;
  /** A problem to be shown, in one line. */
  readonly problem: string | null;
  readonly lost: boolean;
  /** The number of times that the server was lost and found. Requests without an answer are then repeated. */
  readonly recoveries: number;
  /** The distance that is chosen in the chart, of which some states are shown. */
  readonly chosenDepth: number | null;
  /** The text to be read out; each its own object. */
  readonly said: { readonly text: string } | null;
}

/** The answer about the state that is shown; null until it is there. */
export function settled({ answer, state }: View): DistanceAnswer | null {
  return answer?.state === state ? answer : null;
}

/** The solution that leads over the state that is shown; null if that is not open. */
export function solutionHere({ solution, state }: View): SolutionPath | null {
  return solution?.states.includes(state) ? solution : null;
}

/** Before anything is known. */
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
