/**
 * The layout of a group's planes in memory.
 *
 * A 32-bit WebAssembly memory is limited to 4 GiB, so the blocks are divided among *shards*: shared memories with a range of blocks
 * each. All shards begin with the same constants. A source block may be in another shard than its target. So a thread gathers in each
 * shard that has sources, and unites the results while they are still in the core's cache.
 *
 *     constants used bits, permutations, rows
 *     scratch   for each thread: the states that a block has gathered, a copy of a plane, and counts
 *     table     constants and room for converting the planes to a table, if one is made
 *     active    [block of the shard][depth mod 2]: the set of words that have states of the layer, one bit per word
 *     codes     [block of the shard][plane]: two planes; if states are scattered, also one of the states that have been sent
 *     depths    [plane][block of the shard]: the binary digits of depths, lowest first, if a table needs whole depths
 */

import { align, CACHE_LINE, KERNEL_PAGE, LARGEST_KERNEL_MEMORY } from '../../../base/memory.js';
import type { CompiledMoves } from '../../../spaces/permutation/words/compiled-moves.js';
import { WORD_BYTES } from '../../../spaces/permutation/words/compiled-moves.js';
import type { WordPlaces } from '../../../spaces/permutation/words/word-places.js';
import { type Gathering, gatheringOf } from './gathering.js';
import { PIECE_BYTES, tableConstantsBytes } from './table-constants.js';

/** The kernel's own constants end before this address. */
const KERNEL_DATA = 1024;

/** Bytes of a thread's counts, and of the fence before its copy of a plane. */
const COUNTS_BYTES = CACHE_LINE;

/** Plain data, sent to the workers. Addresses and sizes in bytes. */
export interface PlanesLayout {
  readonly blocks: number;
  readonly words: number;
  readonly moves: number;
  /** Bytes of a plane of a block. */
  readonly planeBytes: number;
  readonly blocksPerShard: number;
  readonly shards: number;
  /** Pages of each shard, without planes of depths. */
  readonly pages: number;
  /** Pages of each shard with all planes of depths that may be needed. */
  readonly mostPages: number;
  readonly gathering: Gathering;
  readonly used: number;
  readonly permutations: number;
  readonly rows: number;
  readonly rowBytes: number;
  readonly scratch: number;
  readonly table: number;
  readonly active: number;
  /** Bytes of a set of active words. */
  readonly activeBytes: number;
  readonly codes: number;
  /** Bytes of a block's codes. */
  readonly codesBytes: number;
  readonly depths: number;
  /** True if whole depths are written. */
  readonly hasDepths: boolean;
}

/** Data kept in addition to the codes. */
export interface PlanesNeed {
  /** True if a table is made. */
  readonly table: boolean;
  /** True if the table has whole depths. */
  readonly depths: boolean;
}

/**
 * Lays out planes.
 * @param threads number of threads that need scratch space
 * @param blocksTogether maximum number of blocks in a shard; by default all that fit
 * @returns null if not even a block fits into a shard
 */
export function layOutPlanes(
  moves: CompiledMoves,
  places: WordPlaces,
  need: PlanesNeed,
  threads: number,
  blocksTogether = Number.POSITIVE_INFINITY,
): PlanesLayout | null {
  const { blocks, words, rowLength } = moves;
  const planeBytes = words * WORD_BYTES;
  const used = KERNEL_DATA;
  const permutations = align(used + 2 * WORD_BYTES);
  const rows = align(permutations + moves.permutations.bytes.length);
  const scratch = align(rows + 4 * moves.rows.length);
  const table = align(scratch + threads * scratchBytes(planeBytes));
  const active = align(table + (need.table ? tableConstantsBytes(places) + pieceBytes(moves, places, need.depths) : 0));
  const activeBytes = 4 * Math.ceil(words / 32);
  const depthPlanes = need.depths ? mostDepthPlanes(moves, places) : 0;
  const gathering = gatheringOf(moves);
  const codesBytes = (gathering === 'scattered' ? 3 : 2) * planeBytes;
  const blockBytes = codesBytes + 2 * activeBytes + depthPlanes * planeBytes;
  const fitting = Math.floor((LARGEST_KERNEL_MEMORY - active - CACHE_LINE) / blockBytes);
  const mostBlocks = Math.min(fitting, blocksTogether);
  if (mostBlocks < 1) return null;
  const shards = Math.ceil(blocks / mostBlocks);
  const blocksPerShard = Math.ceil(blocks / shards);
  const codes = align(active + blocksPerShard * 2 * activeBytes);
  const depths = codes + blocksPerShard * codesBytes;
  return {
    blocks,
    words,
    moves: moves.moves,
    planeBytes,
    blocksPerShard,
    shards,
    pages: Math.ceil(depths / KERNEL_PAGE),
    mostPages: pagesWithDepths({ depths, blocksPerShard, planeBytes }, depthPlanes),
    gathering,
    used,
    permutations,
    rows,
    rowBytes: 4 * rowLength,
    scratch,
    table,
    active,
    activeBytes,
    codes,
    codesBytes,
    depths,
    hasDepths: need.depths,
  };
}

/** Returns the maximum number of planes of depths. Every depth is less than the number of states. */
function mostDepthPlanes({ blocks }: CompiledMoves, { statesPerBlock }: WordPlaces): number {
  return Math.ceil(Math.log2(blocks * statesPerBlock));
}

/** Returns the bytes for a piece of a table: whole blocks, with codes of two bits per state or whole depths of up to 32 bits. */
function pieceBytes({ blocks }: CompiledMoves, { statesPerBlock }: WordPlaces, depths: boolean): number {
  const blockBytes = depths ? 4 * statesPerBlock : Math.ceil(statesPerBlock / 4);
  return Math.min(PIECE_BYTES + blockBytes, blocks * blockBytes) + CACHE_LINE;
}

/** Returns the scratch space of a thread in each shard. */
export function scratchBytes(planeBytes: number): number {
  return 2 * (align(planeBytes) + COUNTS_BYTES);
}

/** Returns the number of pages of each shard. @param planes number of planes of depths */
export function pagesWithDepths(
  { depths, blocksPerShard, planeBytes }: Pick<PlanesLayout, 'depths' | 'blocksPerShard' | 'planeBytes'>,
  planes: number,
): number {
  return Math.ceil((depths + planes * blocksPerShard * planeBytes) / KERNEL_PAGE);
}

/** Returns the shard that holds a block. */
export function shardOf({ blocksPerShard }: PlanesLayout, block: number): number {
  return Math.floor(block / blocksPerShard);
}

/** Returns the address of the set of a block's words that have states of a layer. */
export function activeAddress({ active, activeBytes, blocksPerShard }: PlanesLayout, depth: number, block: number) {
  return active + (2 * (block % blocksPerShard) + (depth % 2)) * activeBytes;
}

/** Returns the address of a block's codes: the low plane, the high plane, and the plane of states that have been sent. */
export function codesAddress({ codes, codesBytes, blocksPerShard }: PlanesLayout, block: number): number {
  return codes + (block % blocksPerShard) * codesBytes;
}

/** Returns the address of a digit of a block's depths. */
export function depthsAddress({ depths, blocksPerShard, planeBytes }: PlanesLayout, plane: number, block: number) {
  return depths + (plane * blocksPerShard + (block % blocksPerShard)) * planeBytes;
}

/** The scratch space of a thread. */
export interface Scratch {
  /** The states that a block has gathered. */
  readonly reached: number;
  /** Space for a copy of a plane, and 64 bytes before it. */
  readonly room: number;
  readonly counts: number;
}

/** Returns the addresses of a thread's scratch space. @param thread 0..threads-1 */
export function scratchOfThread({ scratch, planeBytes }: PlanesLayout, thread: number): Scratch {
  const reached = scratch + thread * scratchBytes(planeBytes);
  const counts = reached + align(planeBytes);
  return { reached, counts, room: counts + COUNTS_BYTES };
}

/** Returns the bytes of all shards, without the scratch space of threads. @param planes number of planes of depths */
export function planesBytes(layout: PlanesLayout, planes: number): number {
  const { shards, scratch, table, depths, blocksPerShard, planeBytes } = layout;
  return shards * (depths + planes * blocksPerShard * planeBytes - (table - scratch));
}
