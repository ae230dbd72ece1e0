/** The words that a report has for the space that it is about. */

export interface Subject {
  /** What a state is called, in the singular and in the plural. */
  readonly state: string;
  readonly states: string;
  /** Where distances are counted from. */
  readonly origin: string;
  /** All that they are counted from. */
  readonly origins: string;
  /** The title of an axis of distances. */
  readonly distance: string;
  /** What it means that a state is a local maximum, to go on from its plural. */
  readonly localMaximum: string;
}

const NOWHERE_FURTHER = 'that no move leads further away';

/** A board where a move slides one tile: it always leads nearer to the goal or further away. */
export const BOARD: Subject = {
  state: 'position',
  states: 'positions',
  origin: 'the goal',
  origins: 'the goal',
  distance: 'distance from the goal',
  localMaximum: 'that every move brings nearer to the goal',
};

/** @param level whether moves lead to positions that are as far away, as those of several tiles do */
export function boardSubject(level: boolean): Subject {
  return level ? { ...BOARD, localMaximum: NOWHERE_FURTHER } : BOARD;
}

/** @param starts how many there are */
export function spaceSubject(starts: number): Subject {
  const origin = starts === 1 ? 'the start' : 'the nearest start';
  return {
    state: 'state',
    states: 'states',
    origin,
    origins: starts === 1 ? 'the start' : 'the starts',
    distance: `distance from ${origin}`,
    localMaximum: NOWHERE_FURTHER,
  };
}

/** A word at the beginning of a sentence. */
export function capital(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}
