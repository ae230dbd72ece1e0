/**
 * Permutations in bytes: g takes point i to point `g[i]`. Products are read from left to right: `product(g, h)[i] = h[g[i]]`.
 *
 * Example: g = (0 1) is `1 0 2`, and h = (1 2) is `0 2 1`. Their product gh is `2 0 1`, since point 0 moves to 1 and then to 2.
 *
 * After the products: orbits of points, and permutations as lists of images with their cycles, powers and orders.
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
  const cycles = cyclesOf(permutation, Array.from(permutation).keys());
  return ((permutation.length - cycles.length) & 1) as 0 | 1;
}

/*
 * Loops over the points of permutations and colourings that follow one another in larger arrays.
 *
 * Each is a small function, which V8 compiles after some hundred calls, in a millisecond. Loops within a large function are compiled
 * after many more rounds, and take 10 to 40 ms. By then, a puzzle would already be set up.
 */

/** Writes the product of two permutations, or a colouring as a frame reads it: `written[to + p] = second[first[at + p]]`. */
export function writeProduct(
  first: Uint8Array,
  at: number,
  second: Uint8Array,
  written: Uint8Array,
  to: number,
  points: number,
): void {
  for (let point = 0; point < points; point++) written[to + point] = second[first[at + point]];
}

/** Writes a colouring after a move: `written[images[p]] = colouring[at + p]`. */
export function writeMovedFrom(colouring: Uint8Array, at: number, images: Uint8Array, written: Uint8Array): void {
  for (let point = 0; point < images.length; point++) written[images[point]] = colouring[at + point];
}

/** Writes the inverse of a permutation: `written[to + images[at + p]] = p`. */
export function writeInverse(images: Uint8Array, at: number, written: Uint8Array, to: number, points: number): void {
  for (let point = 0; point < points; point++) written[to + images[at + point]] = point;
}

/* Orbits of points: points that products of permutations take to each other. */

/** Returns the orbit of a point, in the order of discovery. */
export function orbitOfPoint(permutations: readonly ArrayLike<number>[], first: number): Set<number> {
  const orbit = new Set([first]);
  for (const point of orbit) for (let i = 0; i < permutations.length; i++) orbit.add(permutations[i][point]);
  return orbit;
}

/** Returns the orbits, each ascending, in the order of their least points. @param moves at least one */
export function pointOrbits(moves: readonly ArrayLike<number>[]): number[][] {
  const seen = new Set<number>();
  const orbits: number[][] = [];
  for (let first = 0; first < moves[0].length; first++) {
    if (seen.has(first)) continue;
    const orbit = orbitOfPoint(moves, first);
    for (const point of orbit) seen.add(point);
    orbits.push([...orbit].sort((a, b) => a - b));
  }
  return orbits;
}

/*
 * Permutations as lists of images, as sources and files hold them: the point i moves to images[i]. Products are read from left to right.
 * For many products, permutation.ts has permutations in bytes.
 *
 * Cycles give powers and orders. Example: `1 2 0 4 3` has the cycles (0 1 2)(3 4). Its order is 6, and its inverse takes each point to
 * the one before it in its cycle.
 */

/** [point]: its image. */
export type Images = readonly number[];

/** Returns the product of two permutations, the first one applied first. */
export function productOf(first: Images, second: Images): number[] {
  return first.map((image) => second[image]);
}

/** Returns the power of a permutation. @param exponent any whole number; -1 gives the inverse */
export function powerOf(images: Images, exponent: number): number[] {
  const power = new Array<number>(images.length);
  for (const cycle of cyclesOf(images, images.keys())) {
    const steps = ((exponent % cycle.length) + cycle.length) % cycle.length;
    for (const [place, point] of cycle.entries()) power[point] = cycle[(place + steps) % cycle.length];
  }
  return power;
}

/** Returns the order of a permutation: the least exponent above 0 whose power is the identity. Infinity if it is above the limit. */
export function orderOf(images: Images, limit: number): number {
  let order = 1;
  for (const { length } of cyclesOf(images, images.keys())) {
    order *= length / greatestCommonDivisor(order, length);
    if (order > limit) return Number.POSITIVE_INFINITY;
  }
  return order;
}

/**
 * Returns the cycles of a permutation, fixed points included, each beginning with its first point in `points`.
 * @param points the points of whole cycles, in the order in which cycles have to begin
 */
export function cyclesOf(images: ArrayLike<number>, points: Iterable<number>): number[][] {
  const seen = new Uint8Array(images.length);
  const cycles: number[][] = [];
  for (const first of points) {
    if (seen[first] === 1) continue;
    const cycle: number[] = [];
    for (let point = first; seen[point] === 0; point = images[point]) {
      seen[point] = 1;
      cycle.push(point);
    }
    cycles.push(cycle);
  }
  return cycles;
}

/** Returns cycles of labels in cycle notation: `(1 2)(3 4)`, or `()` if there are none. */
export function cycleNotation(cycles: readonly (readonly string[])[]): string {
  return cycles.length === 0 ? '()' : cycles.map((cycle) => `(${cycle.join(' ')})`).join('');
}

/**
 * Returns the permutation of the points 0..points-1 with these cycles; it fixes all other points.
 * @param cycles of points that count from `first`, each point once
 */
export function imagesOfCycles(cycles: readonly Images[], points: number, first: 0 | 1): number[] {
  const images = Array.from({ length: points }, (_, point) => point);
  for (const cycle of cycles) {
    for (const [place, point] of cycle.entries()) images[point - first] = cycle[(place + 1) % cycle.length] - first;
  }
  return images;
}

/** Returns the greatest common divisor of two whole numbers from 0, by Euclid's algorithm. For 0 and n it is n. */
export function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
