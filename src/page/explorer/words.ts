/** The page's terms: a board has positions, other spaces have states. If moves cannot be undone, the goal is a start. */

import { grouped } from '../../base/text.js';
import type { SpaceAnswer, SpaceCard } from '../../serve/answers.js';
import { readTiles, rowsText } from '../states/tiles.js';

export type Words = ReturnType<typeof wordsFor>;

export function wordsFor({ board, directed, goals }: SpaceAnswer) {
  const end = directed ? 'start' : 'goal';
  const origin = goals === 1 ? `the ${end}` : `the nearest of ${goals} ${end}s`;
  return {
    state: board === null ? 'state' : 'position',
    states: board === null ? 'states' : 'positions',
    end,
    /** Name of a shortest sequence of moves. */
    path: directed ? 'path' : 'solution',
    /** Name of the state to or from which distances are counted. */
    origin,
    /** Name of a state at distance 0. */
    itself: goals === 1 ? `the ${end}` : `one of the ${goals} ${end}s`,
    /** End of a sentence about a distance, such as 'to the goal' in '3 moves to the goal'. */
    away: directed ? `from ${origin}` : `to ${origin}`,
    /** Reason why a state has no distance, without a full stop. */
    unreachable: directed ? `No moves lead from ${origin} to here` : `No moves lead from here to ${origin}`,
  };
}

/** Returns a text with a capital first letter. */
export function capitalised(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}

const { format } = new Intl.NumberFormat('en', { notation: 'compact', compactDisplay: 'long' });

/** Returns a round number such as 500, 25,000 or 600 billion. */
export function inWords(count: number): string {
  return count < 1e6 ? grouped(count) : format(count);
}

/** Returns digits as an exponent. */
export function raised(digits: string): string {
  return digits.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]);
}

/** Returns the titles of spaces by their ids, with the goal or the id of spaces that have the same title. */
export function distinctTitles(spaces: readonly SpaceCard[]): ReadonlyMap<string, string> {
  const chosen = spaces.map(({ id, title, board, goal }) => {
    const tiles = board && readTiles(goal, board);
    return [title, board && tiles ? `${title}, goal ${rowsText(board, tiles)}` : title, `${title} (${id})`];
  });
  const isTaken = (title: string, choice: number) => chosen.filter((titles) => titles[choice] === title).length > 1;
  return new Map(spaces.map(({ id }, at) => [id, chosen[at].find((title, choice) => !isTaken(title, choice)) ?? id]));
}

/** Returns the rule of the space in sentences; an empty text if it is unknown. */
export function moveRule({ board, rule, metric, directed, goals }: SpaceAnswer): string {
  const counted = metric === null || board !== null ? '' : `Metric: ${metric}.`;
  const start = goals === 1 ? 'the start' : 'the nearest start';
  const begin = directed ? `Some moves cannot be undone, so distances and paths begin at ${start}.` : '';
  return [rule, counted, begin].filter(Boolean).join(' ');
}
