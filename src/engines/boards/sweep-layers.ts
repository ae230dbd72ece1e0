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

/** Advances layers of the multi-tile metric. Each worker has one, with its own scratch space. */
export class SweepLayers implements LayerAdvancer, NeighbourCounter {
  readonly rounds: number;
  /** Number of the round in which lanes are settled, after the rounds of the sweeps. */
  readonly #settling: number;
  readonly #layout: Layout;
  readonly #sweeps: Sweeps;
  readonly #marks: Marks;
  readonly #moves: BlockMoves;
  readonly #blockBytes: number;
  readonly #reached: number;
  /** Address of a block for the states of a lane; for visited states if neighbours are counted. */
  readonly #lane: number;
  /** Addresses of the counts of a lane and of a cell, bit by bit. */
  readonly #laneCounts: number;
  readonly #cellCounts: number;
  /** [cell]: how often a state with the blank on this cell counts itself. */
  readonly #itself: Uint8Array;
  /** [sweep][cell]: 1 if the sweep reaches the cell. */
  readonly #comes: readonly [Uint8Array, Uint8Array];

  /** @param worker 0..workers-1, selects the scratch space */
  constructor(layout: Layout, sweeps: Sweeps, access: BlockAccess, marks: Marks, worker: number) {
    this.#layout = layout;
    this.#sweeps = sweeps;
    this.#marks = marks;
    this.#settling = sweeps.rounds.length;
    this.rounds = (sweeps.counted ? 2 : 1) * (this.#settling + 1);
    this.#blockBytes = layout.blocks.paddedWords * BYTES_PER_WORD;
    this.#reached = scratchOf(layout, worker);
    this.#moves = new BlockMoves(layout, access, marks);
    this.#lane = this.#reached + 2 * this.#blockBytes;
    this.#laneCounts = this.#lane + this.#blockBytes;
    this.#cellCounts = this.#laneCounts + sweeps.countBits * this.#blockBytes;
    this.#itself = new Uint8Array(layout.cells).fill(1);
    this.#comes = [new Uint8Array(layout.cells), new Uint8Array(layout.cells)];
    for (const { sweep, target, continues } of sweeps.rounds.flat()) {
      this.#comes[sweep][target] = 1;
      if (continues) this.#itself[target]++;
    }
  }

  units(_depth: number, round: number): number {
    const { rounds, lanes } = this.#sweeps;
    return rounds[round % (this.#settling + 1)]?.length ?? lanes.length;
  }

  advance(depth: number, round: number, block: number, unit: number, observer: BlockObserver<unknown>): number {
    const { rounds, lanes } = this.#sweeps;
    const settling = this.#settling;
    if (round === settling) return this.#settleLane(depth, lanes[unit], block, observer);
    if (round < settling) this.#step(depth, rounds[round][unit], block);
    else if (round < this.rounds - 1) this.#countStep(rounds[round - settling - 1][unit], block);
    else this.#countLane(lanes[unit], block, observer);
    return 0;
  }

  /** Returns the bitset that holds all states of the last layer, and no unvisited state. */
  #statesBefore(depth: number): number {
    const { visited, table } = this.#layout;
    return depth % 3 === 1 ? visited : table;
  }

  #step(depth: number, { sweep, move, target, continues }: PlacedStep, block: number): void {
    const { blocks } = this.#layout;
    const { gained, held, swept: sweptMarks } = this.#marks;
    const swept = sweptMarks[sweep];
    const index = target * blocks.count + block;
    const isFull = held[index] === blocks.states;
    const comesSwept = this.#moves.anyMarked(move, block, swept, 1);
    if ((isFull && !continues) || !(comesSwept || this.#moves.anyMarked(move, block, gained, 1))) {
      swept[index] = 0;
      return;
    }
    swept[index] = 1;
    const states = this.#statesBefore(depth);
    const [bitset] = this.#sweeps.bitsets[sweep];
    const { kernel } = this.#moves.shardOf(block);
    const words = blocks.paddedWords;
    const reached = blockAddress(this.#layout, bitset, target, block);
    const own = continues && held[index] > 0 ? blockAddress(this.#layout, states, target, block) : 0;
    if (move.kind === 'same') {
      const source = blockAddress(this.#layout, comesSwept ? bitset : states, move.source, block);
      if (own === 0) kernel.copy(reached, source, words);
      else kernel.union2(reached, own, source, words);
      return;
    }
    if (own === 0) kernel.clear(reached, words);
    else kernel.copy(reached, own, words);
    // The sweep may have reached only some of several source blocks.
    if (!comesSwept || this.#moves.anyMarked(move, block, swept, 0)) this.#moves.or(move, states, block, reached);
    if (comesSwept) this.#moves.or(move, bitset, block, reached);
  }

  #settleLane(depth: number, lane: readonly number[], block: number, observer: BlockObserver<unknown>): number {
    const { blocks } = this.#layout;
    const { gained } = this.#marks;
    const laneGives = this.#uniteLane(this.#statesBefore(depth), lane, block);
    let fresh = 0;
    for (const cell of lane) {
      gained[cell * blocks.count + block] = 0;
      if (this.#collect(laneGives, cell, block)) fresh += this.#settle(depth, cell, block, observer);
    }
    return fresh;
  }

  /** Unites the states that the cells of a lane give to each other. @returns true if any of them may be new */
  #uniteLane(states: number, lane: readonly number[], block: number): boolean {
    const { blocks } = this.#layout;
    const { gained } = this.#marks;
    if (lane.length === 1) return false;
    const sources: number[] = [];
    for (const cell of lane) {
      if (gained[cell * blocks.count + block] !== 0) sources.push(blockAddress(this.#layout, states, cell, block));
    }
    // The states of a single cell are copied too, because it gains others before the rest of the lane has been settled.
    return this.#moves.unite(block, sources, this.#lane);
  }

  /** Collects the states reached on a cell. @returns true if any of them may be new */
  #collect(laneGives: boolean, cell: number, block: number): boolean {
    const { blocks } = this.#layout;
    const { held, swept } = this.#marks;
    const index = cell * blocks.count + block;
    if (held[index] === blocks.states) return false;
    const sources = laneGives ? [this.#lane] : [];
    for (let sweep = 0; sweep < swept.length; sweep++) {
      if (swept[sweep][index] === 0) continue;
      sources.push(blockAddress(this.#layout, this.#sweeps.bitsets[sweep][0], cell, block));
    }
    return this.#moves.unite(block, sources, this.#reached);
  }

  /** Adds the fresh states among those collected to the visited states. @returns their number */
  #settle(depth: number, cell: number, block: number, observer: BlockObserver<unknown>): number {
    const { blocks, visited, table } = this.#layout;
    const { kernel } = this.#moves.shardOf(block);
    const words = blocks.paddedWords;
    const residue = depth % 3;
    const first = blockAddress(this.#layout, visited, cell, block);
    const second = blockAddress(this.#layout, table, cell, block);
    if (this.#marks.held[cell * blocks.count + block] === 0) {
      kernel.clear(first, words);
      kernel.clear(second, words);
    }
    const [into, other] = residue === 0 ? [first, second] : [second, first];
    kernel.subtract(this.#reached, other, words);
    // If neighbours are counted, observers receive the states in the last round.
    const observing = this.#sweeps.counted ? undefined : observer;
    return this.#moves.settle(cell, block, this.#reached, into, residue === 2 ? other : 0, observing, this);
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
  #countStep({ sweep, move, source, target, continues }: PlacedStep, block: number): void {
    const { blocks, visited, table } = this.#layout;
    const bitsets = this.#sweeps.bitsets[sweep];
    const { kernel } = this.#moves.shardOf(block);
    const words = blocks.paddedWords;
    for (const bitset of bitsets) {
      const counts = blockAddress(this.#layout, bitset, target, block);
      kernel.clear(counts, words);
      if (this.#comes[sweep][source] !== 0) this.#moves.or(move, bitset, block, counts);
      else if (bitset === bitsets[0]) {
        this.#moves.or(move, visited, block, counts);
        this.#moves.or(move, table, block, counts);
      }
    }
    if (!continues) return;
    const stride = bitsets.length > 1 ? bitsets[1] - bitsets[0] : 0;
    const counts = blockAddress(this.#layout, bitsets[0], target, block);
    kernel.increment(counts, stride, bitsets.length, this.#visitedStates(target, block), words);
  }

  /** Passes the fresh states of a lane's block to an observer. */
  #countLane(lane: readonly number[], block: number, observer: BlockObserver<unknown>): void {
    const { blocks, fresh } = this.#layout;
    const { gained } = this.#marks;
    if (lane.every((cell) => gained[cell * blocks.count + block] === 0)) return;
    const { kernel, bytes } = this.#moves.shardOf(block);
    const words = blocks.paddedWords;
    const { countBits } = this.#sweeps;
    kernel.clear(this.#laneCounts, words * countBits);
    for (const cell of lane) {
      kernel.increment(this.#laneCounts, this.#blockBytes, countBits, this.#visitedStates(cell, block), words);
    }
    for (const cell of lane) {
      if (gained[cell * blocks.count + block] === 0) continue;
      const halves = new Uint32Array(bytes.buffer, blockAddress(this.#layout, fresh, cell, block), words * 2);
      observer.observe({ cell, block, halves }, this);
    }
  }

  countNotFurther({ cell, block }: FreshBlock): number[] {
    if (!this.#sweeps.counted) throw new Error('an observer asked for neighbours that are not counted');
    const { blocks, fresh } = this.#layout;
    const { bitsets, countBits } = this.#sweeps;
    const { kernel } = this.#moves.shardOf(block);
    const words = blocks.paddedWords;
    kernel.copy(this.#cellCounts, this.#laneCounts, words * countBits);
    for (const [sweep, bits] of bitsets.entries()) {
      if (this.#comes[sweep][cell] === 0) continue;
      for (const [bit, bitset] of bits.entries()) {
        const counts = blockAddress(this.#layout, bitset, cell, block);
        kernel.increment(this.#cellCounts + bit * this.#blockBytes, this.#blockBytes, countBits - bit, counts, words);
      }
    }
    const states = blockAddress(this.#layout, fresh, cell, block);
    return Array.from({ length: 2 ** countBits - this.#itself[cell] }, (_, neighbours) =>
      kernel.countEqual(states, this.#cellCounts, this.#blockBytes, countBits, words, neighbours + this.#itself[cell]),
    );
  }

  /** Collects the visited states of a block. @returns their address */
  #visitedStates(cell: number, block: number): number {
    const { blocks, visited, table } = this.#layout;
    const [first, second] = [visited, table].map((bitset) => blockAddress(this.#layout, bitset, cell, block));
    this.#moves.shardOf(block).kernel.union2(this.#lane, first, second, blocks.paddedWords);
    return this.#lane;
  }
}
