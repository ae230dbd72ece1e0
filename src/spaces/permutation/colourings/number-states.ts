/**
 * Numbers the states of a puzzle by projections: two renamings of colours, the second one finer.
 *
 * States with the same labels in the first projection are a *block*. A block with the labels y has a *frame* t_y, a permutation of points that
 * takes the labels of the solved state to y. An ordered frame keeps the order of points with the same label (numbering.ts), an exact
 * frame is a product of moves. The frame takes a state x of the block to the *base*: z[p] = x[t_y[p]]. There, states with the same labels
 * in the second projection are a *word*. The word's own frame takes them on to the states of one of few *bit types*, in which they have
 * *places*. So
 *
 *     number = (block * words of a block + word) * states of a word + place
 *
 * with blocks in the order of a breadth-first search from the solved state, moves in their given order, and words and places in lexicographic
 * order. Without a second projection, the states of a block have places in the base.
 *
 * **Every number is used.** Moves take the states with some labels to those with others. So all blocks have equally many states, and so
 * do words. The states of block 0 are the orbit of the solved state under the elements of the group that keep its labels. The Schreier
 * elements of the blocks generate these elements (orbit.ts). Let p_y be the product of moves that leads to a block. In the base, its
 * states are those of block 0 moved by u_y = p_y t_y^-1. Blocks with the same states there have the same *type*, and there are few types.
 * If types are disjoint, one state is enough to show the type of a block: the solved one moved by u_y.
 *
 * Example: the moves `2 1 3 4` and `2 3 4 1` make all 24 orders. The projection of colours 0 1 2 3 to 0 1 1 1 has 4 blocks of 6 states. The
 * finer one to 0 1 2 2 has 3 words of 2 states in each.
 *
 * **What is proved.** All numbers stand for states that moves reach, since all of these permutations are products of moves. No state is
 * missing if there are as many numbers as states, and the projections may give the number of states. If they do not, it is proved here,
 * provided that no two points have the same colour. Then the states of block 0 are a group, all generators of which are tried, and those
 * of each type are a coset of it. If pieces are identical, samples are tried: at least one state for each block and move. Compiled rows
 * prove it in any case, since each is shown to be a bijection (../moves). A set of states that contains the solved one and is closed
 * under moves lacks none.
 */

import { identity, inversePermutation, product, writeMovedFrom } from '../../../permutations/permutation.js';
import { randomBits } from '../../../permutations/random-elements.js';
import { type BlockBase, ScatteredBase, WordedBase } from './block-bases.js';
import type { ColouringIndex } from './colouring-index.js';
import {
  type BlockNumbering,
  type ColouringBlocks,
  movedNeighbours,
  OrderedFrames,
  ProjectionFinder,
  project,
} from './numbering.js';
import { evenStabiliserElements, leavingElement, type Orbit, orbitOf, stabiliserElements } from './orbit.js';
import { areAllDifferent, type ColouredPuzzle, type Projections } from './puzzle.js';

/** Maximum number of blocks: each takes a few hundred bytes. */
export const MOST_BLOCKS = 1 << 21;

/** Maximum number of types of blocks. */
const MOST_TYPES = 48;

/** Number of elements of the stabiliser of block 0 to begin with. */
const FIRST_ELEMENTS = 3;

/** Maximum number of elements beyond the first ones. Each further element makes the orbit of the solved state larger. */
const MOST_ELEMENTS = 60;

/** Number of states whose moves are tried if the numbering is not proved. */
const SAMPLES = 1000;

const OTHER_COUNT = 'projections make more or fewer states than they declare';

/** Returns the numbering, or why these projections make none. */
export function numberStates(puzzle: ColouredPuzzle, projections: Projections): BlockNumbering | string {
  const { colours, points, solved, moves } = puzzle;
  const labels = Uint8Array.from(projections.block);
  const finer = projections.word && Uint8Array.from(projections.word);
  if (labels.length !== colours.length || (finer && finer.length !== colours.length)) {
    return `projections have a label for each of the ${colours.length} colours`;
  }
  if (finer && !labels.every((label, colour) => labels[finer.indexOf(finer[colour])] === label))
    return 'the projection of words is not finer than that of blocks';
  const projected = new Uint8Array(points);
  project(labels, solved, projected);
  const blocks = orbitOf(projected, Math.max(...labels) + 1, moves, MOST_BLOCKS);
  if (blocks === null) return `there are more than ${MOST_BLOCKS} blocks`;
  const { frames, states } = projections;
  const blockStates = states && states / blocks.entries.count;
  const base = closedBase(puzzle, blocks, blockStates, (elements) =>
    finer ? WordedBase.of(puzzle, finer, frames, elements, blockStates) : ScatteredBase.of(puzzle, elements),
  );
  return typeof base === 'string' ? base : withTypes(puzzle, projections, blocks, base);
}

/**
 * Returns the base with the states of block 0, made from enough elements that keep the block, or why there is none.
 * @param expected number of states of a block, if it is known
 */
function closedBase(
  puzzle: ColouredPuzzle,
  blocks: Orbit,
  expected: number | undefined,
  baseOf: (elements: readonly Uint8Array[]) => BlockBase | string,
): BlockBase | string {
  const unmoved = identity(puzzle.points);
  const elements = blocks.entries.count === 1 ? [...puzzle.moves] : stabiliserElements(blocks, FIRST_ELEMENTS);
  const most = elements.length + MOST_ELEMENTS;
  for (let states = 0; elements.length < most; ) {
    const base = baseOf(elements);
    if (typeof base === 'string' || base.states === expected) return base;
    // All moves have made the states of the only block.
    if (base instanceof ScatteredBase && blocks.entries.count === 1) return expected === undefined ? base : OTHER_COUNT;
    if (base.states === states) break;
    const blockStates = {
      count: base.states,
      write: (number: number, state: Uint8Array) => base.write(0, number, state, unmoved, 0),
      has: (state: Uint8Array, frames: Uint8Array, at: number) => base.rank(0, state, frames, at) >= 0,
    };
    const leaving = leavingElement(blocks, blockStates, areAllDifferent(puzzle));
    if (leaving === null) return expected === undefined ? base : OTHER_COUNT;
    // A few random elements lead to all states sooner than elements that are added one by one, each because it leaves the known states.
    elements.push(leaving, ...evenStabiliserElements(blocks, FIRST_ELEMENTS));
    states = base.states;
  }
  return 'words or blocks are not closed under moves that keep them';
}

/** Returns the numbering with the types of all blocks, or why there is none. */
function withTypes(puzzle: ColouredPuzzle, projections: Projections, blocks: Orbit, base: BlockBase) {
  const { entries, paths, next } = blocks;
  const exact = projections.frames === 'exact';
  const frames = exact ? paths : orderedFrames(puzzle, blocks);
  // Exact frames are products of moves: they take the states of all blocks to those of block 0.
  const typeOf = exact ? new Uint8Array(entries.count) : typesOfBlocks(puzzle, blocks, frames, base);
  if (typeof typeOf === 'string') return typeOf;
  const numberedBlocks = { count: entries.count, states: base.states, next, frames, types: base.types, typeOf };
  const states = entries.count * base.states;
  const numbering = projectedNumbering(puzzle, { ...projections, states }, numberedBlocks, entries, base);
  const isProved = projections.states !== undefined || areAllDifferent(puzzle);
  return isProved || keepsMoves(numbering) ? numbering : 'types of blocks are not closed under moves';
}

function orderedFrames({ moves, points }: ColouredPuzzle, { entries, paths }: Orbit): Uint8Array {
  const frames = new Uint8Array(paths.length);
  const ordered = new OrderedFrames(moves, entries.keys.subarray(0, points));
  for (let at = 0; at < frames.length; at += points) ordered.write(entries.keys, frames, at);
  return frames;
}

/** Returns the type of each block and adds types to the base, or returns why it cannot. */
function typesOfBlocks(
  { points, solved }: ColouredPuzzle,
  { entries, paths }: Orbit,
  frames: Uint8Array,
  base: BlockBase,
): Uint8Array | string {
  const typeOf = new Uint8Array(entries.count);
  const moved = new Uint8Array(points);
  for (let block = 0, at = 0; block < entries.count; block++, at += points) {
    const path = paths.subarray(at, at + points);
    writeMovedFrom(solved, 0, path, moved);
    const type = base.typeOf(moved, frames, at);
    typeOf[block] = type < 0 ? base.types : type;
    if (type >= 0) continue;
    if (base.types === MOST_TYPES) return `blocks have more than ${MOST_TYPES} types`;
    const refusal = base.addType(product(path, inversePermutation(frames.subarray(at, at + points))));
    if (refusal !== null) return refusal;
  }
  return typeOf;
}

/** Returns whether moves take states to states of the blocks to which they lead, as far as samples show. */
function keepsMoves(numbering: BlockNumbering): boolean {
  const { puzzle, blocks, size } = numbering;
  const { moves, points } = puzzle;
  const state = new Uint8Array(points);
  const moved = new Uint8Array(points);
  for (let sample = 0; sample < SAMPLES; sample++) {
    const number = Math.floor(((randomBits(sample) >>> 0) / 2 ** 32) * size);
    numbering.writeColouring(number, state);
    for (const [index, move] of moves.entries()) {
      writeMovedFrom(state, 0, move, moved);
      const block = blocks.next[Math.floor(number / blocks.states) * moves.length + index];
      if (Math.floor(numbering.numberOf(moved) / blocks.states) !== block) return false;
    }
  }
  return true;
}

/**
 * Returns the numbering of a puzzle by projections: it looks up a state's block, word and place.
 * @param found the projections of blocks, by the numbers of blocks
 */
function projectedNumbering(
  puzzle: ColouredPuzzle,
  projections: Projections,
  blocks: ColouringBlocks,
  found: ColouringIndex,
  base: BlockBase,
): BlockNumbering {
  const { points } = puzzle;
  const { count, states, frames, typeOf } = blocks;
  const finder = new ProjectionFinder(Uint8Array.from(projections.block), found);
  const numbering: BlockNumbering = {
    size: count * states,
    puzzle,
    projections,
    blocks,
    words: base instanceof WordedBase ? base.words() : null,
    numberOf(colouring) {
      const block = finder.find(colouring);
      if (block < 0) return -1;
      // The base compares the state, so it also detects a hash that belongs to another block.
      const rank = base.rank(typeOf[block], colouring, frames, block * points);
      return rank < 0 ? -1 : block * states + rank;
    },
    writeColouring(number, colouring) {
      const block = Math.floor(number / states);
      base.write(typeOf[block], number - block * states, colouring, frames, block * points);
    },
    neighbours: (permutations) => movedNeighbours(numbering, permutations),
  };
  return numbering;
}
