/**
 * The engine `general`: it enumerates any numbered space by calling its `neighbours`, and marks states in shared codes that workers
 * claim.
 */

import { freeMemory } from '#machine/machine.js';
import { checkMemory, sharedArray } from '../../base/memory.js';
import { leavesNothing, nameWithoutGoal, outlineOf, type SpaceOutline, type SpaceSource } from '../../space/space.js';
import { SpacePool } from '../../space/space-module.js';
import { loadSpace } from '../../spaces/open-space.js';
import { tableBytes } from '../../table/contents.js';
import { batchedRun, distinctStarts, foundDepth, smallest } from '../batched-run.js';
import type { Engine, EnginePlan, PlanRequest } from '../engine.js';
import {
  bitsOf,
  codeBytes,
  encodingOf,
  generalSeconds,
  generalThreads,
  lastDepth,
  newSearch,
  resultOf,
  type SharedSearch,
  type SpaceOutcome,
  type SpaceResults,
  type SpaceStep,
  type SpaceTask,
  searchBytes,
  seedSearch,
  tablePieces,
  widerBits,
  withWiderCodes,
} from './shared-search.js';
import { bytesOfRows, generalSnapshot } from './snapshot.js';

/** Bytes of the codes of all workers together, if their speed is measured. */
const MOST_MEASURED_BYTES = 2 ** 26;

/** Spaces whose moves cannot be undone rarely have more depths. Memory is planned for codes of 16 bits. */
const USUAL_DEPTH = 2 ** 15;

export const generalEngine: Engine = {
  name: 'general',
  async plan(source, request) {
    const { facts, workers } = await openWorkers(source, request);
    return planOf(facts, request, workers);
  },
};

/** The data held in memory, as named in messages about memory. */
const HELD_CODES = 'its codes and lists';

function planOf(facts: SpaceOutline, request: PlanRequest, workers: SpaceWorkers): EnginePlan {
  const { size, reversible } = facts;
  const found = foundDepth(request);
  return {
    engine: 'general',
    facts,
    reached: null,
    request,
    threads: workers.threads,
    seconds: generalSeconds(facts),
    memory: generalMemory(facts, request.table, found),
    tableBytes: request.table ? tableBytes(size, encodingOf(bitsOf(reversible, true, USUAL_DEPTH))) : 0,
    snapshotRows: bytesOfRows(size, bitsOf(reversible, request.table, Math.max(found, USUAL_DEPTH))),
    label: nameWithoutGoal(facts),
    held: HELD_CODES,
    async estimate() {
      const starts = await workers.check();
      const words = sharedArray(Int32Array, Math.min(codeBytes(size, 2), MOST_MEASURED_BYTES));
      const speeds = await workers.run({ step: 'speed', words }, 'while its speed was measured');
      const statesPerSecond = speeds.reduce((sum, speed) => sum + speed, 0);
      return { starts, speed: { statesPerSecond }, layerSeconds: null, seconds: size / statesPerSecond };
    },
    open: async () => openSearch(facts, request, workers, await workers.check()),
    async close() {
      void workers.leave(0);
    },
  };
}

/**
 * Returns the memory that enumerating a space needs.
 * @param table true if a table is made; if moves can be undone, the table needs no further memory
 * @param depth of the last layer that was found earlier
 */
export function generalMemory(
  { size, reversible }: Pick<SpaceOutline, 'size' | 'reversible'>,
  table: boolean,
  depth = 0,
): { readonly states: number; readonly bytes: number } {
  return { states: size, bytes: searchBytes(size, bitsOf(reversible, table, depth)) };
}

/** Allocates the memory of a run. @throws MemoryError */
function openSearch(facts: SpaceOutline, request: PlanRequest, workers: SpaceWorkers, starts: readonly string[]) {
  const { size } = facts;
  const { threads } = workers;
  const begin = performance.now();
  let search = newSearch(facts, request.table, foundDepth(request), threads);
  if (request.from === undefined) seedSearch(search, distinctStarts(facts.starts), facts);
  return batchedRun<SharedSearch, readonly number[]>({
    plan: { facts, request },
    pool: {
      threads,
      runOnAll: (task, when) => workers.run({ step: 'layers', ...task }, when),
      leave: (sharedBytes) => workers.leave(sharedBytes),
    },
    starts,
    begin,
    request: { most: request.first, from: request.keepFrom },
    memory: () => search,
    bytes: () => searchBytes(size, search.bits),
    lastDepth(next) {
      if (next > lastDepth(search.bits)) {
        const bytes = searchBytes(size, widerBits(search.bits));
        checkMemory(nameWithoutGoal(facts), { bytes }, threads, freeMemory(), HELD_CODES);
        search = withWiderCodes(search, size, threads);
      }
      return lastDepth(search.bits);
    },
    firstOf: (states) => smallest(states.flat(), request.first),
    async texts(states) {
      const [texts] = await workers.run({ step: 'format', states }, 'while it wrote the antipodes');
      return texts;
    },
    snapshot: () => generalSnapshot(facts, () => search),
    table: () => {
      const { words, bits } = search;
      return { encoding: encodingOf(bits), bytes: () => tablePieces(words, bits, size) };
    },
  });
}

/* The workers that search a space. Each worker opens the space for itself. This thread opens it too, unless it is a user's module. */

/**
 * Opens a space, and starts as many threads as there is work for.
 * @throws the errors of loadSpace; whatever `run` throws
 */
async function openWorkers(
  source: SpaceSource,
  { threads, signal }: PlanRequest,
): Promise<{ readonly facts: SpaceOutline; readonly workers: SpaceWorkers }> {
  if (source.kind !== 'module') {
    const facts = outlineOf(await loadSpace(source));
    return { facts, workers: new SpaceWorkers(facts.source, generalThreads(facts, threads), signal) };
  }
  // A user's module is opened on a worker, never on this thread, where nothing could terminate it.
  let workers = new SpaceWorkers(source, 1, signal);
  try {
    let [facts] = await workers.run({ step: 'open' }, OPENING);
    const wanted = generalThreads(facts, threads);
    if (wanted > 1) {
      void workers.leave(0);
      // The source has the digest of a module, so that other threads load the same version.
      workers = new SpaceWorkers(facts.source, wanted, signal);
      [facts] = await workers.run({ step: 'open' }, OPENING);
    }
    return { facts, workers };
  } catch (error) {
    void workers.leave(0);
    throw error;
  }
}

/** The time of a failure, in the words of its message. */
const OPENING = 'while it opened the space';

class SpaceWorkers extends SpacePool<SpaceTask, SpaceOutcome> {
  readonly #source: SpaceSource;
  readonly #signal: AbortSignal | undefined;
  #left = false;

  constructor(source: SpaceSource, threads: number, signal: AbortSignal | undefined) {
    super('explore-space', threads);
    this.#source = source;
    this.#signal = signal;
  }

  /**
   * Gives all workers a task.
   * @param when the time of a failure, in the words of its message
   * @throws the error that a worker found in the space; WorkerError; the signal's reason
   */
  async run<Step extends SpaceStep>(step: Step, when: string): Promise<SpaceResults[Step['step']][]> {
    const task: SpaceTask = { ...(step as SpaceStep), source: this.#source };
    const outcomes = await this.runOnAll(task, when, this.#signal);
    return outcomes.map(resultOf) as SpaceResults[Step['step']][];
  }

  /** Checks the promises of the space. @returns the texts of its starts @throws whatever `run` throws */
  async check(): Promise<readonly string[]> {
    const [startTexts] = await this.run({ step: 'check' }, OPENING);
    return startTexts;
  }

  /**
   * Ends the workers or makes them ready for another search. Has no effect after the first call. @param sharedBytes bytes of shared
   * memory in their tasks
   */
  override async leave(sharedBytes: number): Promise<void> {
    if (this.#left) return;
    this.#left = true;
    await super.leave(sharedBytes, leavesNothing(this.#source));
  }
}
