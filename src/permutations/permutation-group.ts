/**
 * The group that moves generate: its order and its elements.
 *
 * A stabiliser chain is built from pseudorandom elements and then proved. Level i has generators X(i). The first level has the
 * moves. Every other level has a few random elements of the group of X(i-1), each multiplied by the element that leads its base point back.
 * So X(i) generates a subgroup of the stabiliser of b_i in the group of X(i-1), and the chain's order is never too large. It is not too small
 * if it reaches an upper bound (see wreath-product.ts). Otherwise, Schreier's lemma decides: let s run over X(i-1), d over the orbit of
 * b_i, and let u_d take b_i to d. Then the elements
 *
 *     u_d s u_(d^s)^-1
 *
 * generate that stabiliser. If all of them can be sifted through the levels after i, X(i) generates all of it. Otherwise the rest of the
 * first that cannot is added to X(i). From the last level to the first, this proves the chain.
 *
 * Sources: C. C. Sims, "Computation with permutation groups", 1971, for the proof; J. S. Leon, "On an algorithm for finding a base and a
 * strong generating set for a group given by generating permutations", Mathematics of Computation 35 (1980), for random elements.
 */

import { identity, inversePermutation, isIdentity, type Permutation, pointOrbits, product } from './permutation.js';
import { RandomProducts } from './random-elements.js';
import { mostColourings } from './wreath-product.js';

/** Number of random elements for the generators of a stabiliser. Each costs time in the proof, and too few leave more for the proof to find. */
const STABILISER_GENERATORS = 8;

/** Number of consecutive random elements that a chain must hold before it is proved. */
const HELD_IN_SUCCESSION = 20;

/**
 * Returns the proved chain of a group.
 * @param moves at least one, of the same 1 to 255 points
 */
export function permutationGroup(moves: readonly Permutation[]): StabiliserChain {
  const chain = randomChain(moves);
  const most = mostColourings(moves, identity(moves[0].length));
  insertRandom(chain, moves, most);
  if (chain.order !== most) complete(chain);
  return chain;
}

/** Returns a chain of stabilisers, or of subgroups of them if a few random elements do not generate them. */
function randomChain(moves: readonly Permutation[]): StabiliserChain {
  const chain = new StabiliserChain(moves[0].length);
  let generators = moves.filter((move) => !isIdentity(move));
  while (generators.length > 0) {
    const level = chain.addLevel(pointOfSmallestOrbit(generators));
    for (const generator of generators) level.add(generator);
    const random = new RandomProducts(generators);
    generators = Array.from({ length: STABILISER_GENERATORS }, () => level.fixing(random.next())).filter(
      (element) => !isIdentity(element),
    );
  }
  return chain;
}

/** Returns a base point. Points of small orbits make short levels, and keep the points of a block together. */
function pointOfSmallestOrbit(generators: readonly Permutation[]): number {
  const orbits = pointOrbits(generators).filter((orbit) => orbit.length > 1);
  return orbits.reduce((smallest, orbit) => (orbit.length < smallest.length ? orbit : smallest))[0];
}

/** Adds random elements to a chain until it probably holds the group, or reaches the upper bound. */
function insertRandom(chain: StabiliserChain, moves: readonly Permutation[], most: bigint): void {
  const random = new RandomProducts(moves);
  for (let held = 0; held < HELD_IN_SUCCESSION; held++) {
    if (held === 0 && chain.order === most) return;
    if (chain.insert(random.next()) !== undefined) held = -1;
  }
}

/** Adds the elements of Schreier's lemma that a chain lacks. */
function complete(chain: StabiliserChain): void {
  for (let level = chain.levels.length - 1; level >= 0; ) level = insertMissing(chain, level) ?? level - 1;
}

/** Sifts the elements of Schreier's lemma. @returns the last level to which the first missing one was added */
function insertMissing(chain: StabiliserChain, level: number): number | undefined {
  const orbit = chain.levels[level];
  for (const point of orbit.points) {
    const out = inversePermutation(orbit.back[point] as Permutation);
    for (const generator of orbit.generators) {
      const inserted = chain.insert(orbit.fixing(product(out, generator)), level + 1);
      if (inserted !== undefined) return inserted;
    }
  }
  return undefined;
}

/**
 * Stabiliser chains: C. C. Sims, "Computational methods in the study of permutation groups", 1970.
 *
 * A base b_1, b_2, ... b_m is a list of points that only the identity fixes all together. Let G(i) be the elements that fix the first i base
 * points. The cosets of G(i) in G(i-1) correspond to the points of the orbit D(i) of b_i under G(i-1). So
 *
 *     |G| = |D(1)| |D(2)| ... |D(m)|.
 *
 * To sift an element g, take d = b_1^g. If d is in D(1), multiply g by the element that leads back from d to b_1: the product fixes b_1.
 * Continue with b_2. The group contains g if and only if g passes all levels and the identity is left.
 *
 * Example: S_3 has the base 0, 1 with D(1) = {0, 1, 2} and D(2) = {1, 2}, so its order is 3 * 2. Sifting `2 0 1` leads back from 2 by (0 2).
 * This leaves `0 2 1`, and leading back from 2 by (1 2) leaves the identity.
 *
 * A chain has generators of a subgroup for each level. Until it is proved, its orbits may be too small, and its order a lower bound.
 */
export class StabiliserChain {
  readonly levels: BasicOrbit[] = [];
  readonly #identity: Permutation;

  constructor(points: number) {
    this.#identity = identity(points);
  }

  get base(): number[] {
    return this.levels.map(({ base }) => base);
  }

  get order(): bigint {
    return this.levels.reduce((order, { points }) => order * BigInt(points.length), 1n);
  }

  /** Returns whether a permutation is an element. @param permutation of the chain's points */
  holds(permutation: Permutation): boolean {
    const rest = permutation.slice();
    return this.sift(rest) === this.levels.length && isIdentity(rest);
  }

  /**
   * Sifts an element, which is overwritten by its rest.
   * @param first the level at which to begin; the element fixes the base points before it
   * @returns the level whose orbit the element leaves; the number of levels if it passes all of them
   */
  sift(rest: Permutation, first = 0): number {
    for (let at = first; at < this.levels.length; at++) {
      const { base, back } = this.levels[at];
      const image = rest[base];
      if (image === base) continue;
      const step = back[image];
      if (step === undefined) return at;
      for (let point = 0; point < rest.length; point++) rest[point] = step[rest[point]];
    }
    return this.levels.length;
  }

  /**
   * Sifts an element, and adds its rest as a generator of all levels from the first one to the one whose orbit it leaves.
   * Nothing is added if the rest is the identity.
   * @param first as for `sift`
   * @returns that level; undefined if nothing is added
   */
  insert(element: Permutation, first = 0): number | undefined {
    const rest = element.slice();
    const level = this.sift(rest, first);
    if (level === this.levels.length) {
      const moved = rest.findIndex((image, point) => image !== point);
      if (moved < 0) return undefined;
      this.addLevel(moved);
    }
    for (let at = first; at <= level; at++) this.levels[at].add(rest);
    return level;
  }

  /** Adds a level after the others. @param base a point that is not a base point yet */
  addLevel(base: number): BasicOrbit {
    const level = new BasicOrbit(base, this.#identity);
    this.levels.push(level);
    return level;
  }
}

/** A level of a stabiliser chain: the orbit of its base point, with an element for each point that leads back to the base point. */
class BasicOrbit {
  readonly base: number;
  /** Elements that fix the base points of all previous levels. */
  readonly generators: Permutation[] = [];
  /** Points to which generators take the base point, in the order of discovery. */
  readonly points: number[];
  /** [point]: a product of generators and their inverses that takes the point to the base point; undefined outside the orbit. */
  readonly back: (Permutation | undefined)[];
  readonly #inverses: Permutation[] = [];

  /** @param base the base point, below the degree */
  constructor(base: number, identity: Permutation) {
    this.base = base;
    this.points = [base];
    this.back = new Array(identity.length);
    this.back[base] = identity;
  }

  /** Adds a generator and the points that it makes reachable. */
  add(generator: Permutation): void {
    this.generators.push(generator);
    this.#inverses.push(inversePermutation(generator));
    const known = this.points.length;
    for (let at = 0; at < this.points.length; at++) {
      for (let index = at < known ? this.generators.length - 1 : 0; index < this.generators.length; index++) {
        this.#reach(this.points[at], index);
      }
    }
  }

  /**
   * Returns the product of an element and the one that leads its image of the base point back.
   * @param element takes the base point to a point of the orbit
   */
  fixing(element: Permutation): Permutation {
    const back = this.back[element[this.base]];
    return back === undefined ? element : product(element, back);
  }

  #reach(point: number, index: number): void {
    const image = this.generators[index][point];
    const back = this.back[point];
    if (this.back[image] !== undefined || back === undefined) return;
    this.back[image] = product(this.#inverses[index], back);
    this.points.push(image);
  }
}
