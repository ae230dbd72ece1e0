/** All that is known of where the page is. A change makes a new one. */

import type { DistanceAnswer, DistributionAnswer, SpaceAnswer } from '../../serve/answers.js';

export interface View {
  /** null until the server has answered for the first time. */
  readonly spaces: readonly SpaceAnswer[] | null;
  readonly space: SpaceAnswer | null;
  readonly distribution: DistributionAnswer | null;
  readonly state: string;
  /** null if no moves lead to the goal; undefined while it is not known. */
  readonly distance: number | null | undefined;
  /** The last answer about a state of this space, which may be the one before. */
  readonly answer: DistanceAnswer | null;
  /** What is wrong, in one line. */
  readonly problem: string | null;
  readonly lost: boolean;
  /** How often the server was lost and found: what it did not answer is to be asked again. */
  readonly recoveries: number;
  /** The distance that is chosen in the chart, of which some states are shown. */
  readonly chosenDepth: number | null;
  /** Whether the solution plays by itself. */
  readonly playing: boolean;
  /** What is to be read out; each its own object. */
  readonly said: { readonly text: string } | null;
}

/** The answer about the state that is shown; null until it is there. */
export function settled({ answer, state }: View): DistanceAnswer | null {
  return answer?.state === state ? answer : null;
}

/** Before anything is known. */
export const FIRST_VIEW: View = {
  spaces: null,
  space: null,
  distribution: null,
  state: '',
  distance: undefined,
  answer: null,
  problem: null,
  lost: false,
  recoveries: 0,
  chosenDepth: null,
  playing: false,
  said: null,
};
