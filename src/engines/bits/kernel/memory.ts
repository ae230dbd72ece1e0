/** The shared memory of an exploration: its shards, marks and counters. */

import { newKernelMemory } from '../../../base/memory.js';
import { newRoundCounters } from '../../../base/threads/rounds.js';
import { BYTES_PER_WORD } from '../../../spaces/board/numbering/geometry.js';
import type { State } from '../../../spaces/board/numbering/numbering.js';
import { blockAddress, type Layout } from '../layout/blocks.js';
import type { ShardConstants } from '../layout/board-plan.js';
import { instantiate } from './kernel.js';

/** Marks of each block, [cell][block], in shared memory. Only the block's owner writes them. */
export interface Marks {
  /** 1 if the block gained states in the last layer of its cell, else 0. */
  readonly gained: Uint8Array;
  /** Number of states that the block holds. */
  readonly held: Uint32Array;
  /**
   * For each of the two sweeps of the multi-tile metric: 1 if the sweep reached the block in this layer, else 0. Empty in the
   * single-tile metric.
   */
  readonly swept: readonly [Uint8Array, Uint8Array];
}

/** Everything that a worker needs to join an exploration; the same during the whole exploration. */
export interface SharedExploration {
  readonly id: string;
  readonly layout: Layout;
  readonly memories: readonly WebAssembly.Memory<SharedArrayBuffer>[];
  readonly kernel: WebAssembly.Module;
  readonly marks: Marks;
  /** Counters of src/base/threads/rounds.ts. */
  readonly counters: Int32Array;
}

let explorations = 0;

/**
 * Allocates everything and marks the goal as visited. Workers touch the pages when they find states.
 * @param goal undefined if the visited states are restored from a checkpoint
 * @throws MemoryError
 */
export function allocate(
  layout: Layout,
  constants: ShardConstants,
  kernel: WebAssembly.Module,
  goal: State | undefined,
): SharedExploration {
  const memories = Array.from({ length: layout.shards }, () => newKernelMemory(layout.pages));
  for (const memory of memories) new Uint8Array(memory.buffer).set(constants.bytes, constants.address);
  const marked = layout.cells * layout.blocks.count;
  const sweptMarks = layout.sweeps === null ? 0 : marked;
  const exploration: SharedExploration = {
    id: `${process.pid}-${explorations++}`,
    layout,
    memories,
    kernel,
    marks: {
      gained: newMarks(marked),
      held: new Uint32Array(new SharedArrayBuffer(4 * marked)),
      swept: [newMarks(sweptMarks), newMarks(sweptMarks)],
    },
    counters: newRoundCounters(),
  };
  if (goal !== undefined) plant(exploration, goal);
  return exploration;
}

function newMarks(count: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(count));
}

/** Clears an exploration, so that its memory can be reused for the same board. @param goal as for allocate */
export function reset(exploration: SharedExploration, goal: State | undefined): SharedExploration {
  const { layout, memories, marks } = exploration;
  for (const memory of memories) new Uint32Array(memory.buffer, layout.visited).fill(0);
  marks.gained.fill(0);
  marks.held.fill(0);
  for (const swept of marks.swept) swept.fill(0);
  const fresh = { ...exploration, id: `${process.pid}-${explorations++}`, counters: newRoundCounters() };
  if (goal !== undefined) plant(fresh, goal);
  return fresh;
}

function plant({ layout, memories, marks }: SharedExploration, { cell, word, bit }: State): void {
  const block = Math.floor(word / layout.blocks.words);
  const { buffer } = memories[Math.floor(block / layout.blocksPerShard)];
  for (const bitset of layout.fresh === 0 ? [layout.visited] : [layout.visited, layout.fresh]) {
    const halves = new Uint32Array(buffer, blockAddress(layout, bitset, cell, block), layout.blocks.paddedWords * 2);
    halves[2 * (word % layout.blocks.words) + (bit >> 5)] |= 1 << (bit & 31);
  }
  marks.gained[cell * layout.blocks.count + block] = 1;
  marks.held[cell * layout.blocks.count + block] = 1;
}

/** Returns the bytes of all bitsets in memory, with padding. */
export function bytesOf({ layout }: SharedExploration): number {
  const swept = layout.sweeps === null ? 0 : layout.sweeps.bitsets.flat().length;
  const bitsets = 1 + Number(layout.table !== 0) + Number(layout.fresh !== 0) + swept;
  return bitsets * layout.cells * layout.blocks.count * layout.blocks.paddedWords * BYTES_PER_WORD;
}

/**
 * Yields the table's words of one blank cell, little-endian and in order: views into the shared memory, one for each shard. In the
 * multi-tile metric, all words of the first bits precede those of the second bits.
 */
export function* tableWords(exploration: SharedExploration, cell: number): Generator<Uint8Array> {
  const { visited, table, sweeps } = exploration.layout;
  if (sweeps !== null) yield* wordsOf(exploration, visited, cell);
  yield* wordsOf(exploration, table, cell);
}

function* wordsOf({ layout, memories }: SharedExploration, bitset: number, cell: number): Generator<Uint8Array> {
  const { blocks, blocksPerShard } = layout;
  for (const [shard, memory] of memories.entries()) {
    const first = shard * blocksPerShard;
    const count = Math.min(blocksPerShard, blocks.count - first);
    // A padded block is the only one of its cell.
    const bytes = count * blocks.words * BYTES_PER_WORD;
    yield new Uint8Array(memory.buffer, blockAddress(layout, bitset, cell, first), bytes);
  }
}

/**
 * Counts the states of blocks that are marked as having gained states, and stores the counts in the marks. No worker may be active
 * meanwhile.
 * @returns the number of states that the cells hold
 */
export function countHeld({ layout, memories, kernel, marks }: SharedExploration, cells: readonly number[]): number {
  const { blocks, blocksPerShard, visited, table, sweeps, scratch } = layout;
  const words = blocks.paddedWords;
  const kernels = memories.map((memory) => instantiate(kernel, memory));
  let states = 0;
  for (const cell of cells) {
    for (let block = 0; block < blocks.count; block++) {
      const index = cell * blocks.count + block;
      if (marks.gained[index] === 0) continue;
      const { union2, countEqual } = kernels[Math.floor(block / blocksPerShard)];
      let bits = blockAddress(layout, visited, cell, block);
      if (sweeps !== null) {
        // A state is visited if either of its two bits is set.
        union2(scratch, bits, blockAddress(layout, table, cell, block), words);
        bits = scratch;
      }
      const held = countEqual(bits, bits, words * BYTES_PER_WORD, 0, words, 0);
      marks.held[index] = held;
      states += held;
    }
  }
  return states;
}
