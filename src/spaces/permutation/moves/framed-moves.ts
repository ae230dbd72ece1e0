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

import { inversePermutation, inversesAmong, pointOrbits, writeInverse } from '../../../permutations/permutation.js';
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
  /** [target * moves + move]: the block from which the move leads. */
  readonly sources: Uint32Array;
  /** [target * moves + move]: the number of the distinct move. */
  readonly kinds: Uint32Array;
}

const NONE = 0xffffffff;

/** Maximum number of points that are followed from block to block: a few seconds. */
const MOST_STEPS = 1e9;

/**
 * Returns the distinct moves of blocks; null if there are too many, or why there are none.
 * @param most maximum number of distinct moves
 */
export function framedMoves(
  puzzle: ColouredPuzzle,
  projections: Projections,
  blocks: ColouringBlocks,
  most: number,
): FramedMoves | string | null {
  const { moves, points } = puzzle;
  const { count, next, frames, typeOf } = blocks;
  const known = new DistinctMoves(puzzle, projections, blocks);
  if (known.steps > MOST_STEPS) return 'its moves and blocks are too many to be compiled';
  const { distinct } = known;
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
      const refusal = follow(block, move, target);
      if (refusal !== undefined) return refusal;
    }
  }
  return { distinct, sources, kinds };

  /** Finds the distinct moves of a block's move and its inverse. Returns why there are none, null if there are too many. */
  function follow(block: number, move: number, target: number): string | null | undefined {
    const at = target * moves.length + move;
    if (sources[at] !== NONE) return 'a move takes two blocks to one';
    const kind = known.kindOf(move, block, target, backs);
    sources[at] = block;
    kinds[at] = kind;
    if (distinct.length > most) return null;
    if (distinct[kind].to !== typeOf[target]) return TWO_TYPES;
    const inverse = undoneBy[move];
    if (inverse < 0) return undefined;
    const inverseKind = known.inverseOf(kind);
    sources[block * moves.length + inverse] = target;
    kinds[block * moves.length + inverse] = inverseKind;
    if (distinct.length > most) return null;
    return distinct[inverseKind].to === typeOf[block] ? undefined : TWO_TYPES;
  }
}

const TWO_TYPES = 'a move takes the states of a type of block to two types';

/** Index of the framed moves that differ. */
class DistinctMoves {
  readonly distinct: FramedMove[] = [];
  readonly #moves: readonly Uint8Array[];
  readonly #blocks: ColouringBlocks;
  /** All but one of the shared points of each label. Moves of blocks keep labels, so these determine where they take the last one. */
  readonly #distinguishing: Uint8Array;
  /** [move]: the distinguishing points that it may take elsewhere. */
  readonly #touched: readonly Uint8Array[];
  /** Images of the distinguishing points, and the type of the block. */
  readonly #index: ColouringIndex;
  /** [move]: an entry in which only changes are written. */
  readonly #keys: readonly Uint8Array[];
  /** [type]: the distinct move that takes no shared point elsewhere, if it is known. */
  readonly #still: number[] = [];
  /** [distinct move]: its inverse, if it is known. */
  readonly #inverses: number[] = [];

  constructor({ solved, moves }: ColouredPuzzle, { block, frames }: Projections, blocks: ColouringBlocks) {
    const points = sharedPoints(solved, block);
    const labels = points.map((point) => block[solved[point]]);
    const distinguishing = Uint8Array.from(points.filter((_, index) => labels.lastIndexOf(labels[index]) !== index));
    this.#moves = moves;
    this.#blocks = blocks;
    this.#distinguishing = distinguishing;
    this.#index = new ColouringIndex(distinguishing.length + 1, Math.max(solved.length, blocks.types));
    this.#keys = moves.map(() => Uint8Array.of(...distinguishing, 0));
    const orbits = frames === 'ordered' ? pointOrbits(moves) : [[...solved.keys()]];
    this.#touched = moves.map((images) => {
      const touched = new Set(orbits.filter((orbit) => orbit.some((point) => images[point] !== point)).flat());
      return Uint8Array.from(distinguishing.keys()).filter((index) => touched.has(distinguishing[index]));
    });
  }

  /** Number of points to follow for all blocks and moves. */
  get steps(): number {
    return this.#blocks.count * this.#touched.reduce((sum, touched) => sum + touched.length, 0);
  }

  /** Returns the distinct move of a move of a block, a new one if necessary. @param backs inverse frames */
  kindOf(move: number, block: number, target: number, backs: Uint8Array): number {
    const { frames, typeOf } = this.#blocks;
    const type = typeOf[block];
    const touched = this.#touched[move];
    const still = this.#still[type];
    if (touched.length === 0 && still !== undefined) return still;
    const distinguishing = this.#distinguishing;
    const images = this.#moves[move];
    const key = this.#keys[move];
    const frame = block * images.length;
    const back = target * images.length;
    writeImages(distinguishing, touched, frames, frame, images, backs, back, key);
    key[distinguishing.length] = type;
    const kind = this.#index.add(key);
    if (kind === this.distinct.length) {
      const whole = images.map((_, point) => backs[back + images[frames[frame + point]]]);
      this.distinct.push({ from: type, to: typeOf[target], images: whole });
    }
    if (touched.length === 0) this.#still[type] = kind;
    return kind;
  }

  /** Returns the inverse of a distinct move, a new one if necessary. */
  inverseOf(kind: number): number {
    const known = this.#inverses[kind];
    if (known !== undefined) return known;
    const { from, to, images } = this.distinct[kind];
    const back = inversePermutation(images);
    const inverse = this.#index.add(Uint8Array.of(...this.#distinguishing.map((point) => back[point]), to));
    if (inverse === this.distinct.length) this.distinct.push({ from: to, to: from, images: back });
    this.#inverses[kind] = inverse;
    return inverse;
  }
}

/** Writes the images of the touched ones of some points by a frame, a move and an inverse frame. A small function, as in permutation.ts. */
function writeImages(
  distinguishing: Uint8Array,
  touched: Uint8Array,
  frames: Uint8Array,
  frame: number,
  images: Uint8Array,
  backs: Uint8Array,
  back: number,
  key: Uint8Array,
): void {
  for (let i = 0; i < touched.length; i++) {
    key[touched[i]] = backs[back + images[frames[frame + distinguishing[touched[i]]]]];
  }
}

/** Returns the points whose label, when solved, stands for several colours. The others hold one colour in every state of the base. */
export function sharedPoints(solved: Uint8Array, labels: ArrayLike<number>): number[] {
  const colours = new Map<number, Set<number>>();
  for (const colour of solved) colours.set(labels[colour], (colours.get(labels[colour]) ?? new Set()).add(colour));
  return [...solved.keys()].filter((point) => (colours.get(labels[solved[point]])?.size ?? 0) > 1);
}
