/**
 * Parts of rows. In the base, moves of blocks keep the points of each label of blocks. So they take the labels of words on these
 * points to others, whatever is on the other points. Different moves are often alike on a part. Each part is moved once for all of
 * them, and rows are combined from parts.
 *
 * Example: blocks of cube-2x2x2 may merge five of its corners, and forget the turns of these and of a sixth one. Then the merged corners have
 * 243 different labels of words, and the sixth one has 3. 465 different moves of blocks make 99 moves of the larger part.
 *
 * Labels of blocks with facets of the same pieces form one part, since each of them determines where the others are. Exact frames do not
 * depend on parts: then all points are one.
 */

import { writeInverse } from '../../../permutations/permutation.js';
import { ColouringIndex, noiseOf } from '../colourings/colouring-index.js';
import type { BlockNumbering, ColouringWords } from '../colourings/numbering.js';
import { sharedPoints } from './framed-moves.js';

/** A move, restricted to a part. */
interface PartOfMove {
  /** [value]: the value to which it is taken, -1 if there is none. */
  readonly targets: Int32Array;
  /** [value]: the eta of the part. */
  readonly etas: Int32Array;
}

/** Returns the sets of points that are parts, without points that hold only one colour. */
export function partsOfPoints({ puzzle, projections }: BlockNumbering): Uint8Array[] {
  const { solved, colours } = puzzle;
  const points = sharedPoints(solved, projections.block);
  if (projections.frames === 'exact') return [Uint8Array.from(points)];
  const parts: { labels: Set<number>; kinds: Set<number>; points: number[] }[] = [];
  for (const point of points) {
    const label = projections.block[solved[point]];
    const { kind } = colours[solved[point]];
    const joined = { labels: new Set([label]), kinds: new Set([kind]), points: [point] };
    for (let i = parts.length - 1; i >= 0; i--) {
      if (!parts[i].labels.has(label) && !parts[i].kinds.has(kind)) continue;
      const [{ labels, kinds, points: others }] = parts.splice(i, 1);
      for (const other of labels) joined.labels.add(other);
      for (const other of kinds) joined.kinds.add(other);
      joined.points.push(...others);
    }
    parts.push(joined);
  }
  return parts.map((part) => Uint8Array.from(part.points).sort());
}

/** A part of the points of the base. */
export class RowPart {
  /** [projection]: the number of its labels on the part. */
  readonly valueOf: Uint32Array;
  /** Number of values. */
  readonly count: number;
  readonly #points: Uint8Array;
  /** [point]: its place in `#points`. */
  readonly #placeOf: Uint8Array;
  /** Places of the points that determine an eta. */
  readonly #etaPlaces: Uint8Array;
  readonly #values: LabelIndex;
  /** Places whose images determine those of values and etas. */
  readonly #needed: Uint8Array;
  /** [value * points of the part + place]: the place to which the frame takes it, and the inverse frame. */
  readonly #frames: Uint8Array;
  readonly #backs: Uint8Array;
  readonly #etas: ColouringIndex;
  readonly #known: ColouringIndex;
  readonly #moves: PartOfMove[] = [];

  /**
   * @param points points that moves of blocks keep among themselves
   * @param labels labels of words
   * @param etaPoints points that determine etas
   */
  constructor(
    { puzzle, projections }: BlockNumbering,
    { frames }: ColouringWords,
    labels: readonly number[],
    points: Uint8Array,
    etaPoints: readonly number[],
  ) {
    const { solved } = puzzle;
    const size = points.length;
    const count = frames.length / solved.length;
    const placeOf = new Uint8Array(solved.length);
    for (let place = 0; place < size; place++) placeOf[points[place]] = place;
    this.#points = points;
    this.#placeOf = placeOf;
    this.#etaPlaces = Uint8Array.from(etaPoints.filter((point) => points.includes(point))).map(
      (point) => placeOf[point],
    );
    this.#etas = new ColouringIndex(this.#etaPlaces.length, size);
    this.#known = new ColouringIndex(size, size);
    this.#values = new LabelIndex(
      points.map((point) => labels[solved[point]]),
      points.map((point) => projections.block[solved[point]]),
      count,
    );
    this.#needed = Uint8Array.from(new Set([...this.#etaPlaces, ...this.#values.distinguishing]));
    this.valueOf = new Uint32Array(count);
    this.#frames = new Uint8Array(count * size);
    this.#backs = new Uint8Array(count * size);
    const frame = new Uint8Array(size);
    for (let projection = 0, at = 0; projection < count; projection++, at += solved.length) {
      writeFrame(frames, at, points, placeOf, frame);
      const before = this.#values.count;
      const value = this.#values.add(frame);
      this.valueOf[projection] = value;
      if (value < before) continue;
      this.#frames.set(frame, value * size);
      writeInverse(frame, 0, this.#backs, value * size, size);
    }
    this.count = this.#values.count;
  }

  /** Number of etas of all moves so far. */
  get etas(): number {
    return this.#etas.count;
  }

  /** Returns a move, restricted to the part. @param images of all points */
  move(images: Uint8Array): PartOfMove {
    const key = this.#points.map((point) => this.#placeOf[images[point]]);
    const known = this.#known.add(key);
    if (known === this.#moves.length) this.#moves.push(this.#moved(key));
    return this.#moves[known];
  }

  /** Returns a move, restricted to the part. @param images [place]: the place to which it is taken */
  #moved(images: Uint8Array): PartOfMove {
    const size = images.length;
    const { count } = this;
    const frames = this.#frames;
    const backs = this.#backs;
    const etaPlaces = this.#etaPlaces;
    const needed = this.#needed;
    const path = new Uint8Array(size);
    const eta = new Uint8Array(etaPlaces.length);
    const targets = new Int32Array(count);
    const etas = new Int32Array(count);
    for (let value = 0, frame = 0; value < count; value++, frame += size) {
      writePath(frames, frame, images, needed, path);
      const target = this.#values.find(path);
      targets[value] = target;
      if (target < 0) continue;
      writeEta(path, etaPlaces, backs, target * size, eta);
      etas[value] = this.#etas.add(eta);
    }
    return { targets, etas };
  }
}

// Small functions, which V8 compiles soon: see permutation.ts.

/** Writes the frame of a part: the place to which it takes each place. */
function writeFrame(frames: Uint8Array, at: number, points: Uint8Array, placeOf: Uint8Array, frame: Uint8Array): void {
  for (let place = 0; place < points.length; place++) frame[place] = placeOf[frames[at + points[place]]];
}

/** Writes the images of some places by a frame, then a move. */
function writePath(frames: Uint8Array, at: number, images: Uint8Array, places: Uint8Array, path: Uint8Array): void {
  for (let i = 0; i < places.length; i++) path[places[i]] = images[frames[at + places[i]]];
}

/** Writes the images of some places by a path, then an inverse frame. */
function writeEta(path: Uint8Array, places: Uint8Array, backs: Uint8Array, at: number, eta: Uint8Array): void {
  for (let i = 0; i < places.length; i++) eta[i] = backs[at + path[places[i]]];
}

/*
 * Numbers the arrangements of labels on points, and finds them from few of the points.
 *
 * Points are in classes, and permutations that keep the classes take a first arrangement to the others. The other labels of a class determine
 * the points of its most frequent label. So the images of the points of these other labels determine an arrangement.
 *
 * The hash is the exclusive or of one random number for each label and point: A. L. Zobrist, "A new hashing method with application for
 * game playing", University of Wisconsin, 1970.
 */

const EMPTY = -1;

class LabelIndex {
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
