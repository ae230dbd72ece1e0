/** Cuts the portions of a layer into jobs of adjacent portions, which share their sources. */

import type { PortionRange } from '../portions/portion-range.js';

/** Approximate number of jobs per worker in a layer, so that no worker waits long for the last job. */
const JOBS_OF_WORKER = 3;
/** Maximum number of portions of a job. More would not lengthen the runs that are read. */
const MOST_PORTIONS = 32;

/**
 * Returns the ranges of a layer's jobs.
 * @param portions in ascending order
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
