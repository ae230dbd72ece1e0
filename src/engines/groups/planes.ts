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
 *     codes     [block of the shard][plane]: two planes
 *     depths    [plane][block of the shard]: the binary digits of depths, lowest first, if a table needs whole depths
 */

import {
  align,
  CACHE_LINE,
  growKernelMemory,
  KERNEL_PAGE,
  type KernelFunction,
  type KernelMemory,
  LARGEST_KERNEL_MEMORY,
  newKernelMemory,
  type Shard,
  shardsOfMemories,
  touchPages,
} from '../../base/memory.js';
import {
  type BitPermutations,
  type CompiledMoves,
  PERMUTATION_BITS,
  placeOfState,
  WORD_BYTES,
  type WordPlaces,
} from '../../spaces/permutation/moves/compiled-moves.js';
import { BITS, type Encoding } from '../../table/contents.js';
import { newSharedRun, type SharedRun, setProgress } from '../batches.js';

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

/**
 * Lays out planes.
 * @param need if a table is made, and if it has whole depths
 * @param threads number of threads that need scratch space
 * @param blocksTogether maximum number of blocks in a shard; by default all that fit
 * @returns null if not even a block fits into a shard
 */
export function layOutPlanes(
  moves: CompiledMoves,
  need: { readonly table: boolean; readonly depths: boolean },
  threads: number,
  blocksTogether = Number.POSITIVE_INFINITY,
): PlanesLayout | null {
  const { blocks, words, places } = moves;
  const planeBytes = words * WORD_BYTES;
  const used = KERNEL_DATA;
  const permutations = align(used + WORD_BYTES);
  const rows = align(permutations + moves.permutations.bytes.length);
  const scratch = align(rows + 4 * moves.rows.length);
  const table = align(scratch + threads * scratchBytes(planeBytes));
  const active = align(table + (need.table ? tableConstantsBytes(places) + pieceBytes(moves, need.depths) : 0));
  const activeBytes = 4 * Math.ceil(words / 32);
  const depthPlanes = need.depths ? mostDepthPlanes(moves) : 0;
  const codesBytes = 2 * planeBytes;
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
    gathering: gatheringOf(moves),
    used,
    permutations,
    rows,
    rowBytes: 4 * words,
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
function mostDepthPlanes({ blocks, places }: CompiledMoves): number {
  return Math.ceil(Math.log2(blocks * places.statesPerBlock));
}

/** Returns the bytes for a piece of a table: whole blocks, with codes of two bits per state or whole depths of up to 32 bits. */
function pieceBytes({ blocks, places }: CompiledMoves, depths: boolean): number {
  const blockBytes = depths ? 4 * places.statesPerBlock : Math.ceil(places.statesPerBlock / 4);
  return Math.min(PIECE_BYTES + blockBytes, blocks * blockBytes) + CACHE_LINE;
}

/** Returns the scratch space of a thread in each shard. */
export function scratchBytes(planeBytes: number): number {
  return 2 * (align(planeBytes) + COUNTS_BYTES);
}

/** Returns the number of pages of each shard. @param planes number of planes of depths */
function pagesWithDepths(
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

/** Returns the address of a block's codes: the low plane and the high plane. */
export function codesAddress({ codes, codesBytes, blocksPerShard }: PlanesLayout, block: number): number {
  return codes + (block % blocksPerShard) * codesBytes;
}

/** Returns the address of a digit of a block's depths. */
export function depthsAddress({ depths, blocksPerShard, planeBytes }: PlanesLayout, plane: number, block: number) {
  return depths + (plane * blocksPerShard + (block % blocksPerShard)) * planeBytes;
}

/**
 * Returns the addresses of a thread's scratch space: the states that a block has gathered; counts; and room for a copy of a plane, with
 * 64 bytes before it.
 * @param thread 0..threads-1
 */
export function scratchOfThread({ scratch, planeBytes }: PlanesLayout, thread: number) {
  const reached = scratch + thread * scratchBytes(planeBytes);
  const counts = reached + align(planeBytes);
  return { reached, counts, room: counts + COUNTS_BYTES };
}

/** Returns the bytes of all shards, without the scratch space of threads. @param planes number of planes of depths */
export function planesBytes(layout: PlanesLayout, planes: number): number {
  const { shards, scratch, table, depths, blocksPerShard, planeBytes } = layout;
  return shards * (depths + planes * blocksPerShard * planeBytes - (table - scratch));
}

/* The shared memory of a run: shards, marks of blocks, and counters. */

/** Mark of a block: no state has been reached. */
export const NOTHING_HELD = 0;
/** Mark of a block: some states have been reached. */
export const HELD = 1;
/** Mark of a block: all states have been reached. */
export const FULL = 2;

/** Everything that a worker needs to join a run: plain data or shared memory. */
export interface SharedPlanes extends SharedRun {
  readonly layout: PlanesLayout;
  readonly memories: readonly KernelMemory[];
  readonly kernel: WebAssembly.Module;
  /** Rows of the puzzle, see CompiledMoves. */
  readonly sources: Uint32Array;
  readonly sourceRows: Uint32Array;
  /** [depth mod 2][block]: number of words that have states of the depth. */
  readonly frontiers: readonly [Uint32Array, Uint32Array];
  /** [block]: NOTHING_HELD, HELD or FULL. Written by the worker that has claimed the block. */
  readonly marks: Uint8Array;
}

/**
 * Allocates planes of zeros.
 * @param table true if a table is made
 * @throws MemoryError if the operating system refuses the memory
 */
export function allocatePlanes(
  layout: PlanesLayout,
  moves: CompiledMoves,
  table: boolean,
  kernel: WebAssembly.Module,
  threads: number,
): SharedPlanes {
  const { blocks } = layout;
  const memories = Array.from({ length: layout.shards }, () => newKernelMemory(layout.pages, layout.mostPages));
  for (const memory of memories) writeConstants(new Uint8Array(memory.buffer), layout, moves, table);
  return {
    ...newSharedRun(threads),
    layout,
    memories,
    kernel,
    sources: shared(moves.sources),
    sourceRows: shared(moves.sourceRows),
    frontiers: [newNumbers(blocks), newNumbers(blocks)],
    marks: new Uint8Array(new SharedArrayBuffer(blocks)),
  };
}

function writeConstants(bytes: Uint8Array, layout: PlanesLayout, moves: CompiledMoves, table: boolean): void {
  bytes.set(moves.used, layout.used);
  bytes.set(moves.permutations.bytes, layout.permutations);
  bytes.set(new Uint8Array(moves.rows.buffer, moves.rows.byteOffset, moves.rows.byteLength), layout.rows);
  if (table) writeTableConstants(bytes, layout.table, moves.places);
}

function newNumbers(count: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * count));
}

function shared(numbers: Uint32Array): Uint32Array {
  const copy = newNumbers(numbers.length);
  copy.set(numbers);
  return copy;
}

/** Extends the memory for more planes of depths. @throws MemoryError if the operating system refuses it */
export function growDepths({ layout, memories }: SharedPlanes, planes: number): void {
  const pages = pagesWithDepths(layout, planes);
  for (const memory of memories) growKernelMemory(memory, pages);
}

/** Touches every page of planes of zeros. */
export async function touchPlanes({ layout, memories }: SharedPlanes, signal: AbortSignal | undefined): Promise<void> {
  for (const memory of memories) await touchPages(memory, layout.active, signal);
}

/** Marks the starts in planes of zeros. @param starts without duplicates */
export function seedStarts(planes: SharedPlanes, places: WordPlaces, starts: readonly number[]): void {
  const { layout, memories } = planes;
  const held = new Set<number>();
  for (const start of starts) {
    const { block, word, bit } = placeOfState(places, start);
    const bytes = new Uint8Array(memories[shardOf(layout, block)].buffer);
    bytes[codesAddress(layout, block) + WORD_BYTES * word + (bit >> 3)] |= 1 << (bit & 7);
    held.add(block);
  }
  surveyBlocks(planes, 0, [...held]);
  setProgress(planes, 0, starts.length);
}

/**
 * Derives the frontier and the marks of all blocks from their codes. No worker may be active meanwhile.
 * @param depth of the last layer
 * @returns the number of states that have been reached
 */
export function surveyPlanes(planes: SharedPlanes, depth: number): number {
  const { blocks, words } = planes.layout;
  setProgress(planes, depth, blocks * words);
  return surveyBlocks(planes, depth, Array(blocks).keys());
}

function surveyBlocks(planes: SharedPlanes, depth: number, blocks: Iterable<number>): number {
  const { layout, frontiers, marks } = planes;
  const { words, planeBytes, used } = layout;
  const shards = shardsOf(planes);
  const { counts } = scratchOfThread(layout, 0);
  let states = 0;
  for (const block of blocks) {
    const { kernel, bytes } = shards[shardOf(layout, block)];
    const low = codesAddress(layout, block);
    kernel.survey(low, low + planeBytes, words, codeOf(depth), used, activeAddress(layout, depth, block), counts);
    const found = new Uint32Array(bytes.buffer, counts, FOUND_COUNTS);
    frontiers[depth % 2][block] = found[FOUND_WORDS];
    marks[block] = found[FOUND_FULL] === 1 ? FULL : found[FOUND_STATES] > 0 ? HELD : NOTHING_HELD;
    states += found[FOUND_STATES];
  }
  return states;
}

/** Returns the code of a depth. */
export function codeOf(depth: number): number {
  return 1 + (depth % 3);
}

export type PlanesShard = Shard<GroupKernel>;

/** Returns the shards, each with its own kernel. */
export function shardsOf({ memories, kernel }: SharedPlanes): PlanesShard[] {
  return shardsOfMemories(memories, kernel);
}

/* The part of a shard for converting planes to a table: the orders of bits, and space for a piece of the table. */

/** Approximate bytes of a piece of a table; blocks are not divided. */
export const PIECE_BYTES = 2 ** 19;

/** Bytes of a bit type's places: [byte of a word][value of the byte], 16 bytes each. */
const BYTES_OF_PLACES = 16 * 256 * 16;

/** Addresses of the constants. */
export interface TableConstants {
  /** [type * words + word]: the bit type. */
  readonly bitTypes: number;
  /** [bit type * states of a word + place]: the bit of a place. */
  readonly bits: number;
  /** [bit type]: the places of a word's bits, as a table indexed by bytes. */
  readonly places: number;
  /** Space for a piece of the table. */
  readonly piece: number;
}

/** Returns the addresses of the constants. @param table the address of the first */
export function tableConstantsAt(table: number, places: WordPlaces): TableConstants {
  const bits = align(table + places.bitTypes.length);
  const byValue = align(bits + places.bits.length);
  return { bitTypes: table, bits, places: byValue, piece: byValue + bitTypeCount(places) * BYTES_OF_PLACES };
}

/** Returns the bytes of the constants, without the space for a piece. */
function tableConstantsBytes(places: WordPlaces): number {
  return tableConstantsAt(0, places).piece;
}

/** Writes the orders of bits. @param bytes the memory */
export function writeTableConstants(bytes: Uint8Array, table: number, places: WordPlaces): void {
  const at = tableConstantsAt(table, places);
  bytes.set(places.bitTypes, at.bitTypes);
  bytes.set(places.bits, at.bits);
  const states = places.statesPerWord;
  for (let bitType = 0; bitType < bitTypeCount(places); bitType++) {
    const ofType = bytes.subarray(at.places + bitType * BYTES_OF_PLACES, at.places + (bitType + 1) * BYTES_OF_PLACES);
    const bits = places.bits.subarray(bitType * states, (bitType + 1) * states);
    for (const [place, bit] of bits.entries()) {
      const mask = 1 << (bit & 7);
      for (let value = mask; value < 256; value = (value + 1) | mask) {
        ofType[(((bit >> 3) << 8) + value) * 16 + (place >> 3)] |= 1 << (place & 7);
      }
    }
  }
}

function bitTypeCount({ bits, statesPerWord }: WordPlaces): number {
  return bits.length / statesPerWord;
}

/*
 * Whole depths, which a table needs if moves cannot be undone. Each binary digit of the depths is a plane. Planes are added as depths
 * get greater.
 */

/** Initial number of planes, for depths up to 63. */
const FIRST_PLANES = 6;

/** Returns the number of planes for layers up to a depth. */
export function depthPlanes(depth: number): number {
  return Math.max(FIRST_PLANES, depth.toString(2).length);
}

/** Returns the maximum depth that planes can hold. */
export function deepestOf(planes: number): number {
  return 2 ** planes - 1;
}

/** Returns the encoding of the depths in a table: the smallest that can also hold maxDepth + 1. */
export function depthEncoding(maxDepth: number): Encoding {
  return (['depth8', 'depth16'] as const).find((encoding) => maxDepth + 1 < 2 ** BITS[encoding] - 1) ?? 'depth32';
}

/* The WebAssembly kernel of workers/kernel/groups.ts, and the choice of its function that gathers the words of a puzzle. */

/** The exports of the kernel, which documents them. */
export interface GroupKernel extends Readonly<Record<(typeof GATHER)[Gathering], KernelFunction>> {
  clear(target: number, words: number): void;
  orWords(target: number, source: number, words: number): void;
  readonly settle: KernelFunction;
  nextWord(plane: number, word: number, words: number): number;
  survey(low: number, high: number, words: number, code: number, used: number, active: number, found: number): void;
  readonly writeCodes: KernelFunction;
  readonly writeDepths: KernelFunction;
}

/** Indices of the counts that `settle` and `survey` write, as 32-bit numbers. */
export const FOUND_STATES = 0;
export const FOUND_WORDS = 1;
export const FOUND_FULL = 2;
export const FOUND_COUNTS = 3;

/**
 * Method of gathering: permutations of a kind. `runs` has permutations of the kind `three`, which most words share with adjacent words.
 */
export type Gathering = BitPermutations['kind'] | 'runs';

/** Number of words that the kernel moves together. */
const TOGETHER = 4;
/**
 * Minimum share of words with shared permutations. Pancakes, burnt pancakes, topspin and M24 share three quarters; others share less
 * than a third, or nearly all.
 */
const SHARED_BY_MOST = 1 / 2;

/** The kernel's function for each method. */
export const GATHER = { runs: 'gatherRuns', three: 'gatherThree', nibbles: 'gatherNibbles' } as const;

/** Returns the fastest method of gathering the words of a puzzle. */
export function gatheringOf(moves: CompiledMoves): Gathering {
  const { kind } = moves.permutations;
  return kind === 'three' && sharedPart(moves) >= SHARED_BY_MOST ? 'runs' : kind;
}

/** Returns the share of moved words that form groups of four with the same permutation. */
function sharedPart({ rows, sourceRows, words }: CompiledMoves): number {
  const uses = new Uint32Array(rows.length / words);
  for (let at = 0; at < sourceRows.length; at++) uses[sourceRows[at]]++;
  let shared = 0;
  for (const [row, count] of uses.entries()) {
    for (let at = row * words, end = at + words - TOGETHER; at <= end; at += TOGETHER) {
      if (haveOnePermutation(rows, at)) shared += TOGETHER * count;
    }
  }
  return shared / (words * sourceRows.length);
}

function haveOnePermutation(rows: Uint32Array, at: number): boolean {
  const different = (rows[at + 1] ^ rows[at]) | (rows[at + 2] ^ rows[at]) | (rows[at + 3] ^ rows[at]);
  return different % 2 ** PERMUTATION_BITS === 0;
}
