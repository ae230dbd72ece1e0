/**
 * The shared memory of an exploration: its shards, marks and counters, and the WebAssembly kernels of workers/kernel/layers.ts that work in
 * it.
 */

import { instantiateKernel, newKernelMemory } from '../../base/memory.js';
import { BYTES_PER_WORD, type State } from '../../spaces/board/numbering.js';
import { newSharedRun, type SharedRun } from '../batches.js';
import { blockAddress, type Layout, type ShardConstants, scratchOf } from './board-plan.js';

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
export interface SharedBoard extends SharedRun {
  readonly layout: Layout;
  readonly memories: readonly WebAssembly.Memory<SharedArrayBuffer>[];
  readonly kernel: WebAssembly.Module;
  readonly marks: Marks;
  /** Cells of the blank at even and at odd depth: all cells, if they have no colours. */
  readonly cells: readonly [readonly number[], readonly number[]];
}

/**
 * Allocates everything. Workers touch the pages when they find states.
 * @throws MemoryError
 */
export function allocate(
  layout: Layout,
  constants: ShardConstants,
  kernel: WebAssembly.Module,
  cells: SharedBoard['cells'],
  threads: number,
): SharedBoard {
  const memories = Array.from({ length: layout.shards }, () => newKernelMemory(layout.pages));
  for (const memory of memories) new Uint8Array(memory.buffer).set(constants.bytes, constants.address);
  const marked = layout.cells * layout.blocks.count;
  const sweptMarks = layout.sweeps === null ? 0 : marked;
  return {
    ...newSharedRun(threads),
    layout,
    memories,
    kernel,
    marks: {
      gained: newMarks(marked),
      held: new Uint32Array(new SharedArrayBuffer(4 * marked)),
      swept: [newMarks(sweptMarks), newMarks(sweptMarks)],
    },
    cells,
  };
}

function newMarks(count: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(count));
}

/** Clears an exploration, so that its memory can be reused for the same board. */
export function reset(board: SharedBoard, cells: SharedBoard['cells']): SharedBoard {
  const { layout, memories, marks, progress } = board;
  for (const memory of memories) new Uint32Array(memory.buffer, layout.visited).fill(0);
  for (const of of [marks.gained, marks.held, ...marks.swept]) of.fill(0);
  return { ...board, ...newSharedRun(progress.found.length), cells };
}

/** Marks the goal as visited in cleared memory. */
export function plant({ layout, memories, marks }: SharedBoard, { cell, word, bit }: State): void {
  const block = Math.floor(word / layout.blocks.words);
  const { buffer } = memories[Math.floor(block / layout.blocksPerShard)];
  for (const bitset of layout.fresh === 0 ? [layout.visited] : [layout.visited, layout.fresh]) {
    const halves = new Uint32Array(buffer, blockAddress(layout, bitset, cell, block), layout.blocks.paddedWords * 2);
    halves[2 * (word % layout.blocks.words) + (bit >> 5)] |= 1 << (bit & 31);
  }
  marks.gained[cell * layout.blocks.count + block] = 1;
  marks.held[cell * layout.blocks.count + block] = 1;
}

/**
 * Yields the table's words of one blank cell, little-endian and in order: views into the shared memory, one for each shard. In the
 * multi-tile metric, all words of the first bits precede those of the second bits.
 */
export function* tableWords(board: SharedBoard, cell: number): Generator<Uint8Array> {
  const { visited, table, sweeps } = board.layout;
  if (sweeps !== null) yield* wordsOf(board, visited, cell);
  yield* wordsOf(board, table, cell);
}

function* wordsOf({ layout, memories }: SharedBoard, bitset: number, cell: number): Generator<Uint8Array> {
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
export function countHeld({ layout, memories, kernel, marks }: SharedBoard, cells: readonly number[]): number {
  const { blocks, blocksPerShard, visited, table, sweeps, scratch } = layout;
  const words = blocks.paddedWords;
  const shards = shardsOfMemories(memories, kernel);
  let states = 0;
  for (const cell of cells) {
    for (let block = 0; block < blocks.count; block++) {
      const index = cell * blocks.count + block;
      if (marks.gained[index] === 0) continue;
      const { union2, countEqual } = shards[Math.floor(block / blocksPerShard)].kernel;
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

/*
 * The WebAssembly kernels of workers/kernel/layers.ts, and the addresses of blocks in their memories. This is the seam between moving
 * blocks and making them accessible.
 */

/** The exports of workers/kernel/layers.ts, which documents them. */
interface Kernel {
  clear(target: number, words: number): void;
  copy(target: number, source: number, words: number): void;
  union2(target: number, first: number, second: number, words: number): void;
  orWords(target: number, source: number, words: number): void;
  orRuns(target: number, source: number, map: number, runs: number, runWords: number): void;
  orLowAscending: OrLow;
  orLowDescending: OrLow;
  orAcrossAscending: OrAcross;
  orAcrossDescending: OrAcross;
  subtract(reached: number, visited: number, words: number): void;
  settle(reached: number, visited: number, table: number, words: number): number;
  increment(planes: number, planeBytes: number, planeCount: number, moved: number, words: number): void;
  tally(fresh: number, planes: number, planeBytes: number, words: number, counts: number): void;
  countEqual(
    fresh: number,
    planes: number,
    planeBytes: number,
    planeCount: number,
    words: number,
    count: number,
  ): number;
}

type OrLow = (target: number, source: number, words: number, set: number, parities: number, parity: number) => void;

type OrAcross = (
  target: number,
  source: number,
  words: number,
  map: number,
  period: number,
  set: number,
  parities: number,
  parity: number,
) => void;

/** A memory, and the kernels that work in it. */
export interface Shard {
  readonly kernel: Kernel;
  readonly bytes: Uint8Array;
}

/** Returns memories with their kernels. */
export function shardsOfMemories(
  memories: readonly WebAssembly.Memory<SharedArrayBuffer>[],
  module: WebAssembly.Module,
): Shard[] {
  return memories.map((memory) => ({
    kernel: instantiateKernel<Kernel>(module, memory),
    bytes: new Uint8Array(memory.buffer),
  }));
}

/** Access to blocks. The layout's address of a bitset identifies the bitset. */
export interface BlockPlaces {
  /** Memory that begins with the same constants as every shard of the layout. */
  readonly maps: Uint32Array;
  /** Returns the memory in which a block is advanced. */
  shardOf(block: number): Shard;
  /** Returns the address of a block in its memory, or 0 if it is not in memory. */
  address(bitset: number, cell: number, block: number): number;
  /** Returns true if consecutive blocks are contiguous in the memory of the first one. */
  areTogether(first: number, count: number): boolean;
  /**
   * Returns the address of a block in the memory of a target block. A block of another memory is copied first, and the copy is valid
   * until the next call.
   * @param target the block whose memory is used
   */
  bring(bitset: number, cell: number, block: number, target: number): number;
}

/** Access to the shards of a layout, which together hold all blocks. */
export class ShardPlaces implements BlockPlaces {
  readonly maps: Uint32Array;
  readonly #layout: Layout;
  readonly #shards: readonly Shard[];
  /** Scratch block for a copy from another shard. */
  readonly #staged: number;

  /** @param worker 0..workers-1, selects the scratch space */
  constructor(layout: Layout, shards: readonly Shard[], worker: number) {
    this.#layout = layout;
    this.#shards = shards;
    this.#staged = scratchOf(layout, worker) + layout.blocks.paddedWords * BYTES_PER_WORD;
    this.maps = new Uint32Array(shards[0].bytes.buffer, 0, layout.scratch / 4);
  }

  shardOf(block: number): Shard {
    return this.#shards[this.#numberOf(block)];
  }

  address(bitset: number, cell: number, block: number): number {
    return blockAddress(this.#layout, bitset, cell, block);
  }

  areTogether(first: number, count: number): boolean {
    return this.#numberOf(first + count - 1) === this.#numberOf(first);
  }

  bring(bitset: number, cell: number, block: number, target: number): number {
    const address = blockAddress(this.#layout, bitset, cell, block);
    const home = this.#numberOf(block);
    const shard = this.#numberOf(target);
    if (home === shard) return address;
    const bytes = this.#layout.blocks.paddedWords * BYTES_PER_WORD;
    this.#shards[shard].bytes.set(this.#shards[home].bytes.subarray(address, address + bytes), this.#staged);
    return this.#staged;
  }

  #numberOf(block: number): number {
    return Math.floor(block / this.#layout.blocksPerShard);
  }
}
