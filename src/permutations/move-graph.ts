/**
 * The graph of points, moves and colours, and hashes of its vertices: those of points first, then those of moves and of colours.
 * Equal moves are one vertex.
 * Automorphisms of the graph are symmetries of the puzzle, see symmetries.ts.
 */

import { cyclesOf, orbitOfPoint, type Permutation, permutationText, pointOrbits } from './permutation.js';
import { GOLDEN_STEP, mixedBits } from './random-elements.js';

/** A symmetry of a puzzle. */
export interface MoveSymmetry {
  /** [point]: its image. */
  readonly points: Permutation;
  /** [move]: its image. */
  readonly moves: Uint16Array;
}

export class MoveGraph {
  readonly moves: readonly Permutation[];
  /** [point]: the moves that move it. */
  readonly movesAt: readonly (readonly number[])[];
  /** [point]: its colour, from 0. */
  readonly colours: readonly number[];
  /** [move]: the given moves that are equal to it. */
  readonly #copies: readonly (readonly number[])[];
  readonly #points: number;
  /** [point]: the number of its orbit under the moves. */
  readonly #orbitOf: Uint8Array;
  readonly #vertices: number;
  /** Four numbers for each point that a move moves: vertex of the move, point, image, length of the cycle. */
  readonly #arcs: Int32Array;

  constructor(given: readonly Permutation[], solved: ArrayLike<number>) {
    const copies = new Map<string, number[]>();
    for (const [index, move] of given.entries()) {
      const text = permutationText(move);
      copies.set(text, [...(copies.get(text) ?? []), index]);
    }
    this.#copies = [...copies.values()];
    this.moves = this.#copies.map(([first]) => given[first]);
    this.#points = given[0].length;
    this.movesAt = Array.from({ length: this.#points }, (_, point) =>
      [...this.moves.keys()].filter((move) => this.moves[move][point] !== point),
    );
    this.#orbitOf = new Uint8Array(this.#points);
    for (const [number, orbit] of pointOrbits(given).entries())
      for (const point of orbit) this.#orbitOf[point] = number;
    const numbers = new Map<number, number>();
    for (const colour of Array.from(solved)) if (!numbers.has(colour)) numbers.set(colour, numbers.size);
    this.colours = Array.from(solved, (colour) => numbers.get(colour) as number);
    this.#vertices = this.#points + this.moves.length + numbers.size;
    this.#arcs = Int32Array.from(this.moves.flatMap((move, index) => arcsOf(move, this.#points + index)));
  }

  /** Returns hashes by the kind of vertex, and by how many copies a move has. */
  initialHashes(): Int32Array {
    const hashes = new Int32Array(this.#vertices);
    for (const [move, { length }] of this.#copies.entries()) hashes[this.#points + move] = mixedBits(length);
    return hashes;
  }

  /** Refines hashes until no more vertices differ. @returns the sum of all hashes after each round */
  refine(hashes: Int32Array): number[] {
    const sums: number[] = [];
    for (let more = new Set(hashes).size, different = 0; more > different; ) {
      different = more;
      sums.push(this.#refineOnce(hashes));
      more = new Set(hashes).size;
    }
    return sums;
  }

  /** Refines hashes as long as their sums are these. @returns whether all are */
  refinesAlike(hashes: Int32Array, sums: readonly number[]): boolean {
    return sums.every((sum) => this.#refineOnce(hashes) === sum);
  }

  #refineOnce(hashes: Int32Array): number {
    const points = this.#points;
    const changes = new Int32Array(hashes.length);
    const arcs = this.#arcs;
    for (let at = 0; at < arcs.length; at += 4) {
      const move = arcs[at];
      const point = arcs[at + 1];
      const image = arcs[at + 2];
      const ends = Math.imul(hashes[point], 3) + Math.imul(hashes[image], 5);
      const hash = mixedBits(Math.imul(hashes[move], 7) + ends + arcs[at + 3]);
      changes[move] += hash;
      changes[point] += hash;
      changes[image] += Math.imul(hash, GOLDEN_STEP);
    }
    const firstColour = points + this.moves.length;
    for (let point = 0; point < points; point++) {
      const colour = firstColour + this.colours[point];
      changes[point] += mixedBits(hashes[colour] + 1);
      changes[colour] += mixedBits(hashes[point] + 1);
    }
    let sum = 0;
    for (let vertex = 0; vertex < hashes.length; vertex++) {
      hashes[vertex] = mixedBits(Math.imul(hashes[vertex], 9) + changes[vertex]);
      sum = (sum + mixedBits(hashes[vertex])) | 0;
    }
    return sum;
  }

  /**
   * Returns a vertex to tell apart, for the moves of the hash that the most moves have; undefined if all moves differ.
   * @param chosen vertices told apart so far
   */
  vertexToTellApart(hashes: Int32Array, chosen: readonly number[]): number | undefined {
    const alike = [...this.#byHash(hashes, this.moves.keys()).values()];
    const most = alike.reduce((largest, moves) => (moves.length > largest.length ? moves : largest));
    if (most.length === 1) return undefined;
    const [move] = most;
    const point = this.moves[move].findIndex((image, at) => {
      if (image === at || this.alike(hashes, at, hashes).length === 1) return false;
      return !chosen.some((vertex) => vertex < this.#points && this.#orbitOf[vertex] === this.#orbitOf[at]);
    });
    return point >= 0 ? point : this.#points + move;
  }

  /** Returns the points, or the moves, that have the hash that one of them has on the first path, itself first. */
  alike(onPath: Int32Array, vertex: number, hashes: Int32Array): number[] {
    const isPoint = vertex < this.#points;
    const length = isPoint ? this.#points : this.moves.length;
    const all = Array.from({ length }, (_, index) => (isPoint ? index : this.#points + index));
    return [vertex, ...all.filter((other) => other !== vertex)].filter((other) => hashes[other] === onPath[vertex]);
  }

  /** Returns an automorphism that pairs moves of equal hashes; undefined if no points belong to the pairs. */
  automorphismOfHashes(from: Int32Array, to: Int32Array): Uint16Array | undefined {
    const hashOf = (hashes: Int32Array, move: number) => hashes[this.#points + move];
    const left = [...this.moves.keys()].filter((move) => hashOf(from, move) !== hashOf(to, move));
    const waiting = this.#byHash(to, left);
    const moves = Uint16Array.from(this.moves.keys());
    for (const move of left) {
      const image = waiting.get(hashOf(from, move))?.shift();
      if (image === undefined) return undefined;
      moves[move] = image;
    }
    return this.#automorphism(moves, from, to);
  }

  /** Returns automorphisms that commute with all moves and keep all hashes except that of a point, to all of its possible images. */
  commutingFrom(hashes: Int32Array, vertex: number, alike: readonly number[]): Uint16Array[] {
    const found: Uint16Array[] = [];
    if (vertex >= this.#points) return found;
    const moves = Uint16Array.from(this.moves.keys());
    let orbit = new Set([vertex]);
    const own = this.movesAt[vertex];
    for (const image of alike) {
      const isMoved = (move: number, at: number) => this.movesAt[image][at] === move;
      if (orbit.has(image) || !own.every(isMoved)) continue;
      const automorphism = this.#automorphism(moves, toldApart(hashes, vertex), toldApart(hashes, image));
      if (automorphism === undefined) continue;
      found.push(automorphism);
      orbit = orbitOfPoint(found, vertex);
    }
    return found;
  }

  #automorphism(moves: Uint16Array, from: Int32Array, to: Int32Array): Uint16Array | undefined {
    const points = new PointImages(this, moves, from, to).found();
    return points && Uint16Array.of(...points, ...moves.map((move) => this.#points + move));
  }

  #byHash(hashes: Int32Array, moves: Iterable<number>): Map<number, number[]> {
    const alike = new Map<number, number[]>();
    for (const move of moves) {
      const hash = hashes[this.#points + move];
      const same = alike.get(hash);
      if (same) same.push(move);
      else alike.set(hash, [move]);
    }
    return alike;
  }

  /** Returns an automorphism as a symmetry of the given moves. */
  symmetry(images: Uint16Array): MoveSymmetry {
    const moves = new Uint16Array(this.#copies.flat().length);
    for (const [move, copies] of this.#copies.entries()) {
      const others = this.#copies[images[this.#points + move] - this.#points];
      for (const [at, copy] of copies.entries()) moves[copy] = others[at];
    }
    return { points: Uint8Array.from(images.subarray(0, this.#points)), moves };
  }
}

/** Returns hashes with one of a vertex that no other vertex has. */
export function toldApart(hashes: Int32Array, vertex: number): Int32Array {
  const changed = hashes.slice();
  changed[vertex] = mixedBits(changed[vertex] ^ GOLDEN_STEP);
  return changed;
}

/** Returns the arcs of a move's cycles, without fixed points. @param vertex that of the move */
function arcsOf(move: Permutation, vertex: number): number[] {
  const cycles = cyclesOf(move, move.keys()).filter((cycle) => cycle.length > 1);
  return cycles.flatMap((cycle) => cycle.flatMap((point) => [vertex, point, move[point], cycle.length]));
}

/**
 * The search for a sigma that belongs to a pi. The image of a point determines those of its orbit. Orbits with a colour in common are
 * tried together; others do not depend on them, so what is found for some orbits stays.
 */
class PointImages {
  readonly #graph: MoveGraph;
  readonly #moveImages: Uint16Array;
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  /** [point]: its image, and its origin; -1 if there is none yet. */
  readonly #images: Int16Array;
  readonly #origins: Int16Array;
  /** [colour]: its image, its origin, and the number of its points that have images. */
  readonly #colourImages: Int16Array;
  readonly #colourOrigins: Int16Array;
  readonly #colourUses: Uint8Array;
  /** Points that have images, in the order in which they got them. */
  readonly #trail: number[] = [];

  /** @param from hashes of points, and `to` those of their images */
  constructor(graph: MoveGraph, moveImages: Uint16Array, from: Int32Array, to: Int32Array) {
    this.#graph = graph;
    this.#moveImages = moveImages;
    this.#from = from;
    this.#to = to;
    const points = graph.colours.length;
    this.#images = new Int16Array(points).fill(-1);
    this.#origins = new Int16Array(points).fill(-1);
    this.#colourImages = new Int16Array(points).fill(-1);
    this.#colourOrigins = new Int16Array(points).fill(-1);
    this.#colourUses = new Uint8Array(points);
  }

  /** Returns the images of all points; undefined if there are none. */
  found(): Permutation | undefined {
    const isComplete = this.#images.every((image, point) => image >= 0 || this.#place(point));
    return isComplete ? Uint8Array.from(this.#images) : undefined;
  }

  /** Gives images to the orbit of a point, and to all orbits that have a colour in common with it or one another. */
  #place(point: number): boolean {
    const points = this.#images.length;
    const known = this.#trail.length;
    for (let step = 0; step < points; step++) {
      if (this.#spread(point, (point + step) % points)) {
        const next = this.#nextOfColours();
        if (next < 0 || this.#place(next)) return true;
      }
      this.#undo(known);
    }
    return false;
  }

  /** Returns a point without an image, of a colour that has one; -1 if there is none. */
  #nextOfColours(): number {
    const { colours } = this.#graph;
    const images = this.#images;
    const uses = this.#colourUses;
    for (let point = 0; point < images.length; point++) {
      if (images[point] < 0 && uses[colours[point]] > 0) return point;
    }
    return -1;
  }

  /** Gives images to the orbit of a point. @returns false if there is a contradiction */
  #spread(first: number, firstImage: number): boolean {
    const trail = this.#trail;
    const images = this.#images;
    const { moves, movesAt } = this.#graph;
    let at = trail.length;
    if (!this.#assign(first, firstImage)) return false;
    for (; at < trail.length; at++) {
      const point = trail[at];
      const image = images[point];
      // As many moves move the image. So those that do not move the point do not move the image.
      for (const move of movesAt[point]) {
        const next = moves[move][point];
        const nextImage = moves[this.#moveImages[move]][image];
        if (images[next] !== nextImage && !this.#assign(next, nextImage)) return false;
      }
    }
    return true;
  }

  #assign(point: number, image: number): boolean {
    if (this.#from[point] !== this.#to[image] || this.#images[point] >= 0 || this.#origins[image] >= 0) return false;
    const { colours, movesAt } = this.#graph;
    if (movesAt[point].length !== movesAt[image].length) return false;
    const colour = colours[point];
    const colourImage = colours[image];
    if (this.#colourUses[colour] === 0) {
      if (this.#colourOrigins[colourImage] >= 0) return false;
      this.#colourImages[colour] = colourImage;
      this.#colourOrigins[colourImage] = colour;
    } else if (this.#colourImages[colour] !== colourImage) {
      return false;
    }
    this.#images[point] = image;
    this.#origins[image] = point;
    this.#colourUses[colour]++;
    this.#trail.push(point);
    return true;
  }

  #undo(known: number): void {
    for (const point of this.#trail.splice(known)) {
      const colour = this.#graph.colours[point];
      this.#origins[this.#images[point]] = -1;
      this.#images[point] = -1;
      if (--this.#colourUses[colour] === 0) this.#colourOrigins[this.#colourImages[colour]] = -1;
    }
  }
}
