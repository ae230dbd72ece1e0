/** The layers of a permutation puzzle, with its planes in memory. */

import { checkMemory, freeMemory } from '../../base/memory.js';
import { WorkerPool } from '../../base/threads/worker-pool.js';
import { writeState } from '../../space/space-text.js';
import { StateNumbers } from '../../spaces/permutation/words/word-places.js';
import type { TableContents } from '../../table/contents/contents.js';
import type { RunBatchResult, RunBatchTask } from '../batches/batch.js';
import { batchedLayers } from '../batches/batched-layers.js';
import { Course } from '../batches/progress.js';
import type { FoundLayer, MemoryRun } from '../engine.js';
import { deepestOf, depthEncoding, depthPlanes, depthWidth } from './planes/depth-codes.js';
import { compileGroupKernel } from './planes/kernel.js';
import { allocatePlanes, growDepths, plantStarts, type SharedPlanes, touchPlanes } from './planes/shared-planes.js';
import { warmUp } from './planes/warm-up.js';
import { PlanesSnapshot } from './planes-snapshot.js';
import { depthPlanesUntil, foundDepth, HELD_PLANES, heldBytes, type PreparedGroup } from './prepared-group.js';
import { codePieces, depthPieces } from './table-pieces.js';

export class GroupRun implements MemoryRun {
  readonly starts: readonly string[];
  readonly #group: PreparedGroup;
  readonly #pool: WorkerPool<RunBatchTask<SharedPlanes>, RunBatchResult>;
  readonly #planes: SharedPlanes;
  readonly #distinctStarts: readonly number[];
  readonly #numbers: StateNumbers;
  readonly #begin: number;
  /** Number of planes of depths. */
  #depthPlanes: number;
  #seconds = 0;

  private constructor(
    group: PreparedGroup,
    pool: WorkerPool<RunBatchTask<SharedPlanes>, RunBatchResult>,
    kernel: WebAssembly.Module,
    begin: number,
  ) {
    const { facts, layout, moves, places, threads, need } = group;
    this.starts = startTexts(group);
    this.#group = group;
    this.#pool = pool;
    this.#begin = begin;
    this.#numbers = new StateNumbers(places);
    this.#distinctStarts = [...new Set(facts.starts)].sort((one, other) => one - other);
    this.#planes = allocatePlanes(layout, moves, need.table ? places : null, kernel, threads);
    this.#depthPlanes = depthPlanesUntil(group, foundDepth(need));
    growDepths(this.#planes, this.#depthPlanes);
  }

  /** Starts the threads and allocates the memory. @throws MemoryError, WorkerError; the signal's reason */
  static async begin(group: PreparedGroup): Promise<GroupRun> {
    const pool = new WorkerPool<RunBatchTask<SharedPlanes>, RunBatchResult>('gather-blocks.cjs', group.threads);
    try {
      const kernel = compileGroupKernel();
      warmUp(kernel, group.layout);
      await pool.ready();
      const run = new GroupRun(group, pool, kernel, performance.now());
      await touchPlanes(run.#planes, group.need.signal);
      if (group.need.from === undefined) run.#plant();
      return run;
    } catch (error) {
      void pool.leave(0);
      throw error;
    }
  }

  #plant(): void {
    plantStarts(this.#planes, this.#group.places, this.#distinctStarts);
    new Course(this.#planes.progress.course).begin(0, this.#distinctStarts.length);
  }

  get bytes(): number {
    return heldBytes(this.#group, this.#depthPlanes);
  }

  get seconds(): number {
    return this.#seconds;
  }

  layers(singly?: () => boolean): AsyncGenerator<FoundLayer, void> {
    return batchedLayers(
      {
        need: this.#group.need,
        pool: this.#pool,
        shared: this.#planes,
        starts: this.#distinctStarts,
        statesOf: (block, word, bits) => this.#numbers.ofWord(block, word, bits),
        lastDepth: (next) => this.#lastDepth(next),
        elapsed: () => this.#elapsed(),
      },
      singly,
    );
  }

  async snapshot(): Promise<PlanesSnapshot> {
    return new PlanesSnapshot(this.#planes, this.#group.depths);
  }

  async texts(states: readonly number[]): Promise<readonly string[]> {
    return states.map((state) => writeState(this.#group.space, state));
  }

  contents(histogram: readonly number[]): TableContents {
    const { places, depths } = this.#group;
    const facts = { ...this.#group.facts, startTexts: this.starts };
    const finished = { planes: this.#planes, places };
    if (!depths) return { facts, histogram, encoding: 'mod3', bytes: () => codePieces(finished) };
    const width = depthWidth(histogram.length - 1);
    const bytes = () => depthPieces(finished, this.#depthPlanes, width);
    return { facts, histogram, encoding: depthEncoding(width), bytes };
  }

  async close(): Promise<void> {
    // Not awaited: the threads end, or are made ready for another run, while the caller continues.
    void this.#pool.leave(this.bytes);
  }

  /**
   * Returns the maximum depth that the planes can hold, after extending them for `next` if necessary.
   * @throws MemoryError if there is not enough memory
   */
  #lastDepth(next: number): number {
    const { facts, threads, depths } = this.#group;
    if (!depths) return Number.POSITIVE_INFINITY;
    if (next > deepestOf(this.#depthPlanes)) {
      const planes = depthPlanes(next);
      const bytes = heldBytes(this.#group, planes) - this.bytes;
      checkMemory(facts.name, { bytes }, threads, freeMemory(), HELD_PLANES);
      growDepths(this.#planes, planes);
      this.#depthPlanes = planes;
    }
    return deepestOf(this.#depthPlanes);
  }

  #elapsed(): number {
    this.#seconds = (performance.now() - this.#begin) / 1000;
    return this.#seconds;
  }
}

/** Returns the texts of the starts. @throws SpaceError if the space fails to give one */
export function startTexts({ space, facts }: PreparedGroup): string[] {
  return facts.starts.map((start) => writeState(space, start));
}
