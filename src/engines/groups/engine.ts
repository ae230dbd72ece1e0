/**
 * The engine `groups`: enumerates a permutation puzzle in words of 128 states. A move applies to all words of a block at once.
 * docs/explanations/groups.md describes the method and proves it.
 */

import { checkMemory, freeMemory, KERNEL_PAGE, type MemoryNeeds, newKernelMemory } from '../../base/memory.js';
import { threadsFor } from '../../base/threads.js';
import { WorkerPool } from '../../base/worker-pool.js';
import { writeState } from '../../space/definition.js';
import { type NumberedSpace, outlineOf, type SpaceOutline } from '../../space/space.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import { hasBlocks } from '../../spaces/permutation/colourings/numbering.js';
import { compileMoves } from '../../spaces/permutation/moves/compile-moves.js';
import {
  type CompiledMoves,
  StateNumbers,
  type WordPlaces,
  wordPlaces,
} from '../../spaces/permutation/moves/compiled-moves.js';
import { type TableContents, tableBytes } from '../../table/files/contents.js';
import { batchedLayers, Course, type RunBatchResult, type RunBatchTask } from '../batches.js';
import type { Engine, EnginePlan, EngineRefusal, FoundLayer, MemoryRun, Need, RunEstimate } from '../engine.js';
import { compileGroupKernel, gatherBy, instantiateGroupKernel } from './kernel.js';
import {
  allocatePlanes,
  deepestOf,
  depthEncoding,
  depthPlanes,
  depthWidth,
  growDepths,
  layOutPlanes,
  type PlanesLayout,
  planesBytes,
  plantStarts,
  type SharedPlanes,
  scratchBytes,
  touchPlanes,
} from './planes.js';
import { codePieces, depthPieces, PlanesSnapshot, snapshotRowBytes } from './snapshot.js';

/** Depth that puzzles rarely exceed if their moves cannot be undone. */
const USUAL_DEPTH = 2 ** 15 - 1;

/**
 * Number of full layers that take as much work as all layers of a puzzle: 8 for pancake:12, 20 for moonspinner. It is unknown
 * beforehand.
 */
const USUAL_FULL_LAYERS = 12;

/** States that one thread moves per second: 3 to 7 billion in words with most bits in use, 0.3 billion singly. */
const STATES_MOVED_PER_SECOND = 4e9;
const STATES_SCATTERED_PER_SECOND = 0.3e9;

export const groupsEngine: Engine = {
  name: 'groups',
  async plan(source, need) {
    // A module is the user's code, which never runs on this thread.
    if (source.kind !== 'known' && source.kind !== 'generators') return NOT_A_GROUP;
    const space = await openNumberedSpace(source);
    return planGroup(space, need);
  },
};

const NOT_A_GROUP: EngineRefusal = { refused: 'is for permutation puzzles' };

/**
 * Plans the enumeration of a space.
 * @param blocksTogether maximum number of blocks in a shard, a part of memory; by default all that fit
 */
export function planGroup(space: NumberedSpace, need: Need, blocksTogether?: number): EnginePlan | EngineRefusal {
  if (space.group === null) return NOT_A_GROUP;
  need.signal?.throwIfAborted();
  const { numbering } = space.group;
  if (!hasBlocks(numbering)) return { refused: 'is for states in blocks, and these are ranked', source: space.source };
  const moves = compileMoves(numbering);
  if (typeof moves === 'string') return { refused: `cannot compile its moves: ${moves}`, source: space.source };
  const places = wordPlaces(numbering, moves);
  const depths = need.table && !space.reversible;
  const threads = threadsFor(need.threads, secondsOf(space.size, moves), moves.blocks);
  const layout = layOutPlanes(moves, places, { table: need.table, depths }, threads, blocksTogether);
  if (layout === null) return { refused: `needs more than 4 GiB for rows and a block of ${moves.words} words` };
  return new GroupsPlan({ space, facts: outlineOf(space), need, moves, places, layout, depths, threads });
}

function secondsOf(size: number, { moves, permutations }: CompiledMoves): number {
  const perSecond = permutations.kind === 'scattered' ? STATES_SCATTERED_PER_SECOND : STATES_MOVED_PER_SECOND;
  return (size * moves) / perSecond;
}

class GroupsPlan implements EnginePlan {
  readonly engine = 'groups';
  readonly held = HELD_PLANES;
  readonly #group: PreparedGroup;

  constructor(group: PreparedGroup) {
    this.#group = group;
  }

  get facts(): SpaceOutline {
    return this.#group.facts;
  }

  get need(): Need {
    return this.#group.need;
  }

  /** Counts all states that have numbers. */
  get reached(): number {
    return this.facts.size;
  }

  get threads(): number {
    return this.#group.threads;
  }

  get needs(): MemoryNeeds {
    const { shards, planeBytes } = this.#group.layout;
    const planes = depthPlanesUntil(this.#group, foundDepth(this.need));
    return { bytes: heldBytes(this.#group, planes), threadBytes: shards * scratchBytes(planeBytes) };
  }

  get tableBytes(): number {
    const encoding = this.#group.depths ? depthEncoding(depthWidth(USUAL_DEPTH)) : 'mod3';
    return this.need.table ? tableBytes(this.facts.size, encoding) : 0;
  }

  get snapshotRows(): readonly number[] {
    const deepest = Math.max(foundDepth(this.need), USUAL_DEPTH);
    return snapshotRowBytes(this.#group.layout, depthPlanesUntil(this.#group, deepest));
  }

  get label(): string {
    return this.facts.name;
  }

  async estimate(): Promise<RunEstimate> {
    const { measureGathering } = await import('./speed.js');
    const { moves, places, layout, threads } = this.#group;
    const { blocksPerSecond, statesPerSecond: sentPerSecond } = measureGathering(this.#group.moves, this.#group.places);
    const expanded =
      layout.gathering === 'scattered' ? sentPerSecond : (blocksPerSecond * places.statesPerBlock) / USUAL_FULL_LAYERS;
    const statesPerSecond = (threads * expanded) / moves.moves;
    const starts = startTexts(this.#group);
    return { starts, speed: { statesPerSecond }, layerSeconds: null, seconds: this.facts.size / statesPerSecond };
  }

  async open(): Promise<MemoryRun> {
    return GroupRun.begin(this.#group);
  }

  async close(): Promise<void> {}
}

/** A permutation puzzle prepared for its enumeration, before any memory is allocated. */

interface PreparedGroup {
  readonly space: NumberedSpace;
  readonly facts: SpaceOutline;
  readonly need: Need;
  readonly moves: CompiledMoves;
  readonly places: WordPlaces;
  readonly layout: PlanesLayout;
  /** True if whole depths are written. */
  readonly depths: boolean;
  readonly threads: number;
}

/** The data held in memory, as named in messages about memory. */
const HELD_PLANES = 'its planes';

/** Returns the depth of the last layer that was found earlier; 0 if the run begins with the starts. */
function foundDepth({ from }: Need): number {
  return (from?.histogram.length ?? 1) - 1;
}

/** Returns the number of planes that layers up to a depth need. */
function depthPlanesUntil({ depths }: PreparedGroup, depth: number): number {
  return depths ? depthPlanes(depth) : 0;
}

/** Returns the bytes that are held, without the scratch space of threads. @param planes number of planes of depths */
function heldBytes({ layout }: PreparedGroup, planes: number): number {
  return planesBytes(layout, planes);
}

/** The layers of a permutation puzzle, with its planes in memory. */

class GroupRun implements MemoryRun {
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

/**
 * Lets V8 optimize the kernel before it is needed. V8 optimizes functions that have been busy for a while; until then they take 1.5
 * times as long: 15 of the 100 ms for 40 million states. Threads share the optimized code, and start meanwhile.
 */

/** Number of calls after which V8 has optimized a function. */
const WARM_UP_CALLS = 80;
const WARM_UP_WORDS = 1024;
/** Passed in place of a set of words. */
const ALL_WORDS = 0;
/** Pages for the data of the kernel, one for each kind. All are zeros except for the set of active words. */
const [TARGET, LOW, HIGH, ACTIVE, FOUND, COUNTS, PERMUTATIONS, ROW] = [1, 2, 3, 4, 5, 6, 7, 8].map(
  (page) => page * KERNEL_PAGE,
);
/** A row of scattered states has 128 entries for each word. */
const WARM_UP_PAGES = 17;

/** Calls the functions that a layout's layers need, on zeros. */
function warmUp(module: WebAssembly.Module, { gathering }: PlanesLayout): void {
  const memory = newKernelMemory(WARM_UP_PAGES);
  const kernel = instantiateGroupKernel(module, memory);
  new Uint8Array(memory.buffer).fill(255, ACTIVE, ACTIVE + WARM_UP_WORDS / 8);
  const gather = gatherBy(kernel, gathering);
  for (let call = 0; call < WARM_UP_CALLS; call++) {
    const code = 1 + (call % 3);
    for (const active of [ALL_WORDS, ACTIVE])
      gather(TARGET, LOW, HIGH, WARM_UP_WORDS, ROW, PERMUTATIONS, code, active, 0);
    kernel.settle(TARGET, LOW, HIGH, WARM_UP_WORDS, code, PERMUTATIONS, FOUND, COUNTS);
  }
}
