/**
 * Portions: what is in memory at one time of a layer on disk. A portion is some blocks that follow one another in the order of the
 * layer, on all cells of its colour (targets), and the blocks of the other colour that moves take to them (sources). For most
 * moves these are the same blocks of the neighbouring cells, so each is read once for all targets.
 */

import type { SourceBlocks } from '../../engines/bits/kernel/block-moves.js';
import type { PlacedMove } from '../../engines/bits/layout/blocks.js';
import { type BlockOrder, blockAt } from './block-order.js';

/** Blocks are meant by cell * count + block, as they lie in a file. */
export interface Frontier {
  /** Returns whether a block may still gain states. */
  takes(target: number): boolean;
  /** Returns whether a block has something new to give. */
  gives(source: number): boolean;
}

/** The frontier that portions are cut from. */
export interface LayerBlocks {
  readonly order: BlockOrder;
  /** Of the layer's colour. */
  readonly cells: readonly number[];
  /** Moves into each cell. */
  readonly moves: readonly (readonly PlacedMove[])[];
  readonly sources: SourceBlocks;
  readonly frontier: Frontier;
}

export interface Portion {
  /** Numbers of the blocks that have targets here, ascending. */
  readonly blocks: readonly number[];
  /** Ascending. */
  readonly targets: readonly number[];
  /** Ascending. */
  readonly sources: readonly number[];
  /** Place in the order at which the next portion begins. */
  readonly end: number;
}

/**
 * As many blocks as there are slots for, at least one.
 * @param begin place in the order
 * @param slots places for blocks
 * @param slotsOfTarget 2 if a target's table is there too, else 1
 */
export function cutPortion(layer: LayerBlocks, begin: number, slots: number, slotsOfTarget: number): Portion {
  const { order } = layer;
  const blocks: number[] = [];
  const targets: number[] = [];
  const sources = new Set<number>();
  let place = begin;
  for (; place < order.count; place++) {
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
  return { blocks: ascending(blocks), targets: ascending(targets), sources: ascending([...sources]), end: place };
}

function addBlock(
  { order, cells, moves, sources: sourceBlocks, frontier }: LayerBlocks,
  block: number,
  sources: Set<number>,
): { itsTargets: number[]; added: number[] } {
  const itsTargets: number[] = [];
  const added: number[] = [];
  for (const cell of cells) {
    const target = cell * order.count + block;
    if (!frontier.takes(target)) continue;
    let given = false;
    for (const move of moves[cell]) {
      sourceBlocks.some(move, block, (sourceBlock) => {
        const source = move.source * order.count + sourceBlock;
        if (frontier.gives(source)) {
          given = true;
          if (!sources.has(source)) {
            sources.add(source);
            added.push(source);
          }
        }
        return false;
      });
    }
    if (given) itsTargets.push(target);
  }
  return { itsTargets, added };
}

/** The most slots that a single block number may need, on all cells. */
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

/** Blocks first .. first + count - 1, which follow one another in a file. */
export interface BlockRun {
  readonly first: number;
  readonly count: number;
}

/** The longest runs of ascending blocks. */
export function runsOf(blocks: readonly number[]): BlockRun[] {
  const runs: BlockRun[] = [];
  for (let begin = 0; begin < blocks.length; ) {
    let end = begin + 1;
    while (end < blocks.length && blocks[end] === blocks[end - 1] + 1) end++;
    runs.push({ first: blocks[begin], count: end - begin });
    begin = end;
  }
  return runs;
}
