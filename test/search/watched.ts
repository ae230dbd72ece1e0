/** Searches that are watched. */

import { expect } from 'vitest';
import type { LayerCounts, SearchProgress } from '#src/search/question/progress.js';
import type { SearchQuestion } from '#src/search/question/question.js';
import { type SearchOptions, search } from '#src/search/search.js';
import type { SpaceDefinition } from '#src/space/definition.js';
import type { Space } from '#src/space/space.js';
import { formatPosition } from '#src/spaces/board/position.js';
import type { PlainExpansion } from './plain-ida-star.js';

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

/** Returns the reports for the expansions of a plain search, without the last one. */
function reportsOf(expansions: readonly PlainExpansion[]): SearchProgress[] {
  return plainSchedule(expansions.length).map((nodes) => {
    const { bound, position, g, h, expanded, generated } = expansions[nodes - 1];
    const byBound = new Array<number>(bound + 1).fill(0);
    for (const expansion of expansions.slice(0, nodes)) byBound[expansion.bound]++;
    return {
      expanded,
      generated,
      stored: bound + 1,
      layers: { expanded: byBound, frontier: [] },
      backward: null,
      bound,
      current: { state: formatPosition([...position]), g, h },
    };
  });
}

/** Expects the reports of the plain search, then the whole count with the same node. */
export function expectReports(
  reports: readonly SearchProgress[],
  expansions: readonly PlainExpansion[],
  generated: number,
) {
  const due = reportsOf(expansions);
  expect(reports.slice(0, -1)).toEqual(due);
  const { layers, ...last } = reports[reports.length - 1];
  const end = expansions[expansions.length - 1];
  expect(sum(layers.expanded)).toBe(expansions.length);
  expect(last).toMatchObject({ expanded: expansions.length, generated, stored: end.bound + 1, bound: end.bound });
}
