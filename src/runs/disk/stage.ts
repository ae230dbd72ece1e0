/**
 * Stages: the blocks in memory at one time of a layer on disk. A stage has some consecutive blocks in the order of the portions, on all
 * cells of the layer's colour (targets). It also has the blocks of the other colour from which moves lead to them (sources). For most
 * moves these are the same blocks of the neighbouring cells, so each is read once for all targets. With much memory a stage covers
 * several portions, which then share their sources; with little memory, a portion takes several stages.
 */

import type { PlacedMove } from '../../engines/boards/board-plan.js';
import type { SourceBlocks } from '../../engines/boards/memory.js';
import { blockAt, type Portions } from './portions.js';

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

export interface Stage {
  /** Place of the first block in the order, and the place after the last one. */
  readonly begin: number;
  readonly end: number;
  /** Numbers of the blocks that have targets in this stage, in ascending order. */
  readonly blocks: readonly number[];
  /** Keys of the targets, in ascending order. */
  readonly targets: readonly number[];
  /** Keys of the sources, in ascending order. */
  readonly sources: readonly number[];
}

/**
 * Cuts a stage of the blocks that fit into the slots, at least one.
 * @param begin first place in the order
 * @param slots number of slots
 * @param slotsOfTarget 2 if each target's table is staged too, else 1
 * @param isAsked returns true if a portion is to be made; other portions are skipped
 */
export function cutStage(
  layer: LayerBlocks,
  begin: number,
  slots: number,
  slotsOfTarget: number,
  isAsked: (portion: number) => boolean = () => true,
): Stage {
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

/** Blocks with the keys `first` to `first` + `count` - 1. */
interface BlockRun {
  readonly first: number;
  readonly count: number;
}

/** Returns the longest runs of consecutive keys. */
export function runsOf(keys: readonly number[]): BlockRun[] {
  const runs: BlockRun[] = [];
  for (let begin = 0; begin < keys.length; ) {
    let end = begin + 1;
    while (end < keys.length && keys[end] === keys[end - 1] + 1) end++;
    runs.push({ first: keys[begin], count: end - begin });
    begin = end;
  }
  return runs;
}
