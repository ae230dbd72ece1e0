/**
 * The engine `general`: it enumerates any numbered space by calling its `neighbours`, and marks states in shared codes that workers
 * claim.
 */

import { availableParallelism } from 'node:os';
import { checkMemory, freeMemory, type MemoryNeeds, sharedArray } from '../../base/memory.js';
import { beginRounds } from '../../base/threads.js';
import { leavesNothing, nameWithoutGoal, outlineOf, type SpaceOutline, type SpaceSource } from '../../space/space.js';
import { SpacePool } from '../../space/space-pool.js';
import { loadSpace } from '../../spaces/open-space.js';
import { type TableContents, tableBytes } from '../../table/files/contents.js';
import type { Engine, EnginePlan, FoundLayer, MemoryRun, Need, RunEstimate } from '../engine.js';
import { bitsOf, codeBytes, encodingOf, lastDepthOf, tablePieces, widerBits } from './codes.js';
import { type FirstOfLayer, plannedSpace } from './frontier.js';
import {
  distinctStarts,
  errorOf,
  generalThreads,
  newSearch,
  plant,
  type SharedSearch,
  type SpaceOutcome,
  type SpaceTask,
  searchBytes,
  withWiderCodes,
} from './shared-search.js';
import { bytesOfRows, GeneralSnapshot } from './snapshot.js';
import { MOST_MEASURED_BYTES } from './speed.js';

/** Spaces whose moves cannot be undone rarely have more depths. Memory is planned for codes of 16 bits. */
const USUAL_DEPTH = 2 ** 15;

/** Target time of a batch of layers. Layers that take longer are handed out singly. */
const BATCH_SECONDS = 0.1;

export const generalEngine: Engine = {
  name: 'general',
  async plan(source, need) {
    const workers = new SpaceWorkers(source, need.threads, need.signal);
    try {
      return new GeneralPlan(workers, await workers.open(), need);
    } catch (error) {
      void workers.leave(0);
      throw error;
    }
  },
};

class GeneralPlan implements EnginePlan {
  readonly engine = 'general';
  readonly reached = null;
  readonly held = 'its codes and lists';
  readonly facts: SpaceOutline;
  readonly need: Need;
  readonly #workers: SpaceWorkers;

  constructor(workers: SpaceWorkers, facts: SpaceOutline, need: Need) {
    this.#workers = workers;
    this.facts = facts;
    this.need = need;
  }

  get threads(): number {
    return this.#workers.threads;
  }

  get needs(): MemoryNeeds {
    return generalNeeds(this.facts, this.need.table, this.foundDepth);
  }

  get tableBytes(): number {
    const { size, reversible } = this.facts;
    return this.need.table ? tableBytes(size, encodingOf(bitsOf(reversible, true, USUAL_DEPTH))) : 0;
  }

  get snapshotRows(): readonly number[] {
    const { size, reversible } = this.facts;
    return bytesOfRows(size, bitsOf(reversible, this.need.table, Math.max(this.foundDepth, USUAL_DEPTH)));
  }

  /** Depth of the last layer that was found earlier; 0 if the run begins with the starts. */
  get foundDepth(): number {
    return (this.need.from?.histogram.length ?? 1) - 1;
  }

  get label(): string {
    return nameWithoutGoal(this.facts);
  }

  async estimate(): Promise<RunEstimate> {
    const starts = await this.#workers.check();
    const { size } = this.facts;
    const words = sharedArray(Int32Array, Math.min(codeBytes(size, 2), MOST_MEASURED_BYTES));
    const statesPerSecond = await this.#workers.measure(words);
    return { starts, speed: { statesPerSecond }, layerSeconds: null, seconds: size / statesPerSecond };
  }

  async open(): Promise<MemoryRun> {
    return new GeneralRun(this, this.#workers, await this.#workers.check());
  }

  async close(): Promise<void> {
    void this.#workers.leave(0);
  }
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

class GeneralRun implements MemoryRun {
  readonly starts: readonly string[];
  readonly #plan: GeneralPlan;
  readonly #workers: SpaceWorkers;
  readonly #begin = performance.now();
  #search: SharedSearch;
  #seconds = 0;

  /** Allocates the memory. @throws MemoryError */
  constructor(plan: GeneralPlan, workers: SpaceWorkers, starts: readonly string[]) {
    const { facts, need, foundDepth: depth } = plan;
    this.starts = starts;
    this.#plan = plan;
    this.#workers = workers;
    this.#search = newSearch(facts, { table: need.table, depth, threads: workers.threads });
    if (need.from === undefined) plant(this.#search, distinctStarts(facts.starts), plannedSpace(facts));
  }

  get bytes(): number {
    return searchBytes(this.#plan.facts.size, this.#search.bits);
  }

  get seconds(): number {
    return this.#seconds;
  }

  async *layers(singly?: () => boolean): AsyncGenerator<FoundLayer, void> {
    const { facts, need, label, held, foundDepth } = this.#plan;
    const { first, keepFrom = 0 } = need;
    const { threads } = this.#workers;
    if (need.from === undefined) {
      const distinct = distinctStarts(facts.starts);
      yield this.#found(0, distinct.length, distinct.slice(0, first), true);
    }
    const spin = threads <= availableParallelism();
    for (let depth = foundDepth + 1; ; ) {
      if (depth > lastDepthOf(this.#search.bits)) {
        const bytes = searchBytes(facts.size, widerBits(this.#search.bits));
        checkMemory(label, { bytes }, threads, freeMemory(), held);
        this.#search = withWiderCodes(this.#search, facts.size);
      }
      const search = this.#search;
      beginRounds(search.counters);
      const seconds = singly?.() === true ? 0 : BATCH_SECONDS;
      const batch = { seconds, lastDepth: lastDepthOf(search.bits), workers: threads, spin, first, keepFrom };
      const outcomes = await this.#workers.ask(
        { step: 'layers', source: facts.source, search, batch },
        'in the middle of a layer',
      );
      const results = outcomes.map(({ result }) => result);
      const layers = results.flatMap((result) => result.layers).sort((one, other) => one.depth - other.depth);
      const latest = layers.at(-1)?.depth;
      const isComplete = search.found.every((states) => states === 0);
      for (const { depth: at, fresh } of layers) {
        const isLatest = at === latest;
        // Workers keep first states only of a batch's last layer, because no other layer can be the last of all.
        yield this.#found(at, fresh, isLatest ? firstOfAll(results, at, first) : [], isLatest && !isComplete);
        depth = at + 1;
      }
      this.#elapsed();
      if (isComplete) return;
    }
  }

  async snapshot(): Promise<GeneralSnapshot> {
    return new GeneralSnapshot(plannedSpace(this.#plan.facts), () => this.#search);
  }

  async texts(states: readonly number[]): Promise<readonly string[]> {
    const [{ texts }] = await this.#workers.ask(
      { step: 'format', source: this.#plan.facts.source, states },
      'while it wrote the antipodes',
    );
    return texts;
  }

  contents(histogram: readonly number[]): TableContents {
    const facts = { ...this.#plan.facts, startTexts: this.starts };
    const { words, bits } = this.#search;
    return { facts, histogram, encoding: encodingOf(bits), bytes: () => tablePieces(words, bits, facts.size) };
  }

  async close(): Promise<void> {
    // Not awaited: the threads end, or are made ready for another search, while the caller continues.
    void this.#workers.leave(this.bytes);
  }

  #found(depth: number, fresh: number, first: readonly number[], isLatest: boolean): FoundLayer {
    return { depth, fresh, first, seconds: this.#elapsed(), bytesRead: 0, bytesWritten: 0, isLatest };
  }

  #elapsed(): number {
    this.#seconds = (performance.now() - this.#begin) / 1000;
    return this.#seconds;
  }
}

/** Returns the smallest states of a layer that the workers kept, in ascending order. */
function firstOfAll(results: readonly { readonly kept: FirstOfLayer }[], depth: number, most: number): number[] {
  return results
    .map(({ kept }) => kept)
    .filter((kept) => kept.depth === depth)
    .flatMap(({ states }) => states)
    .sort((one, other) => one - other)
    .slice(0, most);
}

/** The workers that search a space. Each worker opens the space for itself. This thread opens it too, unless it is a user's module. */

/** Outcome of a worker's task in this step. */
type OutcomeOf<Step extends SpaceTask['step']> = Extract<SpaceOutcome, { readonly step: Step }>;

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
    const [{ outline }] = await this.ask({ step: 'open', source: this.#source }, 'while it opened the space');
    // The source has the digest of a module, so that other threads load the same version.
    this.#source = outline.source;
    return outline;
  }

  /** Checks the promises of the space. @returns the texts of its starts @throws whatever `ask` throws */
  async check(): Promise<readonly string[]> {
    const [{ startTexts }] = await this.ask({ step: 'check', source: this.#source }, 'while it opened the space');
    return startTexts;
  }

  /** Measures how fast all workers together expand states. @returns states per second @throws whatever `ask` throws */
  async measure(words: Int32Array): Promise<number> {
    const outcomes = await this.ask({ step: 'speed', source: this.#source, words }, 'while its speed was measured');
    return outcomes.reduce((sum, { statesPerSecond }) => sum + statesPerSecond, 0);
  }

  /**
   * Gives all workers a task.
   * @param when the time of a failure, in the words of its message
   * @throws the error that a worker found in the space; WorkerError; the signal's reason
   */
  async ask<Step extends SpaceTask['step']>(
    task: SpaceTask & { readonly step: Step },
    when: string,
  ): Promise<OutcomeOf<Step>[]> {
    const outcomes = await this.#opened.runOnAll(task, when, this.#signal);
    for (const outcome of outcomes) if (outcome.step === 'failed') throw errorOf(outcome);
    return outcomes as OutcomeOf<Step>[];
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
