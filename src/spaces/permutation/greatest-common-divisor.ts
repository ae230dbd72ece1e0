/** Returns the greatest common divisor of two whole numbers from 0, of 0 and n that is n: Euclid's algorithm. */
export function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
