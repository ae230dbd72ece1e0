/**
 * Stages: the blocks in memory at one time of a layer on disk. A stage has some consecutive blocks in the order of the portions, on all
 * cells of the layer's colour (targets). It also has the blocks of the other colour from which moves lead to them (sources). For most
 * moves these are the same blocks of the neighbouring cells, so each is read once for all targets. With much memory a stage covers
 * several portions, which then share their sources; with little memory, a portion takes several stages.
 */

import { type BoardPlan, cellsAtDepth, type PlacedMove, shardConstants } from '../../engines/boards/board-plan.js';
import { SourceBlocks } from '../../engines/boards/memory.js';
import type { Board } from '../../spaces/board/board.js';
import { headBytesOf, slotBytesOf } from './portion-file.js';
import { blockAt, divideBlocks, ordersOf, type Portions, runsOf } from './portions.js';

/** Known properties of a board that is explored on disk. */
export type DiskBoard = ReturnType<typeof diskBoard>;

/** Returns the properties of a board. @param plan gives the numbering and the blocks */
export function diskBoard({ geometry, blocks }: Pick<BoardPlan, 'geometry' | 'blocks'>) {
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

/** Properties of blocks before a layer. Blocks are given by their indices. */
export interface Frontier {
  /** Returns true if a block can still gain states. */
  takes(target: number): boolean;
  /** Returns true if a block can give new states. */
  gives(source: number): boolean;
  /** Returns true if a block that gains nothing is rewritten with its portion, because its file contains it. */
  stays(target: number): boolean;
  /** Returns true if a block that gives states must be read. */
  isRead(source: number): boolean;
}

/** The blocks and moves of a layer, from which stages are cut. */
export interface LayerBlocks {
  readonly portions: Portions;
  /** Cells of the layer's colour. */
  readonly cells: readonly number[];
  /** Moves into each cell. */
  readonly moves: readonly (readonly PlacedMove[])[];
  readonly sources: SourceBlocks;
  readonly frontier: Frontier;
}

export type Stage = ReturnType<typeof cutStage>;

/**
 * Cuts a stage of the blocks that fit into the slots, at least one.
 * @param begin first place in the order
 * @param slots number of slots
 * @param slotsOfTarget 2 if each target's table has a slot too, else 1
 * @param isAsked returns true if a portion is to be made; other portions are skipped
 * @returns the place of the first block in the order, and the place after the last one; the numbers of the blocks that have targets in
 * this stage, and the keys of the targets and of the sources, all in ascending order
 */
export function cutStage(
  layer: LayerBlocks,
  begin: number,
  slots: number,
  slotsOfTarget: number,
  isAsked: (portion: number) => boolean = () => true,
) {
  const { portions } = layer;
  const { order } = portions;
  const blocks: number[] = [];
  const targets: number[] = [];
  const sources = new Set<number>();
  let place = begin;
  for (; place < order.count; place++) {
    const portion = portions.portionOf(place);
    if (!isAsked(portion)) {
      place = portions.endOf(portion) - 1;
      continue;
    }
    const block = blockAt(order, place);
    const { itsTargets, added } = addBlock(layer, block, sources);
    if (itsTargets.length === 0) continue;
    if (blocks.length > 0 && (targets.length + itsTargets.length) * slotsOfTarget + sources.size > slots) {
      for (const source of added) sources.delete(source);
      break;
    }
    blocks.push(block);
    targets.push(...itsTargets);
  }
  const keys = (indices: readonly number[]) => ascending(indices.map((index) => portions.keyOf(index)));
  return { begin, end: place, blocks: ascending(blocks), targets: keys(targets), sources: keys([...sources]) };
}

function addBlock(layer: LayerBlocks, block: number, sources: Set<number>): { itsTargets: number[]; added: number[] } {
  const { portions, cells, frontier } = layer;
  const itsTargets: number[] = [];
  const added: number[] = [];
  let given = false;
  const give = (source: number) => {
    given = true;
    if (frontier.isRead(source) && !sources.has(source)) {
      sources.add(source);
      added.push(source);
    }
    return false;
  };
  for (const cell of cells) {
    given = false;
    eachGiving(layer, cell, block, give);
    const target = cell * portions.order.count + block;
    if (given || frontier.stays(target)) itsTargets.push(target);
  }
  return { itsTargets, added };
}

/** Calls a function with each source that can give new states to a target, until it returns true. @returns true if it did */
function eachGiving(
  { portions, moves, sources, frontier }: LayerBlocks,
  cell: number,
  block: number,
  call: (source: number) => boolean,
): boolean {
  const { count } = portions.order;
  if (!frontier.takes(cell * count + block)) return false;
  return moves[cell].some((move) =>
    sources.some(move, block, (sourceBlock) => {
      const source = move.source * count + sourceBlock;
      return frontier.gives(source) && call(source);
    }),
  );
}

/** Returns the portions that a layer may add states to. Only these have files of the layer. */
export function portionsWithWork(layer: LayerBlocks): number[] {
  const { portions, cells } = layer;
  const hasWork = (portion: number) => {
    for (let place = portion * portions.places; place < portions.endOf(portion); place++) {
      const block = blockAt(portions.order, place);
      if (cells.some((cell) => eachGiving(layer, cell, block, () => true))) return true;
    }
    return false;
  };
  return Array.from({ length: portions.count }, (_, portion) => portion).filter(hasWork);
}

/** Returns the maximum number of slots for a single block number on all cells. */
export function slotsOfOneBlock(
  { cells, moves }: Pick<LayerBlocks, 'cells' | 'moves'>,
  wordsOfBlock: number,
  slotsOfTarget: number,
): number {
  let slots = 0;
  for (const cell of cells) {
    slots += slotsOfTarget;
    for (const move of moves[cell]) {
      const apart = move.kind === 'runs' && move.group > wordsOfBlock && move.run < wordsOfBlock;
      slots += apart ? Math.min(move.group, (wordsOfBlock / move.run) * wordsOfBlock) / wordsOfBlock : 1;
    }
  }
  return slots;
}

function ascending(numbers: number[]): number[] {
  return numbers.sort((a, b) => a - b);
}

/* The portions of a board: their size, that of their files, and the order in which blocks are assigned to them. */

/**
 * Approximate bytes of a portion's file: some tenths of a second of work. Smaller portions need more files to sync; larger ones rewrite
 * more blocks for a few changes.
 */
const PORTION_BYTES = 32e6;

/**
 * Returns the bytes of the largest header of a run. @param places number of places in a portion @param first number of states of a
 * layer that are kept
 */
export function headBytesOfRun({ geometry }: DiskBoard, places: number, first: number): number {
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
export function bytesOfFiles(
  board: DiskBoard,
  portions: Portions,
  { table, first }: { readonly table: boolean; readonly first: number },
): number {
  const slots = board.geometry.board.cells * portions.order.count;
  const files = 2 * portions.count;
  const headBytes = headBytesOfRun(board, portions.places, first);
  return 2 * (slots * board.slotBytes * (table ? 2 : 1) + files * (headBytes + MANIFEST_BYTES));
}

/** Returns the number of places in a portion, by the bytes of its file. */
export function placesOfPortion({ geometry, blocks, slotBytes }: DiskBoard, portionBytes = PORTION_BYTES): number {
  const portions = Math.ceil((mostCells(geometry.board) * blocks.count * slotBytes) / portionBytes);
  return Math.ceil(blocks.count / portions);
}

/** Number of bytes that take as long to read as the overhead of a run: 0.1 ms at 1 GB/s. */
const BYTES_WORTH_A_RUN = 100e3;
/** Number of stages that are tried of each order, spread over the blocks. */
const TRIED_STAGES = 2;
/** Some stages of full layers, of each colour. */
type Trial = ReturnType<typeof triedStages>;

/**
 * Chooses the order in which blocks are assigned to portions, by stages of layers in which nothing can be skipped.
 * @param places number of places in a portion
 * @param colours the cells of even and of odd depths
 */
export function choosePortions(
  board: DiskBoard,
  places: number,
  colours: readonly [readonly number[], readonly number[]],
  { isWhole, slots }: { readonly isWhole: boolean; readonly slots: number },
  slotsOfTarget: number,
): Trial {
  const orders = ordersOf(board.blockRadices);
  // With a single stage, all orders are equivalent.
  const candidates = isWhole ? orders.slice(0, 1) : orders;
  let best: Trial | undefined;
  let leastCost = Number.POSITIVE_INFINITY;
  for (const order of candidates) {
    const trial = triedStages(board, divideBlocks(order, places, colours), slots, slotsOfTarget);
    let cost = 0;
    for (const stages of trial.stages) {
      let costOfColour = 0;
      for (const { sources, targets } of stages) {
        costOfColour +=
          sources.length * board.slotBytes + (runsOf(sources).length + runsOf(targets).length) * BYTES_WORTH_A_RUN;
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
  { moves, sources }: Pick<DiskBoard, 'moves' | 'sources'>,
  portions: Portions,
  slots: number,
  slotsOfTarget: number,
) {
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
