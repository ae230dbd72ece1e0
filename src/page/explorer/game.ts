/**
 * Games: positions that a reader solves without help. A game's clock runs from its first move to the goal, or until the distance is shown.
 * What the browser keeps of one's own games stays in the browser.
 */

import type { DistanceAnswer, SpaceAnswer } from '../../serve/answers.js';
import { formatPosition } from '../../spaces/board/position.js';
import { SeededRandom, shuffle } from '../../spaces/board/random.js';
import { parityOf, readTiles } from '../states/tiles.js';
import { type Api, apiPath } from './api.js';
import { keep, kept } from './browser.js';
import { gameOf, isRevealed, type Play, trailOf, type View } from './view.js';

/**
 * Returns a play after a change, with its time and what was shown during it. Looking at the moves of a game that is over changes neither.
 * @param now present time, by the clock of `performance`
 */
export function timed(view: View, play: Play, now: number): Pick<View, 'play' | 'movedAt'> {
  const { play: before, space, hinted, lesson } = view;
  const revealed = isRevealed(view);
  const game = gameOf(view);
  const trail = trailOf(play);
  if (space?.directed || (game?.length === trail.length && game.at(-1) === trail.at(-1)))
    return { play, movedAt: null };
  const isFirst = before.made.length === 0;
  const time = isFirst ? 0 : before.time + sinceMove(view, now);
  const helped = before.helped || revealed || hinted || play.watched;
  const isGame = !play.watched && lesson === null && play.start !== space?.goal;
  const counted = isGame && before.counted === 'nothing' ? 'begun' : before.counted;
  return { play: { ...play, time, helped, counted }, movedAt: revealed || play.watched ? null : now };
}

/** Returns the milliseconds since the last move; 0 while the clock stands. */
export function sinceMove({ movedAt }: View, now: number): number {
  return movedAt === null ? 0 : now - movedAt;
}

/** Returns a time such as 1:05 or 75:05, in minutes and seconds. */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/* The statistics of one's own games. */

export interface SpaceGames {
  readonly name: string;
  /** Number of games begun. */
  readonly games: number;
  readonly solved: number;
  /** Number of games solved without help whose shortest solution is known; their moves above the shortest solutions, and the fewest. */
  readonly measured: number;
  readonly excess: number;
  readonly best: number | null;
}

export interface Statistics {
  /** The games in each space, by its id. */
  readonly spaces: Readonly<Record<string, SpaceGames>>;
  /** Date of the last challenge that was solved on its day without help, and the number of such days in a row. */
  readonly challenged: string | null;
  readonly streak: number;
}

const NONE: Statistics = { spaces: {}, challenged: null, streak: 0 };
const KEPT = 'games';

export function statistics(): Statistics {
  try {
    const read: Statistics | null = JSON.parse(kept(KEPT) ?? 'null');
    return typeof read?.spaces === 'object' ? { ...NONE, ...read } : NONE;
  } catch {
    return NONE;
  }
}

export function clearStatistics(): void {
  keep(KEPT, null);
}

function count(
  space: SpaceAnswer,
  change: (games: SpaceGames) => Partial<SpaceGames>,
  others: Partial<Statistics> = {},
) {
  const all = statistics();
  const games = all.spaces[space.id] ?? { games: 0, solved: 0, measured: 0, excess: 0, best: null };
  const changed = { ...games, ...change(games), name: space.title };
  keep(KEPT, JSON.stringify({ ...all, ...others, spaces: { ...all.spaces, [space.id]: changed } }));
}

export function countBegun(space: SpaceAnswer): void {
  count(space, ({ games }) => ({ games: games + 1 }));
}

/** @param shortest length of the shortest solution; null if it is unknown */
export function countSolved(space: SpaceAnswer, { made, helped, challenge }: Play, shortest: number | null): void {
  const { challenged, streak } = statistics();
  const day = today();
  const isNext = !helped && challenge === day && challenged !== day;
  const inRow = challenged === dayBefore(day) ? streak + 1 : 1;
  const solve = ({ solved, measured, excess, best }: SpaceGames) => {
    if (helped || shortest === null) return { solved: solved + 1 };
    const more = made.length - shortest;
    return { solved: solved + 1, measured: measured + 1, excess: excess + more, best: Math.min(more, best ?? more) };
  };
  count(space, solve, isNext ? { challenged: day, streak: inRow } : {});
}

/** Returns the number of days in a row, up to today or yesterday, whose challenges were solved. */
export function presentStreak({ challenged, streak }: Statistics): number {
  return challenged === today() || challenged === dayBefore(today()) ? streak : 0;
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 24 * 3600 * 1000).toISOString().slice(0, 10);
}

/*
 * The challenge of a day: a position of the 8-puzzle, whose distance is that of the day of the week. It depends on the date alone, so it is
 * the same everywhere.
 *
 * The date is the seed of a sequence of random arrangements, and the first one at the right distance is the challenge. Its distance is an
 * answer about it, not an estimate. About half of all arrangements are solvable, and half of those have the right parity: every move takes
 * the blank one step, so the distance is odd or even as the blank's number of steps to its goal cell. Of the rest, 10 to 19 % are right.
 */

/** Distances from Sunday to Saturday: they rise from Monday on. */
const DISTANCES = [26, 18, 19, 20, 21, 22, 24] as const;
/** Number of distances requested together. */
const AT_ONCE = 8;

/** Returns the present date in the reader's time zone, such as 2026-11-27. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Returns the distance of a day's challenge. */
export function challengeDistance(date: string): number {
  return DISTANCES[new Date(date).getUTCDay()];
}

/** Returns a date such as 27 November 2026. */
export function dateText(date: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(date));
}

/** Returns the position of a day's challenge. @throws Error if the text is not a date, and as Api.get */
export async function challengeState(api: Api, space: SpaceAnswer, date: string, signal: AbortSignal): Promise<string> {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date) && new Date(date).toString() !== 'Invalid Date';
  if (!isDate) throw new Error(`A challenge is named by its date, such as ${today()}: found '${date.slice(0, 20)}'.`);
  const distance = challengeDistance(date);
  const random = new SeededRandom(Number(date.replaceAll('-', '')));
  for (;;) {
    const states = Array.from({ length: AT_ONCE }, () => nextArrangement(space, distance, random));
    const ask = (state: string) => api.get<DistanceAnswer>(apiPath(space.id, 'distance', { state }), signal);
    const found = (await Promise.all(states.map(ask))).find((answer) => answer.distance === distance);
    if (found !== undefined) return found.state;
  }
}

/** Returns the next solvable arrangement whose distance is as odd or even as this one. */
function nextArrangement({ board, goal }: SpaceAnswer, distance: number, random: SeededRandom): string {
  const solved = (board && readTiles(goal, board)) ?? [];
  for (;;) {
    const tiles = solved.slice();
    shuffle(tiles, random);
    const parity = board && parityOf(board, tiles, solved);
    if (parity?.agrees && parity.steps % 2 === distance % 2) return formatPosition(tiles);
  }
}
