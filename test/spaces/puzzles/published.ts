/** Published distributions of puzzles, from test/reference. */

import { readFileSync } from 'node:fs';

interface Distribution {
  readonly space: string;
  readonly metric?: string;
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
