/** Numbers the states of a puzzle by projections. */

import { mixed } from '../mixed.js';
import { MOST_TYPES } from './base.js';
import type { ChainNumbering, ColouringBlocks, ColouringWords } from './chain.js';
import { areAllDifferent, type ColouredPuzzle } from './colouring.js';
import { SHARED } from './colouring-index.js';
import { leavingElement, type Orbit, orbitOf, stabiliserElements } from './orbit.js';
import { OrderedFrames } from './ordered-frames.js';
import { isFiner, noiseOfColours, project } from './projection.js';
import type { Projections } from './puzzle-source.js';
import { ScatteredBase } from './scattered-base.js';
import { WordedBase } from './worded-base.js';

/** The largest number of blocks: they have a few hundred bytes each. */
export const MOST_BLOCKS = 1 << 21;

/** Elements of the stabiliser of block 0 to begin with. */
const FIRST_ELEMENTS = 3;

/** Each one more makes the orbit of the solved state at least twice as large, if pieces differ. */
const MOST_ELEMENTS = 60;

/** Pairs of a block and a move that are tried. */
const SAMPLES = 1000;

/**
 * Returns the numbering, or why these projections make none.
 *
 * Every state of it is reached by moves: each is the image of the solved one under products of moves. That no state is missing, and that
 * types are closed, is proved here if no two points have the same colour when solved: then the states of block 0 are a group, those of a type
 * are a coset of it, and all generators of that group are tried (O. Schreier). Otherwise only samples are tried. Then the proof is that
 * each compiled row is a bijection: a set of states with the solved one that all moves keep lacks none.
 */
export function numberStates(puzzle: ColouredPuzzle, projections: Projections): ChainNumbering | string {
  const { colours, points, solved, moves } = puzzle;
  const labels = Uint8Array.from(projections.block);
  const finer = projections.word && Uint8Array.from(projections.word);
  if (labels.length !== colours.length || (finer && finer.length !== colours.length)) {
    return `projections have a label for each of the ${colours.length} colours`;
  }
  if (finer && !isFiner(labels, finer)) return 'the projection of words is not finer than that of blocks';
  const projected = new Uint8Array(points);
  project(labels, solved, projected);
  const tree = orbitOf(projected, Math.max(...labels) + 1, moves, MOST_BLOCKS);
  if (tree === null) return `there are more than ${MOST_BLOCKS} blocks`;
  const elements = tree.entries.count === 1 ? [...moves] : stabiliserElements(tree, FIRST_ELEMENTS);
  for (let states = 0; elements.length < MOST_ELEMENTS; ) {
    const base = finer
      ? WordedBase.of(puzzle, finer, projections.frames, elements)
      : ScatteredBase.of(puzzle, elements);
    if (typeof base === 'string') return base;
    if (base.states === states) break;
    const blockStates = {
      count: base.states,
      write: (number: number, state: Uint8Array) => base.write(0, number, state),
      has: (state: Uint8Array, frames: Uint8Array, at: number) => base.rank(0, state, frames, at) >= 0,
    };
    const leaving = leavingElement(tree, blockStates, areAllDifferent(puzzle));
    if (leaving === null) return withTypes(puzzle, projections, tree, labels, base);
    elements.push(leaving);
    states = base.states;
  }
  return 'words or blocks are not closed under moves that keep them';
}

function withTypes(
  puzzle: ColouredPuzzle,
  projections: Projections,
  tree: Orbit,
  labels: Uint8Array,
  base: WordedBase | ScatteredBase,
): ChainNumbering | string {
  const { points, solved } = puzzle;
  const { entries, paths } = tree;
  const typeOf = new Uint8Array(entries.count);
  let frames = paths;
  if (projections.frames === 'ordered') {
    frames = new Uint8Array(paths.length);
    const ordered = new OrderedFrames(puzzle.moves, entries.keys.subarray(0, points));
    const moved = new Uint8Array(points);
    for (let block = 0, at = 0; block < entries.count; block++, at += points) {
      ordered.write(entries.keys, frames, at);
      for (let point = 0; point < points; point++) moved[paths[at + point]] = solved[point];
      const type = base.typeOf(moved, frames, at);
      typeOf[block] = type;
      if (type >= 0) continue;
      if (base.types === MOST_TYPES) return `blocks have more than ${MOST_TYPES} types`;
      typeOf[block] = base.types;
      const permutation = new Uint8Array(points);
      for (let point = 0; point < points; point++) moved[frames[at + point]] = point;
      for (let point = 0; point < points; point++) permutation[point] = moved[paths[at + point]];
      const refusal = base.addType(permutation);
      if (refusal !== null) return refusal;
    }
  }
  const blocks: ColouringBlocks = {
    count: entries.count,
    states: base.states,
    next: tree.next,
    frames,
    types: base.types,
    typeOf,
    statesOf: base instanceof ScatteredBase ? base.statesOf : [],
  };
  const numbering = new ProjectedNumbering(puzzle, projections, blocks, tree, labels, base);
  return areAllDifferent(puzzle) || keepsMoves(numbering) ? numbering : 'types of blocks are not closed under moves';
}

/** Returns whether moves take states to states of the blocks that they lead to, as far as samples show. */
function keepsMoves(numbering: ProjectedNumbering): boolean {
  const { puzzle, blocks, size } = numbering;
  const { moves, points } = puzzle;
  const state = new Uint8Array(points);
  const moved = new Uint8Array(points);
  for (let sample = 0; sample < SAMPLES; sample++) {
    const number = Math.floor(((mixed(sample) >>> 0) / 2 ** 32) * size);
    numbering.writeColouring(number, state);
    for (const [index, move] of moves.entries()) {
      for (let point = 0; point < points; point++) moved[move[point]] = state[point];
      const block = blocks.next[Math.floor(number / blocks.states) * moves.length + index];
      const target = numbering.numberOf(moved);
      if (Math.floor(target / blocks.states) !== block) return false;
    }
  }
  return true;
}

class ProjectedNumbering implements ChainNumbering {
  readonly size: number;
  readonly words: ColouringWords | null;
  readonly puzzle: ColouredPuzzle;
  readonly projections: Projections;
  readonly blocks: ColouringBlocks;
  readonly #tree: Orbit;
  readonly #labels: Uint8Array;
  readonly #base: WordedBase | ScatteredBase;
  readonly #noise: Int32Array;
  readonly #identity: Uint8Array;
  readonly #projected: Uint8Array;
  readonly #state: Uint8Array;

  constructor(
    puzzle: ColouredPuzzle,
    projections: Projections,
    blocks: ColouringBlocks,
    tree: Orbit,
    labels: Uint8Array,
    base: WordedBase | ScatteredBase,
  ) {
    this.puzzle = puzzle;
    this.projections = projections;
    this.blocks = blocks;
    this.size = blocks.count * blocks.states;
    this.words = base instanceof WordedBase ? base.words() : null;
    this.#tree = tree;
    this.#labels = labels;
    this.#base = base;
    this.#noise = noiseOfColours(labels, tree.entries);
    this.#identity = Uint8Array.from({ length: puzzle.points }, (_, point) => point);
    this.#projected = new Uint8Array(puzzle.points);
    this.#state = new Uint8Array(puzzle.points);
  }

  numberOf(colouring: Uint8Array): number {
    const noise = this.#noise;
    const { length } = this.puzzle.colours;
    const { points } = this.puzzle;
    let hash = 0;
    for (let point = 0, row = 0; point < points; point++, row += length) hash ^= noise[row + colouring[point]];
    let block = this.#tree.entries.withHash(hash);
    if (block === SHARED) {
      project(this.#labels, colouring, this.#projected);
      block = this.#tree.entries.find(this.#projected);
    }
    if (block < 0) return -1;
    const { frames, typeOf, states } = this.blocks;
    const rank = this.#base.rank(typeOf[block], colouring, frames, block * points);
    return rank < 0 ? -1 : block * states + rank;
  }

  writeColouring(number: number, colouring: Uint8Array): void {
    const { frames, typeOf, states } = this.blocks;
    const state = this.#state;
    const points = state.length;
    const block = Math.floor(number / states);
    this.#base.write(typeOf[block], number - block * states, state);
    for (let point = 0, at = block * points; point < points; point++, at++) colouring[frames[at]] = state[point];
  }

  projectionOf(state: Uint8Array): number {
    return this.#base instanceof WordedBase ? this.#base.projectionOf(state) : -1;
  }

  placeOf(bitType: number, state: Uint8Array): number {
    return this.#base instanceof WordedBase ? this.#base.placeOf(bitType, state) : -1;
  }

  indexOf(type: number, state: Uint8Array): number {
    return this.#base.rank(type, state, this.#identity, 0);
  }
}
