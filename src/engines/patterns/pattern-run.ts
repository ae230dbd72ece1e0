/** The layers of a pattern, with its bitsets in memory. */

import { touchPages } from '../../base/memory.js';
import { WorkerPool } from '../../base/threads/worker-pool.js';
import { writeState } from '../../space/space-text.js';
import { arrangementOfBit, VECTOR_BITS } from '../../spaces/pattern/bit-address.js';
import type { TableContents } from '../../table/contents/contents.js';
import type { RunBatchResult, RunBatchTask } from '../batches/batch.js';
import { batchedLayers } from '../batches/batched-layers.js';
import { Course } from '../batches/progress.js';
import type { FoundLayer, MemoryRun } from '../engine.js';
import { BitsetsSnapshot, bitsetPieces } from './bitsets-snapshot.js';
import { compilePatternKernel } from './kernel/kernel.js';
import { heldBitsetBytes } from './kernel/layout.js';
import { allocateBitsets, plantStart, type SharedBitsets } from './kernel/shared-bitsets.js';
import { type PlacementGraph, placementGraphOf } from './moves/placement-graph.js';
import type { PreparedPattern } from './prepared-pattern.js';

export class PatternRun implements MemoryRun {
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
