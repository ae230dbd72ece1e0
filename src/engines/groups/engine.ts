/**
 * The engine `groups`: enumerates a permutation puzzle in words of 128 states. A move applies to all words of a block at once.
 * docs/explanations/groups.md describes the method and proves it.
 */

import {
  checkMemory,
  compileKernel,
  freeMemory,
  instantiateKernel,
  KERNEL_PAGE,
  newKernelMemory,
} from '../../base/memory.js';
import { threadsFor } from '../../base/threads.js';
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
import { tableBytes } from '../../table/files/contents.js';
import { BatchedRun, type BatchThreads, distinctStarts, foundDepth, openOnThreads, smallest } from '../batched-run.js';
import type { Engine, EnginePlan, EngineRefusal, MemoryRun, Need } from '../engine.js';
import { type GroupKernel, gatherBy } from './kernel.js';
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
import { codePieces, depthPieces, planesSnapshot, snapshotRowBytes } from './snapshot.js';

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
  return planOf({ space, facts: outlineOf(space), need, moves, places, layout, depths, threads });
}

function secondsOf(size: number, { moves, permutations }: CompiledMoves): number {
  const perSecond = permutations.kind === 'scattered' ? STATES_SCATTERED_PER_SECOND : STATES_MOVED_PER_SECOND;
  return (size * moves) / perSecond;
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

function planOf(group: PreparedGroup): EnginePlan {
  const { facts, need, moves, places, layout, depths, threads } = group;
  const found = foundDepth(need);
  const planesUntil = (depth: number) => (depths ? depthPlanes(depth) : 0);
  const encoding = depths ? depthEncoding(depthWidth(USUAL_DEPTH)) : 'mod3';
  return {
    engine: 'groups',
    facts,
    // All states that have numbers are reached.
    reached: facts.size,
    need,
    threads,
    needs: {
      bytes: planesBytes(layout, planesUntil(found)),
      threadBytes: layout.shards * scratchBytes(layout.planeBytes),
    },
    tableBytes: need.table ? tableBytes(facts.size, encoding) : 0,
    snapshotRows: snapshotRowBytes(layout, planesUntil(Math.max(found, USUAL_DEPTH))),
    label: facts.name,
    held: HELD_PLANES,
    async estimate() {
      const { measureGathering } = await import('./speed.js');
      const { blocksPerSecond, statesPerSecond: sentPerSecond } = measureGathering(moves, places);
      const expanded =
        layout.gathering === 'scattered'
          ? sentPerSecond
          : (blocksPerSecond * places.statesPerBlock) / USUAL_FULL_LAYERS;
      const statesPerSecond = (threads * expanded) / moves.moves;
      const seconds = facts.size / statesPerSecond;
      return { starts: startTexts(group), speed: { statesPerSecond }, layerSeconds: null, seconds };
    },
    open: () => openOnThreads<SharedPlanes>('gather-blocks.cjs', threads, (pool) => openGroup(group, pool)),
    async close() {},
  };
}

/** Allocates the memory of a run. @throws MemoryError, WorkerError; the signal's reason */
async function openGroup(group: PreparedGroup, pool: BatchThreads<SharedPlanes>): Promise<MemoryRun> {
  const { space, facts, need, moves, places, layout, depths, threads } = group;
  const kernel = compileKernel('groups');
  warmUp(kernel, layout);
  await pool.ready();
  const begin = performance.now();
  const planes = allocatePlanes(layout, moves, need.table ? places : null, kernel, threads);
  /** Number of planes of depths. */
  let held = depths ? depthPlanes(foundDepth(need)) : 0;
  growDepths(planes, held);
  await touchPlanes(planes, need.signal);
  if (need.from === undefined) plantStarts(planes, places, distinctStarts(facts.starts));
  const numbers = new StateNumbers(places);
  const bytes = () => planesBytes(layout, held);
  return new BatchedRun({
    plan: group,
    pool,
    starts: startTexts(group),
    begin,
    request: { most: need.first, from: need.keepFrom },
    memory: () => planes,
    bytes,
    lastDepth(next) {
      if (!depths) return Number.POSITIVE_INFINITY;
      if (next > deepestOf(held)) {
        const more = planesBytes(layout, depthPlanes(next)) - bytes();
        checkMemory(facts.name, { bytes: more }, threads, freeMemory(), HELD_PLANES);
        held = depthPlanes(next);
        growDepths(planes, held);
      }
      return deepestOf(held);
    },
    firstOf: (bits) =>
      smallest(
        bits.flat().map((bit) => numbers.ofBit(bit)),
        need.first,
      ),
    texts: (states) => states.map((state) => writeState(space, state)),
    snapshot: () => planesSnapshot(planes, depths),
    table(histogram) {
      if (!depths) return { encoding: 'mod3', bytes: () => codePieces(planes, places) };
      const width = depthWidth(histogram.length - 1);
      return { encoding: depthEncoding(width), bytes: () => depthPieces(planes, places, held, width) };
    },
  });
}

/** Returns the texts of the starts. @throws SpaceError if the space fails to give one */
function startTexts({ space, facts }: PreparedGroup): string[] {
  return facts.starts.map((start) => writeState(space, start));
}

/*
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
  const kernel = instantiateKernel<GroupKernel>(module, memory);
  new Uint8Array(memory.buffer).fill(255, ACTIVE, ACTIVE + WARM_UP_WORDS / 8);
  const gather = gatherBy(kernel, gathering);
  for (let call = 0; call < WARM_UP_CALLS; call++) {
    const code = 1 + (call % 3);
    for (const active of [ALL_WORDS, ACTIVE])
      gather(TARGET, LOW, HIGH, WARM_UP_WORDS, ROW, PERMUTATIONS, code, active, 0);
    kernel.settle(TARGET, LOW, HIGH, WARM_UP_WORDS, code, PERMUTATIONS, FOUND, COUNTS);
  }
}
