/** The facts of a space: plain data, which threads can send and table files keep. */

import type { NumberedSpace } from './space.js';
import type { SpaceSource } from './space-source.js';
import { writeState } from './space-text.js';

export interface SpaceFacts {
  readonly source: SpaceSource;
  /** The full name, which results and files carry. */
  readonly name: string;
  readonly metric: string | null;
  /** Numbered states, reached or not. */
  readonly size: number;
  /** The states that distances are counted from. */
  readonly starts: readonly number[];
  readonly startTexts: readonly string[];
  /** Names of the moves. */
  readonly moves: readonly string[];
  readonly reversible: boolean;
}

/** Returns the facts of a space. @throws SpaceError if it fails to give the text of a start */
export function factsOf(space: NumberedSpace): SpaceFacts {
  const { source, fullName: name, metric, size, starts, moves, reversible } = space;
  return {
    source,
    name,
    metric,
    size,
    starts: [...starts],
    startTexts: starts.map((state) => writeState(space, state)),
    moves: [...moves],
    reversible,
  };
}
