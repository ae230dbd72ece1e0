/**
 * Divides memory for a board on disk into *lanes* of slots. With three lanes, one stage is read while another is searched and a third
 * is written. If all of the board fits, there is a single lane. Also cuts the board's blocks into portions, in the order in which
 * sources form the longest runs.
 */

import { PAGE_BYTES } from '../../base/direct-file.js';
import { align, MemoryError } from '../../base/memory.js';
import { bytesText } from '../../base/text.js';
import {
  type Blocks,
  type BoardPlan,
  cellsAtDepth,
  type PlacedMove,
  SCRATCH_BLOCKS,
  type ShardConstants,
  shardConstants,
} from '../../engines/boards/board-plan.js';
import { SourceBlocks } from '../../engines/boards/memory.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import { BYTES_PER_WORD, type Geometry } from '../../spaces/board/numbering.js';
import { headBytesOf, slotBytesOf } from './portion-file.js';
import { ordersOf, Portions, type StagingOptions } from './portions.js';
import { cutStage, type Frontier, runsOf, type Stage, slotsOfOneBlock } from './stage.js';

/** Maximum bytes of a lane. More would not lengthen runs, and would touch more memory for the first time. */
const MOST_LANE_BYTES = 1e9;
/** Bytes of the facts of each block: a mark, two counts and two checksums. */
const MARKS_BYTES = 1 + 4 * 4;
/** Bytes of each block in a lane: its slot. */
const PLACE_BYTES = 4;
/** Bytes of each slot of a lane: the index of its block, and its state. */
const OCCUPANT_BYTES = 5;
/**
 * Approximate bytes of a portion's file: some tenths of a second of work. Smaller portions need more files to sync; larger ones rewrite
 * more blocks for a few changes.
 */
const PORTION_BYTES = 32e6;

/** Known properties of a board that is explored on disk. */
export interface StagedBoard {
  readonly geometry: Geometry;
  readonly blocks: Blocks;
  readonly blockRadices: readonly number[];
  readonly slotBytes: number;
  readonly constants: ShardConstants;
  readonly moves: readonly (readonly PlacedMove[])[];
  readonly sources: SourceBlocks;
}

export interface Staging {
  readonly lanes: number;
  /** True if a lane has a slot for every block, so that no block is read twice. */
  readonly isWhole: boolean;
  /** Number of slots per lane. */
  readonly slots: number;
  /**
   * Addresses in each lane: the workers' scratch space, an empty block and a full block, the header to write, and the first slot.
   */
  readonly scratch: number;
  readonly zeros: number;
  readonly ones: number;
  readonly head: number;
  readonly slotsBegin: number;
  /** Bytes of all allocated memory. */
  readonly memoryBytes: number;
}

/** Returns the properties of a board. @param plan gives the numbering and the blocks */
export function stagedBoard({ geometry, blocks }: Pick<BoardPlan, 'geometry' | 'blocks'>): StagedBoard {
  const { constants, moves } = shardConstants(geometry, blocks);
  return {
    geometry,
    blocks,
    blockRadices: Array.from({ length: geometry.digits - blocks.digits }, (_, j) => geometry.digits - j),
    slotBytes: slotBytesOf(blocks),
    constants,
    moves,
    sources: SourceBlocks.ofConstants(blocks, constants),
  };
}

/** Returns the cells of each colour. */
export function coloursOf(board: Board): readonly [readonly number[], readonly number[]] {
  return [cellsAtDepth(board, 'single', 0, 0), cellsAtDepth(board, 'single', 0, 1)];
}

/** Divides the memory. @throws MemoryError with the bytes needed, if `memory` is insufficient */
export function divideMemory(
  { geometry, blocks, slotBytes, constants, moves }: StagedBoard,
  { table, memory, threads, headBytes, shared = false, orLeast = false }: StagingOptions,
  mostLaneBytes = MOST_LANE_BYTES,
): Staging {
  const { board } = geometry;
  const blockBytes = blocks.paddedWords * BYTES_PER_WORD;
  const numbered = board.cells * blocks.count;
  const scratch = align(constants.address + constants.bytes.length);
  const zeros = scratch + threads * SCRATCH_BLOCKS * blockBytes;
  const ones = zeros + blockBytes;
  const head = Math.ceil((ones + blockBytes) / PAGE_BYTES) * PAGE_BYTES;
  const slotsBegin = head + headBytes;
  const slotsOfTarget = table ? 2 : 1;
  const colours = coloursOf(board);
  const ofLane = (slots: number) => slotsBegin + slots * (slotBytes + OCCUPANT_BYTES) + numbered * PLACE_BYTES;
  const marks = numbered * MARKS_BYTES;
  const divided = (lanes: number, slots: number): Staging => {
    const memoryBytes = Math.ceil(marks + lanes * ofLane(slots));
    return { lanes, isWhole: lanes === 1, slots, scratch, zeros, ones, head, slotsBegin, memoryBytes };
  };
  const whole = divided(1, numbered * slotsOfTarget);
  if (!shared && whole.slots * slotBytes <= mostLaneBytes && whole.memoryBytes <= memory) return whole;

  const lanes = 3;
  const least = Math.max(...colours.map((cells) => slotsOfOneBlock({ cells, moves }, blocks.words, slotsOfTarget)));
  const needed = divided(lanes, least).memoryBytes;
  if (needed > memory && !orLeast) {
    throw new MemoryError(
      `${formatBoard(board)} on disk needs at least ${bytesText(needed)} of memory, but may use ${bytesText(memory)}`,
    );
  }
  const free = (memory - marks) / lanes - ofLane(0);
  const most = Math.floor(Math.min(free, mostLaneBytes) / (slotBytes + OCCUPANT_BYTES));
  return divided(lanes, Math.max(least, Math.min(most, whole.slots)));
}

/**
 * Returns the bytes of the largest header of a run. @param places number of places in a portion @param first number of states of a
 * layer that are kept
 */
export function headBytesOfRun({ geometry }: StagedBoard, places: number, first: number): number {
  return headBytesOf(places * mostCells(geometry.board), first);
}

/** Returns the number of cells of the larger colour. */
function mostCells(board: Board): number {
  return Math.max(...coloursOf(board).map(({ length }) => length));
}

/** Bytes per portion in a manifest. */
const MANIFEST_BYTES = 9;

/**
 * Returns the maximum bytes of the work files: twice the bytes of all files, because files are replaced while the next layer is
 * written.
 */
export function fileBytesOf(
  staged: StagedBoard,
  portions: Portions,
  { table, first }: { readonly table: boolean; readonly first: number },
): number {
  const slots = staged.geometry.board.cells * portions.order.count;
  const files = 2 * portions.count;
  const headBytes = headBytesOfRun(staged, portions.places, first);
  return 2 * (slots * staged.slotBytes * (table ? 2 : 1) + files * (headBytes + MANIFEST_BYTES));
}

/** Returns the number of places in a portion, by the bytes of its file. */
export function placesOfPortion({ geometry, blocks, slotBytes }: StagedBoard, portionBytes = PORTION_BYTES): number {
  const portions = Math.ceil((mostCells(geometry.board) * blocks.count * slotBytes) / portionBytes);
  return Math.ceil(blocks.count / portions);
}

/* Chooses the order in which blocks are assigned to portions, so that sources form the longest runs. */

/** Number of bytes that take as long to read as the overhead of a run: 0.1 ms at 1 GB/s. */
const BYTES_WORTH_A_RUN = 100e3;
/** Number of stages that are tried of each order, spread over the blocks. */
const TRIED_STAGES = 2;
/** Some stages of full layers. */
interface Trial {
  readonly portions: Portions;
  /** Stages of each colour. */
  readonly stages: readonly (readonly Stage[])[];
}

/**
 * Chooses the order in which blocks are assigned to portions, by stages of layers in which nothing can be skipped.
 * @param places number of places in a portion
 * @param colours the cells of even and of odd depths
 */
export function choosePortions(
  staged: StagedBoard,
  places: number,
  colours: readonly [readonly number[], readonly number[]],
  { isWhole, slots }: Pick<Staging, 'isWhole' | 'slots'>,
  slotsOfTarget: number,
): Trial {
  const orders = ordersOf(staged.blockRadices);
  // With a single stage, all orders are equivalent.
  const candidates = isWhole ? orders.slice(0, 1) : orders;
  let best: Trial | undefined;
  let leastCost = Number.POSITIVE_INFINITY;
  for (const order of candidates) {
    const trial = triedStages(staged, new Portions(order, places, colours), slots, slotsOfTarget);
    let cost = 0;
    for (const stages of trial.stages) {
      let costOfColour = 0;
      for (const { sources, targets } of stages) {
        costOfColour +=
          sources.length * staged.slotBytes + (runsOf(sources).length + runsOf(targets).length) * BYTES_WORTH_A_RUN;
      }
      cost += costOfColour / blocksOfStages(stages);
    }
    if (cost < leastCost) {
      best = trial;
      leastCost = cost;
    }
  }
  return best as Trial;
}

/** Returns the number of block numbers in stages. */
export function blocksOfStages(stages: readonly Stage[]): number {
  return stages.reduce((sum, { blocks }) => sum + blocks.length, 0);
}

const EVERYTHING: Frontier = { takes: () => true, gives: () => true, stays: () => true, isRead: () => true };

/** Cuts stages of full layers. @param slotsOfTarget 2 if the layers mark the table, else 1 */
export function triedStages(
  { moves, sources }: Pick<StagedBoard, 'moves' | 'sources'>,
  portions: Portions,
  slots: number,
  slotsOfTarget: number,
): Trial {
  const stages = portions.colours.map((cells) => {
    const layer = { portions, cells, moves, sources, frontier: EVERYTHING };
    const { count } = portions.order;
    const tried: Stage[] = [];
    let end = 0;
    for (let k = 0; k < TRIED_STAGES && end < count; k++) {
      const begin = Math.max(end, Math.floor((k * count) / TRIED_STAGES));
      const stage = cutStage(layer, begin, slots, slotsOfTarget);
      tried.push(stage);
      end = stage.end;
    }
    return tried;
  });
  return { portions, stages };
}
