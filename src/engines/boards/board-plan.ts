/**
 * The plan of a search of a board: its numbering, blocks, bytes and threads, and the layout of its memory. The plan is made once and
 * passed on.
 *
 * A 32-bit WebAssembly memory is limited to 4 GiB, so the blocks are divided among *shards*. Each shard is a shared memory with the
 * visited bits and the table of every cell, for a range of blocks. Nearly all moves stay within a block or a shard. Moves that rotate
 * the leading digits reach into other shards, whose blocks are copied. On full boards these moves take whole blocks; on maps with long
 * windows, the runs of a block may come from several blocks. A board of up to 13 cells has one shard.
 *
 *     0         unused: address 0 means "no table"
 *     constants lookup tables of the kernels, the same in each shard
 *     scratch   some blocks for each worker
 *     visited   [cell][block of the shard]
 *     table     [cell][block of the shard], if a table is made
 *     fresh     [cell][block of the shard], if observers read the fresh states
 *     sweeps    two or more bitsets [cell][block of the shard], in the multi-tile metric
 */

import { align, KERNEL_PAGE, LARGEST_KERNEL_MEMORY, MemoryError, type MemoryUse } from '../../base/memory.js';
import { threadsFor } from '../../base/threads.js';
import { type Board, colourOf, formatBoard, type Metric, neighbours } from '../../spaces/board/board.js';
import {
  BYTES_PER_WORD,
  cellWindow,
  type Geometry,
  geometryOf,
  LOW_DIGITS,
  STATES_PER_WORD,
  wordsBelow,
  writeDigits,
} from '../../spaces/board/numbering.js';
import {
  type AcrossMove,
  type CompiledMove,
  type LowMove,
  linesOf,
  movesInto,
  type RunsMove,
  type SameMove,
  type SweepLines,
  type SweepStep,
  sweepSteps,
} from './moves.js';

export interface BoardPlan extends Required<MemoryUse> {
  readonly geometry: Geometry;
  readonly blocks: Blocks;
  readonly bitsets: Bitsets;
  readonly threads: number;
  /** Approximate seconds of all enumerations on one thread. */
  readonly seconds: number;
}

/**
 * States that one thread enumerates per second, without warm-up. Measured: 640 million on 3x4, 200 million by the sweeps of `multi`. A
 * map of 20 million states has half that speed. Smaller boards are slower still, and done before a second thread has started.
 */
const STATES_PER_SECOND = 500e6;
const STATES_SWEPT_PER_SECOND = 150e6;

/**
 * Plans a search; nothing is allocated.
 * @param threads maximum number of worker threads; by default chosen by the size of the board
 * @param times how often the board is enumerated with the same threads
 * @throws InputError if the board is too large to number
 */
export function planBoard(board: Board, bitsets: Bitsets, threads?: number, times = 1): BoardPlan {
  const geometry = geometryOf(board);
  const blocks = blocksOf(geometry);
  const perSecond = bitsets.metric === 'multi' ? STATES_SWEPT_PER_SECOND : STATES_PER_SECOND;
  const seconds = (times * geometry.states) / perSecond;
  return {
    geometry,
    blocks,
    bitsets,
    seconds,
    bytes: bitsetBytes(geometry, blocks) * bitsetCount(geometry, bitsets),
    threadBytes: SCRATCH_BLOCKS * blocks.paddedWords * BYTES_PER_WORD,
    threads: threadsFor(threads, seconds, blocks.count * mostUnits(geometry, bitsets)),
  };
}

/** Returns the maximum number of units of a block that workers claim in a round of a layer. */
function mostUnits(geometry: Geometry, { metric }: Bitsets): number {
  const { board } = geometry;
  if (metric === 'multi') {
    const lines = linesOf(geometry);
    return Math.max(lines.lanes.length, ...sweepSteps(lines).map((steps) => steps.length));
  }
  const colours = Array.from({ length: board.cells }, (_, cell) => colourOf(board, cell));
  const odd = colours.filter((colour) => colour === 1).length;
  return Math.max(odd, board.cells - odd);
}

/** The bitsets of an exploration in addition to the visited bits. */
export interface Bitsets {
  /** Metric of the moves. @default 'single' */
  readonly metric?: Metric;
  /** True if there is a table, as always in the multi-tile metric. */
  readonly table: boolean;
  /** True if observers can read the fresh states of a layer. */
  readonly fresh: boolean;
  /** True if observers can count the nearer neighbours of states. @default false */
  readonly counted?: boolean;
}

/** Returns the number of bitsets, including the visited bits. */
function bitsetCount(geometry: Geometry, { metric, table, fresh, counted = false }: Bitsets): number {
  const extra = Number(fresh);
  if (metric !== 'multi') return 1 + Number(table) + extra;
  return 2 + extra + 2 * sweepBits(linesOf(geometry), counted);
}

/**
 * Lays out the memory of an exploration.
 * @param workers number of threads that need scratch space
 * @param largestShard bytes, at most those of a WebAssembly memory; tests use less
 * @throws MemoryError if a shard cannot hold a block of each cell, or a move reaches too far for addresses of 32 bits
 */
export function layOut(
  geometry: Geometry,
  blocks: Blocks,
  bitsets: Bitsets,
  workers: number,
  largestShard = LARGEST_KERNEL_MEMORY,
): { layout: Layout; constants: ShardConstants } {
  const { metric, fresh, counted = false } = bitsets;
  const { cells } = geometry.board;
  const blockBytes = blocks.paddedWords * BYTES_PER_WORD;
  const { constants, moves, end } = shardConstants(geometry, blocks);
  const lines = metric === 'multi' ? linesOf(geometry) : undefined;
  const table = bitsets.table || lines !== undefined;
  const count = bitsetCount(geometry, bitsets);
  const countBits = lines === undefined || !counted ? 0 : bitsToCount(mostNeighbours(lines));
  const scratch = end;
  const blocksOfWorker = lines === undefined ? SCRATCH_BLOCKS : scratchToSweep(countBits);
  const visited = align(scratch + workers * blocksOfWorker * blockBytes);
  const mostBlocks = Math.floor((largestShard - visited) / (cells * count * blockBytes));
  const wanted = blocksTogether(moves, blocks);
  // Offsets in a group have 32 bits.
  if (mostBlocks < 1 || wanted * blockBytes > LARGEST_KERNEL_MEMORY) {
    throw new MemoryError(
      `${formatBoard(geometry.board)} cannot be explored: the order of its cells makes moves that reach across more than 4 GiB`,
    );
  }
  // Blocks that belong together but do not fit into one shard are copied from other shards.
  const together = Math.min(wanted, mostBlocks);
  const mostTogether = Math.floor(mostBlocks / together);
  const shards = Math.ceil(blocks.count / together / mostTogether);
  const blocksPerShard = Math.ceil(blocks.count / together / shards) * together;
  const bitsetOfShard = cells * blocksPerShard * blockBytes;
  const bitset = (index: number) => visited + index * bitsetOfShard;
  const firstSweep = 1 + Number(table) + Number(fresh);
  const sweepBitsets = (of: SweepLines): [number[], number[]] => {
    const bits = sweepBits(of, counted);
    const [there, back] = [0, bits].map((skipped) =>
      Array.from({ length: bits }, (_, bit) => bitset(firstSweep + skipped + bit)),
    );
    return [there, back];
  };
  return {
    layout: {
      cells,
      blocks,
      blockRadices: Array.from({ length: geometry.digits - blocks.digits }, (_, j) => geometry.digits - j),
      blocksPerShard,
      shards,
      pages: Math.ceil(bitset(count) / KERNEL_PAGE),
      parities: constants.address,
      scratch,
      scratchBlocks: blocksOfWorker,
      visited,
      table: table ? bitset(1) : 0,
      fresh: fresh ? bitset(firstSweep - 1) : 0,
      moves,
      sweeps:
        lines === undefined
          ? null
          : {
              lanes: lines.lanes,
              rounds: placeSteps(lines, moves),
              bitsets: sweepBitsets(lines),
              counted,
              countBits,
            },
    },
    constants,
  };
}

/**
 * Returns the number of bits for counts of up to this many neighbours. A state counts itself up to three times, see
 * sweepLayers.
 */
function bitsToCount(neighbours: number): number {
  return (neighbours + 3).toString(2).length;
}

/** Returns the bits per state that a sweep writes. */
function sweepBits({ across }: SweepLines, counted: boolean): number {
  const most = Math.max(1, ...across.map((line) => line.length - 1));
  return counted ? most.toString(2).length : 1;
}

/** Returns the maximum number of neighbours of a state. */
function mostNeighbours({ lanes, across }: SweepLines): number {
  const longest = (lines: readonly (readonly number[])[]) => Math.max(1, ...lines.map((line) => line.length));
  return longest(lanes) + longest(across) - 2;
}

function placeSteps(lines: SweepLines, moves: readonly (readonly PlacedMove[])[]): PlacedStep[][] {
  return sweepSteps(lines).map((steps) =>
    steps.map((step) => ({
      ...step,
      move: moves[step.target].find(({ source }) => source === step.source) as PlacedMove,
    })),
  );
}

/** Returns the number of blocks that should be in one shard: the largest group that is moved in runs shorter than a block. */
function blocksTogether(moves: readonly (readonly PlacedMove[])[], blocks: Blocks): number {
  let together = 1;
  for (const move of moves.flat()) {
    if (move.kind === 'runs' && move.run < blocks.words) {
      together = Math.max(together, Math.ceil(move.group / blocks.words));
    }
  }
  return together;
}

const SEXTET = 6;
/** The number of digits within a sextet: the five low digits, and v. */
const DIGITS_OF_A_SEXTET = 6;
/** The kernels' own constants end before this address. */
const KERNEL_DATA = 1024;

/**
 * The beginning of every shard. At `address` there is a byte for each sextet of a block, the parity of its digits within the block. The
 * maps of the moves follow, as u32 entries.
 */
export interface ShardConstants {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/**
 * Compiles the moves of a board. @returns also the moves into each cell, with the addresses of their maps, and the address after the
 * maps
 */
export function shardConstants(
  geometry: Geometry,
  blocks: Blocks,
): { constants: ShardConstants; moves: PlacedMove[][]; end: number } {
  const address = KERNEL_DATA;
  const parities = sextetParities(blocks);
  const maps: { readonly at: number; readonly map: Uint32Array }[] = [];
  let end = align(address + parities.length);
  const place = (map: Uint32Array): number => {
    const at = end;
    maps.push({ at, map });
    end = align(end + map.byteLength);
    return at;
  };
  const moves = Array.from({ length: geometry.board.cells }, (_, cell) =>
    movesInto(geometry, cell).map((move) => placeMove(move, blocks, place)),
  );
  const bytes = new Uint8Array(end - address);
  bytes.set(parities);
  for (const { at, map } of maps) bytes.set(new Uint8Array(map.buffer), at - address);
  return { constants: { address, bytes }, moves, end };
}

function placeMove(move: CompiledMove, blocks: Blocks, place: (map: Uint32Array) => number): PlacedMove {
  if (move.kind === 'runs') {
    const { run } = move;
    const entries = run >= blocks.words ? move.map : move.map.map((k) => k * run * BYTES_PER_WORD);
    return { ...move, map: place(entries), runs: entries.length };
  }
  if (move.kind === 'across') {
    const { group, map, ...rest } = move;
    // A group of 6 or 42 words is not a whole number of kernel steps, but two groups are.
    const period = Math.min(blocks.paddedWords, group % KERNEL_STEP === 0 ? group : 2 * group);
    const entries = Uint32Array.from({ length: period }, (_, word) => {
      const start = word - (word % group);
      return (start + group <= period ? start + map[word % group] : word) * BYTES_PER_WORD;
    });
    return { ...rest, map: place(entries), period };
  }
  return move;
}

/** Returns the parity of the digits above v, which number the sextets of a block; 0 if a block has no such digits. */
function sextetParities(blocks: Blocks): Uint8Array {
  const digits = new Array<number>(blocks.digits).fill(0);
  const count = Math.max(0, blocks.digits - DIGITS_OF_A_SEXTET);
  return Uint8Array.from({ length: blocks.paddedWords / SEXTET }, (_, sextet) => {
    writeDigits(sextet, digits, 0, count - 1);
    return digits.slice(0, count).reduce((sum, digit) => sum + digit, 0) % 2;
  });
}

/*
 * Blocks: runs of words that one worker advances at a time, and the units of the frontier.
 *
 * A block consists of all words of a blank cell with equal leading digits. A block holds whole groups of every move that crosses the
 * word boundary, so that these moves read and write one block.
 */

/**
 * 9 low digits make 3024 words or 24 KB. The blocks of all 12 or 14 cells of a board then fit into a core's second-level cache. With
 * 8 digits and 2 threads, 3x4 and 2x6 took 1.2 to 1.4 times as long; with 1 thread, 3x4 showed no difference.
 */
const USUAL_BLOCK_DIGITS = 9;

/** Kernels process words in pairs and sextets in pairs, so a block is padded to a multiple of 12 words. */
const KERNEL_STEP = 12;

/** Division of each blank cell's words into blocks. Plain data. */
export interface Blocks {
  /** Number of low digits, which number the states of a block. */
  readonly digits: number;
  /** Words per block. */
  readonly words: number;
  /** Words that a block takes in memory, with padding. */
  readonly paddedWords: number;
  /** Blocks per blank cell. */
  readonly count: number;
  /** States in a full block. */
  readonly states: number;
}

export function blocksOf(geometry: Geometry): Blocks {
  const low = geometry.digits - LOW_DIGITS;
  let digits = USUAL_BLOCK_DIGITS;
  for (let cell = 0; cell < geometry.board.cells; cell++) {
    for (const source of neighbours(geometry.board, cell)) {
      const { first, last } = cellWindow(geometry, source, cell);
      if (first < low && last >= low) digits = Math.max(digits, geometry.digits - first);
    }
  }
  digits = Math.min(digits, geometry.digits);
  const words = wordsBelow(digits);
  const count = geometry.words / words;
  const states = Math.min(geometry.arrangements, words * STATES_PER_WORD);
  return { digits, words, paddedWords: Math.ceil(words / KERNEL_STEP) * KERNEL_STEP, count, states };
}

/** Returns the cells that the blank can be on at a depth, ascending: the cells of one colour, or all cells in the metric `multi`. */
export function cellsAtDepth(board: Board, metric: Metric | undefined, goalCell: number, depth: number): number[] {
  return Array.from({ length: board.cells }, (_, cell) => cell).filter(
    (cell) => metric === 'multi' || (colourOf(board, cell) + colourOf(board, goalCell) + depth) % 2 === 0,
  );
}

/** With fewer blocks per worker than this, workers claim single units. */
const BLOCKS_FOR_LARGE_CLAIMS = 8;

/** Returns true if a claim covers all units of a block; false if it covers a single unit. */
export function takesWholeBlocks({ count }: Pick<Blocks, 'count'>, workers: number): boolean {
  return count >= BLOCKS_FOR_LARGE_CLAIMS * workers;
}

/** Returns the bytes of one bitset over all states of a board in memory. */
function bitsetBytes(geometry: Geometry, blocks: Blocks): number {
  return geometry.board.cells * bytesOfCell(blocks);
}

/** Returns the bytes of one bitset over the states of a blank cell. */
export function bytesOfCell({ paddedWords, count }: Pick<Blocks, 'paddedWords' | 'count'>): number {
  return paddedWords * BYTES_PER_WORD * count;
}

/** A move whose map is at address `map` in every shard. */
export type PlacedMove =
  | SameMove
  | LowMove
  /** Map entries are byte offsets in the group, or run numbers if a run has at least the length of a block. */
  | (Omit<RunsMove, 'map'> & { readonly map: number; readonly runs: number })
  /** Map entries are byte offsets in a period of words. */
  | (Omit<AcrossMove, 'map' | 'group'> & { readonly map: number; readonly period: number });

/** A step of a sweep with its move. */
export interface PlacedStep extends SweepStep {
  readonly move: PlacedMove;
}

/** The order in which the multi-tile metric sweeps a board, and the bitsets that its sweeps write. */
export interface Sweeps {
  readonly lanes: readonly (readonly number[])[];
  /** Steps of each round, in order. */
  readonly rounds: readonly (readonly PlacedStep[])[];
  /**
   * [sweep]: the bitset of the states that the sweep has reached. If neighbours are counted, a state has several bits per sweep: the
   * binary digits, lowest first, of the number of visited states from which the sweep has reached it.
   */
  readonly bitsets: readonly [readonly number[], readonly number[]];
  /** True if nearer neighbours are counted. */
  readonly counted: boolean;
  /** Number of bits for the neighbours of a state, if they are counted; else 0. */
  readonly countBits: number;
}

/** Plain data, sent to the workers. Addresses and sizes in bytes. */
export interface Layout {
  readonly cells: number;
  readonly blocks: Blocks;
  /** Radices of the digits before those of a block, which number the blocks of a cell. */
  readonly blockRadices: readonly number[];
  readonly blocksPerShard: number;
  readonly shards: number;
  readonly pages: number;
  readonly parities: number;
  readonly scratch: number;
  /** Blocks of scratch space per worker. */
  readonly scratchBlocks: number;
  /** Bitset of the visited states. In the multi-tile metric: of those whose depth mod 3 is 0 or 2. */
  readonly visited: number;
  /** Bitset of the table, or 0 if there is none. In the multi-tile metric: of the visited states whose depth mod 3 is 1 or 2. */
  readonly table: number;
  /** Bitset of the states that each block gained in the last layer of its colour; 0 if they are not kept. */
  readonly fresh: number;
  /** Moves into each cell. */
  readonly moves: readonly (readonly PlacedMove[])[];
  /** Null in the metric `single`. */
  readonly sweeps: Sweeps | null;
}

/**
 * Returns the address of a block's bits in its shard. @param bitset `visited`, `table` or `fresh` of the layout, or a bitset of its
 * sweeps
 */
export function blockAddress(layout: Layout, bitset: number, cell: number, block: number): number {
  const { blocks, blocksPerShard } = layout;
  const place = cell * blocksPerShard + (block % blocksPerShard);
  return bitset + place * blocks.paddedWords * BYTES_PER_WORD;
}

/** Returns the address of a worker's scratch space. Its second block is for a copy from another shard. */
export function scratchOf({ scratch, scratchBlocks, blocks }: Layout, worker: number): number {
  return scratch + scratchBlocks * worker * blocks.paddedWords * BYTES_PER_WORD;
}

/** A block has at most four neighbouring blocks, so three bits are enough for the number of nearer neighbours. */
export const PLANES = 3;
/** Blocks of scratch space in the single-tile metric: states reached, a copy from another shard, states moved, and the counts. */
export const SCRATCH_BLOCKS = 3 + PLANES;

/** Returns the blocks of scratch space in the multi-tile metric: states reached, a copy from another shard, a lane, and two counts. */
function scratchToSweep(countBits: number): number {
  return 3 + 2 * countBits;
}
