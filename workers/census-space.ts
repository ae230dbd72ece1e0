/** Piscina entry point: one worker's share of the census of a space. */

import { loadSpace } from '../src/space/open-space.js';
import type { SpaceCensusTask } from '../src/study/analysis/analyse-space.js';
import { censusOf, type SpaceCensus } from '../src/study/analysis/space-census.js';

/** Nothing is left behind by a task. */
export function release(): void {}

export default async function censusSpace({ source, ...share }: SpaceCensusTask): Promise<SpaceCensus> {
  return censusOf(await loadSpace(source), share);
}
