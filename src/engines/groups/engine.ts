/**
 * The engine `groups`: enumerates a permutation puzzle in words of 128 states. A move applies to all words of a block at once.
 * docs/explanations/groups.md describes the method and proves it.
 */

import { compileKernel } from '../../base/memory.js';
import { threadsFor } from '../../base/threads.js';
import type { NumberedSpace } from '../../space/space.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import { hasBlocks } from '../../spaces/permutation/colourings/numbering.js';
import { compileMoves } from '../../spaces/permutation/moves/compile-moves.js';
import { type CompiledMoves, statesOfBits, wordPlaces } from '../../spaces/permutation/moves/compiled-moves.js';
import { tableBytes } from '../../table/files/contents.js';
import { distinctStarts, planOfWords } from '../batched-run.js';
import type { Engine, EnginePlan, EngineRefusal, PlanRequest } from '../engine.js';
import {
  allocatePlanes,
  layOutPlanes,
  planesBytes,
  type SharedPlanes,
  scratchBytes,
  seedStarts,
  touchPlanes,
} from './planes.js';
import { codePieces, depthEncoding, depthPieces, planesSnapshot } from './snapshot.js';

/** States that one thread moves per second: 3 to 7 billion in words with most bits in use, 0.3 billion singly. */
const STATES_MOVED_PER_SECOND = 4e9;
const STATES_SCATTERED_PER_SECOND = 0.3e9;

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
 * @param blocksTogether maximum number of blocks in a shard, a part of memory; by default all that fit
 */
export function planGroup(
  space: NumberedSpace,
  request: PlanRequest,
  blocksTogether?: number,
): EnginePlan | EngineRefusal {
  if (space.group === null) return NOT_A_GROUP;
  request.signal?.throwIfAborted();
  const { numbering } = space.group;
  if (!hasBlocks(numbering)) return { refused: 'is for states in blocks, and these are ranked', source: space.source };
  const moves = compileMoves(numbering);
  if (typeof moves === 'string') return { refused: `cannot compile its moves: ${moves}`, source: space.source };
  const places = wordPlaces(numbering, moves);
  const hasDepths = request.table && !space.reversible;
  const seconds = secondsOf(space.size, moves);
  const threads = threadsFor(request.threads, seconds, moves.blocks);
  const layout = layOutPlanes(moves, places, { table: request.table, depths: hasDepths }, threads, blocksTogether);
  if (layout === null) return { refused: `needs more than 4 GiB for rows and a block of ${moves.words} words` };
  const bytes = planesBytes(layout);
  return planOfWords<SharedPlanes>(space, request, {
    engine: 'groups',
    // All states that have numbers are reached.
    reached: space.size,
    threads,
    memory: { bytes, threadBytes: layout.shards * scratchBytes(layout.planeBytes) },
    // Few spaces are so deep that their depths need more than 16 bits.
    tableBytes: request.table ? tableBytes(space.size, hasDepths ? 'depth16' : 'mod3') : 0,
    snapshotRows: (hasDepths ? [layout.codesBytes, layout.depthBytes] : [layout.codesBytes]).map(
      (ofBlock) => layout.blocks * ofBlock,
    ),
    held: 'its planes',
    seconds,
    machineSpeed: async (threads) => (await import('../boards/engine.js')).machineSpeed(threads),
    file: 'gather-blocks.cjs',
    async open(ready) {
      const kernel = compileKernel('groups');
      await ready();
      const planes = allocatePlanes(layout, moves, request.table ? places : null, kernel, threads);
      await touchPlanes(planes, request.signal);
      if (request.from === undefined) seedStarts(planes, places, distinctStarts(space.starts));
      return {
        memory: () => planes,
        stateOf: statesOfBits(places),
        snapshot: () => planesSnapshot(planes),
        table(histogram) {
          if (!hasDepths) return { encoding: 'mod3', bytes: () => codePieces(planes, places) };
          const encoding = depthEncoding(histogram.length - 1);
          return { encoding, bytes: () => depthPieces(planes, places, encoding) };
        },
      };
    },
  });
}

function secondsOf(size: number, { moves, permutations }: CompiledMoves): number {
  const perSecond = permutations.kind === 'scattered' ? STATES_SCATTERED_PER_SECOND : STATES_MOVED_PER_SECOND;
  return (size * moves) / perSecond;
}
