/** The facts of a space: plain data, which threads can send and table files keep. */

import type { SpaceSource } from './space-source.js';

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

/**
 * Returns the name without the cell of a board's blank in its goal.
 * Messages and tables of the general method have always named boards so: 3x3 instead of 3x3-blank-4.
 */
export function nameWithoutGoal({ source, name }: Pick<SpaceFacts, 'source' | 'name'>): string {
  return source.kind === 'board' ? name.replace(/-blank-\d+$/, '') : name;
}
