/** The facts of a space: plain data, which threads can send and table files keep. */

import type { NumberedSpace } from './space.js';
import type { SpaceSource } from './space-source.js';
import { writeState } from './space-text.js';

/** What is known of a space before any of its functions has been called. */
export interface SpaceOutline {
  readonly source: SpaceSource;
  /** The full name, which results and files carry. */
  readonly name: string;
  readonly metric: string | null;
  /** Numbered states, reached or not. */
  readonly size: number;
  /** The states that distances are counted from. */
  readonly starts: readonly number[];
  /** Names of the moves. */
  readonly moves: readonly string[];
  readonly reversible: boolean;
}

export interface SpaceFacts extends SpaceOutline {
  readonly startTexts: readonly string[];
}

/** Returns the outline of a space. */
export function outlineOf(space: NumberedSpace): SpaceOutline {
  const { source, fullName: name, metric, size, starts, moves, reversible } = space;
  return { source, name, metric, size, starts: [...starts], moves: [...moves], reversible };
}

/** Returns the facts of a space. @throws SpaceError if it fails to give the text of a start */
export function factsOf(space: NumberedSpace): SpaceFacts {
  return { ...outlineOf(space), startTexts: space.starts.map((state) => writeState(space, state)) };
}
