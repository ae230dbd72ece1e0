/**
 * Beam search: breadth-first search that keeps only the best nodes of each layer, at most as many as the beam is wide. Its solutions need not
 * be shortest, but a wide beam finds good ones of problems that no exact search solves. So beams of growing width find shorter and shorter solutions.
 *
 * A child is dropped if the same state is in its layer already, or if its moves and a lower bound of those that remain show that it leads to no
 * shorter solution than the best one known. The others have keys, which are smaller the nearer a state seems to the goal. Those with the smallest
 * keys are kept.
 *
 * States are held by *layers*, of which there are several kinds (layers.ts): the search sees their children as numbers.
 *
 * Source: R. Bisiani, "Beam search", in S. C. Shapiro (editor), Encyclopedia of Artificial Intelligence (1987); for sliding tiles with pattern
 * databases and tests of whole layers: R. Zhou and E. A. Hansen, "Beam-stack search", ICAPS (2005).
 */

import type { Space } from '../../space/space.js';
import { SeededRandom } from '../../spaces/board/random.js';
import type { PatternDatabases } from '../ida-star/pattern-databases.js';
import { limitBehind } from '../nodes/state-nodes.js';
import type { Limits } from '../question/limits.js';
import { LimitError } from '../question/progress.js';
import type { SearchQuestion, SearchState } from '../question/question.js';
import { type BeamLayers, type LayersOfQuestion, layersFor } from './layers.js';

/** What beams may use, and what they report. */
export interface BeamOptions {
  /** The heuristic that gives keys and lower bounds: `pattern`, another one of boards, or one of the space's definition. */
  readonly heuristic: string;
  /** Pattern databases of the heuristic `pattern`. */
  readonly databases?: PatternDatabases | undefined;
  /** Maximum bytes of memory. */
  readonly bytes: number;
  /** A whole number; beams of different seeds break ties differently, and find different solutions. */
  readonly seed: number;
  readonly limits: Limits;
  /** Returns the moves of the shortest known solution; infinite if none is known. */
  readonly best: () => number;
  /** Called with the names of the moves of each solution that is shorter than `best`. */
  readonly onSolution: (moves: readonly string[]) => void;
  /**
   * Prefixes of a known solution, shorter ones first: as long as no beam finds a solution, another one begins at the end of each.
   * @default none
   */
  readonly prefixes?: readonly Prefix[] | undefined;
}

/** The first moves of a solution, and the state that they lead to. */
export interface Prefix {
  readonly moves: readonly string[];
  readonly state: SearchState;
}

const FIRST_WIDTH = 64;
/** Factor from one width to the next: all beams before the last one together take a third of its time. */
const GROWTH = 4;
/** Memory of a beam for each node of its width, without both layers: slots of hashes, and children. */
const SLOTS_PER_NODE = 8;
const CHILDREN_PER_NODE = 4;
const BYTES_PER_NODE = 4 * SLOTS_PER_NODE + 6 * CHILDREN_PER_NODE;
/** Depth of a beam of which no solution is known: a multiple of the first bound, and some moves more. */
const DEEPEST = { factor: 12, moves: 100 };

/**
 * Runs beams of growing width, and at the widest affordable width beams that break ties differently, until a limit is reached.
 * @throws LimitError if the time is over; the signal's reason; SpaceError if the space contradicts itself
 */
export async function searchByBeams(space: Space, question: SearchQuestion, options: BeamOptions): Promise<void> {
  const { bytes, limits, best, seed, onSolution, prefixes = [] } = options;
  const random = new SeededRandom(seed);
  const first = layersFor(space, question, options);
  first.close();
  let most = first.widest;
  /** Milliseconds of the last beam by its width. */
  let speed = 0;

  /** Runs a beam that begins at the end of a prefix. @returns true if it finds a solution */
  async function searchBehind(prefix: readonly string[], own: SearchQuestion, width: number): Promise<boolean> {
    // One beam at a time takes memory.
    const layersOf = layersFor(space, own, options);
    try {
      const left = () => best() - prefix.length;
      const found = await search(layersOf.open(width), width, deepestFor(layersOf, left()), random, limits, left);
      if (found !== null && found.length < left()) onSolution([...prefix, ...found]);
      return found !== null;
    } finally {
      layersOf.close();
    }
  }

  let isFound = false;
  // Nothing is shorter than the first bound.
  for (let width = FIRST_WIDTH; best() > first.estimate; width *= GROWTH) {
    const path = 4 * deepestFor(first, best());
    most = Math.min(most, Math.floor(bytes / (2 * first.bytes + BYTES_PER_NODE + path)));
    const inTime = speed === 0 ? width : Math.floor(limits.millisecondsLeft / speed);
    width = Math.max(1, Math.min(width, most, inTime));
    const begin = performance.now();
    try {
      isFound = (await searchBehind([], question, width)) || isFound;
      for (const { moves, state } of isFound ? [] : prefixes) {
        if (await searchBehind(moves, { ...question, from: state }, width)) break;
      }
    } catch (thrown) {
      const error = limitBehind(thrown);
      // The states of some spaces take memory by the number of children: the next beams are narrower.
      if (!(error instanceof LimitError) || limits.millisecondsLeft <= 0 || width === 1) throw error;
      most = Math.ceil(width / GROWTH);
    }
    speed = (performance.now() - begin) / width;
  }
}

/** Returns the maximum number of moves of a beam. @param best moves of the shortest known solution */
function deepestFor({ estimate }: LayersOfQuestion, best: number): number {
  return Math.min(best, DEEPEST.factor * estimate + DEEPEST.moves);
}

/**
 * Runs one beam.
 * @param random breaks ties
 * @param best returns the moves of the shortest known solution
 * @returns the names of the moves of a solution, or null
 */
async function search(
  layers: BeamLayers,
  width: number,
  deepest: number,
  random: SeededRandom,
  limits: Limits,
  best: () => number,
): Promise<readonly string[] | null> {
  const children = new Children(width, layers.codes.length, random);
  /** The codes of the nodes of each layer but the first, by which the path is found again. */
  const codesOfLayers: Uint32Array[] = [];
  let least = MOST_KEY;
  let depthOfLeast = 0;
  const atATime = Math.max(1, Math.floor(layers.codes.length / layers.codesOfNode));
  for (let depth = 1, size = 1; size > 0 && depth < deepest && depth - depthOfLeast < mostInVain(width); depth++) {
    const mostLeft = best() - 1 - depth;
    children.clear();
    for (let first = 0; first < size; first += atATime) {
      if (limits.tick()) await limits.pause();
      const count = layers.expand(first, Math.min(first + atATime, size));
      const arrived = children.add(layers, count, mostLeft);
      if (arrived >= 0) return layers.movesOf(pathTo(layers, codesOfLayers, arrived));
    }
    const codes = children.chosen();
    if (children.least < least) {
      least = children.least;
      depthOfLeast = depth;
    }
    size = codes.length;
    for (let first = 0; first < size; first += layers.codes.length) {
      const some = codes.subarray(first, first + layers.codes.length);
      layers.codes.set(some);
      layers.keep(some.length);
    }
    layers.advance();
    codesOfLayers.push(codes);
  }
  return null;
}

/** Returns the codes of the path to a child of the last layer. */
function pathTo(layers: BeamLayers, codesOfLayers: readonly Uint32Array[], last: number): number[] {
  const path = [last];
  for (let layer = codesOfLayers.length - 1; layer >= 0; layer--) {
    path.push(codesOfLayers[layer][Math.floor(path[path.length - 1] / layers.codesOfNode)]);
  }
  return path.reverse();
}

/** Slots of a hash that are looked at; then the first of them is overwritten, so that a state may be in a layer twice. */
const PROBES = 8;
const MOST_KEY = 0xffff;
/** A beam ends if its least key gets no lower in this many layers: the wider, the more. */
function mostInVain(width: number): number {
  return 60 + width / 4;
}

/** The different children of a layer. If they are many, the best are chosen on the way. */
class Children {
  readonly #width: number;
  readonly #random: SeededRandom;
  readonly #codes: Uint32Array;
  readonly #keys: Uint16Array;
  /** Hashes by their lowest bits. States of the same hash, one in 4 thousand million, are taken for one. */
  readonly #slots: Uint32Array;
  /** Number of children of each key. */
  readonly #ofKey = new Uint32Array(MOST_KEY + 1);
  #count = 0;
  /** Maximum key of a child that may still be chosen. */
  #cut = MOST_KEY;
  /** Minimum key of the children. */
  least = MOST_KEY;

  /** @param more children that are added at a time */
  constructor(width: number, more: number, random: SeededRandom) {
    this.#width = width;
    this.#random = random;
    const capacity = CHILDREN_PER_NODE * width + more;
    this.#codes = new Uint32Array(capacity);
    this.#keys = new Uint16Array(capacity);
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(SLOTS_PER_NODE * width)));
  }

  clear(): void {
    this.#count = 0;
    this.#cut = MOST_KEY;
    this.least = MOST_KEY;
    this.#slots.fill(0);
  }

  /**
   * Adds the children in the columns of layers.
   * @param most maximum bound of a child
   * @returns the code of the goal, if it is among them; else a negative number
   */
  add({ codes, keys, bounds, hashes }: BeamLayers, count: number, most: number): number {
    if (this.#count + count > this.#codes.length) this.#choose();
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let child = 0; child < count; child++) {
      if (bounds[child] > most || keys[child] > this.#cut) continue;
      if (bounds[child] === 0) return codes[child];
      // 0 is an empty slot.
      const hash = hashes[child] || 1;
      let slot = hash & mask;
      let probes = 0;
      while (slots[slot] !== 0 && slots[slot] !== hash && ++probes < PROBES) slot = (slot + 1) & mask;
      if (slots[slot] === hash) continue;
      slots[probes < PROBES ? slot : hash & mask] = hash;
      if (keys[child] < this.least) this.least = keys[child];
      this.#codes[this.#count] = codes[child];
      this.#keys[this.#count++] = keys[child];
    }
    return -1;
  }

  /** Returns the codes of the best children, in their order. */
  chosen(): Uint32Array {
    if (this.#count > this.#width) this.#choose();
    return this.#codes.slice(0, this.#count);
  }

  /** Drops all but the best. */
  #choose(): void {
    const ofKey = this.#ofKey.fill(0);
    for (let child = 0; child < this.#count; child++) ofKey[this.#keys[child]]++;
    let left = Math.min(this.#width, this.#count);
    let cut = 0;
    while (cut < MOST_KEY && ofKey[cut] <= left) left -= ofKey[cut++];
    let atCut = ofKey[cut];
    let kept = 0;
    for (let child = 0; child < this.#count; child++) {
      const key = this.#keys[child];
      if (key > cut) continue;
      if (key === cut) {
        const isTaken = left > 0 && this.#random.below(atCut) < left;
        atCut--;
        if (!isTaken) continue;
        left--;
      }
      this.#codes[kept] = this.#codes[child];
      this.#keys[kept++] = key;
    }
    this.#count = kept;
    this.#cut = cut;
  }
}
