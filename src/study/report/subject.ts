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
}

export const BOARD: Subject = {
  state: 'position',
  states: 'positions',
  origin: 'the goal',
  origins: 'the goal',
  distance: 'distance from the goal',
};

/** @param starts how many there are */
export function spaceSubject(starts: number): Subject {
  const origin = starts === 1 ? 'the start' : 'the nearest start';
  return {
    state: 'state',
    states: 'states',
    origin,
    origins: starts === 1 ? 'the start' : 'the starts',
    distance: `distance from ${origin}`,
  };
}

/** A word at the beginning of a sentence. */
export function capital(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}
