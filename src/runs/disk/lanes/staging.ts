/**
 * Divides memory for a board on disk: up to three *lanes* of slots, so that one stage is read while another one is
 * searched and a third is written, or a single one if it has room for the whole board; and cuts its blocks into portions, in the
 * order in which sources lie in the longest runs.
 */

import { align, MemoryError } from '../../../base/memory.js';
import { PAGE_BYTES } from '../../../base/storage/direct-file.js';
import { bytesText } from '../../../base/text/numbers.js';
import { SourceBlocks } from '../../../engines/bits/kernel/block-moves.js';
import { type Blocks, type PlacedMove, SCRATCH_BLOCKS } from '../../../engines/bits/layout/blocks.js';
import { type BoardPlan, type ShardConstants, shardConstants } from '../../../engines/bits/layout/board-plan.js';
import { cellsAtDepth } from '../../../engines/bits/run/board-search.js';
import { type Board, formatBoard } from '../../../spaces/board/board.js';
import { BYTES_PER_WORD, type Geometry } from '../../../spaces/board/numbering/geometry.js';
import { headBytesOf, slotBytesOf } from '../files/portion-header.js';
import type { Portions } from './portions.js';
import { slotsOfOneBlock } from './stage.js';
import type { StagingOptions } from './staging-options.js';

/** More would make no run longer, and touch more memory for the first time. */
const MOST_LANE_BYTES = 1e9;
/** Of each block: whether it gained, two counts and two checksums. */
const MARKS_BYTES = 1 + 4 * 4;
/** Of each block in a lane: its place there. */
const PLACE_BYTES = 4;
/** Of each slot of a lane: whose it is, and its state. */
const OCCUPANT_BYTES = 5;
/**
 * Bytes of a portion's file, about: some tenths of a second of work. Smaller ones are more files to sync, larger ones more
 * blocks to write again for the sake of a few.
 */
const PORTION_BYTES = 32e6;

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
  /**
   * Addresses in each lane: of the workers' scratch space, of a block that holds nothing and one that is full, of a header that is
   * written, and of the first slot.
   */
  readonly scratch: number;
  readonly zeros: number;
  readonly ones: number;
  readonly head: number;
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

/** Bytes of the largest header of a run. @param places of a portion @param first states of a layer that are kept */
export function headBytesOfRun({ geometry }: StagedBoard, places: number, first: number): number {
  return headBytesOf(places * mostCells(geometry.board), first);
}

/** Cells of the larger colour. */
function mostCells(board: Board): number {
  return Math.max(...coloursOf(board).map(({ length }) => length));
}

/** Bytes of each portion in a manifest. */
const MANIFEST_BYTES = 9;

/** Bytes of the work files at their fullest: twice all of them, as those that a layer replaces go while the next one is written. */
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

/** Places of a portion, by the bytes of its file. */
export function placesOfPortion({ geometry, blocks, slotBytes }: StagedBoard, portionBytes = PORTION_BYTES): number {
  const portions = Math.ceil((mostCells(geometry.board) * blocks.count * slotBytes) / portionBytes);
  return Math.ceil(blocks.count / portions);
}
