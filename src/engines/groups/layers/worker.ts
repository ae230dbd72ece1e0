/** A worker of the engine `groups`: it finds the layers together with the others. */

import { claim, endRound, join } from '../../../base/threads/rounds.js';
import { Course } from '../planes/course.js';
import type { SharedPlanes } from '../planes/shared-planes.js';
import type { PlanesBatch, PlanesResult, PlanesTask } from './batch.js';
import { BlockLayers } from './block-layers.js';
import { FreshWords } from './fresh-words.js';

/** Claims into which a worker's part of a layer is divided, so that all workers end at about the same time. */
const CLAIMS_PER_WORKER = 32;
const MOST_BLOCKS_PER_CLAIM = 64;

/** The run that this worker takes part in. */
let attached: Attached | undefined;

/** A worker's state in a run. */
interface Attached {
  readonly id: string;
  readonly worker: number;
  readonly layers: BlockLayers;
  readonly fresh: FreshWords;
}

/** Releases the memory of the run that this worker took part in. */
export function releasePlanes(): void {
  attached = undefined;
}

/** Finds layers until the time of the batch is over, its last layer is found, or a layer is empty. */
export function findLayers({ planes, batch }: PlanesTask): PlanesResult {
  const { counters, found, foundWords, layout } = planes;
  const { workers } = batch;
  const { worker, layers, fresh } = attach(planes, batch);
  const course = new Course(planes.course);
  const complete: { depth: number; fresh: number }[] = [];
  const end = performance.now() + 1000 * batch.seconds;
  const find = (alone: boolean) => {
    fresh.begin(course.depth + 1);
    findShare(planes, batch, layers, course.depth + 1, alone, worker);
  };
  const settle = () => {
    complete.push({ depth: course.depth + 1, fresh: sumOf(found) });
    course.next(sumOf(foundWords));
  };
  /** Finds small layers alone, while the others wait. @returns whether a layer for all of them is next */
  const another = () => {
    settle();
    while (course.depth < batch.lastDepth && performance.now() < end) {
      if (course.isForAll(layout)) return true;
      found.fill(0);
      foundWords.fill(0);
      find(true);
      if (found[worker] === 0) return false;
      settle();
    }
    return false;
  };
  do find(workers === 1);
  while (endRound(counters, workers, batch.spin, found[worker] > 0, another));
  return { layers: complete, kept: fresh.kept };
}

/** Finds a layer, or the blocks of it that this worker claims, and writes the counts. @param alone true if all blocks are its own */
function findShare(
  { counters, found, foundWords, frontiers, layout: { blocks } }: SharedPlanes,
  { workers, depths }: PlanesBatch,
  layers: BlockLayers,
  depth: number,
  alone: boolean,
  worker: number,
): void {
  const share = Math.ceil(blocks / (workers * CLAIMS_PER_WORKER));
  const part = alone ? blocks : Math.min(MOST_BLOCKS_PER_CLAIM, share);
  let states = 0;
  let active = 0;
  for (let begin = 0; ; ) {
    if (!alone) begin = claim(counters) * part;
    if (begin >= blocks) break;
    const end = Math.min(begin + part, blocks);
    for (let block = begin; block < end; block++) {
      const fresh = layers.advance(block, depth, alone);
      if (fresh === 0) continue;
      if (depths) layers.writeDepth(block, depth);
      states += fresh;
      active += frontiers[depth % 2][block];
    }
    begin = end;
  }
  found[worker] = states;
  foundWords[worker] = active;
}

function attach(planes: SharedPlanes, { workers, first, keepFrom }: PlanesBatch): Attached {
  if (attached?.id !== planes.id) {
    const worker = join(planes.counters);
    // A worker that replaces a dead one cannot join: the others wait for the dead one.
    if (worker >= workers) throw new Error('a worker joined in the middle of an exploration');
    const fresh = new FreshWords(first, keepFrom);
    attached = { id: planes.id, worker, layers: new BlockLayers(planes, worker, fresh), fresh };
  }
  return attached;
}

function sumOf(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
