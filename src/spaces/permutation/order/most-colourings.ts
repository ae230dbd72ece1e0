/**
 * An upper bound of a puzzle's states, without enumerating them.
 *
 * The moves of a puzzle generate a group G. It is in the product W of wreath products, one for each orbit of pieces. Its invariants
 * phi(G) are in the abelian group A of all parities and turns: see wreath-product.ts. Let H be the group of all elements of W
 * whose invariants are in phi(G). It contains G and all commutators of W, so it is normal in W. W makes |Wx| colourings from the solved one,
 * and the orbits of H on them have the same size. If S are the elements that keep the solved colouring, then
 *
 *     |Gx| <= |Hx| = |Wx| / |W : HS| = |Wx| / |A : <phi(G), phi(S)>|.
 *
 * If all points have different colours, this is an upper bound of |G|. Most puzzles of turning pieces reach it. Example: the 3x3x3
 * cube has 3^8 8! 2^12 12! elements of W. A quarter turn is odd on corners and on edges, and the sums of turns are 0. So phi(G)
 * has 2 of 24 elements. The order of the cube's group is at most, and indeed exactly, a twelfth of that of W.
 */

import { indexOfSubgroup } from '../lattice-index.js';
import type { Permutation } from '../permutation.js';
import { type TurningPieces, turningPieces } from './turning-pieces.js';
import { WreathProduct } from './wreath-product.js';

/**
 * Returns an upper bound of the number of states, which most puzzles reach.
 * @param moves at least one
 * @param solved [point]: its colour; colours can be any numbers
 */
export function mostColourings(moves: readonly Permutation[], solved: ArrayLike<number>): bigint {
  const { orbits, followers } = turningPieces(moves);
  const products = orbits.map((orbit) => new WreathProduct(orbit));
  const moduli = products.flatMap((wreath) => wreath.moduli);
  const vectors = moves.map((move) => products.flatMap((wreath) => wreath.invariantsOf(move)));
  const colourOf = (point: number) => coloursWithFollowers(point, followers, solved);
  let count = 1n;
  for (const [at, wreath] of products.entries()) {
    const found = wreath.colourings(colourOf);
    count *= found.count;
    const others = (kept: readonly number[]) =>
      products.flatMap(({ moduli }, other) => moduli.map((_, i) => (other === at ? kept[i] : 0)));
    vectors.push(...found.kept.map(others));
  }
  return count / indexOfSubgroup(moduli, vectors);
}

/** Returns the colours of a point and of the points that move with it. */
function coloursWithFollowers(point: number, followers: TurningPieces['followers'], solved: ArrayLike<number>): string {
  const colours = [solved[point]];
  for (const map of followers) if (map[point] >= 0) colours.push(solved[map[point]]);
  return colours.join('/');
}
