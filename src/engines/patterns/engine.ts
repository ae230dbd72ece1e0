/**
 * The engine `patterns`: enumerates a pattern 120 states at a time. A move applies to all arrangements of a placement at once.
 * docs/explanations/patterns.md describes the method.
 */

import { type MemoryNeeds, touchPages } from '../../base/memory.js';
import { threadsFor } from '../../base/threads.js';
import { WorkerPool } from '../../base/worker-pool.js';
import { writeState } from '../../space/definition.js';
import { type NumberedSpace, outlineOf, type PatternView, type SpaceOutline } from '../../space/space.js';
import {
  arrangementOfBit,
  patternBitsetBytes,
  reachesAllStates,
  VECTOR_BITS,
} from '../../spaces/board/pattern-geometry.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import type { TableContents } from '../../table/files/contents.js';
import { batchedLayers, Course, type RunBatchResult, type RunBatchTask } from '../batches.js';
import type { Engine, EnginePlan, EngineRefusal, FoundLayer, MemoryRun, Need, RunEstimate } from '../engine.js';
import {
  allocateBitsets,
  type BitsetLayout,
  blockScratchBytes,
  compilePatternKernel,
  heldBitsetBytes,
  layOutBitsets,
  plantStart,
  type SharedBitsets,
} from './bitsets.js';
import { edgeOffsetsOf, type PlacementGraph, placementGraphOf } from './moves.js';
import { BitsetsSnapshot, bitsetPieces, bitsetRowBytes } from './snapshot.js';

/** Speed of one thread over all layers, for states and for placements. The edges of placements are read in every layer. */
const STATES_PER_SECOND = 1.2e9;
const PLACEMENTS_PER_SECOND = 1e6;

export const patternsEngine: Engine = {
  name: 'patterns',
  async plan(source, need) {
    if (source.kind !== 'pattern') return NOT_A_PATTERN;
    return planPattern(await openNumberedSpace(source), need);
  },
};

const NOT_A_PATTERN: EngineRefusal = { refused: 'is for patterns' };

/**
 * Plans the enumeration of a space.
 * @param mostPerShard maximum number of placements in a shard (./kernel/layout.ts); by default all that fit
 */
export function planPattern(space: NumberedSpace, need: Need, mostPerShard?: number): EnginePlan | EngineRefusal {
  const { pattern } = space;
  if (pattern === null) return NOT_A_PATTERN;
  need.signal?.throwIfAborted();
  const { geometry } = pattern;
  const seconds = geometry.states / STATES_PER_SECOND + geometry.placements / PLACEMENTS_PER_SECOND;
  const threads = threadsFor(need.threads, seconds, geometry.placements);
  const layout = layOutBitsets(geometry, edgeOffsetsOf(geometry), need.table, threads, mostPerShard);
  return new PatternPlan({ space, pattern, facts: outlineOf(space), need, layout, threads });
}

class PatternPlan implements EnginePlan {
  readonly engine = 'patterns';
  readonly held = 'its bitsets';
  readonly #prepared: PreparedPattern;

  constructor(prepared: PreparedPattern) {
    this.#prepared = prepared;
  }

  get facts(): SpaceOutline {
    return this.#prepared.facts;
  }

  get need(): Need {
    return this.#prepared.need;
  }

  get reached(): number | null {
    return reachesAllStates(this.#prepared.pattern.geometry) ? this.facts.size : null;
  }

  get threads(): number {
    return this.#prepared.threads;
  }

  get needs(): MemoryNeeds {
    const { layout } = this.#prepared;
    return { bytes: heldBitsetBytes(layout), threadBytes: layout.shards * blockScratchBytes(layout.blockBytes) };
  }

  get tableBytes(): number {
    if (!this.need.table) return 0;
    const { placements, arrangements } = this.#prepared.pattern.geometry;
    const bytes = patternBitsetBytes(placements, arrangements.count);
    // A second bitset marks the states that are reached.
    return this.reached === null ? 2 * bytes : bytes;
  }

  get snapshotRows(): readonly number[] {
    return bitsetRowBytes(this.#prepared.layout);
  }

  get label(): string {
    return this.facts.name;
  }

  async estimate(): Promise<RunEstimate> {
    const { measurePlacements } = await import('./speed.js');
    const statesPerSecond =
      this.threads * measurePlacements(this.#prepared.pattern.geometry, this.#prepared.need.table);
    const starts = this.facts.starts.map((start) => writeState(this.#prepared.space, start));
    return { starts, speed: { statesPerSecond }, layerSeconds: null, seconds: this.facts.size / statesPerSecond };
  }

  async open(): Promise<MemoryRun> {
    return PatternRun.begin(this.#prepared);
  }

  async close(): Promise<void> {}
}

/** A pattern prepared for its enumeration, before any memory is allocated. */

interface PreparedPattern {
  readonly space: NumberedSpace;
  readonly pattern: PatternView;
  readonly facts: SpaceOutline;
  readonly need: Need;
  readonly layout: BitsetLayout;
  readonly threads: number;
}

/** The layers of a pattern, with its bitsets in memory. */

class PatternRun implements MemoryRun {
  readonly starts: readonly string[];
  readonly #prepared: PreparedPattern;
  readonly #pool: WorkerPool<RunBatchTask<SharedBitsets>, RunBatchResult>;
  readonly #bitsets: SharedBitsets;
  readonly #begin: number;
  #seconds = 0;

  private constructor(
    prepared: PreparedPattern,
    pool: WorkerPool<RunBatchTask<SharedBitsets>, RunBatchResult>,
    kernel: WebAssembly.Module,
    graph: PlacementGraph,
    begin: number,
  ) {
    const { space, facts, pattern, layout, threads } = prepared;
    const { geometry } = pattern;
    const [start] = facts.starts;
    const placement = Math.floor(start / geometry.arrangements.count);
    this.starts = [writeState(space, start)];
    this.#prepared = prepared;
    this.#pool = pool;
    this.#begin = begin;
    this.#bitsets = allocateBitsets(layout, geometry, graph, placement, kernel, threads);
  }

  /** Starts the threads and allocates the memory. @throws MemoryError, WorkerError; the signal's reason */
  static async begin(prepared: PreparedPattern): Promise<PatternRun> {
    const pool = new WorkerPool<RunBatchTask<SharedBitsets>, RunBatchResult>(
      'advance-placements.cjs',
      prepared.threads,
    );
    try {
      // Both are created while the threads start.
      const kernel = compilePatternKernel();
      const graph = placementGraphOf(prepared.pattern.geometry);
      await pool.ready();
      const run = new PatternRun(prepared, pool, kernel, graph, performance.now());
      const { memories, layout } = run.#bitsets;
      for (const memory of memories) await touchPages(memory, layout.visited, prepared.need.signal);
      if (prepared.need.from === undefined) run.#plant();
      return run;
    } catch (error) {
      void pool.leave(0);
      throw error;
    }
  }

  #plant(): void {
    const { facts, pattern } = this.#prepared;
    plantStart(this.#bitsets, pattern.geometry, facts.starts[0]);
    new Course(this.#bitsets.progress.course).begin(0, 1);
  }

  get bytes(): number {
    return heldBitsetBytes(this.#prepared.layout);
  }

  get seconds(): number {
    return this.#seconds;
  }

  layers(singly?: () => boolean): AsyncGenerator<FoundLayer, void> {
    const { need, facts, pattern } = this.#prepared;
    const { count } = pattern.geometry.arrangements;
    return batchedLayers(
      {
        need,
        pool: this.#pool,
        shared: this.#bitsets,
        starts: facts.starts,
        statesOf: (placement, vector, bits) =>
          bitsOf(bits).map((bit) => placement * count + arrangementOfBit(vector * VECTOR_BITS + bit)),
        lastDepth: () => Number.POSITIVE_INFINITY,
        elapsed: () => this.#elapsed(),
      },
      singly,
    );
  }

  async snapshot(): Promise<BitsetsSnapshot> {
    return new BitsetsSnapshot(this.#bitsets);
  }

  async texts(states: readonly number[]): Promise<readonly string[]> {
    return states.map((state) => writeState(this.#prepared.space, state));
  }

  contents(histogram: readonly number[]): TableContents {
    const bitsets = this.#bitsets;
    const { visited, table } = bitsets.layout;
    const facts = { ...this.#prepared.facts, startTexts: this.starts };
    const reached = histogram.reduce((sum, count) => sum + count, 0);
    function* bytes() {
      yield* bitsetPieces(bitsets, table);
      // Readers of a table need the reached states only in this case.
      if (reached < facts.size) yield* bitsetPieces(bitsets, visited);
    }
    return { facts, histogram, encoding: 'mod4', bytes };
  }

  async close(): Promise<void> {
    // Not awaited: the threads end, or are made ready for another run, while the caller continues.
    void this.#pool.leave(this.bytes);
  }

  #elapsed(): number {
    this.#seconds = (performance.now() - this.#begin) / 1000;
    return this.#seconds;
  }
}

/** Returns the indices of the set bits. @param parts of 32 bits, lowest first */
function bitsOf(parts: readonly number[]): number[] {
  const bits: number[] = [];
  for (const [index, part] of parts.entries()) {
    for (let rest = part; rest !== 0; rest &= rest - 1) bits.push(32 * index + 31 - Math.clz32(rest & -rest));
  }
  return bits;
}
