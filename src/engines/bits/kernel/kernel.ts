/**
 * The WebAssembly kernels of workers/kernel/layers.ts, and the addresses of blocks in their memories. This is the seam between moving
 * blocks and making them accessible.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BYTES_PER_WORD } from '../../../spaces/board/numbering/geometry.js';
import { blockAddress, type Layout, scratchOf } from '../layout/blocks.js';

/** The exports of workers/kernel/layers.ts, which documents them. */
export interface Kernel {
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

/** Compiles the kernels; a module can be sent to workers. */
export function compileKernel(): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve('#workers/layers.wasm')));
}

/** Returns an instance of the kernels that works in one shard. */
export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory<SharedArrayBuffer>): Kernel {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernel;
}

/** A memory, and the kernels that work in it. */
export interface Shard {
  readonly kernel: Kernel;
  readonly bytes: Uint8Array;
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
