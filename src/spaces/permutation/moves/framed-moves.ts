/**
 * Moves of blocks in the base: the frame of a block, the move, and the inverse frame of the block to which it leads,
 *
 *     kappa = tau_y s tau_z^-1    with z = y s
 *
 * takes states of one type in the base to those of another type. All that matters is how it permutes points whose labels stand for
 * several colours. So few of them differ, and blocks share the rows made from them: pancake:12 has 11 moves, 1,320 blocks and 9 rows.
 *
 * Ordered frames treat each orbit of points independently, so kappa fixes the points of an orbit on which the move does nothing. The
 * inverse of a move, if it is a move, leads back by kappa^-1.
 */

import { inversePermutation, inversesAmong, writeInverse } from '../../../permutations/permutation.js';
import { ColouringIndex } from '../colourings/colouring-index.js';
import type { ColouringBlocks } from '../colourings/numbering.js';
import type { ColouredPuzzle, Projections } from '../colourings/puzzle.js';

/** A move of blocks of one type. */
export interface FramedMove {
  /** Types of blocks. */
  readonly from: number;
  readonly to: number;
  /** Permutation of the points. */
  readonly images: Uint8Array;
}

export interface FramedMoves {
  readonly distinct: readonly FramedMove[];
  /** [distinct move]: its inverse, if that leads a block back. */
  readonly inverses: readonly (number | undefined)[];
  /** [target * moves + move]: the block from which the move leads. */
  readonly sources: Uint32Array;
  /** [target * moves + move]: the number of the distinct move. */
  readonly kinds: Uint32Array;
}

const NONE = 0xffffffff;

/** Maximum number of points that are followed from block to block: a few seconds. */
const MOST_STEPS = 2e9;

/**
 * Returns the distinct moves of blocks; null if there are too many, or why there are none.
 * @param most maximum number of distinct moves
 */
export function framedMoves(
  { points, solved, moves }: ColouredPuzzle,
  { block: labels }: Projections,
  { count, next, frames, types, typeOf }: ColouringBlocks,
  most: number,
): FramedMoves | string | null {
  const distinguishing = distinguishingPoints(solved, labels);
  if (count * moves.length * distinguishing.length > MOST_STEPS) {
    return 'its moves and blocks are too many to be compiled';
  }
  const distinct: FramedMove[] = [];
  const inverses: number[] = [];
  /** Images of the distinguishing points, and the type of the block. Entries have the numbers of distinct moves. */
  const index = new ColouringIndex(distinguishing.length + 1, Math.max(points, types));
  const key = new Uint8Array(index.points);
  const sources = new Uint32Array(count * moves.length).fill(NONE);
  const kinds = new Uint32Array(count * moves.length);
  const undoneBy = inversesAmong(moves);
  // [block * points + point]: the place that the block's frame takes to this point.
  const backs = new Uint8Array(frames.length);
  for (let at = 0; at < frames.length; at += points) writeInverse(frames, at, backs, at, points);
  for (let block = 0; block < count; block++) {
    for (let move = 0; move < moves.length; move++) {
      const target = next[block * moves.length + move];
      if (sources[target * moves.length + move] === block) continue;
      if (sources[target * moves.length + move] !== NONE) return 'a move takes two blocks to one';
      const kind = kindOf(block, move, target);
      if (!connect(block, move, target, kind)) return TWO_TYPES;
      if (undoneBy[move] >= 0 && !connect(target, undoneBy[move], block, inverseOf(kind))) return TWO_TYPES;
      if (distinct.length > most) return null;
    }
  }
  return { distinct, inverses, sources, kinds };

  /** Notes a block's move. Returns false if its distinct move leads to another type. */
  function connect(block: number, move: number, target: number, kind: number): boolean {
    sources[target * moves.length + move] = block;
    kinds[target * moves.length + move] = kind;
    return distinct[kind].to === typeOf[target];
  }

  /** Returns the distinct move of a block's move, a new one if necessary. */
  function kindOf(block: number, move: number, target: number): number {
    const images = moves[move];
    const frame = block * points;
    const back = target * points;
    writeFramed(distinguishing, frames, frame, images, backs, back, key);
    key[distinguishing.length] = typeOf[block];
    const kind = index.add(key);
    if (kind === distinct.length) {
      const whole = images.map((_, point) => backs[back + images[frames[frame + point]]]);
      distinct.push({ from: typeOf[block], to: typeOf[target], images: whole });
    }
    return kind;
  }

  /** Returns the inverse of a distinct move, a new one if necessary. */
  function inverseOf(kind: number): number {
    if (inverses[kind] !== undefined) return inverses[kind];
    const { from, to, images } = distinct[kind];
    const back = inversePermutation(images);
    key.set(distinguishing.map((point) => back[point]));
    key[distinguishing.length] = to;
    const inverse = index.add(key);
    if (inverse === distinct.length) distinct.push({ from: to, to: from, images: back });
    inverses[kind] = inverse;
    return inverse;
  }
}

const TWO_TYPES = 'a move takes the states of a type of block to two types';

/**
 * Writes the images of some points by a frame, a move and an inverse frame. A small function, which V8 compiles soon: see permutation.ts.
 * @param frame,back the begin of the two frames
 */
export function writeFramed(
  points: Uint8Array,
  frames: Uint8Array,
  frame: number,
  images: Uint8Array,
  backs: Uint8Array,
  back: number,
  written: Uint8Array,
): void {
  for (let i = 0; i < points.length; i++) written[i] = backs[back + images[frames[frame + points[i]]]];
}

/**
 * Returns the points whose images determine the effect of permutations that keep labels: those whose label, when solved, stands for several
 * colours, but for the last point of each label.
 */
export function distinguishingPoints(solved: Uint8Array, labels: ArrayLike<number>): Uint8Array {
  const labelOf = solved.map((colour) => labels[colour]);
  return Uint8Array.from(solved.keys()).filter((point) => {
    const isShared = solved.some((colour, other) => labelOf[other] === labelOf[point] && colour !== solved[point]);
    return isShared && labelOf.lastIndexOf(labelOf[point]) !== point;
  });
}
