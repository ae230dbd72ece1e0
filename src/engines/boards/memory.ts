/**
 * The shared memory of an exploration: its shards, marks and counters, and the WebAssembly kernels of workers/kernel/layers.ts that work in
 * it.
 */

import {
  type KernelFunction,
  type KernelMemory,
  newKernelMemory,
  type Shard,
  shardsOfMemories,
} from '../../base/memory.js';
import { BYTES_PER_WORD, type State } from '../../spaces/board/numbering.js';
import { newSharedRun, type SharedRun } from '../batches.js';
import {
  type Blocks,
  blockAddress,
  type Layout,
  type PlacedMove,
  type ShardConstants,
  scratchOf,
} from './board-plan.js';
import type { BlockObserver, NeighbourCounter } from './observers.js';

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
  /** @internal so that the public types do not depend on those of WebAssembly, as all that follow */
  readonly memories: readonly KernelMemory[];
  /** @internal */
  readonly kernel: WebAssembly.Module;
  readonly marks: Marks;
  /** Cells of the blank at even and at odd depth: all cells, if they have no colours. */
  readonly cells: readonly [readonly number[], readonly number[]];
}

/**
 * Allocates everything. Workers touch the pages when they find states.
 * @throws MemoryError
 * @internal
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
export function seedGoal(board: SharedBoard, { cell, word, bit }: State): void {
  const { layout, memories, marks } = board;
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
export function countHeld(board: SharedBoard, cells: readonly number[]): number {
  const { layout, memories, kernel, marks } = board;
  const { blocks, blocksPerShard, visited, table, sweeps, scratch } = layout;
  const words = blocks.paddedWords;
  const shards: BoardShard[] = shardsOfMemories(memories, kernel);
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
  readonly orAcrossAscending: KernelFunction;
  readonly orAcrossDescending: KernelFunction;
  subtract(reached: number, visited: number, words: number): void;
  settle(reached: number, visited: number, table: number, words: number): number;
  increment(planes: number, planeBytes: number, planeCount: number, moved: number, words: number): void;
  tally(fresh: number, planes: number, planeBytes: number, words: number, counts: number): void;
  readonly countEqual: KernelFunction<number>;
}

type OrLow = (target: number, source: number, words: number, set: number, parities: number, parity: number) => void;

export type BoardShard = Shard<Kernel>;

/** Access to blocks. The layout's address of a bitset identifies the bitset. */
export interface BlockAccess {
  /** Memory that begins with the same constants as every shard of the layout. */
  readonly maps: Uint32Array;
  /** Returns the memory in which a block is advanced. */
  shardOf(block: number): BoardShard;
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

/** Returns the access to the shards of a layout, which together hold all blocks. @param worker 0..workers-1, selects the scratch space */
export function shardAccess(layout: Layout, shards: readonly BoardShard[], worker: number): BlockAccess {
  const { blocks, blocksPerShard } = layout;
  const blockBytes = blocks.paddedWords * BYTES_PER_WORD;
  /** Scratch block for a copy from another shard. */
  const copy = scratchOf(layout, worker) + blockBytes;
  const numberOf = (block: number) => Math.floor(block / blocksPerShard);
  return {
    maps: new Uint32Array(shards[0].bytes.buffer, 0, layout.scratch / 4),
    shardOf: (block) => shards[numberOf(block)],
    address: (bitset, cell, block) => blockAddress(layout, bitset, cell, block),
    areTogether: (first, count) => numberOf(first + count - 1) === numberOf(first),
    bring(bitset, cell, block, target) {
      const address = blockAddress(layout, bitset, cell, block);
      const home = numberOf(block);
      const shard = numberOf(target);
      if (home === shard) return address;
      shards[shard].bytes.set(shards[home].bytes.subarray(address, address + blockBytes), copy);
      return copy;
    },
  };
}

/*
 * Applies compiled moves to blocks: finds the source blocks of a move, and calls the kernels that move them. A source block has the
 * target's number, in the cell that the blank comes from, unless the move changes leading digits.
 */

type PlacedRuns = Extract<PlacedMove, { kind: 'runs' }>;

/** Applies moves to blocks, and settles the states that they reach; one instance per worker. */
export class BlockMoves {
  readonly #layout: Layout;
  readonly #access: BlockAccess;
  readonly #marks: Marks;
  readonly #sources: SourceBlocks;

  constructor(layout: Layout, access: BlockAccess, marks: Marks) {
    this.#layout = layout;
    this.#access = access;
    this.#marks = marks;
    this.#sources = new SourceBlocks(layout.blocks, access.maps);
  }

  shardOf(block: number): BoardShard {
    return this.#access.shardOf(block);
  }

  /**
   * Computes target = source | ...
   * @param block whose shard holds all the addresses
   * @returns false if there are no sources; the target is then unchanged
   */
  unite(block: number, sources: readonly number[], target: number): boolean {
    const { kernel } = this.#access.shardOf(block);
    const words = this.#layout.blocks.paddedWords;
    if (sources.length === 1) kernel.copy(target, sources[0], words);
    else if (sources.length > 1) kernel.union2(target, sources[0], sources[1], words);
    for (let index = 2; index < sources.length; index++) kernel.orWords(target, sources[index], words);
    return sources.length > 0;
  }

  /**
   * Adds the fresh states among those reached to a block, and to its marks.
   * @param reached address of the states; the fresh ones remain if they are observed or kept
   * @param visited address of the block's bits that tell which of these states are fresh
   * @param table address of further bits that fresh states get; 0 if there are none
   * @returns the number of fresh states
   */
  settle(
    cell: number,
    block: number,
    reached: number,
    visited: number,
    table: number,
    observer: BlockObserver<unknown> | undefined,
    counter: NeighbourCounter,
  ): number {
    const { blocks, fresh } = this.#layout;
    const { kernel, bytes } = this.#access.shardOf(block);
    const words = blocks.paddedWords;
    const observed = observer?.wantsMore === true;
    if (observed || fresh !== 0) kernel.subtract(reached, visited, words);
    const count = kernel.settle(reached, visited, table, words);
    if (count === 0) return 0;
    const index = cell * blocks.count + block;
    this.#marks.gained[index] = 1;
    this.#marks.held[index] += count;
    if (fresh !== 0) kernel.copy(this.#access.address(fresh, cell, block), reached, words);
    if (observed) {
      observer.observe({ cell, block, halves: new Uint32Array(bytes.buffer, reached, words * 2) }, counter);
    }
    return count;
  }

  /**
   * Computes target |= move(bitset) for a block.
   * @param bitset the layout's address of the bitset whose source blocks are moved
   * @param block number of the target block
   * @param target address in the target block's shard
   */
  or(move: PlacedMove, bitset: number, block: number, target: number): void {
    const { blocks, parities } = this.#layout;
    const { kernel } = this.#access.shardOf(block);
    const words = blocks.paddedWords;
    if (move.kind === 'runs') {
      this.#orRuns(move, bitset, block, target);
      return;
    }
    const source = this.#access.address(bitset, move.source, block);
    if (move.kind === 'same') {
      kernel.orWords(target, source, words);
      return;
    }
    const parity = move.parity ^ this.#parityOf(block);
    if (move.kind === 'low') {
      const orLow = move.rotation === 'first-to-last' ? kernel.orLowAscending : kernel.orLowDescending;
      orLow(target, source, words, move.exchanges, parities, parity);
    } else {
      const orAcross = move.rotation === 'first-to-last' ? kernel.orAcrossAscending : kernel.orAcrossDescending;
      orAcross(target, source, words, move.map, move.period, move.exchanges, parities, parity);
    }
  }

  /**
   * Returns true if any source block of a move is marked.
   * @param block number of the target block
   * @param marks [cell][block]
   */
  anyMarked(move: PlacedMove, block: number, marks: Uint8Array, mark: 0 | 1): boolean {
    const firstBlock = move.source * this.#layout.blocks.count;
    const source = this.#sources.single(move, block);
    if (source >= 0) return marks[firstBlock + source] === mark;
    return this.#sources.some(move, block, (other) => marks[firstBlock + other] === mark);
  }

  #orRuns(move: PlacedRuns, bitset: number, block: number, target: number): void {
    const { blocks } = this.#layout;
    const { kernel } = this.#access.shardOf(block);
    if (move.run >= blocks.words) {
      const source = this.#sources.single(move, block);
      kernel.orWords(target, this.#access.bring(bitset, move.source, source, block), blocks.paddedWords);
    } else if (move.group <= blocks.words) {
      const groupBytes = move.group * BYTES_PER_WORD;
      const source = this.#access.address(bitset, move.source, block);
      for (let group = 0; group < blocks.words / move.group; group++) {
        const offset = group * groupBytes;
        kernel.orRuns(target + offset, source + offset, move.map, move.runs, move.run);
      }
    } else {
      const blocksOfGroup = move.group / blocks.words;
      const firstBlock = block - (block % blocksOfGroup);
      if (!this.#access.areTogether(firstBlock, blocksOfGroup)) {
        this.#orRunsApart(move, bitset, block, target);
        return;
      }
      const { first, runs } = this.#sources.runsOf(move, block);
      const source = this.#access.address(bitset, move.source, firstBlock);
      kernel.orRuns(target, source, move.map + 4 * first, runs, move.run);
    }
  }

  /** Moves runs shorter than a block from a group that is not contiguous in memory, one source block after another. */
  #orRunsApart(move: PlacedRuns, bitset: number, block: number, target: number): void {
    const { blocks } = this.#layout;
    const { kernel } = this.#access.shardOf(block);
    const blockBytes = blocks.words * BYTES_PER_WORD;
    const runBytes = move.run * BYTES_PER_WORD;
    const firstBlock = block - (block % (move.group / blocks.words));
    const { first, runs } = this.#sources.runsOf(move, block);
    for (let begin = 0; begin < runs; ) {
      const source = this.#sources.ofRun(move, first + begin, block);
      let end = begin + 1;
      while (end < runs && this.#sources.ofRun(move, first + end, block) === source) end++;
      // Map entries count from the beginning of the group, and addresses wrap around at 2^32.
      const origin = this.#access.bring(bitset, move.source, source, block) - (source - firstBlock) * blockBytes;
      kernel.orRuns(target + begin * runBytes, origin, move.map + 4 * (first + begin), end - begin, move.run);
      begin = end;
    }
  }

  /** Returns the parity of the digits that number the blocks. */
  #parityOf(block: number): number {
    const { blockRadices } = this.#layout;
    let sum = 0;
    let rest = block;
    for (let j = blockRadices.length - 1; j >= 0; j--) {
      sum += rest % blockRadices[j];
      rest = Math.floor(rest / blockRadices[j]);
    }
    return sum & 1;
  }
}

/** Finds the blocks that a move reads, by the maps of the moves. */
export class SourceBlocks {
  readonly #blocks: Blocks;
  readonly #blockBytes: number;
  /** Maps of the moves, concatenated; indexed by their addresses divided by 4. */
  readonly #maps: Uint32Array;

  constructor(blocks: Blocks, maps: Uint32Array) {
    this.#blocks = blocks;
    this.#blockBytes = blocks.words * BYTES_PER_WORD;
    this.#maps = maps;
  }

  /** Reads the maps from the constants of a plan, before any shared memory holds them. */
  static ofConstants(blocks: Blocks, { address, bytes }: ShardConstants): SourceBlocks {
    const beginning = new Uint8Array(address + bytes.length);
    beginning.set(bytes, address);
    return new SourceBlocks(blocks, new Uint32Array(beginning.buffer));
  }

  /**
   * Returns the only block that a move reads, or -1 if it takes runs from several blocks.
   */
  single(move: PlacedMove, block: number): number {
    const { words } = this.#blocks;
    if (move.kind !== 'runs' || move.group <= words) return block;
    if (move.run < words) return -1;
    const blocksOfRun = move.run / words;
    const place = block % (move.group / words);
    const run = this.#maps[move.map / 4 + Math.floor(place / blocksOfRun)];
    return block - place + run * blocksOfRun + (place % blocksOfRun);
  }

  /** Returns how many runs a block takes by a move that reads several blocks, and the index of the first run in the map. */
  runsOf(move: PlacedRuns, block: number): { readonly first: number; readonly runs: number } {
    const { words } = this.#blocks;
    const runs = words / move.run;
    return { first: (block % (move.group / words)) * runs, runs };
  }

  /** Returns the block that a run comes from. @param run its index in the map @param block of the target */
  ofRun(move: PlacedRuns, run: number, block: number): number {
    const blocksOfGroup = move.group / this.#blocks.words;
    return block - (block % blocksOfGroup) + Math.floor(this.#maps[move.map / 4 + run] / this.#blockBytes);
  }

  /** Returns true if any block that a move reads passes a test. */
  some(move: PlacedMove, block: number, test: (source: number) => boolean): boolean {
    const source = this.single(move, block);
    if (source >= 0) return test(source);
    const several = move as PlacedRuns;
    const { first, runs } = this.runsOf(several, block);
    for (let run = first; run < first + runs; run++) if (test(this.ofRun(several, run, block))) return true;
    return false;
  }
}
