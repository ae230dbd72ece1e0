/** The layers of a permutation puzzle, with its planes in memory. */

import { availableParallelism } from 'node:os';
import { checkMemory, freeMemory } from '../../base/memory.js';
import { beginRounds } from '../../base/threads/rounds.js';
import { WorkerPool } from '../../base/threads/worker-pool.js';
import { writeState } from '../../space/space-text.js';
import { StateNumbers } from '../../spaces/permutation/words/word-places.js';
import type { TableContents } from '../../table/contents/contents.js';
import type { FoundLayer, MemoryRun } from '../engine.js';
import type { PlanesResult, PlanesTask } from './layers/batch.js';
import type { KeptWords } from './layers/fresh-words.js';
import { Course } from './planes/course.js';
import { deepestOf, depthEncoding, depthPlanes, depthWidth } from './planes/depth-codes.js';
import { compileGroupKernel } from './planes/kernel.js';
import { allocatePlanes, growDepths, plantStarts, type SharedPlanes, touchPages } from './planes/shared-planes.js';
import { warmUp } from './planes/warm-up.js';
import { PlanesSnapshot } from './planes-snapshot.js';
import { depthPlanesUntil, foundDepth, HELD_PLANES, heldBytes, type PreparedGroup } from './prepared-group.js';
import { codePieces, depthPieces } from './table-pieces.js';

/** Time of a batch of layers. A layer that takes longer is a batch by itself. */
const BATCH_SECONDS = 0.1;

export class GroupRun implements MemoryRun {
  readonly starts: readonly string[];
  readonly #group: PreparedGroup;
  readonly #pool: WorkerPool<PlanesTask, PlanesResult>;
  readonly #planes: SharedPlanes;
  readonly #distinctStarts: readonly number[];
  readonly #numbers: StateNumbers;
  readonly #begin: number;
  /** Planes of depths. */
  #depthPlanes: number;
  #seconds = 0;

  private constructor(
    group: PreparedGroup,
    pool: WorkerPool<PlanesTask, PlanesResult>,
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
    const pool = new WorkerPool<PlanesTask, PlanesResult>('gather-blocks.cjs', group.threads);
    try {
      const kernel = compileGroupKernel();
      warmUp(kernel, group.layout);
      await pool.ready();
      const run = new GroupRun(group, pool, kernel, performance.now());
      await touchPages(run.#planes, group.need.signal);
      if (group.need.from === undefined) run.#plant();
      return run;
    } catch (error) {
      void pool.leave(0);
      throw error;
    }
  }

  #plant(): void {
    plantStarts(this.#planes, this.#group.places, this.#distinctStarts);
    new Course(this.#planes.course).begin(0, this.#distinctStarts.length);
  }

  get bytes(): number {
    return heldBytes(this.#group, this.#depthPlanes);
  }

  get seconds(): number {
    return this.#seconds;
  }

  async *layers(singly?: () => boolean): AsyncGenerator<FoundLayer, void> {
    const { need, threads, depths } = this.#group;
    const { first, keepFrom = 0, signal } = need;
    if (need.from === undefined) {
      yield this.#found(0, this.#distinctStarts.length, this.#distinctStarts.slice(0, first), true);
    }
    const planes = this.#planes;
    const spin = threads <= availableParallelism();
    for (let depth = foundDepth(need) + 1; ; ) {
      if (depths && depth > deepestOf(this.#depthPlanes)) this.#growDepths(depthPlanes(depth));
      beginRounds(planes.counters);
      const seconds = singly?.() === true ? 0 : BATCH_SECONDS;
      const lastDepth = depths ? deepestOf(this.#depthPlanes) : Number.POSITIVE_INFINITY;
      const batch = { seconds, lastDepth, workers: threads, spin, depths, first, keepFrom };
      const results = await this.#pool.runOnAll({ planes, batch }, 'in the middle of a layer', signal);
      const layers = results.flatMap((result) => result.layers).sort((one, other) => one.depth - other.depth);
      const latest = layers.at(-1)?.depth;
      const isComplete = planes.found.every((states) => states === 0);
      for (const { depth: at, fresh } of layers) {
        const isLatest = at === latest;
        // The workers keep the first states of a batch's last layer alone: only that layer may be the last of all.
        const kept = isLatest ? this.#firstOf(results, at) : [];
        yield this.#found(at, fresh, kept, isLatest && !isComplete);
        depth = at + 1;
      }
      this.#elapsed();
      if (isComplete) return;
    }
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

  /** @throws MemoryError if the machine lacks the memory, or refuses it */
  #growDepths(planes: number): void {
    const { facts, threads } = this.#group;
    const bytes = heldBytes(this.#group, planes) - this.bytes;
    checkMemory(facts.name, { bytes }, threads, freeMemory(), HELD_PLANES);
    growDepths(this.#planes, planes);
    this.#depthPlanes = planes;
  }

  #firstOf(results: readonly { readonly kept: KeptWords }[], depth: number): number[] {
    return results
      .map(({ kept }) => kept)
      .filter((kept) => kept.depth === depth)
      .flatMap(({ words }) => words)
      .flatMap(([block, word, bits]) => this.#numbers.ofWord(block, word, bits))
      .sort((one, other) => one - other)
      .slice(0, this.#group.need.first);
  }

  #found(depth: number, fresh: number, first: readonly number[], isLatest: boolean): FoundLayer {
    return { depth, fresh, first, seconds: this.#elapsed(), bytesRead: 0, bytesWritten: 0, isLatest };
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
