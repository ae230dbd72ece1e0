/**
 * Moves of blocks as the base sees them: the frame of a block, the move, and the frame of the block it leads to, backwards,
 *
 *     kappa = tau_y s tau_z^-1    with z = y s
 *
 * takes states of one type in the base to those of another type. All that matters of it is how it permutes points whose labels stand for
 * several colours. So few of them differ, and blocks share the rows that are made of them: pancake:12 has 11 moves, 1,320 blocks and 9 rows.
 */

import type { ColouringBlocks } from '../colourings/chain.js';
import type { ColouredPuzzle } from '../colourings/colouring.js';
import { ColouringIndex } from '../colourings/colouring-index.js';

/** A move of blocks of one type. */
export interface FramedMove {
  /** Types of blocks. */
  readonly from: number;
  readonly to: number;
  /** A permutation of the points. */
  readonly images: Uint8Array;
}

export interface FramedMoves {
  readonly distinct: readonly FramedMove[];
  /** [target * moves + move]: the block that the move leads from. */
  readonly sources: Uint32Array;
  /** [target * moves + move]: which of the distinct moves it is. */
  readonly kinds: Uint32Array;
}

const NONE = 0xffffffff;

/**
 * Returns the distinct moves of blocks; null if there are too many, or why there are none.
 * @param labels of blocks
 * @param most distinct moves
 */
export function framedMoves(
  { points, moves, solved }: ColouredPuzzle,
  labels: ArrayLike<number>,
  { count, next, frames, types, typeOf }: ColouringBlocks,
  most: number,
): FramedMoves | string | null {
  const distinct: FramedMove[] = [];
  const sources = new Uint32Array(count * moves.length).fill(NONE);
  const kinds = new Uint32Array(count * moves.length);
  const shared = Uint8Array.from(sharedPoints(solved, labels));
  const values = Math.max(points, types);
  const keys = new ColouringIndex(shared.length + 1, values);
  const { noise } = keys;
  const key = new Uint8Array(shared.length + 1);
  const backs = inverseFrames(frames, points);
  for (let block = 0; block < count; block++) {
    const frame = block * points;
    for (let move = 0; move < moves.length; move++) {
      const images = moves[move];
      const target = next[block * moves.length + move];
      const back = target * points;
      let hash = 0;
      let row = 0;
      for (let i = 0; i < shared.length; i++, row += values) {
        const image = backs[back + images[frames[frame + shared[i]]]];
        key[i] = image;
        hash ^= noise[row + image];
      }
      key[shared.length] = typeOf[block];
      const kind = keys.add(key, hash ^ noise[row + typeOf[block]]);
      if (kind === distinct.length) {
        if (kind === most) return null;
        const whole = images.map((_, point) => backs[back + images[frames[frame + point]]]);
        distinct.push({ from: typeOf[block], to: typeOf[target], images: whole });
      }
      const at = target * moves.length + move;
      if (sources[at] !== NONE) return 'a move takes two blocks to one';
      if (distinct[kind].to !== typeOf[target]) return 'a move takes the states of a type of block to two types';
      sources[at] = block;
      kinds[at] = kind;
    }
  }
  return { distinct, sources, kinds };
}

/** Returns the points whose label, when solved, stands for several colours: the others hold one colour in every state of the base. */
export function sharedPoints(solved: Uint8Array, labels: ArrayLike<number>): number[] {
  const colours = new Map<number, Set<number>>();
  for (const colour of solved) colours.set(labels[colour], (colours.get(labels[colour]) ?? new Set()).add(colour));
  return [...solved.keys()].filter((point) => (colours.get(labels[solved[point]])?.size ?? 0) > 1);
}

/** Returns frames backwards: [.. * points + point], where the frame takes that place to this point. */
export function inverseFrames(frames: Uint8Array, points: number): Uint8Array {
  const backs = new Uint8Array(frames.length);
  for (let at = 0; at < frames.length; at += points) {
    for (let place = 0; place < points; place++) backs[at + frames[at + place]] = place;
  }
  return backs;
}
