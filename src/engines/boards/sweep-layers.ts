/**
 * The layers of the multi-tile metric, in which a move takes the blank any number of cells along its row or column.
 *
 * The cells have no colours here: every cell may gain states in every layer, so old states must be distinguished from fresh ones. Two
 * bits per state do that, and form the table at the same time: 00 for a state that has not been visited, or else a code of its depth
 * mod 3
 *
 *     depth mod 3   0    1    2
 *     first bit     1    0    1      (the layout's `visited`)
 *     second bit    0    1    1      (the layout's `table`)
 *
 * A layer reads the last layer from a bit that all its states have, and that no unvisited state has: the first bit after a depth mod 3
 * of 0, the second one after 1 or 2. Older states with this bit do no harm, because their neighbours have been visited already.
 *
 * The first rounds of a layer are its sweeps (moves.ts). In the last round each lane is settled, block by block. The
 * states of one cell reach all others of the lane, and each cell adds the states that the sweeps have brought. Unvisited states are
 * fresh. A lane is read before it is written, and no other worker reads its blocks in that round, so no locks are needed.
 *
 * As in layers.ts, blocks that gained nothing in the last layer can add nothing new. A sweep skips the blocks to which
 * it brings nothing new. They keep what the sweep wrote in an earlier layer: states that have been visited since.
 *
 * If neighbours are counted, further rounds follow the settling (countNotFurther). Observers receive the states in the last round.
 */

import { BYTES_PER_WORD } from '../../spaces/board/numbering.js';
import { blockAddress, type Layout, type PlacedStep, type Sweeps, scratchOf } from './board-plan.js';
import type { BlockAccess, Marks } from './memory.js';
import { BlockMoves } from './memory.js';
import type { BlockObserver, FreshBlock, LayerAdvancer, NeighbourCounter } from './observers.js';

/** Returns the advancer of layers of the multi-tile metric. @param worker 0..workers-1, selects the scratch space */
export function sweepLayers(
  layout: Layout,
  sweeps: Sweeps,
  access: BlockAccess,
  marks: Marks,
  worker: number,
): LayerAdvancer {
  const { blocks, visited, table, fresh: freshAt, cells } = layout;
  const { gained, held, swept: sweptBy } = marks;
  const { lanes, counted, countBits } = sweeps;
  const moves = new BlockMoves(layout, access, marks);
  const words = blocks.paddedWords;
  const blockBytes = words * BYTES_PER_WORD;
  /** Number of the round in which lanes are settled, after the rounds of the sweeps. */
  const settling = sweeps.rounds.length;
  const rounds = (counted ? 2 : 1) * (settling + 1);
  const reachedAt = scratchOf(layout, worker);
  /** Address of a block for the states of a lane; for visited states if neighbours are counted. */
  const laneAt = reachedAt + 2 * blockBytes;
  /** Addresses of the counts of a lane and of a cell, bit by bit. */
  const laneCountsAt = laneAt + blockBytes;
  const cellCountsAt = laneCountsAt + countBits * blockBytes;
  /** [cell]: how often a state with the blank on this cell counts itself. */
  const itself = new Uint8Array(cells).fill(1);
  /** [sweep][cell]: 1 if the sweep reaches the cell. */
  const comes = [new Uint8Array(cells), new Uint8Array(cells)];
  for (const { sweep, target, continues } of sweeps.rounds.flat()) {
    comes[sweep][target] = 1;
    if (continues) itself[target]++;
  }
  const counter: NeighbourCounter = { countNotFurther };

  return {
    rounds,
    units: (_depth, round) => sweeps.rounds[round % (settling + 1)]?.length ?? lanes.length,
    advance(depth, round, block, unit, observer) {
      if (round === settling) return settleLane(depth, lanes[unit], block, observer);
      if (round < settling) step(depth, sweeps.rounds[round][unit], block);
      else if (round < rounds - 1) countStep(sweeps.rounds[round - settling - 1][unit], block);
      else countLane(lanes[unit], block, observer);
      return 0;
    },
  };

  /** Returns the bitset that holds all states of the last layer, and no unvisited state. */
  function statesBefore(depth: number): number {
    return depth % 3 === 1 ? visited : table;
  }

  function step(depth: number, { sweep, move, target, continues }: PlacedStep, block: number): void {
    const swept = sweptBy[sweep];
    const index = target * blocks.count + block;
    const isFull = held[index] === blocks.states;
    const comesSwept = moves.anyMarked(move, block, swept, 1);
    if ((isFull && !continues) || !(comesSwept || moves.anyMarked(move, block, gained, 1))) {
      swept[index] = 0;
      return;
    }
    swept[index] = 1;
    const states = statesBefore(depth);
    const [bitset] = sweeps.bitsets[sweep];
    const { kernel } = moves.shardOf(block);
    const reached = blockAddress(layout, bitset, target, block);
    const own = continues && held[index] > 0 ? blockAddress(layout, states, target, block) : 0;
    if (move.kind === 'same') {
      const source = blockAddress(layout, comesSwept ? bitset : states, move.source, block);
      if (own === 0) kernel.copy(reached, source, words);
      else kernel.union2(reached, own, source, words);
      return;
    }
    if (own === 0) kernel.clear(reached, words);
    else kernel.copy(reached, own, words);
    // The sweep may have reached only some of several source blocks.
    if (!comesSwept || moves.anyMarked(move, block, swept, 0)) moves.or(move, states, block, reached);
    if (comesSwept) moves.or(move, bitset, block, reached);
  }

  function settleLane(depth: number, lane: readonly number[], block: number, observer: BlockObserver<unknown>): number {
    const laneGives = uniteLane(statesBefore(depth), lane, block);
    let fresh = 0;
    for (const cell of lane) {
      gained[cell * blocks.count + block] = 0;
      if (collect(laneGives, cell, block)) fresh += settle(depth, cell, block, observer);
    }
    return fresh;
  }

  /** Unites the states that the cells of a lane give to each other. @returns true if any of them may be new */
  function uniteLane(states: number, lane: readonly number[], block: number): boolean {
    if (lane.length === 1) return false;
    const sources: number[] = [];
    for (const cell of lane) {
      if (gained[cell * blocks.count + block] !== 0) sources.push(blockAddress(layout, states, cell, block));
    }
    // The states of a single cell are copied too, because it gains others before the rest of the lane has been settled.
    return moves.unite(block, sources, laneAt);
  }

  /** Collects the states reached on a cell. @returns true if any of them may be new */
  function collect(laneGives: boolean, cell: number, block: number): boolean {
    const index = cell * blocks.count + block;
    if (held[index] === blocks.states) return false;
    const sources = laneGives ? [laneAt] : [];
    for (let sweep = 0; sweep < sweptBy.length; sweep++) {
      if (sweptBy[sweep][index] === 0) continue;
      sources.push(blockAddress(layout, sweeps.bitsets[sweep][0], cell, block));
    }
    return moves.unite(block, sources, reachedAt);
  }

  /** Adds the fresh states among those collected to the visited states. @returns their number */
  function settle(depth: number, cell: number, block: number, observer: BlockObserver<unknown>): number {
    const { kernel } = moves.shardOf(block);
    const residue = depth % 3;
    const first = blockAddress(layout, visited, cell, block);
    const second = blockAddress(layout, table, cell, block);
    if (held[cell * blocks.count + block] === 0) {
      kernel.clear(first, words);
      kernel.clear(second, words);
    }
    const [into, other] = residue === 0 ? [first, second] : [second, first];
    kernel.subtract(reachedAt, other, words);
    // If neighbours are counted, observers receive the states in the last round.
    const observing = counted ? undefined : observer;
    return moves.settle(cell, block, reachedAt, into, residue === 2 ? other : 0, observing, counter);
  }

  /*
   * Counts the neighbours of states in the multi-tile metric, 60 states per word: bit k of all counts is a bitset.
   *
   * After a layer has been settled, all visited states are swept over the board as before, but the steps add instead of
   * uniting. The sum of a state is the number of visited states from which it can be reached. These visited neighbours are no farther
   * from the goal than the state itself.
   *
   * The sum also counts the state itself: once in its lane, and once for each sweep that continues from its cell.
   */

  /** Does a step of a sweep on one block. No block is skipped, because counts left from another layer would be wrong. */
  function countStep({ sweep, move, source, target, continues }: PlacedStep, block: number): void {
    const bitsets = sweeps.bitsets[sweep];
    const { kernel } = moves.shardOf(block);
    for (const bitset of bitsets) {
      const counts = blockAddress(layout, bitset, target, block);
      kernel.clear(counts, words);
      if (comes[sweep][source] !== 0) moves.or(move, bitset, block, counts);
      else if (bitset === bitsets[0]) {
        moves.or(move, visited, block, counts);
        moves.or(move, table, block, counts);
      }
    }
    if (!continues) return;
    const stride = bitsets.length > 1 ? bitsets[1] - bitsets[0] : 0;
    const counts = blockAddress(layout, bitsets[0], target, block);
    kernel.increment(counts, stride, bitsets.length, visitedStates(target, block), words);
  }

  /** Passes the fresh states of a lane's block to an observer. */
  function countLane(lane: readonly number[], block: number, observer: BlockObserver<unknown>): void {
    if (lane.every((cell) => gained[cell * blocks.count + block] === 0)) return;
    const { kernel, bytes } = moves.shardOf(block);
    kernel.clear(laneCountsAt, words * countBits);
    for (const cell of lane) {
      kernel.increment(laneCountsAt, blockBytes, countBits, visitedStates(cell, block), words);
    }
    for (const cell of lane) {
      if (gained[cell * blocks.count + block] === 0) continue;
      const halves = new Uint32Array(bytes.buffer, blockAddress(layout, freshAt, cell, block), words * 2);
      observer.observe({ cell, block, halves }, counter);
    }
  }

  /** Collects the visited states of a block. @returns their address */
  function visitedStates(cell: number, block: number): number {
    const [first, second] = [visited, table].map((bitset) => blockAddress(layout, bitset, cell, block));
    moves.shardOf(block).kernel.union2(laneAt, first, second, words);
    return laneAt;
  }

  function countNotFurther({ cell, block }: FreshBlock): number[] {
    if (!counted) throw new Error('an observer asked for neighbours that are not counted');
    const { kernel } = moves.shardOf(block);
    kernel.copy(cellCountsAt, laneCountsAt, words * countBits);
    for (const [sweep, bits] of sweeps.bitsets.entries()) {
      if (comes[sweep][cell] === 0) continue;
      for (const [bit, bitset] of bits.entries()) {
        const counts = blockAddress(layout, bitset, cell, block);
        kernel.increment(cellCountsAt + bit * blockBytes, blockBytes, countBits - bit, counts, words);
      }
    }
    const states = blockAddress(layout, freshAt, cell, block);
    return Array.from({ length: 2 ** countBits - itself[cell] }, (_, neighbours) =>
      kernel.countEqual(states, cellCountsAt, blockBytes, countBits, words, neighbours + itself[cell]),
    );
  }
}
