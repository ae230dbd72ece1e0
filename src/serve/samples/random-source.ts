/** Sources of random choices: the machine or, in tests, a seed. */

export interface RandomSource {
  /** Returns a whole number 0..n-1. */
  below(n: number): number;
}

export const MACHINE: RandomSource = { below: (n) => Math.floor(Math.random() * n) };

/** Chooses different elements, each subset equally likely; returns all of them, in any order, if there are up to `count`. */
export function chosenOf<Element>(from: ArrayLike<Element>, count: number, random: RandomSource): Element[] {
  const places = Array.from({ length: from.length }, (_, place) => place);
  const chosen: Element[] = [];
  for (let left = places.length; left > 0 && chosen.length < count; left--) {
    const place = random.below(left);
    chosen.push(from[places[place]]);
    places[place] = places[left - 1];
  }
  return chosen;
}
