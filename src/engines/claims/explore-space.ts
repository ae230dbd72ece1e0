/** Enumerates all states of any state space: the general method. */

import { availableParallelism } from 'node:os';
import { InputError } from '../../base/input-error.js';
import { type DistributionStatistics, statisticsOf } from '../../base/statistics/distribution.js';
import { begin } from '../../base/threads/rounds.js';
import { checkThreads } from '../../base/threads/thread-count.js';
import { type ExploreEvent, MOST_ANTIPODES } from '../../runs/explore.js';
import { checkMemory, freeMemory } from '../../runs/requirements.js';
import type { SpaceFacts } from '../../space/facts.js';
import { nameWithoutGoal } from '../../space/names.js';
import type { SpaceSource } from '../../space/space-source.js';
import type { TableContents } from '../../table/contents.js';
import { encodingOf, lastDepthOf, tableBytesOf } from './codes.js';
import type { KeptStates } from './first-states.js';
import {
  newSearch,
  type SharedSearch,
  searchBytes,
  spaceRequirements,
  threadsToExploreSpace,
  withWiderCodes,
} from './shared-search.js';
import { SpaceWorkers } from './space-workers.js';

export { spaceRequirements, threadsToExploreSpace };

export interface ExploreSpaceOptions {
  readonly space: SpaceSource;
  /** Worker threads, 1..256; by default as many as the machine offers, fewer for small spaces. Each opens the space for itself. */
  readonly threads?: number;
  /**
   * Whether to make the distance table; by default yes. Where moves can be undone it takes no further memory, elsewhere 8 bits a
   * state and more in place of 3.
   */
  readonly table?: boolean;
  /** How many antipodes to list, 0..10000; by default 20. They are always all counted. */
  readonly antipodes?: number;
  /** Called with everything that happens, on the calling thread; `states` is the space's size. */
  readonly onEvent?: (event: ExploreEvent) => void;
  /** Ends the exploration and its threads; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A finished exploration; `states` and all statistics are of the states that were reached. */
export interface SpaceExploration extends DistributionStatistics {
  /** The full name of the space. */
  readonly name: string;
  readonly source: SpaceSource;
  readonly metric: string | null;
  /** States of the space, reached or not. */
  readonly size: number;
  readonly notReached: number;
  /** The texts of the states that distances are counted from. */
  readonly starts: readonly string[];
  /** States of each depth 0, 1, 2 ... */
  readonly histogram: readonly number[];
  /** The texts of the first states of the greatest depth, by number. */
  readonly antipodes: readonly string[];
  readonly threads: number;
  /** From the allocation of the memory to the end of the last layer. */
  readonly seconds: number;
  /** Reached ones. */
  readonly statesPerSecond: number;
  /** Bytes of shared memory. */
  readonly bytes: number;
  /** The table for saveTable and Table.of; null where none was asked for. */
  readonly table: TableContents | null;
}

const DEFAULT_ANTIPODES = 20;

/** Layers are handed out in batches of this time, or singly where they take longer. */
const BATCH_SECONDS = 0.1;

interface Settings {
  readonly table: boolean;
  readonly antipodes: number;
  readonly onEvent: ExploreSpaceOptions['onEvent'];
}

/**
 * Enumerates every state that moves can reach from the starts.
 * @throws InputError where an option is wrong or there is no such space, SpaceError where the space fails or contradicts itself,
 * MemoryError where it does not fit into memory, WorkerError where a thread dies, and the signal's reason where that aborts
 */
export async function exploreSpace({ space: source, ...options }: ExploreSpaceOptions): Promise<SpaceExploration> {
  const { threads, table = true, antipodes = DEFAULT_ANTIPODES, onEvent, signal } = options;
  if (threads !== undefined) checkThreads(threads);
  if (!(Number.isInteger(antipodes) && antipodes >= 0 && antipodes <= MOST_ANTIPODES)) {
    throw new InputError(`antipodes must be a whole number from 0 to ${MOST_ANTIPODES}, found ${antipodes}`);
  }
  if (typeof source !== 'object' || source === null || !('kind' in source)) {
    throw new InputError(
      "a space is explored from its source, such as { kind: 'module', path: '/home/me/my-space.js' }: every thread makes the space for itself",
    );
  }
  signal?.throwIfAborted();
  const workers = new SpaceWorkers(source, threads, signal);
  let bytes = 0;
  try {
    const facts = await workers.open();
    const exploration = await exploreOn(workers, source, facts, { table, antipodes, onEvent });
    bytes = exploration.bytes;
    return exploration;
  } finally {
    // Not awaited: the threads end, or are made ready for another search, while the caller goes on.
    void workers.leave(bytes);
  }
}

async function exploreOn(
  workers: SpaceWorkers,
  source: SpaceSource,
  facts: SpaceFacts,
  settings: Settings,
): Promise<SpaceExploration> {
  const { threads } = workers;
  const { table, antipodes, onEvent } = settings;
  const { name, metric, size, starts, startTexts, moves, reversible } = facts;
  const memory = (bytes: number) =>
    checkMemory(nameWithoutGoal(facts), bytes, threads, freeMemory(), 'its codes and lists');
  memory(spaceRequirements(facts, table).bytes);
  const first = performance.now();
  const since = () => (performance.now() - first) / 1000;
  const begun = newSearch({ size, reversible, starts, moves: moves.length }, table, threads);
  onEvent?.({ type: 'start', states: size, bytes: searchBytes(size, begun.bits), threads });
  let found = 0;
  const onLayer = (depth: number, fresh: number) => {
    found += fresh;
    onEvent?.({ type: 'layer', depth, fresh, found, states: size, seconds: since(), bytesRead: 0, bytesWritten: 0 });
  };
  const { search, histogram, last } = await searchLayers(workers, source, facts, begun, settings, memory, onLayer);
  const seconds = since();
  const statistics = statisticsOf(histogram);
  const [{ texts }] = await workers.ask(
    { step: 'format', source, states: last.slice(0, antipodes) },
    'while it wrote the antipodes',
  );
  const encoding = encodingOf(search.bits);
  return {
    name,
    source,
    metric,
    size,
    notReached: size - statistics.states,
    ...statistics,
    starts: startTexts,
    histogram,
    antipodes: texts,
    threads,
    seconds,
    statesPerSecond: Math.round(statistics.states / seconds),
    bytes: searchBytes(size, search.bits),
    table: table ? { facts, histogram, encoding, bytes: () => tableBytesOf(search.words, search.bits, size) } : null,
  };
}

interface Searched {
  readonly search: SharedSearch;
  readonly histogram: readonly number[];
  /** The smallest states of the last layer, ascending. */
  readonly last: readonly number[];
}

/**
 * Hands the layers to the workers in batches, and adds up what they have found.
 * @param memory throws where there are not so many bytes
 */
async function searchLayers(
  workers: SpaceWorkers,
  source: SpaceSource,
  { size, starts }: SpaceFacts,
  begun: SharedSearch,
  { antipodes }: Settings,
  memory: (bytes: number) => void,
  onLayer: (depth: number, fresh: number) => void,
): Promise<Searched> {
  let search = begun;
  const { threads } = workers;
  const spin = threads <= availableParallelism();
  const distinct = [...new Set(starts)].sort((a, b) => a - b);
  const histogram = [distinct.length];
  let kept: readonly KeptStates[] = [{ depth: 0, states: distinct }];
  onLayer(0, distinct.length);
  for (;;) {
    begin(search.counters);
    const lastDepth = lastDepthOf(search.bits);
    const batch = { seconds: BATCH_SECONDS, lastDepth, workers: threads, spin, antipodes };
    const outcomes = await workers.ask({ step: 'layers', source, search, batch }, 'in the middle of a layer');
    const results = outcomes.map(({ result }) => result);
    const layers = results.flatMap((result) => result.layers).sort((a, b) => a.depth - b.depth);
    for (const { depth, fresh } of layers) {
      histogram.push(fresh);
      onLayer(depth, fresh);
    }
    // A batch without layers leaves the last ones as they were: behind wider codes, workers have kept nothing yet.
    if (layers.length > 0) {
      kept = results.map((result) => result.kept).filter(({ depth }) => depth === histogram.length - 1);
    }
    if (search.found.every((states) => states === 0)) {
      const last = kept.flatMap(({ states }) => states).sort((a, b) => a - b);
      return { search, histogram, last };
    }
    if (histogram.length > lastDepth) {
      memory(searchBytes(size, search.bits === 8 ? 16 : 32));
      search = withWiderCodes(search, size);
    }
  }
}
