/**
 * Finds the projections of words after a move, by few of their points.
 *
 * All states of the base have the same labels of blocks. A label of blocks stands for several labels of words; which points have the most
 * frequent one is known if those of the others are. So a projection is known by where the move takes the points of these others.
 *
 * The hash is the exclusive or of one random number for each label and point: A. L. Zobrist, "A new hashing method with application for
 * game playing", University of Wisconsin, 1970.
 */

import type { ColouringWords } from '../colourings/chain.js';
import { mixed } from '../colourings/mixed.js';

const EMPTY = -1;

export class MovedProjections {
  /** The points of the base by which projections are known. */
  readonly telling: readonly number[];
  /** [point]: its label in the base. */
  readonly #labels: Uint8Array;
  /** [projection * points + point]: its label in the projection. */
  readonly #projected: Uint8Array;
  /** [label * points + point] */
  readonly #noise: Int32Array;
  readonly #slots: Int32Array;

  /**
   * @param blockLabels [point]: the label of blocks that it has in the base
   * @param wordLabels [point]: that of words
   */
  constructor({ frames }: ColouringWords, blockLabels: Uint8Array, wordLabels: Uint8Array) {
    const points = wordLabels.length;
    const projections = frames.length / points;
    this.#labels = wordLabels;
    this.telling = tellingPoints(blockLabels, wordLabels);
    this.#noise = Int32Array.from({ length: (Math.max(...wordLabels) + 1) * points }, (_, index) => mixed(index));
    this.#projected = new Uint8Array(frames.length);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * projections + 1))).fill(EMPTY);
    for (let projection = 0; projection < projections; projection++) {
      const frame = frames.subarray(projection * points, (projection + 1) * points);
      for (let point = 0; point < points; point++)
        this.#projected[projection * points + frame[point]] = wordLabels[point];
      this.#slots[this.#slotOf(frame)] = projection;
    }
  }

  /**
   * Returns the projection that a permutation makes of the base, -1 if none is like that.
   * @param path [telling point]: where it is taken
   */
  find(path: Uint8Array): number {
    return this.#slots[this.#slotOf(path)];
  }

  /** The slot of a projection, or the empty one where it belongs. */
  #slotOf(path: Uint8Array): number {
    const { telling } = this;
    const labels = this.#labels;
    const projected = this.#projected;
    const slots = this.#slots;
    const points = labels.length;
    const mask = slots.length - 1;
    let hash = 0;
    for (let i = 0; i < telling.length; i++) hash ^= this.#noise[labels[telling[i]] * points + path[telling[i]]];
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const projection = slots[slot];
      if (projection === EMPTY) return slot;
      const at = projection * points;
      let i = 0;
      while (i < telling.length && projected[at + path[telling[i]]] === labels[telling[i]]) i++;
      if (i === telling.length) return slot;
    }
  }
}

/** Returns the points of all labels of words but the most frequent one in each label of blocks. */
function tellingPoints(blockLabels: Uint8Array, wordLabels: Uint8Array): number[] {
  const points = Array.from(wordLabels.keys());
  const frequency = (label: number) => points.filter((point) => wordLabels[point] === label).length;
  const frequent = new Map<number, number>();
  for (const point of points) {
    const known = frequent.get(blockLabels[point]);
    const label = wordLabels[point];
    if (known === undefined || frequency(label) > frequency(known)) frequent.set(blockLabels[point], label);
  }
  return points.filter((point) => frequent.get(blockLabels[point]) !== wordLabels[point]);
}
