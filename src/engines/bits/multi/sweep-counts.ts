/**
 * Counts the neighbours of states in the multi-tile metric, 60 states per word: bit k of all counts is a bitset.
 *
 * After a layer has been settled, all visited states are swept over the board as in sweep-layers.ts, but the steps add instead of
 * uniting. The sum of a state is the number of visited states from which it can be reached. These visited neighbours are no farther
 * from the goal than the state itself.
 *
 * The sum also counts the state itself: once in its lane, and once for each sweep that continues from its cell.
 */

import { BYTES_PER_WORD } from '../../../spaces/board/numbering/geometry.js';
import type { BlockMoves } from '../kernel/block-moves.js';
import type { FreshBlock, LayerObserver, NeighbourCounter } from '../kernel/layer-advancer.js';
import type { Marks } from '../kernel/memory.js';
import { blockAddress, type Layout, type PlacedStep, type Sweeps } from '../layout/blocks.js';

export class SweepCounts implements NeighbourCounter {
  readonly #layout: Layout;
  readonly #sweeps: Sweeps;
  readonly #marks: Marks;
  readonly #moves: BlockMoves;
  readonly #blockBytes: number;
  readonly #visited: number;
  readonly #lane: number;
  readonly #count: number;
  /** [cell]: how often a state with the blank on this cell counts itself. */
  readonly #itself: Uint8Array;
  /** [sweep][cell]: true if the sweep reaches the cell. */
  readonly #comes: readonly [Uint8Array, Uint8Array];

  /**
   * @param scratch address of a block for visited states, followed by two blocks for each bit of a count
   */
  constructor(layout: Layout, sweeps: Sweeps, marks: Marks, moves: BlockMoves, scratch: number) {
    this.#layout = layout;
    this.#sweeps = sweeps;
    this.#marks = marks;
    this.#moves = moves;
    this.#blockBytes = layout.blocks.paddedWords * BYTES_PER_WORD;
    this.#visited = scratch;
    this.#lane = scratch + this.#blockBytes;
    this.#count = this.#lane + sweeps.countBits * this.#blockBytes;
    this.#itself = new Uint8Array(layout.cells).fill(1);
    this.#comes = [new Uint8Array(layout.cells), new Uint8Array(layout.cells)];
    for (const { sweep, target, continues } of sweeps.rounds.flat()) {
      this.#comes[sweep][target] = 1;
      if (continues) this.#itself[target]++;
    }
  }

  /** Does a step of a sweep on one block. No block is skipped, because counts left from another layer would be wrong. */
  step({ sweep, move, source, target, continues }: PlacedStep, block: number): void {
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
  observe(lane: readonly number[], block: number, observer: LayerObserver<unknown>): void {
    const { blocks, fresh } = this.#layout;
    const { gained } = this.#marks;
    if (lane.every((cell) => gained[cell * blocks.count + block] === 0)) return;
    const { kernel, bytes } = this.#moves.shardOf(block);
    const words = blocks.paddedWords;
    const { countBits } = this.#sweeps;
    kernel.clear(this.#lane, words * countBits);
    for (const cell of lane) {
      kernel.increment(this.#lane, this.#blockBytes, countBits, this.#visitedStates(cell, block), words);
    }
    for (const cell of lane) {
      if (gained[cell * blocks.count + block] === 0) continue;
      const halves = new Uint32Array(bytes.buffer, blockAddress(this.#layout, fresh, cell, block), words * 2);
      observer.observe({ cell, block, halves }, this);
    }
  }

  countNotFurther({ cell, block }: FreshBlock): number[] {
    const { blocks, fresh } = this.#layout;
    const { bitsets, countBits } = this.#sweeps;
    const { kernel } = this.#moves.shardOf(block);
    const words = blocks.paddedWords;
    kernel.copy(this.#count, this.#lane, words * countBits);
    for (const [sweep, bits] of bitsets.entries()) {
      if (this.#comes[sweep][cell] === 0) continue;
      for (const [bit, bitset] of bits.entries()) {
        const counts = blockAddress(this.#layout, bitset, cell, block);
        kernel.increment(this.#count + bit * this.#blockBytes, this.#blockBytes, countBits - bit, counts, words);
      }
    }
    const states = blockAddress(this.#layout, fresh, cell, block);
    return Array.from({ length: 2 ** countBits - this.#itself[cell] }, (_, neighbours) =>
      kernel.countEqual(states, this.#count, this.#blockBytes, countBits, words, neighbours + this.#itself[cell]),
    );
  }

  /** Collects the visited states of a block. @returns their address */
  #visitedStates(cell: number, block: number): number {
    const { blocks, visited, table } = this.#layout;
    const [first, second] = [visited, table].map((bitset) => blockAddress(this.#layout, bitset, cell, block));
    this.#moves.shardOf(block).kernel.union2(this.#visited, first, second, blocks.paddedWords);
    return this.#visited;
  }
}
