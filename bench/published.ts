/** Published distributions of large spaces, whose exploration would take too long for the tests. */

import { readFileSync } from 'node:fs';

interface Distribution {
  readonly space: string;
  readonly histogram: readonly number[];
}

/** Compares a distribution with the first published one of a space. @throws Error if they differ, or if none is published */
export function checkPublished(space: string, histogram: readonly number[]): void {
  const path = new URL('../../test/reference/distributions.json', import.meta.url);
  const published: readonly Distribution[] = JSON.parse(readFileSync(path, 'utf8'));
  const expected = published.find((entry) => entry.space === space);
  if (expected?.histogram.join() !== histogram.join())
    throw new Error(`${space}: the distribution differs from the published one`);
}
