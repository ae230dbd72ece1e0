/** Piscina entry point: one worker's share of a batch of layers of a permutation puzzle. */

import type { PlanesResult, PlanesTask } from '../src/engines/groups/layers/batch.js';
import { findLayers, releasePlanes } from '../src/engines/groups/layers/worker.js';

export { releasePlanes as release };

export default function gatherBlocks(task: PlanesTask): PlanesResult {
  return findLayers(task);
}
