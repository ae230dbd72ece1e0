/** Numbering of a puzzle by projections: looks up a state's block, word and place. */

import { identity } from '../permutation.js';
import { type ColouredPuzzle, writeMoved } from './colouring.js';
import { type ColouringIndex, SHARED } from './colouring-index.js';
import { noiseOfColours, project } from './projection.js';
import type { BlockNumbering, ColouringBlocks, ColouringWords, WriteNeighbours } from './puzzle-numbering.js';
import type { Projections } from './puzzle-source.js';
import type { ScatteredBase } from './scattered-base.js';
import { WordedBase } from './worded-base.js';

export class ProjectedNumbering implements BlockNumbering {
  readonly size: number;
  readonly words: ColouringWords | null;
  readonly puzzle: ColouredPuzzle;
  readonly projections: Projections;
  readonly blocks: ColouringBlocks;
  /** Projections of blocks. */
  readonly #projections: ColouringIndex;
  readonly #base: WordedBase | ScatteredBase;
  readonly #labels: Uint8Array;
  /** [point * colours + colour]: the hash of a state's projection is the exclusive or of these numbers over its points. */
  readonly #noise: Int32Array;
  readonly #identity: Uint8Array;
  readonly #projected: Uint8Array;

  /** @param blockProjections the projections of blocks, by the numbers of blocks */
  constructor(
    puzzle: ColouredPuzzle,
    projections: Projections,
    blocks: ColouringBlocks,
    blockProjections: ColouringIndex,
    base: WordedBase | ScatteredBase,
  ) {
    this.puzzle = puzzle;
    this.projections = projections;
    this.blocks = blocks;
    this.size = blocks.count * blocks.states;
    this.words = base instanceof WordedBase ? base.words() : null;
    this.#projections = blockProjections;
    this.#base = base;
    this.#labels = Uint8Array.from(projections.block);
    this.#noise = noiseOfColours(this.#labels, blockProjections);
    this.#identity = identity(puzzle.points);
    this.#projected = new Uint8Array(puzzle.points);
  }

  numberOf(colouring: Uint8Array): number {
    const noise = this.#noise;
    const { points, colours } = this.puzzle;
    const { length } = colours;
    let hash = 0;
    for (let point = 0, row = 0; point < points; point++, row += length) hash ^= noise[row + colouring[point]];
    let block = this.#projections.withHash(hash);
    if (block === SHARED) {
      project(this.#labels, colouring, this.#projected);
      block = this.#projections.find(this.#projected);
    }
    if (block < 0) return -1;
    // The base compares the state, so it also detects a hash that belongs to another block.
    const { frames, typeOf, states } = this.blocks;
    const rank = this.#base.rank(typeOf[block], colouring, frames, block * points);
    return rank < 0 ? -1 : block * states + rank;
  }

  writeColouring(number: number, colouring: Uint8Array): void {
    const { frames, typeOf, states } = this.blocks;
    const block = Math.floor(number / states);
    this.#base.write(typeOf[block], number - block * states, colouring, frames, block * this.puzzle.points);
  }

  /** Returns a function that throws if a state to which it leads has no number. A correct numbering excludes this. */
  neighbours(permutations: readonly Uint8Array[]): WriteNeighbours {
    const { points } = this.puzzle;
    const state = new Uint8Array(points);
    const moved = new Uint8Array(points);
    return (number, next) => {
      this.writeColouring(number, state);
      for (let move = 0; move < permutations.length; move++) {
        writeMoved(state, permutations[move], moved);
        const to = this.numberOf(moved);
        if (to < 0) throw new Error('the state that it leads to has no number');
        next[move] = to;
      }
    };
  }

  indexOf(type: number, state: Uint8Array): number {
    return this.#base.rank(type, state, this.#identity, 0);
  }
}
