/**
 * The state of the page: the play, which is the moves made since a position was set up, the solution, the view, and the best moves of the
 * state shown.
 *
 * Undo, Redo and Restart lose nothing: undone moves can be redone. A play is plain data, which the browser keeps with each entry of its
 * history.
 */

import type { DistanceAnswer, DistributionAnswer, MoveAnswer, SpaceAnswer, StepAnswer } from '../../serve/answers.js';

export interface Play {
  readonly start: string;
  /** State after each move, in order. */
  readonly made: readonly string[];
  /** States after the undone moves; the next one to redo comes last. */
  readonly undone: readonly string[];
  /** True if the solution made some of the moves. */
  readonly watched: boolean;
}

export function playFrom(start: string): Play {
  return { start, made: [], undone: [], watched: false };
}

export function playedState({ start, made }: Play): string {
  return made.at(-1) ?? start;
}

/** Makes a move. Repeating the move that was undone last counts as redoing it. */
export function withMove(play: Play, state: string): Play {
  const again = play.undone.at(-1) === state;
  return { ...play, made: [...play.made, state], undone: again ? play.undone.slice(0, -1) : [] };
}

export function withUndo(play: Play): Play {
  const last = play.made.at(-1);
  if (last === undefined) return play;
  return { ...play, made: play.made.slice(0, -1), undone: [...play.undone, last] };
}

export function withRedo(play: Play): Play {
  const next = play.undone.at(-1);
  return next === undefined ? play : withMove(play, next);
}

/** Undoes every move. */
export function withRestart(play: Play): Play {
  return { ...play, made: [], undone: [...play.undone, ...play.made.toReversed()], watched: false };
}

/** Moves to a neighbour, as the solution does. A step to the previous state undoes the last move. */
export function withStep(play: Play, state: string): Play {
  const before = play.made.length > 0 ? (play.made.at(-2) ?? play.start) : null;
  return { ...(state === before ? withUndo(play) : withMove(play, state)), watched: true };
}

/** Checks a play that the browser has stored, possibly by an older version of the page. */
export function isPlay(kept: unknown): kept is Play {
  const { start, made, undone, watched } = (kept ?? {}) as Record<string, unknown>;
  const areStates = (list: unknown) => Array.isArray(list) && list.every((state) => typeof state === 'string');
  return typeof start === 'string' && typeof watched === 'boolean' && areStates(made) && areStates(undone);
}

/** A shortest solution, state by state. */
export interface SolutionPath {
  /** State before the first move, and the state after each move. All states differ. */
  readonly states: readonly string[];
  readonly moves: readonly string[];
  /** Distance of each state. */
  readonly distances: readonly number[];
}

/** Returns the path that begins at a state. */
export function pathOf(from: string, steps: readonly StepAnswer[], { directed }: SpaceAnswer): SolutionPath {
  const states = [from, ...steps.map(({ state }) => state)];
  const distances = states.map((_, at) => (directed ? at : steps.length - at));
  return { states, moves: steps.map(({ move }) => move), distances };
}

/** The state of the page before the first answer. */
export const FIRST_VIEW = {
  /** null until the server's first answer. */
  spaces: null as readonly SpaceAnswer[] | null,
  space: null as SpaceAnswer | null,
  distribution: null as DistributionAnswer | null,
  /** Moves made since the last position was set up. The state after them is `state`. */
  play: playFrom(''),
  state: '',
  /** Distance of the state; null if no moves lead to the goal, undefined while it is unknown. */
  distance: undefined as number | null | undefined,
  /** Distance of the state that the play began with; null while it is unknown. */
  shortest: null as number | null,
  /** Last answer about a state of this space, possibly the previous state. */
  answer: null as DistanceAnswer | null,
  /** Set while a slow computation of the distance runs, or if it was stopped. */
  computing: null as 'now' | 'stopped' | null,
  /** True while the first, random position of a space is requested; the goal is shown meanwhile. */
  opening: false,
  /** True if best moves are always shown. */
  hints: true,
  /** True if the reader asked for a hint at this state. */
  hinted: false,
  /** True while the reader swaps tiles or types a state. */
  editing: false,
  /** Last opened solution, which does not always contain the state shown. */
  solution: null as SolutionPath | null,
  /** True during a slow computation of a solution. */
  solving: false,
  /** True while the solution plays automatically. */
  playing: false,
  /** Playback speed, in moves/s. */
  speed: 2,
  /** Problem to show, in one line. */
  problem: null as string | null,
  lost: false,
  /** Number of times that the server was lost and found. Unanswered requests are then repeated. */
  recoveries: 0,
  /** Distance chosen in the chart, for which samples are shown. */
  chosenDepth: null as number | null,
  /** Text for screen readers; each one is a new object. */
  said: null as { readonly text: string } | null,
};

export type View = Readonly<typeof FIRST_VIEW>;

/** Returns the answer about the state shown; null until it arrives. */
export function settled({ answer, state }: View): DistanceAnswer | null {
  return answer?.state === state ? answer : null;
}

/** Returns the open solution if it contains the state shown; otherwise null. */
export function solutionHere({ solution, state }: View): SolutionPath | null {
  return solution?.states.includes(state) ? solution : null;
}

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
