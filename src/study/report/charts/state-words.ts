/** Words of a report for the states of its space. */

import { grouped } from '../../../base/text/numbers.js';

export interface StateWords {
  /** Noun for a state, in the singular and in the plural. */
  readonly state: string;
  readonly states: string;
  /** Phrase for the state that distances are counted from. */
  readonly origin: string;
  /** Phrase for all states that distances are counted from. */
  readonly origins: string;
  /** Title of an axis of distances. */
  readonly distance: string;
}

export const BOARD_WORDS: StateWords = {
  state: 'position',
  states: 'positions',
  origin: 'the goal',
  origins: 'the goal',
  distance: 'distance from the goal',
};

/** Returns the words for a space. @param board null if it is not enumerated as one */
export function wordsOf({
  board,
  starts,
}: {
  readonly board: unknown;
  readonly starts: readonly string[];
}): StateWords {
  if (board !== null) return BOARD_WORDS;
  const origin = starts.length === 1 ? 'the start' : 'the nearest start';
  return {
    state: 'state',
    states: 'states',
    origin,
    origins: starts.length === 1 ? 'the start' : 'the starts',
    distance: `distance from ${origin}`,
  };
}

/** Returns a number of states in words. */
export function statesText(count: number, { state, states }: StateWords): string {
  return count === 1 ? `1 ${state}` : `${grouped(count)} ${states}`;
}

/** Returns a word with a capital first letter. */
export function capital(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}
