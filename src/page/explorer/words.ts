/** Names of things: a board has positions and a goal; other spaces have states, and if moves cannot be undone, a start. */

import { grouped } from '../../base/text/numbers.js';
import type { SpaceAnswer } from '../../serve/answers.js';

export interface Words {
  readonly state: string;
  readonly states: string;
  /** The state to or from which distances are counted. */
  readonly origin: string;
  /** The end of a sentence about a distance: 'to the goal' in '3 moves to the goal'. */
  readonly away: string;
  /** The reason why a state has no distance, without its full stop. */
  readonly unreachable: string;
}

export function wordsFor({ board, directed, goals }: SpaceAnswer): Words {
  const end = directed ? 'start' : 'goal';
  const origin = goals === 1 ? `the ${end}` : `the nearest of ${goals} ${end}s`;
  return {
    state: board === null ? 'state' : 'position',
    states: board === null ? 'states' : 'positions',
    origin,
    away: directed ? `from ${origin}` : `to ${origin}`,
    unreachable: directed ? `No moves lead from ${origin} to here` : `No moves lead from here to ${origin}`,
  };
}

/** Returns a text with a capital letter at its beginning. */
export function capitalised(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}

/** Returns a number with its noun: 1 move, 18 moves. */
export function counted(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** Returns the name of a space among others: `3x4, multi`. */
export function titleInChoice({ name, metric }: SpaceAnswer): string {
  return metric === null || metric === 'single' ? name : `${name}, ${metric}`;
}

/** Returns the rule of the space's moves in a sentence; an empty text if there is nothing to say. */
export function moveRule({ board, metric, directed, goals }: SpaceAnswer): string {
  if (board !== null)
    return metric === 'multi'
      ? 'A move slides one, two or more tiles of a row or column.'
      : 'A move slides one tile into the blank.';
  const rule = metric === null ? '' : `Metric: ${metric}. `;
  if (!directed) return rule;
  const start = goals === 1 ? 'the start' : 'the nearest start';
  return `${rule}Moves cannot all be undone: distances are counted from ${start}, and paths lead from there.`;
}
