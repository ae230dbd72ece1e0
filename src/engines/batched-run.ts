/** The run of an engine whose workers find layers in batches, as its coordinator sees it. */

import { processors } from '#machine/machine.js';
import { beginRounds } from '../base/threads.js';
import { WorkerPool } from '../base/worker-pool.js';
import { writeState } from '../space/definition.js';
import { type NumberedSpace, outlineOf } from '../space/space.js';
import type { TableContents } from '../table/contents.js';
import type { Batch, BatchResult, BatchTask, Keeping, SharedRun } from './batches.js';
import type { EnginePlan, FoundLayer, MemoryRun, PlanRequest } from './engine.js';
import type { Snapshot } from './snapshot.js';

/** Target time of a batch of layers. A layer that takes longer has a batch to itself. */
const BATCH_SECONDS = 0.1;

/** The threads of a run. */
export type BatchThreads<Shared extends SharedRun, Observed = readonly number[], Request = Keeping> = WorkerPool<
  BatchTask<Shared, Request>,
  BatchResult<Observed>
>;

/** What a run needs of its threads. */
type BatchPool<Shared extends SharedRun, Observed, Request> = Pick<
  BatchThreads<Shared, Observed, Request>,
  'threads' | 'runOnAll' | 'leave'
>;

/** A complete layer. */
export interface BatchLayer<Observed> {
  readonly depth: number;
  readonly fresh: number;
  /** Observations of the workers. */
  readonly observed: readonly Observed[];
}

/** Layers found together. */
interface FoundBatch<Observed> {
  readonly layers: readonly BatchLayer<Observed>[];
  /** True if no layers follow. */
  readonly isComplete: boolean;
}

/**
 * Finds a batch of layers in the memory of a run.
 * @param when the time of a failure, in the words of its message
 */
export async function runBatch<Shared extends SharedRun, Observed, Request>(
  pool: BatchPool<Shared, Observed, Request>,
  shared: Shared,
  request: Request,
  { seconds, lastDepth }: Pick<Batch, 'seconds' | 'lastDepth'>,
  when: string,
  signal: AbortSignal | undefined,
): Promise<FoundBatch<Observed>> {
  const workers = pool.threads;
  const { counters, found } = shared.progress;
  beginRounds(counters);
  const batch = { seconds, lastDepth, workers, spin: workers <= processors() };
  const results = await pool.runOnAll({ shared, batch, request }, when, signal);
  const observations = results.flatMap(({ observed }) => observed);
  const layers = results
    .flatMap((result) => result.layers)
    .sort((one, other) => one.depth - other.depth)
    .map((layer) => ({
      ...layer,
      observed: observations.filter(({ depth }) => depth === layer.depth).map(({ observed }) => observed),
    }));
  return { layers, isComplete: found.every((states) => states === 0) };
}

/** How layers are found. */
interface BatchOptions {
  /** Depth of the last layer that is in memory already. */
  readonly after: number;
  /** Returns the maximum depth of a batch if it begins with the layer `next`. No layer is found beyond it. @default unlimited */
  lastDepth?(next: number): number;
  /**
   * Called before layers are handed out. Returns true if only one layer may be handed out, so that it can be read in memory. By default
   * batches are handed out.
   */
  readonly singly?: (() => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds batch after batch of layers, until a layer is empty.
 * @param memory returns the memory, which may be replaced between two batches
 */
export async function* layersInBatches<Shared extends SharedRun, Observed, Request>(
  pool: BatchPool<Shared, Observed, Request>,
  memory: () => Shared,
  request: Request,
  { after, lastDepth = () => Number.POSITIVE_INFINITY, singly, signal }: BatchOptions,
): AsyncGenerator<FoundBatch<Observed>, void> {
  for (let next = after + 1; ; ) {
    const last = lastDepth(next);
    if (last < next) return;
    const batch = { seconds: singly?.() === true ? 0 : BATCH_SECONDS, lastDepth: last };
    const found = await runBatch(pool, memory(), request, batch, 'in the middle of a layer', signal);
    yield found;
    if (found.isComplete) return;
    next += found.layers.length;
  }
}

/** What distinguishes the run of an engine. */
interface RunParts<Shared extends SharedRun, Observed, Request> extends Pick<BatchOptions, 'lastDepth'> {
  readonly plan: Pick<EnginePlan, 'facts' | 'request'>;
  readonly pool: BatchPool<Shared, Observed, Request>;
  readonly request: Request;
  /** Texts of the states that distances are counted from. */
  readonly starts: readonly string[];
  /** Time at which the memory was allocated, in milliseconds. */
  readonly begin: number;
  /** Returns the memory, which may be replaced between two batches. */
  memory(): Shared;
  bytes(): number;
  /** Returns the first states of a layer, from those that workers have kept. */
  firstOf(observed: readonly Observed[]): readonly number[];
  texts(states: readonly number[]): readonly string[] | Promise<readonly string[]>;
  snapshot(): Snapshot | Promise<Snapshot>;
  table(histogram: readonly number[]): Pick<TableContents, 'encoding' | 'bytes'>;
}

/** Returns a run whose layers are requested from workers batch by batch. */
export function batchedRun<Shared extends SharedRun, Observed, Request = Keeping>(
  parts: RunParts<Shared, Observed, Request>,
): MemoryRun {
  const { plan, pool, memory, request, starts, begin, lastDepth, firstOf } = parts;
  let seconds = 0;
  const elapsed = () => {
    seconds = (performance.now() - begin) / 1000;
    return seconds;
  };
  const found = (depth: number, fresh: number, first: readonly number[], isLatest: boolean): FoundLayer => {
    return { depth, fresh, first, seconds: elapsed(), bytesRead: 0, bytesWritten: 0, isLatest };
  };
  return {
    starts,
    get bytes() {
      return parts.bytes();
    },
    get seconds() {
      return seconds;
    },
    async *layers(singly) {
      const { first, from, signal } = plan.request;
      if (from === undefined) {
        const starts = distinctStarts(plan.facts.starts);
        yield found(0, starts.length, starts.slice(0, first), true);
      }
      const options = { after: foundDepth(plan.request), ...(lastDepth && { lastDepth }), singly, signal };
      for await (const { layers, isComplete } of layersInBatches(pool, memory, request, options)) {
        for (const [index, { depth, fresh, observed }] of layers.entries()) {
          // No other layer of a batch can be the last of all.
          const isLast = index === layers.length - 1;
          yield found(depth, fresh, isLast ? firstOf(observed) : [], isLast && !isComplete);
        }
        elapsed();
      }
    },
    snapshot: async () => parts.snapshot(),
    texts: async (states) => parts.texts(states),
    contents: (histogram) => ({ facts: { ...plan.facts, startTexts: starts }, histogram, ...parts.table(histogram) }),
    async close() {
      // Not awaited: the threads end, or are made ready for another run, while the caller continues.
      void pool.leave(parts.bytes());
    },
  };
}

/** What an engine that holds the states of a space as bits of words contributes to its plan. */
interface WordsPlan<Shared extends SharedRun>
  extends Pick<EnginePlan, 'engine' | 'reached' | 'threads' | 'memory' | 'tableBytes' | 'snapshotRows' | 'held'> {
  /** Approximate seconds of the run on one thread of the usual machine. */
  readonly seconds: number;
  /** Measures the speed of this machine's threads together, relative to one thread of the usual machine. */
  readonly machineSpeed: (threads: number) => Promise<number>;
  /** File of dist/workers. */
  readonly file: string;
  /**
   * Allocates the memory of a run.
   * @param ready starts the clock when all threads have started; preparations come before
   * @throws MemoryError, WorkerError; the signal's reason
   */
  open(ready: () => Promise<void>): Promise<WordsMemory<Shared>>;
}

interface WordsMemory<Shared extends SharedRun>
  extends Pick<RunParts<Shared, unknown, unknown>, 'memory' | 'lastDepth' | 'snapshot' | 'table'>,
    Partial<Pick<RunParts<Shared, unknown, unknown>, 'bytes'>> {
  /** Returns the number of a bit's state. @param bit its number among those of all words, as in FirstBits */
  stateOf(bit: number): number;
}

/** Returns the plan of a space whose states are bits of words. */
export function planOfWords<Shared extends SharedRun>(
  space: NumberedSpace,
  request: PlanRequest,
  { machineSpeed, file, open, ...plan }: WordsPlan<Shared>,
): EnginePlan {
  const facts = outlineOf(space);
  const startTexts = () => facts.starts.map((start) => writeState(space, start));
  return {
    ...plan,
    facts,
    request,
    label: facts.name,
    async estimate() {
      const seconds = plan.seconds / (await machineSpeed(plan.threads));
      return { starts: startTexts(), speed: { statesPerSecond: facts.size / seconds }, layerSeconds: null, seconds };
    },
    async open() {
      const pool: BatchThreads<Shared> = new WorkerPool(file, plan.threads);
      let begin = 0;
      const ready = async () => {
        await pool.ready();
        begin = performance.now();
      };
      try {
        const { stateOf, ...memory } = await open(ready);
        return batchedRun({
          plan: { facts, request },
          pool,
          request: { most: request.first, from: request.keepFrom },
          starts: startTexts(),
          begin,
          bytes: () => plan.memory.bytes,
          firstOf: (bits) => smallest(bits.flat().map(stateOf), request.first),
          texts: (states) => states.map((state) => writeState(space, state)),
          ...memory,
        });
      } catch (error) {
        void pool.leave(0);
        throw error;
      }
    },
    async close() {},
  };
}

/** Returns the first of some states, ascending. */
export function smallest(states: readonly number[], most: number): number[] {
  return [...states].sort((one, other) => one - other).slice(0, most);
}

/** Returns the depth of the last layer that was found earlier; 0 if the run begins with the starts. */
export function foundDepth({ from }: PlanRequest): number {
  return (from?.histogram.length ?? 1) - 1;
}

/** Returns each start once, in ascending order. */
export function distinctStarts(starts: readonly number[]): number[] {
  return [...new Set(starts)].sort((one, other) => one - other);
}
