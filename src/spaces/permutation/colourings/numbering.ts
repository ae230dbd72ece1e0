/**
 * Numberings of a puzzle's states: by blocks, words and places (number-states.ts), or by ranks (ranked-numbering.ts).
 * Here are their parts: blocks, words, the base, projections and ordered frames.
 */

import { pointOrbits, writeMovedFrom } from '../../../permutations/permutation.js';
import { type ColouringIndex, SHARED } from './colouring-index.js';
import type { ColouredPuzzle, Projections } from './puzzle.js';

/** Blocks: the states of one projection are a block. Block 0 has the solved state. */
export interface ColouringBlocks {
  readonly count: number;
  /** Number of states of each block. */
  readonly states: number;
  /** [block * moves + move]: the block to which the move leads. */
  readonly next: Uint32Array;
  /** [block * points + place]: the frame of the block, which takes a place of the base to a place of the block. */
  readonly frames: Uint8Array;
  /** Number of types. Blocks of one type have the same states after their frames have taken them to the base. */
  readonly types: number;
  /** [block]: its type. */
  readonly typeOf: Uint8Array;
}

/** Words of each type of block. States of one projection, in the base, are a word. */
export interface ColouringWords {
  /** Number of words of each block. */
  readonly count: number;
  /** Number of states of each word, 1..128. */
  readonly states: number;
  /** [projection * points + place]: the frame of each projection, as for blocks. */
  readonly frames: Uint8Array;
  /** The labels of each projection. */
  readonly projections: ColouringIndex;
  /** [type][word]: the projection of its states. */
  readonly projectionOf: readonly Uint32Array[];
  /** [type][projection]: its word, 0xffffffff if there is none. */
  readonly wordOf: readonly Uint32Array[];
  /** [type][word]: its bit type. Words of one bit type have the same states after their frames have taken them to the base. */
  readonly bitTypeOf: readonly Uint8Array[];
  /** [bit type]: these states, each of `points` bytes, in lexicographic order. */
  readonly statesOf: readonly Uint8Array[];
  /** Returns the place of a state among those of a bit type, -1 if they lack it. */
  rankIn(bitType: number, state: Uint8Array): number;
}

/** Writes the state to which each move leads from a state. */
export type WriteNeighbours = (state: number, next: Float64Array) => void;

/** Numbers 0..size-1 of the states that moves reach from the solved one. */
export interface PuzzleNumbering {
  readonly size: number;
  readonly puzzle: ColouredPuzzle;
  readonly projections: Projections;
  /** Returns the number of a state, -1 if moves do not reach it. */
  numberOf(colouring: Uint8Array): number;
  /** Writes the state of a number. */
  writeColouring(state: number, colouring: Uint8Array): void;
  /** Returns a function for the states to which permutations lead: moves, or inverses of moves. */
  neighbours(permutations: readonly Uint8Array[]): WriteNeighbours;
}

/**
 * Returns a function for the states to which permutations lead: it moves colourings.
 * @throws Error if a state to which one leads has no number. A correct numbering excludes this
 */
export function movedNeighbours(numbering: PuzzleNumbering, permutations: readonly Uint8Array[]): WriteNeighbours {
  const { points } = numbering.puzzle;
  const state = new Uint8Array(points);
  const moved = new Uint8Array(points);
  return (number, next) => {
    numbering.writeColouring(number, state);
    for (let move = 0; move < permutations.length; move++) {
      writeMovedFrom(state, 0, permutations[move], moved);
      const to = numbering.numberOf(moved);
      if (to < 0) throw new Error('the state that it leads to has no number');
      next[move] = to;
    }
  };
}

/** Numbering block by block and word by word. */
export interface BlockNumbering extends PuzzleNumbering {
  readonly blocks: ColouringBlocks;
  /** Words; null if the states of a block are numbered directly. */
  readonly words: ColouringWords | null;
}

/** Returns whether states are numbered by blocks. */
export function hasBlocks(numbering: PuzzleNumbering): numbering is BlockNumbering {
  return 'blocks' in numbering;
}

/*
 * Projections: renamings of colours, many to one. Labels of a state's colours are labels on points, and moves take them along as they take
 * colours. So all labels to which moves lead have equally many states.
 */

/** Writes the label of each point's colour. */
export function project(labels: Uint8Array, colouring: Uint8Array, projected: Uint8Array): void {
  for (let point = 0; point < colouring.length; point++) projected[point] = labels[colouring[point]];
}

/** Finds the entries of labels in an index of projections. */
export class ProjectionFinder {
  readonly #labels: Uint8Array;
  readonly #index: ColouringIndex;
  /** [point * colours + colour]: the number of the colour's label in the index. So colours have the same hash as their labels. */
  readonly #noise: Int32Array;
  readonly #projected: Uint8Array;

  constructor(labels: Uint8Array, index: ColouringIndex) {
    const { points, values, noise } = index;
    const { length } = labels;
    this.#labels = labels;
    this.#index = index;
    this.#noise = Int32Array.from({ length: points * length }, (_, at) => {
      return noise[Math.floor(at / length) * values + labels[at % length]];
    });
    this.#projected = new Uint8Array(points);
  }

  /** Returns the entry of a colouring's labels, -1 or the entry of other labels if they have none: callers compare the state. */
  find(colouring: Uint8Array): number {
    const noise = this.#noise;
    const { length } = this.#labels;
    let hash = 0;
    for (let point = 0, row = 0; point < colouring.length; point++, row += length)
      hash ^= noise[row + colouring[point]];
    const entry = this.#index.withHash(hash);
    if (entry !== SHARED) return entry;
    project(this.#labels, colouring, this.#projected);
    return this.#index.find(this.#projected);
  }
}

/**
 * Ordered frames: permutations that take the labels of the solved state to others, using only the order of points.
 *
 * Consider an orbit of points and a label. The frame of labels y takes the k-th point of the orbit with that label when solved to the k-th
 * point with it in y. Moves keep the number of points of an orbit with a label. Example: if `1 1 2` is solved, then the frame of
 * `1 2 1` takes the points 0 1 2 to 0 2 1.
 */
export class OrderedFrames {
  /** Points by orbit and by their label in the solved state, otherwise ascending. */
  readonly #points: Uint8Array;
  /** [point]: the number of its orbit, times the number of labels. */
  readonly #classes: Uint16Array;
  /** [class + label]: the begin of its points. */
  readonly #starts: Uint8Array;
  readonly #next: Uint8Array;

  /** @param solved the labels of the solved state */
  constructor(moves: readonly Uint8Array[], solved: Uint8Array) {
    const labels = Math.max(...solved) + 1;
    // [point]: the number of its orbit.
    const orbits = new Array<number>(solved.length);
    for (const [number, orbit] of pointOrbits(moves).entries()) for (const point of orbit) orbits[point] = number;
    const classOf = (point: number) => orbits[point] * labels + solved[point];
    const order = [...solved.keys()].sort((a, b) => classOf(a) - classOf(b) || a - b);
    this.#points = Uint8Array.from(order);
    this.#classes = Uint16Array.from(orbits, (orbit) => orbit * labels);
    this.#starts = new Uint8Array(labels * (Math.max(...orbits) + 1));
    for (const [index, point] of order.toReversed().entries()) {
      this.#starts[classOf(point)] = order.length - 1 - index;
    }
    this.#next = new Uint8Array(this.#starts.length);
  }

  /**
   * Writes the frame of labels.
   * @param projected [at..]: labels to which moves lead
   * @param frame receives it at [at..]
   */
  write(projected: Uint8Array, frame: Uint8Array, at: number): void {
    const next = this.#next;
    const ordered = this.#points;
    const classes = this.#classes;
    next.set(this.#starts);
    for (let point = 0; point < ordered.length; point++) {
      frame[at + ordered[next[classes[point] + projected[at + point]]++]] = point;
    }
  }
}
