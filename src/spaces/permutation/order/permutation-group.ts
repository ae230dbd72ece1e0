/**
 * The group that moves generate: its order and its elements.
 *
 * A stabiliser chain is built from pseudorandom elements and then proved. Level i has generators X(i). The first level has the
 * moves. Every other level has a few random elements of the group of X(i-1), each multiplied by the element that leads its base point back.
 * So X(i) generates a subgroup of the stabiliser of b_i in the group of X(i-1), and the chain's order is never too large. It is not too small
 * if it reaches an upper bound (see most-colourings.ts). Otherwise, Schreier's lemma decides: let s run over X(i-1), d over the orbit of
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

import { identity, inversePermutation, isIdentity, type Permutation, product } from '../permutation.js';
import { pointOrbits } from '../point-orbits.js';
import { RandomProducts } from '../random-products.js';
import { mostColourings } from './most-colourings.js';
import { StabiliserChain } from './stabiliser-chain.js';

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
