/**
 * Returns 32 bits that look random. The same counter gives the same bits on every machine.
 * Source: SplitMix with the mixer of MurmurHash3 by A. Appleby, as in spaces/board/random.ts.
 */
export function randomBits(counter: number): number {
  let bits = Math.imul(counter + 1, 0x9e3779b9);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
