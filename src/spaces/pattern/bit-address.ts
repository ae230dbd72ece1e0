/**
 * The address of an arrangement's bit in the bitset of a placement. A vector of 128 bits holds 120 arrangements.
 *
 * The last five Lehmer digits of an arrangement are x y z w 0. Their radices are 5 4 3 2 1, and 5! = 120. The digit w is the lane of a
 * vector, which has 64 bits. The bit in that lane is (x * 4 + y) * 3 + z, less than 60. The digits before x number the vector:
 *
 *     arrangement = vector * 120 + x * 24 + y * 6 + z * 2 + w
 *     bit         = vector * 128 + w * 64 + x * 12 + y * 3 + z
 *
 * The bits 60 to 63 of each lane are unused and 0. With fewer than five labels, the first of these digits are missing: three labels take 3
 * bits of each lane of their one vector. Arrangement 3 of three labels has z = 1 and w = 1, and is bit 65.
 *
 * Placements follow each other, each with the same number of vectors.
 */

/** Number of bits and bytes of a vector. */
export const VECTOR_BITS = 128;
export const VECTOR_BYTES = VECTOR_BITS / 8;
/** Number of arrangements of a full vector. */
const VECTOR_ARRANGEMENTS = 120;
const LANE_BITS = 64;

/** Returns the number of vectors that hold all arrangements of a placement. @param arrangements k! for k labels */
function vectorsFor(arrangements: number): number {
  return Math.ceil(arrangements / VECTOR_ARRANGEMENTS);
}

/** Returns the number of bytes for a placement's bits. @param arrangements k! for k labels */
export function placementBytes(arrangements: number): number {
  return vectorsFor(arrangements) * VECTOR_BYTES;
}

/** Returns the number of bytes of a bitset with a bit for each state. @param arrangements k! for k labels */
export function patternBitsetBytes(placements: number, arrangements: number): number {
  return placements * placementBytes(arrangements);
}

/** Returns the bit of an arrangement, counted from the first vector of its placement. */
export function bitOfArrangement(arrangement: number): number {
  const vector = Math.floor(arrangement / VECTOR_ARRANGEMENTS);
  const low = arrangement - vector * VECTOR_ARRANGEMENTS;
  return vector * VECTOR_BITS + (low & 1) * LANE_BITS + (low >> 1);
}

/** Returns the arrangement of a used bit: the inverse of bitOfArrangement. */
export function arrangementOfBit(bit: number): number {
  const vector = Math.floor(bit / VECTOR_BITS);
  const inVector = bit - vector * VECTOR_BITS;
  const lane = inVector < LANE_BITS ? 0 : 1;
  return vector * VECTOR_ARRANGEMENTS + 2 * (inVector - lane * LANE_BITS) + lane;
}
