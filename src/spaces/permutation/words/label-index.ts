/**
 * Numbers the arrangements of labels on points, and finds them from few of the points.
 *
 * Points are in classes, and permutations that keep the classes take a first arrangement to the others. The other labels of a class determine
 * the points of its most frequent label. So the images of the points of these other labels determine an arrangement.
 *
 * The hash is the exclusive or of one random number for each label and point: A. L. Zobrist, "A new hashing method with application for
 * game playing", University of Wisconsin, 1970.
 */

import { noiseOf } from '../colourings/colouring-index.js';

const EMPTY = -1;

export class LabelIndex {
  count = 0;
  /** Points that determine arrangements. */
  readonly distinguishing: Uint8Array;
  /** [point]: its label in the first arrangement. */
  readonly #first: Uint8Array;
  /** [label * points + point], and more numbers behind. */
  readonly #noise: Int32Array;
  /** [distinguishing point]: the begin of its label's noise. */
  readonly #rows: Uint16Array;
  /** [arrangement * points + point]: its label. */
  readonly #labels: Uint8Array;
  readonly #slots: Int32Array;

  /**
   * @param first [point]: its label in the first arrangement
   * @param classes [point]: its class; labels of different classes differ
   * @param most maximum number of arrangements
   */
  constructor(first: Uint8Array, classes: ArrayLike<number>, most: number) {
    const points = first.length;
    this.#first = first;
    this.distinguishing = distinguishingPoints(first, classes);
    this.#noise = noiseOf((Math.max(0, ...first) + 1) * points);
    this.#rows = Uint16Array.from(this.distinguishing, (point) => first[point] * points);
    this.#labels = new Uint8Array(most * points);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 1))).fill(EMPTY);
  }

  /** Returns the number of an arrangement. A new one is added, and its number is `count` - 1. @param path [point]: its image */
  add(path: Uint8Array): number {
    const slot = this.#slotOf(path);
    if (this.#slots[slot] !== EMPTY) return this.#slots[slot];
    const at = this.count * path.length;
    for (let point = 0; point < path.length; point++) this.#labels[at + path[point]] = this.#first[point];
    this.#slots[slot] = this.count;
    return this.count++;
  }

  /** Returns the number of an arrangement, -1 if it has none. @param path [point]: its image; only distinguishing points are read */
  find(path: Uint8Array): number {
    return this.#slots[this.#slotOf(path)];
  }

  #hashOf(path: Uint8Array): number {
    const { distinguishing } = this;
    const rows = this.#rows;
    const noise = this.#noise;
    let hash = 0;
    for (let i = 0; i < distinguishing.length; i++) hash ^= noise[rows[i] + path[distinguishing[i]]];
    return hash;
  }

  /** Returns the slot of an arrangement, or the empty one for it. */
  #slotOf(path: Uint8Array): number {
    const { distinguishing } = this;
    const first = this.#first;
    const labels = this.#labels;
    const slots = this.#slots;
    const points = first.length;
    const mask = slots.length - 1;
    for (let slot = this.#hashOf(path) - 1; ; ) {
      slot = (slot + 1) & mask;
      const arrangement = slots[slot];
      if (arrangement === EMPTY) return slot;
      const at = arrangement * points;
      let i = 0;
      while (i < distinguishing.length && labels[at + path[distinguishing[i]]] === first[distinguishing[i]]) i++;
      if (i === distinguishing.length) return slot;
    }
  }
}

/** Returns the points of all labels but the most frequent one of each class. */
function distinguishingPoints(labels: Uint8Array, classes: ArrayLike<number>): Uint8Array {
  const frequencies = new Map<number, number>();
  for (const label of labels) frequencies.set(label, (frequencies.get(label) ?? 0) + 1);
  const frequent = new Map<number, number>();
  for (const [point, label] of labels.entries()) {
    const known = frequencies.get(frequent.get(classes[point]) ?? -1) ?? 0;
    if ((frequencies.get(label) ?? 0) > known) frequent.set(classes[point], label);
  }
  return Uint8Array.from(labels.keys()).filter((point) => frequent.get(classes[point]) !== labels[point]);
}
