/**
 * The place that the address names, such as `?space=3x3&state=2,3,4,1,5,x,7,6,8`, and the play that belongs to it.
 *
 * A position that is set up (shuffled, edited, opened) becomes an entry of the browser's history. A move only changes the current entry.
 * Back and Forward return to an entry with its play: its last position, and the moves that can be undone. Browsers refuse more than 100
 * changes in 10 s, which a held arrow key would make. So moves are kept here, and written to the history at intervals.
 */

import type {
  DistanceAnswer,
  DistributionAnswer,
  EstimatesAnswer,
  SpaceAnswer,
  StepAnswer,
} from '../../serve/answers.js';
import { formatPosition } from '../../spaces/board/position.js';
import { readTiles } from '../states/tiles.js';
import { type Api, apiPath } from './api.js';
import { pathOf, positionAfter, type SolutionPath } from './known-solutions.js';
import { isPlay, type LessonPlace, type Play, solutionHere, type View } from './view.js';
import { wordsFor } from './words.js';

/** The parameters of an address. */
type Query = Readonly<
  Partial<Record<'space' | 'state' | 'moves' | 'step' | 'replay' | 'challenge' | 'lesson' | 'at' | 'view', string>>
>;

/** What an address names: a state, perhaps with the solution of a link and its step, or with the moves of a game; a challenge; a lesson. */
export interface Place extends Omit<Query, 'lesson' | 'at'> {
  readonly lesson?: LessonPlace | null;
  /** Play of the history entry; null if the address was typed or followed. */
  readonly play?: Play | null;
}

interface Entry {
  readonly query: string;
  readonly play: Play;
}

/** Id of the space of all challenges. */
export const CHALLENGE_SPACE = '3x3';

/** Milliseconds between two changes of the address. */
const PAUSE = 200;

/** Value of `view` that shows the page as for a projector. */
export const PROJECTOR = 'projector';

/** Returns what names a state in an address. Commas between the tiles of a board need no escapes. */
function stateQuery({ id, board }: Pick<SpaceAnswer, 'id' | 'board'>, state: string): Query {
  return { space: id, state: board === null ? state : state.replaceAll(' ', ',') };
}

function lessonQuery(lesson: LessonPlace | null): Query {
  return lesson === null ? {} : { lesson: lesson.id, at: `${lesson.at}` };
}

/** Returns the query of what is shown: a challenge; or a state, with its step of a lesson and the view for a projector. */
export function placeText(space: SpaceAnswer, { state, play, lesson, projected }: View): string {
  if (play.challenge !== null) return queryText({ challenge: play.challenge });
  return queryText({ ...lessonQuery(lesson), ...(projected && { view: PROJECTOR }), ...stateQuery(space, state) });
}

/** Returns the text of a query, with unescaped commas and colons. */
function queryText(query: Query): string {
  return `?${new URLSearchParams(query as Record<string, string>)}`.replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/** Returns the address of the page. @param onReturn called when Back or Forward has led to another entry */
export function watchAddress(onReturn: (place: Place) => void) {
  /** Every entry of this visit by its name, newer than the browser's. */
  const entries = new Map<string, Entry>();
  let isWaiting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let name = nameOf(history.state) ?? newName();

  function place(): Place {
    const { lesson, at, ...query }: Query = Object.fromEntries(new URLSearchParams(location.search));
    const kept: unknown = entries.get(name)?.play ?? history.state?.play;
    return {
      ...query,
      ...(query.challenge !== undefined && { space: CHALLENGE_SPACE }),
      lesson: lesson === undefined ? null : { id: lesson, at: Number(at ?? 1) },
      play: isPlay(kept) ? kept : null,
    };
  }

  function write(): void {
    const entry = entries.get(name);
    if (isWaiting && entry !== undefined) history.replaceState({ name, play: entry.play }, '', entry.query);
    isWaiting = false;
  }

  addEventListener('popstate', ({ state }) => {
    isWaiting = false;
    name = nameOf(state) ?? newName();
    onReturn(place());
  });
  addEventListener('pagehide', write);
  return {
    place,
    push(query: string, play: Play): void {
      write();
      name = newName();
      entries.set(name, { query, play });
      history.pushState({ name, play }, '', query);
    },
    replace(query: string, play: Play): void {
      entries.set(name, { query, play });
      isWaiting = true;
      if (timer !== undefined) return;
      write();
      timer = setTimeout(() => {
        timer = undefined;
        write();
      }, PAUSE);
    },
  };
}

function nameOf(kept: unknown): string | null {
  const { name } = (kept ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : null;
}

let names = 0;
/** Returns a name that no entry of an earlier visit has. */
function newName(): string {
  return `${performance.timeOrigin} ${++names}`;
}

/* What the browser keeps for the next visit, such as a reader's preferences. A browser without storage is not an error. */

/** Returns a text that the browser keeps; null if there is none. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`antipode-${name}`);
  } catch {
    return null;
  }
}

/** @param text null to keep nothing */
export function keep(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(`antipode-${name}`);
    else localStorage.setItem(`antipode-${name}`, text);
  } catch {
    // It lasts until the next visit.
  }
}

/** Returns the id of the first space, open or offered, that may have the state of an address without a space. */
export function spaceOfState({ spaces, explores }: View, state: string): string | undefined {
  const shape = (text: string) =>
    text
      .replace(/-?\d+(\+\d)?/g, '1')
      .replace(/[\s,/]+/g, ' ')
      .replace(/[a-z]/gi, 'a');
  const written = [state, [...state.replaceAll('/', '')].join(' ')];
  return [...(spaces ?? []), ...(explores?.offered ?? [])].find(({ board, goal }) =>
    board === null ? shape(state) === shape(goal) : written.some((text) => readTiles(text, board) !== null),
  )?.id;
}

/* Scrolls the position into view if a control further down the page has set it up. */

/** Id of the position's section. */
export const POSITION_ID = 'position';

/** Maximum of the section's beginning, as a fraction of the screen's height. */
const MOST_TOP = 0.75;
/** Maximum number of pixels of the section above the screen. */
const HIDDEN = 40;

/** Scrolls to the position unless it is in view. @param focus true to move the focus as well */
export function comeIntoView(focus: boolean): void {
  const position = document.getElementById(POSITION_ID);
  if (position === null) return;
  const { top } = position.getBoundingClientRect();
  if (top < innerHeight * MOST_TOP && top > -HIDDEN) return;
  if (focus) position.focus({ preventScroll: true });
  position.scrollIntoView({ block: 'start', behavior: scrolling() });
}

/** Returns how the page scrolls by itself. */
export function scrolling(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

/*
 * Links to a step of a solution: `?space=3x3&state=1,2,3,x,5,6,4,7,8&moves=d,r,r&step=2`. The page makes the moves one by one, and
 * shows a problem if one of them is not possible.
 */

/** Maximum number of moves of a solution in a link; the solutions of some large boards are longer. */
const MOST_MOVES = 3000;

/** Returns the link to what a query names. */
function linkTo(query: Query): string {
  return location.origin + location.pathname + queryText(query);
}

/** Returns the link to a challenge. */
export function challengeLink(challenge: string): string {
  return linkTo({ challenge });
}

/** Returns the link to a step of a lesson. */
export function lessonLink(lesson: LessonPlace): string {
  return linkTo(lessonQuery(lesson));
}

function movesText({ board }: SpaceAnswer, moves: readonly string[]): string {
  return moves.join(board === null ? ' ' : ',');
}

/** Returns the link to a game. */
export function replayLink(space: SpaceAnswer, start: string, moves: readonly string[]): string {
  return linkTo({ ...stateQuery(space, start), replay: movesText(space, moves) });
}

/** Returns the link to the state shown, or to the open solution and its step. */
export function linkOf(view: View, space: SpaceAnswer): string {
  const path = solutionHere(view);
  if (path === null || path.moves.length > MOST_MOVES) return linkTo(stateQuery(space, view.state));
  const step = `${path.states.indexOf(view.state)}`;
  return linkTo({ ...stateQuery(space, path.states[0]), moves: movesText(space, path.moves), step });
}

/**
 * Follows the moves of a link. A game can return to its earlier states, a solution cannot.
 * @throws as Api.get, and an error that explains why there is no such path
 */
export async function followLink(
  api: Api,
  space: SpaceAnswer,
  from: string,
  text: string,
  isGame: boolean,
  signal: AbortSignal,
): Promise<SolutionPath> {
  const wrong = (why: string) => new Error(`${why}: showing its first ${wordsFor(space).state}.`);
  const moves = text.split(space.board === null ? ' ' : /[ ,]+/).filter((move) => move !== '');
  if (moves.length > MOST_MOVES) throw wrong(`A link can hold up to ${MOST_MOVES} moves, found ${moves.length}`);
  const first = await asWritten(api, space, from, signal);
  const steps: StepAnswer[] = [];
  for (const [index, move] of moves.entries()) {
    const state = await stateAfter(api, space, steps.at(-1)?.state ?? first, move);
    if (state === null) throw wrong(`Move ${index + 1} of the link, '${move.slice(0, 20)}', is not possible`);
    steps.push({ move, state });
  }
  const path = pathOf(first, steps, space);
  if (!isGame && new Set(path.states).size < path.states.length) throw wrong('The moves of the link lead in a circle');
  if (isGame && space.goals === 1 && path.states.at(-1) !== space.goal)
    throw wrong('The moves of the link do not reach the goal');
  return path;
}

/** Returns a state in the server's notation; a reader or an address may use another one. @throws as Api.get */
export async function asWritten(
  api: Api,
  { id, board }: SpaceAnswer,
  state: string,
  signal: AbortSignal,
): Promise<string> {
  const tiles = board && readTiles(state, board);
  if (tiles) return formatPosition(tiles);
  return (await api.get<EstimatesAnswer>(apiPath(id, 'estimates', { state }), signal)).state;
}

async function stateAfter(api: Api, space: SpaceAnswer, state: string, move: string): Promise<string | null> {
  if (!space.moves.includes(move)) return null;
  if (space.board !== null) return positionAfter(space.board, state, move);
  const answer = await api.get<DistanceAnswer>(apiPath(space.id, 'distance', { state }));
  return answer.moves.find((other) => other.move === move)?.state ?? null;
}

/* The amounts of Shuffle: a distance or, if the space has no table, the length of a random walk, and null for any state. */

const LONGEST_WALK = 1000;

/** Part of the maximum distance that a shuffle has at least. */
const FAR = 0.75;

/** Returns the most common distance or, if it is near, a farther one; null while it is unknown, and if the space has no table. */
export function usualShuffle({ hasTable }: SpaceAnswer, distribution: DistributionAnswer | null): number | null {
  return hasTable && distribution ? Math.max(distribution.mode, Math.ceil(FAR * distribution.maxDepth)) : null;
}

export function longestShuffle({ hasTable, maxDepth }: SpaceAnswer): number {
  return hasTable && maxDepth !== null ? maxDepth : LONGEST_WALK;
}

export function shufflePath({ id, hasTable }: SpaceAnswer, amount: number | null): string {
  const chosen = amount === null ? {} : { [hasTable ? 'depth' : 'steps']: String(amount) };
  return apiPath(id, 'random', { ...chosen, count: '1' });
}
