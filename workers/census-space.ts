/** Piscina entry point: one worker's share of the census of a space. */

import type { SpaceCensusTask } from '../src/analysis/analyse-space.js';
import { censusOf, type SpaceCensus } from '../src/analysis/space-census.js';
import { loadSpace } from '../src/space/open-space.js';

/** Nothing is left behind by a task. */
export function release(): void {}

export default async function censusSpace({ source, ...share }: SpaceCensusTask): Promise<SpaceCensus> {
  return censusOf(await loadSpace(source), share);
}
