/** A worker of the engine `claims`: it opens the space for itself, and finds layers together with the others. */

import { breakOff, endRound, join } from '../../base/threads/rounds.js';
import { checkSamples } from '../../space/check-samples.js';
import { outlineOf } from '../../space/facts.js';
import type { NumberedSpace } from '../../space/space.js';
import { writeState } from '../../space/space-text.js';
import { loadSpace } from '../../spaces/open-space.js';
import { FirstStates } from './first-states.js';
import { LayerSearch } from './layer-search.js';
import { NEIGHBOURS_FOR_ONE, Plan, plannedSpace } from './plan.js';
import type { SharedSearch } from './shared-search.js';
import { statesPerSecond } from './speed.js';
import { type BatchResult, failureOf, type LayerBatch, type SpaceOutcome, type SpaceTask } from './tasks.js';

/** State of the exploration that this worker has joined. */
let opened: NumberedSpace | undefined;
let number: number | undefined;
let attached: { readonly generation: number; readonly layers: LayerSearch } | undefined;

/** Releases the exploration that this worker has joined. */
export function releaseSpace(): void {
  opened = undefined;
  number = undefined;
  attached = undefined;
}

export async function work(task: SpaceTask): Promise<SpaceOutcome> {
  try {
    const space = opened ?? (await loadSpace(task.source));
    opened = space;
    switch (task.step) {
      case 'open':
        return { step: 'open', outline: outlineOf(space) };
      case 'check':
        checkSamples(space);
        return { step: 'check', startTexts: space.starts.map((state) => writeState(space, state)) };
      case 'speed':
        return { step: 'speed', statesPerSecond: statesPerSecond(space, task) };
      case 'layers':
        return { step: 'layers', result: findLayers(space, task.search, task.batch) };
      case 'format':
        return { step: 'format', texts: task.states.map((state) => writeState(space, state)) };
    }
  } catch (error) {
    // Otherwise the other workers would wait for this one forever.
    if (task.step === 'layers') breakOff(task.search.counters);
    return failureOf(error);
  }
}

function findLayers(space: NumberedSpace, search: SharedSearch, batch: LayerBatch): BatchResult {
  const { counters, found, reserved } = search;
  const { workers } = batch;
  const worker = joined(counters, workers);
  const layers = attach(space, search, batch);
  const plan = new Plan(search.plan);
  const planned = plannedSpace(space);
  const complete: { depth: number; fresh: number }[] = [];
  const end = performance.now() + 1000 * batch.seconds;
  const settle = (fresh: number) => {
    complete.push({ depth: plan.depth, fresh });
    plan.next(fresh, Atomics.exchange(reserved, 0, 0), planned);
  };
  /** Plans the next layer while the others wait, and finds small layers alone. */
  const another = () => {
    settle(found.reduce((sum, states) => sum + states, 0));
    while (plan.depth <= batch.lastDepth && performance.now() < end) {
      if (plan.frontier * planned.moves >= NEIGHBOURS_FOR_ONE) return true;
      found.fill(0);
      found[worker] = layers.find(true);
      if (found[worker] === 0) return false;
      settle(found[worker]);
    }
    return false;
  };
  do found[worker] = layers.find(false);
  while (endRound(counters, workers, batch.spin, found[worker] > 0, another));
  return { layers: complete, kept: layers.first };
}

function joined(counters: Int32Array, workers: number): number {
  number ??= join(counters);
  // A worker that replaces a dead one cannot join: the others wait for the dead one.
  if (number >= workers) throw new Error('a worker joined in the middle of an exploration');
  return number;
}

function attach(space: NumberedSpace, search: SharedSearch, { workers, first, keepFrom }: LayerBatch): LayerSearch {
  if (attached?.generation !== search.generation) {
    attached = {
      generation: search.generation,
      layers: new LayerSearch(space, search, workers, new FirstStates(first, keepFrom)),
    };
  }
  return attached.layers;
}
