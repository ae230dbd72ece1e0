/** Products and powers of permutations, as arrays of images: the point i goes to images[i]. */

/** Returns the permutation that first does the one, then the other. */
export function productOf(first: readonly number[], second: readonly number[]): number[] {
  return first.map((image) => second[image]);
}

/** Returns the power of a permutation. @param exponent any whole number; -1 gives the inverse */
export function powerOf(images: readonly number[], exponent: number): number[] {
  const power = new Array<number>(images.length);
  for (const cycle of cyclesOf(images)) {
    const steps = ((exponent % cycle.length) + cycle.length) % cycle.length;
    for (const [place, point] of cycle.entries()) power[point] = cycle[(place + steps) % cycle.length];
  }
  return power;
}

/** Returns the least exponent above 0 whose power is the identity; infinity if it is above the limit. */
export function orderOf(images: readonly number[], limit: number): number {
  let order = 1;
  for (const { length } of cyclesOf(images)) {
    order *= length / greatestDivisor(order, length);
    if (order > limit) return Number.POSITIVE_INFINITY;
  }
  return order;
}

/** Returns the greatest common divisor of two whole numbers from 0. */
export function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

/** Returns the cycles of a permutation, fixed points included. */
function cyclesOf(images: readonly number[]): number[][] {
  const seen = new Uint8Array(images.length);
  const cycles: number[][] = [];
  for (const first of images.keys()) {
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
