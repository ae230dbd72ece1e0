/** Checks for any space. */

import { readFileSync } from 'node:fs';
import type { NumberedStates } from '#src/space/definition.js';

/** Returns, for the name of each possible move, the text of the state to which it leads. */
export function neighboursOf(space: NumberedStates, state: number): Record<string, string> {
  const next = new Float64Array(space.moves.length);
  space.neighbours(state, next);
  return Object.fromEntries(
    space.moves.flatMap((name, move) => (next[move] < 0 ? [] : [[name, space.format(next[move])]])),
  );
}

/** Returns the moves of a small space, as [from, to], that no move undoes. */
export function notUndone(space: NumberedStates): [number, number][] {
  const next = new Float64Array(space.moves.length);
  const moves = new Set<number>();
  for (let state = 0; state < space.size; state++) {
    space.neighbours(state, next);
    for (const neighbour of next) if (neighbour >= 0) moves.add(state * space.size + neighbour);
  }
  return [...moves]
    .map((move): [number, number] => [Math.floor(move / space.size), move % space.size])
    .filter(([from, to]) => !moves.has(to * space.size + from));
}

/** Published distributions of puzzles, from test/reference. */

interface Distribution {
  readonly space: string;
  readonly metric?: string;
  /** Cell of the blank in the goal of a board. */
  readonly goalBlank?: string;
  readonly states: number;
  readonly maxDepth: number;
  readonly histogram: readonly number[];
  readonly source: string;
}

/** Distributions of boards and of other puzzles. */
export const published: readonly Distribution[] = JSON.parse(
  readFileSync(new URL('../../reference/distributions.json', import.meta.url), 'utf8'),
);

/** Returns the published distribution of a space. @throws if there is none, so that no test passes without one */
export function publishedHistogram(space: string, metric?: string): readonly number[] {
  const found = published.find((entry) => entry.space === space && entry.metric === metric);
  if (found === undefined) throw new Error(`no distribution of ${space} ${metric ?? ''}`);
  return found.histogram;
}
