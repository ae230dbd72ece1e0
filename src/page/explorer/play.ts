/**
 * The moves since a position was set up: the moves made, and the undone moves that can be redone. Undo, Redo and Restart lose nothing. A
 * play is plain data, which the browser keeps with each entry of its history.
 */

import type { SolutionAnswer, SpaceAnswer } from '../../serve/answers.js';

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

/** Returns the path of an answer; null if there is none. */
export function solutionPathOf({ from, steps }: SolutionAnswer, { directed }: SpaceAnswer): SolutionPath | null {
  if (steps === null) return null;
  const states = [from, ...steps.map(({ state }) => state)];
  const distances = states.map((_, at) => (directed ? at : steps.length - at));
  return { states, moves: steps.map(({ move }) => move), distances };
}
