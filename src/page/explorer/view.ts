/**
 * The state of the page: the play, which is the moves made since a position was set up, the solution, the view, and the best moves of the
 * state shown.
 *
 * Undo, Redo and Restart lose nothing: undone moves can be redone. A play is plain data, which the browser keeps with each entry of its
 * history.
 */

import type {
  ComparedSearch,
  DistanceAnswer,
  DistributionAnswer,
  ExploresAnswer,
  MoveAnswer,
  SpaceAnswer,
} from '../../serve/answers.js';
import type { Exploring } from './exploring.js';
import type { KnownSolution, SolutionPath } from './known-solutions.js';

export interface Play {
  readonly start: string;
  /** State after each move, in order. */
  readonly made: readonly string[];
  /** States after the undone moves; the next one to redo comes last. */
  readonly undone: readonly string[];
  /** True if the solution made some of the moves. */
  readonly watched: boolean;
  /** True if the distance or best moves were shown at some of its states. */
  readonly helped: boolean;
  /** Milliseconds from its first move to its last. */
  readonly time: number;
  /** Date of the challenge that it is, such as 2026-11-27; null for none. */
  readonly challenge: string | null;
  /** What the statistics have counted; a game of a link is over for them. */
  readonly counted: 'nothing' | 'begun' | 'over';
}

export function playFrom(start: string, known: Partial<Play> = {}): Play {
  const facts = { watched: false, helped: false, time: 0, challenge: null, counted: 'nothing' } as const;
  return { made: [], undone: [], ...facts, ...known, start };
}

export function playedState({ start, made }: Play): string {
  return made.at(-1) ?? start;
}

/** Makes a move. Repeating the move that was undone last counts as redoing it; another one at the start begins anew. */
export function withMove(play: Play, state: string): Play {
  const again = play.undone.at(-1) === state;
  const watched = play.watched && (again || play.made.length > 0);
  return { ...play, watched, made: [...play.made, state], undone: again ? play.undone.slice(0, -1) : [] };
}

/** Makes or undoes moves until this number of them is made. A play that has fewer stays as it is. */
export function withMoment(play: Play, moves: number): Play {
  const trail = trailOf(play).slice(1);
  if (moves === play.made.length || moves < 0 || moves > trail.length) return play;
  return { ...play, made: trail.slice(0, moves), undone: trail.slice(moves).reverse() };
}

export const withUndo = (play: Play) => withMoment(play, play.made.length - 1);
export const withRedo = (play: Play) => withMoment(play, play.made.length + 1);
/** Undoes every move. */
export const withRestart = (play: Play) => withMoment(play, 0);

/** Returns the states of a play: its start, and those after its moves, also after the undone ones. */
export function trailOf({ start, made, undone }: Play): string[] {
  return [start, ...made, ...undone.toReversed()];
}

/** Moves to a neighbour, as the solution does. A step to the previous state undoes the last move. */
export function withStep(play: Play, state: string): Play {
  const before = play.made.length > 0 ? (play.made.at(-2) ?? play.start) : null;
  return { ...(state === before ? withUndo(play) : withMove(play, state)), watched: true };
}

/** Checks a play that the browser has stored, possibly by an older version of the page. */
export function isPlay(kept: unknown): kept is Play {
  const { start, made, undone, ...facts } = (kept ?? {}) as Record<string, unknown>;
  const areStates = (list: unknown) => Array.isArray(list) && list.every((state) => typeof state === 'string');
  const areFacts = (['watched', 'helped', 'time', 'challenge', 'counted'] as const).every((name) => name in facts);
  return typeof start === 'string' && areFacts && areStates(made) && areStates(undone);
}

/** A step of a lesson by the lesson's id and the step's number, from 1. */
export interface LessonPlace {
  readonly id: string;
  readonly at: number;
}

/** The place at which a step of a lesson begins. */
export interface LessonStart {
  readonly space: string;
  readonly state: string;
  readonly setup?: Partial<typeof NO_LESSON>;
}

/** A search of the comparison that has found a solution, and the number of nodes that it expanded in each layer. */
export interface EndedSearch extends ComparedSearch {
  readonly state: string;
  readonly expanded: number;
  readonly layers: readonly number[];
}

/** What a step of a lesson can set up beside the state. */
export const NO_LESSON = {
  /** Searches chosen for the comparison; null for the usual ones. */
  compared: null as readonly ComparedSearch[] | null,
  /** Last layer drawn in the distribution; null if all are. */
  grown: null as number | null,
  /** Distance chosen in the chart, for which samples are shown. */
  chosenDepth: null as number | null,
  /** True while the reader swaps tiles or types a state. */
  editing: false,
};

/** The state of the page before the first answer. */
export const FIRST_VIEW = {
  /** null until the server's first answer. */
  spaces: null as readonly SpaceAnswer[] | null,
  /** What the page can explore; null if it cannot, and until the first answer. */
  explores: null as ExploresAnswer | null,
  /** The exploration shown in place of the space. */
  exploring: null as Exploring | null,
  space: null as SpaceAnswer | null,
  distribution: null as DistributionAnswer | null,
  /** Moves made since the last position was set up. The state after them is `state`. */
  play: playFrom(''),
  state: '',
  /** Time of the last move of a game, by the clock of `performance`; null while the game's clock stands. */
  movedAt: null as number | null,
  /** Distance of the state; null if no moves lead to the goal, undefined while it is unknown. */
  distance: undefined as number | null | undefined,
  /** Distance of the state that the play began with; null while it is unknown. */
  shortest: null as number | null,
  /** Last answer about a state of this space, possibly the previous state. */
  answer: null as DistanceAnswer | null,
  /** Best known solution of the state, if it has no table. */
  known: null as KnownSolution | null,
  /** Set while a slow computation of the distance or a search for better solutions runs, or if it was stopped. */
  computing: null as 'now' | 'stopped' | null,
  /** True while the first, random position of a space is requested; the goal is shown meanwhile. */
  opening: false,
  /** True if distance, rarity, estimates and best moves are shown; otherwise the state is a game to play. */
  revealed: false,
  /** True if the reader asked for that during a game: the next one is hidden again. */
  peeked: false,
  /** True if best moves are always shown. */
  hints: true,
  /** True if the reader asked for a hint at this state. */
  hinted: false,
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
  ...NO_LESSON,
  /** Step of a lesson, and an object of its own each time that it begins; null while no lesson is open. */
  lesson: null as LessonPlace | null,
  /** Searches of the last comparison that have found a solution. */
  ended: null as readonly EndedSearch[] | null,
  /** True if text is large and less is shown, for a class to read. */
  projected: false,
  /** Text for screen readers; each one is a new object. */
  said: null as { readonly text: string } | null,
};

export type View = Readonly<typeof FIRST_VIEW>;

/** Returns the states of the game shown, if it has reached the goal, also while the reader looks at an earlier one; otherwise null. */
export function gameOf({ play, space, distance }: View): readonly string[] | null {
  if (space === null || space.directed || play.watched || play.start === space.goal) return null;
  const trail = trailOf(play);
  const isOver = play.undone.length === 0 ? distance === 0 : trail.at(-1) === space.goal;
  return isOver && trail.length > 1 ? trail : null;
}

/** Returns true if the distance is shown. A challenge hides it until the reader asks; distances from a start are always shown. */
export function isRevealed({ revealed, play, space }: View): boolean {
  return space?.directed || (revealed && (play.challenge === null || play.helped));
}

/**
 * Returns what the panels draw: the view without all that gives away the distance of the state, unless it is revealed. The goal, games
 * that are over and unsolvable states hide nothing. A hint that the reader asks for shows one best move, and no distance.
 */
export function veiled(view: View): View {
  if (isRevealed(view) || gameOf(view) !== null) return { ...view, revealed: true };
  const distance = view.distance === 0 || view.distance === null ? view.distance : undefined;
  return { ...view, revealed: false, distance, known: view.hinted ? view.known : null, hints: false };
}

/** Returns the answer about the state shown; null until it arrives. */
export function settled({ answer, state }: View): DistanceAnswer | null {
  return answer?.state === state ? answer : null;
}

/** Returns the open solution if it contains the state shown; otherwise null. */
export function solutionHere({ solution, state }: View): SolutionPath | null {
  return solution?.states.includes(state) ? solution : null;
}

/**
 * Returns the best moves of the state shown, which begin a shortest solution or, while none is known, the best known one: null while they are
 * unknown, none if distances are counted from a start.
 */
export function bestMoves(view: View, { directed }: SpaceAnswer): readonly MoveAnswer[] | null {
  if (directed) return [];
  const answer = settled(view);
  if (answer === null) {
    const { known, distance } = view;
    if (known === null || known.path.moves.length !== (distance ?? known.path.moves.length)) return null;
    return known.path.moves.slice(0, 1).map((move) => ({ move, state: known.path.states[1], distance: null }));
  }
  const { distance, moves } = answer;
  if (distance === null) return [];
  return moves.filter((move) => move.distance === distance - 1);
}

/** Returns true if a best move is shown on request. In a challenge, only after the distance. */
export function canHint({ space, play, revealed }: View): boolean {
  return space !== null && !space.directed && (revealed || play.challenge === null);
}

/** Returns what a move of `bestMoves` is for the reader. */
export function bestMoveName(view: View): 'best move' | 'leads to the best known solution' {
  return view.known !== null && view.distance === undefined ? 'leads to the best known solution' : 'best move';
}

/** Returns the best moves to show: all of them or, if hints are off, the requested one. */
export function shownMoves(view: View, space: SpaceAnswer): readonly MoveAnswer[] {
  const best = bestMoves(view, space) ?? [];
  if (view.hints) return best;
  return view.hinted ? best.slice(0, 1) : [];
}
