/**
 * The engine `groups`: enumerates a permutation puzzle in words of 128 states. A move applies to all words of a block at once.
 * docs/explanations/groups.md describes the method and proves it.
 */

import { freeMemory } from '#machine/machine.js';
import { checkMemory, compileKernel } from '../../base/memory.js';
import { threadsFor } from '../../base/threads.js';
import type { NumberedSpace } from '../../space/space.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import { hasBlocks } from '../../spaces/permutation/colourings/numbering.js';
import { compileMoves } from '../../spaces/permutation/moves/compile-moves.js';
import { statesOfBits } from '../../spaces/permutation/moves/compiled-moves.js';
import { BITS, tableBytes } from '../../table/contents.js';
import { distinctStarts, foundDepth, planOfWords } from '../batched-run.js';
import type { Engine, EnginePlan, EngineRefusal, PlanRequest } from '../engine.js';
import {
  allocatePlanes,
  deepestOf,
  depthEncoding,
  depthPlanes,
  growDepths,
  layOutPlanes,
  planesBytes,
  type SharedPlanes,
  scratchBytes,
  seedStarts,
  touchPlanes,
} from './planes.js';
import { codePieces, depthPieces, planesSnapshot, snapshotRowBytes } from './snapshot.js';

/** Depth that puzzles rarely exceed if their moves cannot be undone. */
const USUAL_DEPTH = 2 ** 15 - 1;

/** States that one thread moves per second: 3 to 7 billion in words with most bits in use. */
const STATES_MOVED_PER_SECOND = 4e9;

export const groupsEngine: Engine = {
  name: 'groups',
  async plan(source, request) {
    // A module is the user's code, which never runs on this thread.
    if (source.kind !== 'known' && source.kind !== 'generators') return NOT_A_GROUP;
    const space = await openNumberedSpace(source);
    return planGroup(space, request);
  },
};

const NOT_A_GROUP: EngineRefusal = { refused: 'is for permutation puzzles' };

/**
 * Plans the enumeration of a space.
 * @param together maximum number of blocks in a shard, a part of memory; by default all that fit
 */
export function planGroup(space: NumberedSpace, request: PlanRequest, together?: number): EnginePlan | EngineRefusal {
  if (space.group === null) return NOT_A_GROUP;
  request.signal?.throwIfAborted();
  const { numbering } = space.group;
  if (!hasBlocks(numbering)) return { refused: 'is for states in blocks, and these are ranked', source: space.source };
  const moves = compileMoves(numbering);
  if (typeof moves === 'string') return { refused: `cannot compile its moves: ${moves}`, source: space.source };
  const { places } = moves;
  const hasDepths = request.table && !space.reversible;
  const seconds = (space.size * moves.moves) / STATES_MOVED_PER_SECOND;
  const threads = threadsFor(request.threads, seconds, moves.blocks);
  const layout = layOutPlanes(moves, { table: request.table, depths: hasDepths }, threads, together);
  if (layout === null) return { refused: `needs more than 4 GiB for rows and a block of ${moves.words} words` };
  const found = foundDepth(request);
  /** Number of planes for depths, if whole depths are written. */
  const planesUntil = (depth: number) => (hasDepths ? depthPlanes(depth) : 0);
  const encoding = hasDepths ? depthEncoding(USUAL_DEPTH) : 'mod3';
  return planOfWords<SharedPlanes>(space, request, {
    engine: 'groups',
    // All states that have numbers are reached.
    reached: space.size,
    threads,
    memory: {
      bytes: planesBytes(layout, planesUntil(found)),
      threadBytes: layout.shards * scratchBytes(layout.planeBytes),
    },
    tableBytes: request.table ? tableBytes(space.size, encoding) : 0,
    snapshotRows: snapshotRowBytes(layout, planesUntil(Math.max(found, USUAL_DEPTH))),
    held: HELD_PLANES,
    seconds,
    machineSpeed: async (threads) => (await import('../boards/engine.js')).machineSpeed(threads),
    file: 'gather-blocks',
    async open(ready) {
      const kernel = compileKernel('groups');
      await ready();
      const planes = allocatePlanes(layout, moves, request.table, kernel, threads);
      let held = planesUntil(found);
      growDepths(planes, held);
      await touchPlanes(planes, request.signal);
      if (request.from === undefined) seedStarts(planes, places, distinctStarts(space.starts));
      const bytes = () => planesBytes(layout, held);
      return {
        memory: () => planes,
        bytes,
        stateOf: statesOfBits(places),
        lastDepth(next) {
          if (!hasDepths) return Number.POSITIVE_INFINITY;
          if (next > deepestOf(held)) {
            const more = planesBytes(layout, depthPlanes(next)) - bytes();
            checkMemory(space.name, { bytes: more }, threads, freeMemory(), HELD_PLANES);
            held = depthPlanes(next);
            growDepths(planes, held);
          }
          return deepestOf(held);
        },
        snapshot: () => planesSnapshot(planes, hasDepths),
        table(histogram) {
          if (!hasDepths) return { encoding: 'mod3', bytes: () => codePieces(planes, places) };
          const depths = depthEncoding(histogram.length - 1);
          return { encoding: depths, bytes: () => depthPieces(planes, places, held, BITS[depths] / 8) };
        },
      };
    },
  });
}

/** The data held in memory, as named in messages about memory. */
const HELD_PLANES = 'its planes';
