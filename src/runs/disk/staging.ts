/**
 * Divides memory for a board on disk: up to three *lanes* of slots, so that one portion is read while another one is
 * searched and a third is written, or a single one if it has room for the whole board; and the order of the blocks of each colour, by which sources lie in the longest runs.
 */

import { align, MemoryError } from '../../base/memory.js';
import { PAGE_BYTES } from '../../base/storage/direct-file.js';
import { bytesText } from '../../base/text/numbers.js';
import { SourceBlocks } from '../../engines/bits/kernel/block-moves.js';
import { type Blocks, type PlacedMove, SCRATCH_BLOCKS } from '../../engines/bits/layout/blocks.js';
import { type BoardPlan, type ShardConstants, shardConstants } from '../../engines/bits/layout/board-plan.js';
import { cellsAtDepth } from '../../engines/bits/run/board-search.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import { BYTES_PER_WORD, type Geometry } from '../../spaces/board/numbering/geometry.js';
import { type BlockOrder, ordersOf } from './block-order.js';
import { slotBytesOf } from './files/slots.js';
import { cutPortion, type LayerBlocks, type Portion, runsOf, slotsOfOneBlock } from './portion.js';

/** More would make no run longer, and touch more memory for the first time. */
const MOST_LANE_BYTES = 1e9;
/**
 * Of each block: whether it gained, and 8 bytes of counts; those of the last complete layer; and a copy of them that is packed, and sealed,
 * to be written.
 */
const MARKS_BYTES = 1 + 5 * 8;
/** Of each block in a lane: its place there. */
const PLACE_BYTES = 4;
/** Of each slot of a lane: whose it is, and its state. */
const OCCUPANT_BYTES = 5;
/** Reading a run takes as long as so many bytes more: 0.1 ms at 1 GB a second. */
const BYTES_WORTH_A_RUN = 100e3;
/** Portions of each order that are tried, spread over the blocks. */
const TRIED_PORTIONS = 2;

export interface StagingOptions {
  /** True if a table is made. */
  readonly table: boolean;
  /** Bytes for all that is allocated, 0 or more. */
  readonly memory: number;
  readonly threads: number;
}

/** The known properties of a board that is explored on disk. */
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
  /** True if there is a slot for every block in one lane: what has been there once is never read again. */
  readonly isWhole: boolean;
  /** Of each lane. */
  readonly slots: number;
  /** Addresses in each lane: of the workers' scratch space, of a block of zeros, and of the first slot. */
  readonly scratch: number;
  readonly zeros: number;
  readonly slotsBegin: number;
  /** All that is allocated, bytes. */
  readonly memoryBytes: number;
}

/** @param plan of which the numbering and the blocks are taken */
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

/** The cells of each colour. */
export function coloursOf(board: Board): readonly [readonly number[], readonly number[]] {
  return [cellsAtDepth(board, 'single', 0, 0), cellsAtDepth(board, 'single', 0, 1)];
}

/** @throws MemoryError with the bytes that are needed, if `memory` is too little */
export function divideMemory(
  { geometry, blocks, slotBytes, constants, moves }: StagedBoard,
  { table, memory, threads }: StagingOptions,
  mostLaneBytes = MOST_LANE_BYTES,
): Staging {
  const { board } = geometry;
  const blockBytes = blocks.paddedWords * BYTES_PER_WORD;
  const numbered = board.cells * blocks.count;
  const scratch = align(constants.address + constants.bytes.length);
  const zeros = scratch + threads * SCRATCH_BLOCKS * blockBytes;
  const slotsBegin = Math.ceil((zeros + blockBytes) / PAGE_BYTES) * PAGE_BYTES;
  const slotsOfTarget = table ? 2 : 1;
  const colours = coloursOf(board);
  const ofLane = (slots: number) => slotsBegin + slots * (slotBytes + OCCUPANT_BYTES) + numbered * PLACE_BYTES;
  const marks = numbered * MARKS_BYTES;
  const divided = (lanes: number, slots: number): Staging => {
    const memoryBytes = Math.ceil(marks + lanes * ofLane(slots));
    return { lanes, isWhole: lanes === 1, slots, scratch, zeros, slotsBegin, memoryBytes };
  };
  const whole = divided(1, numbered * slotsOfTarget);
  if (whole.slots * slotBytes <= mostLaneBytes && whole.memoryBytes <= memory) return whole;

  const lanes = 3;
  const least = Math.max(...colours.map((cells) => slotsOfOneBlock({ cells, moves }, blocks.words, slotsOfTarget)));
  const needed = divided(lanes, least).memoryBytes;
  if (needed > memory) {
    throw new MemoryError(
      `${formatBoard(board)} on disk needs at least ${bytesText(needed)} of memory, and may use ${bytesText(memory)}`,
    );
  }
  const free = (memory - marks) / lanes - ofLane(0);
  const most = Math.floor(Math.min(free, mostLaneBytes) / (slotBytes + OCCUPANT_BYTES));
  return divided(lanes, Math.max(least, most));
}

/** Of each block in a manifest; there are two while the next one is written. */
const MANIFEST_BYTES = 2 * 8;

/** Bytes of the work files at their fullest. */
export function fileBytesOf({ geometry, blocks, slotBytes }: StagedBoard, { slots }: Staging, table: boolean): number {
  const numbered = geometry.board.cells * blocks.count;
  const journal = table ? Math.floor(slots / 2) * slotBytes : 0;
  return numbered * (slotBytes * (table ? 2 : 1) + MANIFEST_BYTES) + journal;
}

/** Portions of a full layer, some of them. */
export interface Trial {
  readonly order: BlockOrder;
  readonly portions: readonly Portion[];
  /** Block numbers of all these. */
  readonly blocks: number;
}

/**
 * Chooses the order of the blocks of one colour, by portions of a layer in which nothing can be left out.
 * @param cells of the colour
 */
export function chooseOrder(
  { blockRadices, moves, sources, slotBytes }: StagedBoard,
  cells: readonly number[],
  { isWhole, slots }: Pick<Staging, 'isWhole' | 'slots'>,
  slotsOfTarget: number,
): Trial {
  const frontier = { takes: () => true, gives: () => true };
  const orders = ordersOf(blockRadices);
  // If there is one portion, all orders are the same.
  const candidates = isWhole ? orders.slice(0, 1) : orders;
  let best: Trial | undefined;
  let leastCost = Number.POSITIVE_INFINITY;
  for (const order of candidates) {
    const trial = tried({ order, cells, moves, sources, frontier }, slots, slotsOfTarget);
    let cost = 0;
    for (const { sources: read, targets } of trial.portions) {
      cost += read.length * slotBytes + (runsOf(read).length + runsOf(targets).length) * BYTES_WORTH_A_RUN;
    }
    cost /= trial.blocks;
    if (cost < leastCost) {
      best = trial;
      leastCost = cost;
    }
  }
  return best as Trial;
}

function tried(layer: LayerBlocks, slots: number, slotsOfTarget: number): Trial {
  const { order } = layer;
  const portions: Portion[] = [];
  let end = 0;
  for (let k = 0; k < TRIED_PORTIONS && end < order.count; k++) {
    const begin = Math.max(end, Math.floor((k * order.count) / TRIED_PORTIONS));
    const portion = cutPortion(layer, begin, slots, slotsOfTarget);
    portions.push(portion);
    end = portion.end;
  }
  return { order, portions, blocks: portions.reduce((sum, { blocks }) => sum + blocks.length, 0) };
}
