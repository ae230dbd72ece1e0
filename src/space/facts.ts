/** The facts of a space: plain data, which threads can send and table files keep. */

import type { NumberedSpace } from './space.js';
import type { SpaceSource } from './space-source.js';
import { writeState } from './space-text.js';

/** Facts of a space that are known before any of its functions is called. */
export interface SpaceOutline {
  readonly source: SpaceSource;
  /** Full name, as in results and files. */
  readonly name: string;
  readonly metric: string | null;
  /** Number of states with numbers, reached or not. */
  readonly size: number;
  /** States from which distances are counted. */
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
