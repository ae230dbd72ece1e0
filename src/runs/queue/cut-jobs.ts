/** Cuts the portions of a layer into jobs of neighbours, which share what they read. */

import type { PortionRange } from '../portions/portion-range.js';

/** Jobs of each worker in a layer, about: so that none waits long for the last one. */
const JOBS_OF_WORKER = 3;
/** The most portions of a job: more would read no longer runs. */
const MOST_PORTIONS = 32;

/**
 * Returns the ranges of a layer's jobs.
 * @param portions ascending
 * @param workers 0 or more
 */
export function cutJobs(portions: readonly number[], workers: number): PortionRange[] {
  const most = Math.min(MOST_PORTIONS, Math.ceil(portions.length / (JOBS_OF_WORKER * Math.max(1, workers))));
  const ranges: PortionRange[] = [];
  for (let begin = 0; begin < portions.length; ) {
    let end = begin + 1;
    while (end < portions.length && end - begin < most && portions[end] === portions[end - 1] + 1) end++;
    ranges.push({ first: portions[begin], last: portions[end - 1] });
    begin = end;
  }
  return ranges;
}
