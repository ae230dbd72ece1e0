/**
 * The engine `general`: it enumerates any numbered space by calling its `neighbours`, and marks states in shared codes that workers
 * claim.
 */

import { checkMemory, freeMemory, sharedArray } from '../../base/memory.js';
import { leavesNothing, nameWithoutGoal, outlineOf, type SpaceOutline, type SpaceSource } from '../../space/space.js';
import { SpacePool } from '../../space/space-module.js';
import { loadSpace } from '../../spaces/open-space.js';
import { tableBytes } from '../../table/files/contents.js';
import { BatchedRun, distinctStarts, foundDepth, smallest } from '../batched-run.js';
import type { Engine, EnginePlan, MemoryRun, Need } from '../engine.js';
import { bitsOf, codeBytes, encodingOf, lastDepthOf, tablePieces, widerBits } from './codes.js';
import { plannedSpace } from './frontier.js';
import {
  generalThreads,
  newSearch,
  plant,
  resultOf,
  type SharedSearch,
  type SpaceOutcome,
  type SpaceResults,
  type SpaceTask,
  searchBytes,
  withWiderCodes,
} from './shared-search.js';
import { bytesOfRows, GeneralSnapshot } from './snapshot.js';

/** Bytes of the codes of all workers together, if their speed is measured. */
const MOST_MEASURED_BYTES = 2 ** 26;

/** Spaces whose moves cannot be undone rarely have more depths. Memory is planned for codes of 16 bits. */
const USUAL_DEPTH = 2 ** 15;

export const generalEngine: Engine = {
  name: 'general',
  async plan(source, need) {
    const workers = new SpaceWorkers(source, need.threads, need.signal);
    try {
      return planOf(await workers.open(), need, workers);
    } catch (error) {
      void workers.leave(0);
      throw error;
    }
  },
};

/** The data held in memory, as named in messages about memory. */
const HELD_CODES = 'its codes and lists';

function planOf(facts: SpaceOutline, need: Need, workers: SpaceWorkers): EnginePlan {
  const { size, reversible } = facts;
  const found = foundDepth(need);
  return {
    engine: 'general',
    facts,
    reached: null,
    need,
    threads: workers.threads,
    needs: generalNeeds(facts, need.table, found),
    tableBytes: need.table ? tableBytes(size, encodingOf(bitsOf(reversible, true, USUAL_DEPTH))) : 0,
    snapshotRows: bytesOfRows(size, bitsOf(reversible, need.table, Math.max(found, USUAL_DEPTH))),
    label: nameWithoutGoal(facts),
    held: HELD_CODES,
    async estimate() {
      const starts = await workers.check();
      const words = sharedArray(Int32Array, Math.min(codeBytes(size, 2), MOST_MEASURED_BYTES));
      const statesPerSecond = await workers.measure(words);
      return { starts, speed: { statesPerSecond }, layerSeconds: null, seconds: size / statesPerSecond };
    },
    open: async () => openSearch(facts, need, workers, await workers.check()),
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
export function generalNeeds(
  { size, reversible }: Pick<SpaceOutline, 'size' | 'reversible'>,
  table: boolean,
  depth = 0,
): { readonly states: number; readonly bytes: number } {
  return { states: size, bytes: searchBytes(size, bitsOf(reversible, table, depth)) };
}

/** Allocates the memory of a run. @throws MemoryError */
function openSearch(facts: SpaceOutline, need: Need, workers: SpaceWorkers, starts: readonly string[]): MemoryRun {
  const { size, source } = facts;
  const { threads } = workers;
  const begin = performance.now();
  let search = newSearch(facts, need.table, foundDepth(need), threads);
  if (need.from === undefined) plant(search, distinctStarts(facts.starts), plannedSpace(facts));
  return new BatchedRun<SharedSearch, readonly number[]>({
    plan: { facts, need },
    pool: {
      threads,
      runOnAll: (task, when) => workers.ask({ step: 'layers', source, ...task }, when),
      leave: (sharedBytes) => workers.leave(sharedBytes),
    },
    starts,
    begin,
    request: { most: need.first, from: need.keepFrom },
    memory: () => search,
    bytes: () => searchBytes(size, search.bits),
    lastDepth(next) {
      if (next > lastDepthOf(search.bits)) {
        const bytes = searchBytes(size, widerBits(search.bits));
        checkMemory(nameWithoutGoal(facts), { bytes }, threads, freeMemory(), HELD_CODES);
        search = withWiderCodes(search, size, threads);
      }
      return lastDepthOf(search.bits);
    },
    firstOf: (states) => smallest(states.flat(), need.first),
    async texts(states) {
      const [texts] = await workers.ask({ step: 'format', source, states }, 'while it wrote the antipodes');
      return texts;
    },
    snapshot: () => new GeneralSnapshot(plannedSpace(facts), () => search),
    table: () => {
      const { words, bits } = search;
      return { encoding: encodingOf(bits), bytes: () => tablePieces(words, bits, size) };
    },
  });
}

/* The workers that search a space. Each worker opens the space for itself. This thread opens it too, unless it is a user's module. */

class SpaceWorkers {
  #source: SpaceSource;
  /** Maximum number of workers; undefined if the size of the space determines it. */
  readonly #asked: number | undefined;
  readonly #signal: AbortSignal | undefined;
  #pool: SpacePool<SpaceTask, SpaceOutcome> | undefined;
  #left = false;

  constructor(source: SpaceSource, threads: number | undefined, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#asked = threads;
    this.#signal = signal;
  }

  get threads(): number {
    return this.#opened.threads;
  }

  /**
   * Starts threads, at most as many as there is work for, which is known when the space is open. A user's module is opened on the first
   * worker, never on this thread, where nothing could terminate it.
   * @throws whatever `ask` throws
   */
  async open(): Promise<SpaceOutline> {
    if (this.#source.kind !== 'module') {
      const outline = outlineOf(await loadSpace(this.#source));
      this.#source = outline.source;
      this.#pool = newPool(generalThreads(outline, this.#asked));
      return outline;
    }
    this.#pool = newPool(1);
    const outline = await this.#openOnAll();
    const threads = generalThreads(outline, this.#asked);
    if (threads === 1) return outline;
    void this.#pool.leave(0, false);
    this.#pool = newPool(threads);
    return this.#openOnAll();
  }

  get #opened(): SpacePool<SpaceTask, SpaceOutcome> {
    if (this.#pool === undefined) throw new Error('the workers have no space');
    return this.#pool;
  }

  async #openOnAll(): Promise<SpaceOutline> {
    const [outline] = await this.ask({ step: 'open', source: this.#source }, 'while it opened the space');
    // The source has the digest of a module, so that other threads load the same version.
    this.#source = outline.source;
    return outline;
  }

  /** Checks the promises of the space. @returns the texts of its starts @throws whatever `ask` throws */
  async check(): Promise<readonly string[]> {
    const [startTexts] = await this.ask({ step: 'check', source: this.#source }, 'while it opened the space');
    return startTexts;
  }

  /** Measures how fast all workers together expand states. @returns states per second @throws whatever `ask` throws */
  async measure(words: Int32Array): Promise<number> {
    const speeds = await this.ask({ step: 'speed', source: this.#source, words }, 'while its speed was measured');
    return speeds.reduce((sum, statesPerSecond) => sum + statesPerSecond, 0);
  }

  /**
   * Gives all workers a task.
   * @param when the time of a failure, in the words of its message
   * @throws the error that a worker found in the space; WorkerError; the signal's reason
   */
  async ask<Step extends SpaceTask['step']>(
    task: SpaceTask & { readonly step: Step },
    when: string,
  ): Promise<SpaceResults[Step][]> {
    const outcomes = await this.#opened.runOnAll(task, when, this.#signal);
    return outcomes.map(resultOf) as SpaceResults[Step][];
  }

  /**
   * Ends the workers or makes them ready for another search. Has no effect after the first call. @param sharedBytes bytes of shared
   * memory in their tasks
   */
  async leave(sharedBytes: number): Promise<void> {
    if (this.#left) return;
    this.#left = true;
    await this.#pool?.leave(sharedBytes, leavesNothing(this.#source));
  }
}

function newPool(threads: number): SpacePool<SpaceTask, SpaceOutcome> {
  return new SpacePool('explore-space.cjs', threads);
}
