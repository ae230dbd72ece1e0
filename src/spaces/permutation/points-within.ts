/**
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
