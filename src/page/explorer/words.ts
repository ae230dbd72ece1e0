/** Names of things: a board has positions and a goal; other spaces have states, and if moves cannot be undone, a start. */

import { grouped } from '../../base/text/numbers.js';
import type { SpaceAnswer } from '../../serve/answers.js';

export interface Words {
  readonly state: string;
  readonly states: string;
  /** Where distances are counted to, or from. */
  readonly origin: string;
  /** What a distance is, such as 'moves to the goal'. */
  readonly away: string;
  /** Said of a state of no distance. */
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

/** A word at the beginning of a sentence. */
export function capitalised(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}

/** 1 move, 18 moves */
export function counted(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** 3x4 with moves of several tiles, as it is offered among others. */
export function titleInChoice({ name, metric }: SpaceAnswer): string {
  return metric === null || metric === 'single' ? name : `${name}, ${metric}`;
}

/** The metric, if it has to be named. */
export function moveRule({ board, metric, directed, goals }: SpaceAnswer): string {
  if (board !== null)
    return metric === 'multi'
      ? 'A move slides one, two or more tiles of a row or column.'
      : 'A move slides one tile into the blank.';
  const rule = metric === null ? '' : `Metric: ${metric}. `;
  if (!directed) return rule;
  const start = goals === 1 ? 'the start' : 'the nearest start';
  return `${rule}Moves cannot all be undone: distances are counted from ${start}, and ways lead from there.`;
}
