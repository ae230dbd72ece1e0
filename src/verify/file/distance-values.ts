/** Distances of states; the largest value of the type means that a state is not reached. */

export type DistanceValues = Uint8Array | Uint16Array | Uint32Array;

/** Returns the value for states that are not reached. */
export function unreachedValue(values: DistanceValues): number {
  return 2 ** (8 * values.BYTES_PER_ELEMENT) - 1;
}
