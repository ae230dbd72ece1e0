/**
 * Measures how fast a thread gathers blocks, which takes nearly all of the time. The kernel uses the rows of the puzzle on some blocks
 * with made-up codes. Nothing is enumerated.
 */

import { compileKernel } from '../../base/memory.js';
import type { WordPlaces } from '../../spaces/permutation/moves/compiled-moves.js';
import { type CompiledMoves, WORD_BYTES } from '../../spaces/permutation/moves/compiled-moves.js';
import { FirstBits, secondsPerLayer } from '../batches.js';
import { BlockLayers } from './layers.js';
import { allocatePlanes, codesAddress, layOutPlanes, surveyPlanes } from './planes.js';

/** Bytes of the planes: too many for a core's own cache. */
const MEASURED_BYTES = 2 ** 24;

/** Measured speed of a thread. */
interface GatheringSpeed {
  /** Blocks gathered per second if most of their words have states of the frontier, counted once for each move into each target. */
  readonly blocksPerSecond: number;
  /** States of a sparse frontier gathered per second, counted once for each move. */
  readonly statesPerSecond: number;
}

/** Bytes of the measured planes. In each byte, two states have the code of the last layer, and four have none. */
const PLANE_BYTES = [0x55, 0x11, 0];
const STATES_PER_WORD = 32;

/** Measures the speed of one thread, in less than a second. */
export function measureGathering(moves: CompiledMoves, places: WordPlaces): GatheringSpeed {
  const planeBytes = WORD_BYTES * moves.words;
  const blocks = Math.min(moves.blocks, Math.max(1, Math.floor(MEASURED_BYTES / (2 * planeBytes))));
  const sources = moves.sources.subarray(0, blocks * moves.moves).map((block) => block % blocks);
  const sample = { ...moves, blocks, sources };
  const layout = layOutPlanes(sample, places, { table: false, depths: false }, 1);
  if (layout === null) throw new Error('some of the blocks do not fit into memory that holds all of them');
  const planes = allocatePlanes(layout, sample, null, compileKernel('groups'), 1);
  const layers = new BlockLayers(planes, 0, new FirstBits({ most: 0 }));
  const { codesBytes } = layout;
  const codes = new Uint8Array(planes.memories[0].buffer, codesAddress(layout, 0), blocks * codesBytes);
  const block = Uint8Array.from({ length: codesBytes }, (_, at) => {
    const used = (at % planeBytes) + WORD_BYTES < planeBytes ? moves.used : moves.usedInLast;
    return PLANE_BYTES[Math.floor(at / planeBytes)] & used[at % WORD_BYTES];
  });
  /** Gathers into all blocks. @returns seconds */
  const layer = () => {
    for (let at = 0; at < codes.length; at += codesBytes) codes.set(block, at);
    surveyPlanes(planes, 0);
    const begin = performance.now();
    for (let target = 0; target < blocks; target++) layers.advance(target, 1, true);
    return (performance.now() - begin) / 1000;
  };
  const moved = (blocks * moves.moves) / secondsPerLayer(layer);
  return { blocksPerSecond: moved, statesPerSecond: moved * moves.words * STATES_PER_WORD };
}
