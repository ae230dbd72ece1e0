/** Returns the greatest common divisor of two whole numbers from 0, by Euclid's algorithm. For 0 and n it is n. */
export function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
