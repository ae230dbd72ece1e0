/**
 * The place that the address names, such as `?space=3x3&state=2,3,4,1,5,x,7,6,8`, and the play that belongs to it.
 *
 * A position that is set up (shuffled, edited, opened) becomes an entry of the browser's history. A move only changes the current entry.
 * Back and Forward return to an entry with its play: its last position, and the moves that can be undone. Browsers refuse more than 100
 * changes in 10 s, which a held arrow key would make. So moves are kept here, and written to the history at intervals.
 */

import type { DistanceAnswer, DistributionAnswer, SpaceAnswer, StepAnswer } from '../../serve/answers.js';
import type { Direction } from '../../spaces/board/board.js';
import { slid } from '../../spaces/board/moves.js';
import { formatPosition } from '../../spaces/board/position.js';
import { readTiles, slideBy } from '../states/tiles.js';
import { type Api, apiPath } from './api.js';
import { isPlay, type Play, pathOf, type SolutionPath, solutionHere, type View } from './view.js';
import { wordsFor } from './words.js';

export interface Place {
  readonly space: string | null;
  readonly state: string | null;
  /** Solution of a link, and its step. */
  readonly moves: string | null;
  readonly step: string | null;
  /** Play of the history entry; null if the address was typed or followed. */
  readonly play: Play | null;
}

interface Entry {
  readonly query: string;
  readonly play: Play;
}

/** Milliseconds between two changes of the address. */
const PAUSE = 200;

/** Returns the query of a place. @param commas true if commas can separate the state's words; they need no escapes in an address */
export function queryText(space: string, state: string, commas: boolean): string {
  return readable(new URLSearchParams({ space, state: commas ? state.replaceAll(' ', ',') : state }));
}

/** Returns the text of a query, with unescaped commas and colons. */
function readable(query: URLSearchParams): string {
  return `?${String(query).replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
}

/** Returns the address of the page. @param onReturn called when Back or Forward has led to another entry */
export function watchAddress(onReturn: (place: Place) => void) {
  /** Every entry of this visit by its name, newer than the browser's. */
  const entries = new Map<string, Entry>();
  let isWaiting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let name = nameOf(history.state) ?? newName();

  function place(): Place {
    const query = new URLSearchParams(location.search);
    const [space, state, moves, step] = ['space', 'state', 'moves', 'step'].map((key) => query.get(key));
    const kept: unknown = entries.get(name)?.play ?? history.state?.play;
    return { space, state, moves, step, play: isPlay(kept) ? kept : null };
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

/* A reader's preferences, stored by the browser for the next visit. A browser without storage is not an error. */

const HINTS = 'antipode-hints';

export function keptHints(): boolean {
  try {
    return localStorage.getItem(HINTS) !== 'off';
  } catch {
    return true;
  }
}

export function keepHints(on: boolean): void {
  try {
    localStorage.setItem(HINTS, on ? 'on' : 'off');
  } catch {
    // Hints are on again at the next visit.
  }
}

/* Scrolls the position into view if a control further down the page has set it up. */

/** Id of the position's section. */
export const POSITION_ID = 'position';

/** Fractions of the screen's height: the minimum for the section's end, and the maximum for its beginning. */
const LEAST_END = 0.25;
const MOST_TOP = 0.75;
/** Maximum number of pixels of the section above the screen. */
const HIDDEN = 40;

/** Scrolls to the position unless it is in view. @param focus true to move the focus as well */
export function comeIntoView(focus: boolean): void {
  const position = document.getElementById(POSITION_ID);
  if (position === null) return;
  const { top, bottom } = position.getBoundingClientRect();
  if (bottom > innerHeight * LEAST_END && top < innerHeight * MOST_TOP && top > -HIDDEN) return;
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  if (focus) position.focus({ preventScroll: true });
  position.scrollIntoView({ block: 'start', behavior });
}

/* Links to a step of a solution, and the amounts of Shuffle. */

/*
 * Links to a step of a solution: `?space=3x3&state=1,2,3,x,5,6,4,7,8&moves=d,r,r&step=2`. The page makes the moves one by one, and
 * shows a problem if one of them is not possible.
 */

/** Maximum number of moves; solutions of the spaces served are shorter. */
const MOST_MOVES = 1000;

/** Returns the link to the state shown, or to the open solution and its step. */
export function linkOf(view: View, space: SpaceAnswer): string {
  const path = solutionHere(view);
  const commas = space.board !== null;
  const base = location.origin + location.pathname;
  if (path === null) return base + queryText(space.id, view.state, commas);
  const query = new URLSearchParams(queryText(space.id, path.states[0], commas));
  query.set('moves', path.moves.join(commas ? ',' : ' '));
  query.set('step', String(path.states.indexOf(view.state)));
  return base + readable(query);
}

/** Follows the moves of a link. @throws as Api.get, and an error that explains why there is no such path */
export async function followLink(api: Api, space: SpaceAnswer, from: string, text: string): Promise<SolutionPath> {
  const wrong = (why: string) => new Error(`${why}: showing its first ${wordsFor(space).state}.`);
  const moves = text.split(space.board === null ? ' ' : /[ ,]+/).filter((move) => move !== '');
  if (moves.length > MOST_MOVES) throw wrong(`A link can hold up to ${MOST_MOVES} moves, found ${moves.length}`);
  const first = await asWritten(api, space, from);
  const steps: StepAnswer[] = [];
  for (const [index, move] of moves.entries()) {
    const state = await stateAfter(api, space, steps.at(-1)?.state ?? first, move);
    if (state === null) throw wrong(`Move ${index + 1} of the link, '${move.slice(0, 20)}', is not possible`);
    steps.push({ move, state });
  }
  const path = pathOf(first, steps, space);
  if (new Set(path.states).size < path.states.length) throw wrong('The moves of the link lead in a circle');
  return path;
}

/** Returns a state in the server's notation. The address may hold another notation. */
async function asWritten(api: Api, { id, board }: SpaceAnswer, state: string): Promise<string> {
  const tiles = board && readTiles(state, board);
  if (tiles) return formatPosition(tiles);
  return (await api.get<DistanceAnswer>(apiPath(id, 'distance', { state }))).state;
}

async function stateAfter(
  api: Api,
  { id, board, moves }: SpaceAnswer,
  state: string,
  move: string,
): Promise<string | null> {
  if (!moves.includes(move)) return null;
  if (board === null) {
    const answer = await api.get<DistanceAnswer>(apiPath(id, 'distance', { state }));
    return answer.moves.find((other) => other.move === move)?.state ?? null;
  }
  const tiles = readTiles(state, board);
  const slide = tiles && slideBy(board, tiles, move[0] as Direction, Number(move.slice(1)) || 1);
  return tiles && slide ? formatPosition(slid(tiles, slide)) : null;
}

/* The amounts of Shuffle: a distance or, if the space has no table, the length of a random walk. */

/** Length of a walk in a space whose maximum depth is unknown. */
const USUAL_WALK = 100;
/** Length of a walk in maximum depths. A walk ends nearer than its length: twice the maximum depth leads to typical states. */
const WALK_FACTOR = 2;
const LONGEST_WALK = 1000;

/** Returns the most common distance, or the length of a walk; null while it is unknown. */
export function usualShuffle(space: SpaceAnswer, distribution: DistributionAnswer | null): number | null {
  if (space.hasTable) return distribution?.mode ?? null;
  return space.maxDepth === null ? USUAL_WALK : WALK_FACTOR * space.maxDepth;
}

export function longestShuffle({ hasTable, maxDepth }: SpaceAnswer): number {
  return hasTable && maxDepth !== null ? maxDepth : LONGEST_WALK;
}

export function shufflePath({ id, hasTable }: SpaceAnswer, amount: number): string {
  return apiPath(id, 'random', { [hasTable ? 'depth' : 'steps']: String(amount), count: '1' });
}
