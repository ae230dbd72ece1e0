/**
 * The engine `patterns`: enumerates a pattern 120 states at a time. A move applies to all arrangements of a placement at once.
 * docs/explanations/patterns.md describes the method.
 */

import { compileKernel, touchPages } from '../../base/memory.js';
import { threadsFor } from '../../base/threads.js';
import type { NumberedSpace } from '../../space/space.js';
import { arrangementOfBit, patternBitsetBytes, reachesAllStates } from '../../spaces/board/pattern-geometry.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import { planOfWords } from '../batched-run.js';
import type { Engine, EnginePlan, EngineRefusal, PlanRequest } from '../engine.js';
import { type Snapshot, shardPieces, surveyedSnapshot } from '../snapshot.js';
import {
  allocateBitsets,
  type BitsetLayout,
  blockScratchBytes,
  heldBitsetBytes,
  layOutBitsets,
  marksOf,
  type SharedBitsets,
  seedPattern,
  surveyBitsets,
} from './bitsets.js';
import { edgeOffsets, placementGraph } from './moves.js';

/** Speed of one thread over all layers, for states and for placements. The edges of placements are read in every layer. */
const STATES_PER_SECOND = 1.2e9;
const PLACEMENTS_PER_SECOND = 1e6;

export const patternsEngine: Engine = {
  name: 'patterns',
  async plan(source, request) {
    if (source.kind !== 'pattern') return NOT_A_PATTERN;
    return planPattern(await openNumberedSpace(source), request);
  },
};

const NOT_A_PATTERN: EngineRefusal = { refused: "is for patterns of a board's tiles" };

/**
 * Plans the enumeration of a space.
 * @param most maximum number of placements in a shard; by default all that fit
 */
export function planPattern(space: NumberedSpace, request: PlanRequest, most?: number): EnginePlan | EngineRefusal {
  const { pattern } = space;
  if (pattern === null) return NOT_A_PATTERN;
  request.signal?.throwIfAborted();
  const { geometry } = pattern;
  const { states, placements, arrangements } = geometry;
  const seconds = states / STATES_PER_SECOND + placements / PLACEMENTS_PER_SECOND;
  const threads = threadsFor(request.threads, seconds, placements);
  const layout = layOutBitsets(geometry, edgeOffsets(geometry), request.table, threads, most);
  const bytes = heldBitsetBytes(layout);
  const isWhole = reachesAllStates(geometry);
  const bitset = patternBitsetBytes(placements, arrangements.count);
  return planOfWords<SharedBitsets>(space, request, {
    engine: 'patterns',
    reached: isWhole ? space.size : null,
    threads,
    memory: { bytes, threadBytes: layout.shards * blockScratchBytes(layout.blockBytes) },
    // A second bitset marks the states that are reached, if not all are.
    tableBytes: !request.table ? 0 : isWhole ? bitset : 2 * bitset,
    snapshotRows: bitsetRowBytes(layout),
    held: 'its bitsets',
    seconds,
    machineSpeed: async (threads) => (await import('../boards/engine.js')).machineSpeed(threads),
    file: 'advance-placements',
    async open(ready) {
      const [start] = space.starts;
      // Both are created while the threads start.
      const kernel = compileKernel('patterns');
      const graph = placementGraph(geometry);
      await ready();
      const startPlacement = Math.floor(start / arrangements.count);
      const bitsets = allocateBitsets(layout, geometry, graph, startPlacement, kernel, threads);
      for (const memory of bitsets.memories) await touchPages(memory, layout.visited, request.signal);
      if (request.from === undefined) seedPattern(bitsets, geometry, start);
      const blockBits = 8 * layout.blockBytes;
      return {
        memory: () => bitsets,
        stateOf: (bit) => Math.floor(bit / blockBits) * arrangements.count + arrangementOfBit(bit % blockBits),
        snapshot: () => bitsetsSnapshot(bitsets),
        table(histogram) {
          const reached = histogram.reduce((sum, fresh) => sum + fresh, 0);
          function* pieces() {
            yield* bitsetPieces(bitsets, layout.table);
            // Readers of a table need the reached states only in this case.
            if (reached < space.size) yield* bitsetPieces(bitsets, layout.visited);
          }
          return { encoding: 'mod4', bytes: pieces };
        },
      };
    },
  });
}

/** Returns the bytes of the rows of a checkpoint. */
function bitsetRowBytes({ placements, blockBytes, table }: BitsetLayout): number[] {
  return new Array<number>(table === 0 ? 1 : 2).fill(placements * blockBytes);
}

/** Yields the bytes of a bitset. @param address of the bitset in each shard */
function* bitsetPieces({ memories, layout }: SharedBitsets, address: number): Generator<Uint8Array> {
  const { placements, placementsPerShard, blockBytes } = layout;
  for (const { shard, bytes, begin } of shardPieces(placementsPerShard * blockBytes, 0, placements * blockBytes)) {
    yield new Uint8Array(memories[shard].buffer, address + begin, bytes);
  }
}

/** The marks of placements follow from the visited states, see surveyBitsets. */
function bitsetsSnapshot(bitsets: SharedBitsets): Snapshot {
  const { layout, memories } = bitsets;
  const { placements, placementsPerShard, blockBytes, visited, table } = layout;
  const marks = memories.map((_, shard) => marksOf(bitsets, shard));
  const file = (name: string, address: number) => ({ name, blockBytes, address: () => address });
  const held = {
    ...{ memories, blocks: placements, blocksPerShard: placementsPerShard },
    unit: 'placements',
    blockFiles: table === 0 ? [file('visited', visited)] : [file('visited', visited), file('table', table)],
    isHeld: (placement: number) =>
      marks[Math.floor(placement / placementsPerShard)][placement % placementsPerShard] !== 0,
  };
  return surveyedSnapshot(held, { survey: (depth) => surveyBitsets(bitsets, depth) });
}
