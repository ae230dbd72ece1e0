/**
 * Measures how fast a thread gathers blocks, which is nearly all of the work: the kernel, by the rows of the puzzle, on some blocks whose
 * codes are not those of a search. Nothing is enumerated.
 */

import { BlockLayers } from './block-layers.js';
import { FreshWords } from './fresh-words.js';
import { compileGroupKernel } from './kernel.js';
import { codesAddress, layOutPlanes } from './layout.js';
import type { PreparedGroup } from './prepared-group.js';
import { allocatePlanes, surveyPlanes } from './shared-planes.js';

/** Bytes of the planes, which do not fit into a core's own cache. */
const MEASURED_BYTES = 2 ** 24;
const SECONDS = 0.2;
/** Layers until V8 has compiled the kernel as well as it can. */
const WARM_UP_LAYERS = 3;

/** The speed of a thread. */
export interface GatheringSpeed {
  /** Bytes of planes, once for every move into each target. */
  readonly bytesPerSecond: number;
  /** States of a frontier, once for every move. */
  readonly statesPerSecond: number;
}

export function measureGathering({ moves, places }: PreparedGroup): GatheringSpeed {
  const planeBytes = 16 * moves.words;
  const blocks = Math.min(moves.blocks, Math.max(1, Math.floor(MEASURED_BYTES / (2 * planeBytes))));
  const sources = moves.sources.subarray(0, blocks * moves.moves).map((block) => block % blocks);
  const sample = { ...moves, blocks, sources };
  const layout = layOutPlanes(sample, places, { table: false, depths: false }, 1);
  if (layout === null) throw new Error('a part of the blocks does not fit where all of them do');
  const planes = allocatePlanes(layout, sample, null, compileGroupKernel(), 1);
  const layers = new BlockLayers(planes, 0, new FreshWords(0, 0));
  const codes = new Uint8Array(planes.memories[0].buffer, codesAddress(layout, 0), 2 * blocks * planeBytes);
  const { used } = moves;
  let states = 0;
  /** Gathers into all blocks from codes of which a third is the last layer's, and half is not reached. */
  const layer = () => {
    for (let at = 0; at < codes.length; at++)
      codes[at] = (Math.floor(at / planeBytes) % 2 === 0 ? 0x55 : 0x11) & used[at % 16];
    surveyPlanes(planes, 0);
    const begin = performance.now();
    for (let block = 0; block < blocks; block++) layers.advance(block, 1, true);
    return (performance.now() - begin) / 1000;
  };
  let layersDone = 0;
  let seconds = 0;
  for (let warm = 0; warm < WARM_UP_LAYERS; warm++) layer();
  states = planes.frontiers[0].reduce((sum, words) => sum + 32 * words, 0);
  for (; seconds < SECONDS; layersDone++) seconds += layer();
  const perLayer = seconds / layersDone;
  return {
    bytesPerSecond: (blocks * moves.moves * planeBytes) / perLayer,
    statesPerSecond: (states * moves.moves) / perLayer,
  };
}
