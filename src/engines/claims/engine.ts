/**
 * The engine `claims`: it enumerates any numbered space by calling its `neighbours`, and marks states in shared codes that workers
 * claim.
 */

import { availableParallelism } from 'node:os';
import { checkMemory, freeMemory, type MemoryNeeds, sharedArray } from '../../base/memory.js';
import { beginRounds } from '../../base/threads/rounds.js';
import type { SpaceOutline } from '../../space/facts.js';
import { nameWithoutGoal } from '../../space/names.js';
import { type TableContents, tableBytes } from '../../table/contents/contents.js';
import type { Engine, EnginePlan, FoundLayer, MemoryRun, Need, RunEstimate } from '../engine.js';
import { bytesOfRows, ClaimsSnapshot } from './claims-snapshot.js';
import { bitsOf, codeBytes, encodingOf, lastDepthOf, tablePieces, widerBits } from './codes.js';
import type { FirstOfLayer } from './first-states.js';
import { plannedSpace } from './plan.js';
import { distinctStarts, newSearch, plant, type SharedSearch, searchBytes, withWiderCodes } from './shared-search.js';
import { SpaceWorkers } from './space-workers.js';
import { MOST_MEASURED_BYTES } from './speed.js';

/** Spaces whose moves cannot be undone rarely have more depths. Memory is planned for codes of 16 bits. */
const USUAL_DEPTH = 2 ** 15;

/** Target time of a batch of layers. Layers that take longer are handed out singly. */
const BATCH_SECONDS = 0.1;

export const claimsEngine: Engine = {
  name: 'claims',
  async plan(source, need) {
    const workers = new SpaceWorkers(source, need.threads, need.signal);
    try {
      return new ClaimsPlan(workers, await workers.open(), need);
    } catch (error) {
      void workers.leave(0);
      throw error;
    }
  },
};

class ClaimsPlan implements EnginePlan {
  readonly engine = 'claims';
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
    return needsToClaim(this.facts, this.need.table, this.foundDepth);
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
    return new ClaimsRun(this, this.#workers, await this.#workers.check());
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
export function needsToClaim(
  { size, reversible }: Pick<SpaceOutline, 'size' | 'reversible'>,
  table: boolean,
  depth = 0,
): { readonly states: number; readonly bytes: number } {
  return { states: size, bytes: searchBytes(size, bitsOf(reversible, table, depth)) };
}

class ClaimsRun implements MemoryRun {
  readonly starts: readonly string[];
  readonly #plan: ClaimsPlan;
  readonly #workers: SpaceWorkers;
  readonly #begin = performance.now();
  #search: SharedSearch;
  #seconds = 0;

  /** Allocates the memory. @throws MemoryError */
  constructor(plan: ClaimsPlan, workers: SpaceWorkers, starts: readonly string[]) {
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

  async snapshot(): Promise<ClaimsSnapshot> {
    return new ClaimsSnapshot(plannedSpace(this.#plan.facts), () => this.#search);
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
