/**
 * The engine `patterns`: enumerates a pattern 120 states at a time. A move applies to all arrangements of a placement at once.
 * docs/explanations/patterns.md describes the method.
 */

import { compileKernel, touchPages } from '../../base/memory.js';
import { threadsFor } from '../../base/threads.js';
import { writeState } from '../../space/definition.js';
import { type NumberedSpace, outlineOf, type SpaceOutline } from '../../space/space.js';
import {
  arrangementOfBit,
  type PatternGeometry,
  patternBitsetBytes,
  reachesAllStates,
} from '../../spaces/board/pattern-geometry.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import { BatchedRun, type BatchThreads, openOnThreads, smallest } from '../batched-run.js';
import type { Engine, EnginePlan, EngineRefusal, MemoryRun, Need } from '../engine.js';
import { SurveyedSnapshot, shardPieces } from '../snapshot.js';
import {
  allocateBitsets,
  type BitsetLayout,
  blockScratchBytes,
  heldBitsetBytes,
  layOutBitsets,
  marksOf,
  plantStart,
  type SharedBitsets,
  surveyBitsets,
} from './bitsets.js';
import { edgeOffsetsOf, placementGraphOf } from './moves.js';

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

const NOT_A_PATTERN: EngineRefusal = { refused: "is for patterns of a board's tiles" };

/**
 * Plans the enumeration of a space.
 * @param mostPerShard maximum number of placements in a shard; by default all that fit
 */
export function planPattern(space: NumberedSpace, need: Need, mostPerShard?: number): EnginePlan | EngineRefusal {
  const { pattern } = space;
  if (pattern === null) return NOT_A_PATTERN;
  need.signal?.throwIfAborted();
  const { geometry } = pattern;
  const seconds = geometry.states / STATES_PER_SECOND + geometry.placements / PLACEMENTS_PER_SECOND;
  const threads = threadsFor(need.threads, seconds, geometry.placements);
  const layout = layOutBitsets(geometry, edgeOffsetsOf(geometry), need.table, threads, mostPerShard);
  return planOf({ space, geometry, facts: outlineOf(space), need, layout, threads });
}

/** A pattern prepared for its enumeration, before any memory is allocated. */
interface PreparedPattern {
  readonly space: NumberedSpace;
  readonly geometry: PatternGeometry;
  readonly facts: SpaceOutline;
  readonly need: Need;
  readonly layout: BitsetLayout;
  readonly threads: number;
}

function planOf(pattern: PreparedPattern): EnginePlan {
  const { geometry, facts, need, layout, threads } = pattern;
  const { placements, arrangements } = geometry;
  const reached = reachesAllStates(geometry) ? facts.size : null;
  const bitset = patternBitsetBytes(placements, arrangements.count);
  return {
    engine: 'patterns',
    facts,
    reached,
    need,
    threads,
    needs: { bytes: heldBitsetBytes(layout), threadBytes: layout.shards * blockScratchBytes(layout.blockBytes) },
    // A second bitset marks the states that are reached, if not all are.
    tableBytes: !need.table ? 0 : reached === null ? 2 * bitset : bitset,
    snapshotRows: bitsetRowBytes(layout),
    label: facts.name,
    held: 'its bitsets',
    async estimate() {
      const { measurePlacements } = await import('./speed.js');
      const statesPerSecond = threads * measurePlacements(geometry, need.table);
      const seconds = facts.size / statesPerSecond;
      return { starts: startTexts(pattern), speed: { statesPerSecond }, layerSeconds: null, seconds };
    },
    open: () => openOnThreads<SharedBitsets>('advance-placements.cjs', threads, (pool) => openPattern(pattern, pool)),
    async close() {},
  };
}

/** Allocates the memory of a run. @throws MemoryError, WorkerError; the signal's reason */
async function openPattern(pattern: PreparedPattern, pool: BatchThreads<SharedBitsets>): Promise<MemoryRun> {
  const { space, geometry, facts, need, layout, threads } = pattern;
  const { count } = geometry.arrangements;
  const [start] = facts.starts;
  const blockBits = 8 * layout.blockBytes;
  // Both are created while the threads start.
  const kernel = compileKernel('patterns');
  const graph = placementGraphOf(geometry);
  await pool.ready();
  const begin = performance.now();
  const bitsets = allocateBitsets(layout, geometry, graph, Math.floor(start / count), kernel, threads);
  for (const memory of bitsets.memories) await touchPages(memory, layout.visited, need.signal);
  if (need.from === undefined) plantStart(bitsets, geometry, start);
  return new BatchedRun({
    plan: pattern,
    pool,
    starts: startTexts(pattern),
    begin,
    request: { most: need.first, from: need.keepFrom },
    memory: () => bitsets,
    bytes: () => heldBitsetBytes(layout),
    firstOf(bits) {
      const states = bits.flat().map((bit) => Math.floor(bit / blockBits) * count + arrangementOfBit(bit % blockBits));
      return smallest(states, need.first);
    },
    texts: (states) => states.map((state) => writeState(space, state)),
    snapshot: () => bitsetsSnapshot(bitsets),
    table(histogram) {
      const reached = histogram.reduce((sum, states) => sum + states, 0);
      function* bytes() {
        yield* bitsetPieces(bitsets, layout.table);
        // Readers of a table need the reached states only in this case.
        if (reached < facts.size) yield* bitsetPieces(bitsets, layout.visited);
      }
      return { encoding: 'mod4', bytes };
    },
  });
}

function startTexts({ space, facts }: PreparedPattern): string[] {
  return facts.starts.map((start) => writeState(space, start));
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
function bitsetsSnapshot(bitsets: SharedBitsets): SurveyedSnapshot {
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
  return new SurveyedSnapshot(held, { survey: (depth) => surveyBitsets(bitsets, depth) });
}
