/** Searches that are watched. */

import type { LayerCounts, SearchProgress } from '#src/search/question/progress.js';
import type { SearchQuestion } from '#src/search/question/question.js';
import { type SearchOptions, search } from '#src/search/search.js';
import type { SpaceDefinition } from '#src/space/definition.js';
import type { Space } from '#src/space/space.js';

/** Returns the result of a search, and all of its reports. */
export async function watched(
  space: string | SpaceDefinition | Space,
  question: SearchQuestion,
  options: SearchOptions = {},
) {
  const reports: SearchProgress[] = [];
  const result = await search(space, question, {
    threads: 1,
    ...options,
    onProgress: (report) => reports.push(report),
  });
  return { result, reports };
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** The nodes of each layer, expanded or not. */
export function sizesOf({ expanded, frontier }: LayerCounts): number[] {
  return expanded.map((count, depth) => count + frontier[depth]);
}

/** The numbers of expanded nodes after which a search of so many reports, the end twice if it is one of them. */
export function plainSchedule(nodes: number): number[] {
  const due: number[] = [];
  for (let next = 1; next <= nodes; next = next < 64 ? next + 1 : Math.ceil((next * 105) / 100)) due.push(next);
  return due;
}
