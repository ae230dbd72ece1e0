/**
 * Permutations in bytes: g takes point i to point `g[i]`. Products are read from left to right: `product(g, h)[i] = h[g[i]]`.
 *
 * Example: g = (0 1) is `1 0 2`, and h = (1 2) is `0 2 1`. Their product gh is `2 0 1`, since point 0 moves to 1 and then to 2.
 */

/** A permutation of the points 0..n-1, n up to 255: [point] is its image. */
export type Permutation = Uint8Array;

/** Returns the permutation that fixes all points. */
export function identity(points: number): Permutation {
  const images = new Uint8Array(points);
  for (let point = 0; point < points; point++) images[point] = point;
  return images;
}

/** Returns the product of two permutations, the first one applied first. */
export function product(first: Permutation, second: Permutation): Permutation {
  const images = new Uint8Array(first.length);
  for (let point = 0; point < images.length; point++) images[point] = second[first[point]];
  return images;
}

/** Returns the inverse of a permutation. */
export function inversePermutation(permutation: Permutation): Permutation {
  const origins = new Uint8Array(permutation.length);
  for (let point = 0; point < origins.length; point++) origins[permutation[point]] = point;
  return origins;
}

/** Returns [permutation]: the index of its inverse among them, -1 if they lack it. */
export function inversesAmong(permutations: readonly Permutation[]): number[] {
  const known = new Map(permutations.map((permutation, index) => [permutationText(permutation), index]));
  return permutations.map((permutation) => known.get(permutationText(inversePermutation(permutation))) ?? -1);
}

/** Maximum number of permutations among which products are searched. */
const MOST_FACTORS = 8;

/**
 * Returns the permutations that are products of two others, such as powers of a turn.
 * @returns [permutation]: the first and the second factor of each such product, one after the other
 */
export function factorsAmong(permutations: readonly Permutation[]): number[][] {
  const known = new Map(permutations.map((permutation, index) => [permutationText(permutation), index]));
  const alike = new Map<string, number[]>();
  for (const [index, permutation] of permutations.entries()) {
    const moved = permutationText(permutation.map((image, point) => Number(image !== point)));
    const others = alike.get(moved);
    if (others) others.push(index);
    else alike.set(moved, [index]);
  }
  const factors = permutations.map((): number[] => []);
  for (const indices of alike.values()) {
    if (indices.length > MOST_FACTORS) continue;
    for (const first of indices) {
      for (const second of indices) {
        const index = known.get(permutationText(product(permutations[first], permutations[second])));
        if (index !== undefined) factors[index].push(first, second);
      }
    }
  }
  return factors;
}

/** Returns a text that identifies a permutation among those of the same size. Spreading the permutation takes 50 times as long. */
export function permutationText(permutation: Permutation): string {
  return Reflect.apply(String.fromCharCode, null, permutation);
}

/** Returns whether a permutation fixes all points. */
export function isIdentity(permutation: Permutation): boolean {
  for (let point = 0; point < permutation.length; point++) if (permutation[point] !== point) return false;
  return true;
}

/** Returns 0 if a permutation is even, 1 if it is odd. Each cycle of even length changes the parity. */
export function parity(permutation: ArrayLike<number>): 0 | 1 {
  const seen = new Uint8Array(permutation.length);
  let exchanges = 0;
  for (let first = 0; first < permutation.length; first++) {
    for (let point = permutation[first]; point !== first && seen[point] === 0; point = permutation[point]) {
      seen[point] = 1;
      exchanges++;
    }
    seen[first] = 1;
  }
  return (exchanges & 1) as 0 | 1;
}
