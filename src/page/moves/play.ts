/**
 * The moves since a position was set up: those that were made, and those that were taken back and can be made again.
 * Nothing is lost by Undo, Redo or Restart. A play is plain data, which the browser keeps with each entry of its history.
 */

export interface Play {
  readonly start: string;
  /** The state after each move, in turn. */
  readonly made: readonly string[];
  /** The states of moves that were undone; the next one to redo comes last. */
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

/** Makes a move. One that was undone last counts as made again. */
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

/** Takes every move back. */
export function withRestart(play: Play): Play {
  return { ...play, made: [], undone: [...play.undone, ...play.made.toReversed()], watched: false };
}

/** Goes to a neighbour of the present state, as the solution does. A step to the state before takes the last move back. */
export function withStep(play: Play, state: string): Play {
  const before = play.made.length > 0 ? (play.made.at(-2) ?? play.start) : null;
  return { ...(state === before ? withUndo(play) : withMove(play, state)), watched: true };
}

/** Checks a play that the browser has kept, perhaps from an older page. */
export function isPlay(kept: unknown): kept is Play {
  const { start, made, undone, watched } = (kept ?? {}) as Record<string, unknown>;
  const areStates = (list: unknown) => Array.isArray(list) && list.every((state) => typeof state === 'string');
  return typeof start === 'string' && typeof watched === 'boolean' && areStates(made) && areStates(undone);
}
