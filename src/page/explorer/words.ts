/** The page's terms: a board has positions, other spaces have states. If moves cannot be undone, the goal is a start. */

import type { SpaceAnswer } from '../../serve/answers.js';
import { readTiles, rowsText } from '../states/tiles.js';

export type Words = ReturnType<typeof wordsFor>;

export function wordsFor({ board, directed, goals }: SpaceAnswer) {
  const end = directed ? 'start' : 'goal';
  const origin = goals === 1 ? `the ${end}` : `the nearest of ${goals} ${end}s`;
  return {
    state: board === null ? 'state' : 'position',
    states: board === null ? 'states' : 'positions',
    /** Name of the state to or from which distances are counted. */
    origin,
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

/** Returns the name of a space in the list of spaces, such as `3x4, multi`. */
export function titleInChoice({ name, metric }: SpaceAnswer): string {
  return metric === null || metric === 'single' ? name : `${name}, ${metric}`;
}

/** Returns what the menu may call a space, the shortest first: it takes the first title that no other space has. */
export function titlesInMenu(space: SpaceAnswer): string[] {
  const { id, board, goal } = space;
  const title = titleInChoice(space);
  const tiles = board && readTiles(goal, board);
  return [title, board && tiles ? `${title}, goal ${rowsText(board, tiles)}` : title, `${title} (${id})`];
}

/** Returns the rule of the space's moves in a sentence; an empty text if there is none. */
export function moveRule({ board, metric, directed, goals }: SpaceAnswer): string {
  if (board !== null)
    return metric === 'multi'
      ? 'A move slides one or more tiles along a row or column.'
      : 'A move slides one tile into the blank.';
  const rule = metric === null ? '' : `Metric: ${metric}. `;
  if (!directed) return rule;
  const start = goals === 1 ? 'the start' : 'the nearest start';
  return `${rule}Some moves cannot be undone, so distances and paths begin at ${start}.`;
}
