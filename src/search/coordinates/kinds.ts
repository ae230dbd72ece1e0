/**
 * Kinds of pieces that a coordinate may tell apart, and labels of colours.
 *
 * Kinds come from the puzzle itself, so that many symmetries keep them: all pieces different; the blocks of a system of the symmetries, all of
 * them, one against the rest, or the pieces of one alone; and the pieces that a move, or several moves with no piece in common, take away. If
 * symmetries do not take all places to each other, the first k places are seen alone, too.
 */

import { discreteSystem, joinedSystem } from '../../permutations/block-systems.js';
import { type Permutation, pointOrbits } from '../../permutations/permutation.js';
import type { CoordinatePlan } from './coordinate.js';
import { lettersOf } from './projection.js';

/**
 * Returns kinds of pieces, [place]: a number for each kind, 0 for those that are not seen.
 * @param moves,symmetries on places
 * @param identical [place]: the same number for identical pieces
 */
export function kindsOf(
  moves: readonly Permutation[],
  symmetries: readonly Permutation[],
  identical: readonly number[],
): number[][] {
  const count = identical.length;
  const places = [...identical.keys()];
  const found = new Map<string, number[]>();
  const add = (kinds: readonly number[]) => {
    const joined = withIdentical(kinds, identical);
    if (new Set(joined).size > 1 || joined[0] > 0) found.set(lettersOf(joined).join(''), joined);
  };
  const different = places.map((place) => identical[place] + 1);
  /** Adds a set of places: against the rest, and its pieces alone. */
  const addSet = (isIn: (place: number) => boolean) => {
    add(places.map((place) => (isIn(place) ? 1 : 0)));
    add(places.map((place) => (isIn(place) ? different[place] : 0)));
    add(places.map((place) => (isIn(place) ? 0 : different[place])));
  };
  add(different);
  const systems = pointOrbits(symmetries).flatMap(([first]) =>
    places.map((place) => ({ first, system: joinedSystem(symmetries, discreteSystem(count), place, count, first) })),
  );
  for (const { first, system } of systems) {
    if (system === null) continue;
    const { parts } = system;
    add(Array.from(parts, (part) => part + 1));
    addSet((place) => parts[place] === parts[first]);
  }
  for (const orbit of pointOrbits(symmetries)) addSet((place) => orbit.includes(place));
  const moved = moves.map((move) => new Set(places.filter((place) => move[place] !== place)));
  for (const set of moved) {
    const apart = [set, ...moved.filter((other) => ![...other].some((place) => set.has(place)))];
    addSet((place) => set.has(place));
    addSet((place) => apart.some((each) => each.has(place)));
    add(places.map((place) => 1 + apart.findIndex((each) => each.has(place))));
  }
  if (pointOrbits(symmetries).length > 1) for (const place of places.slice(1)) addSet((other) => other < place);
  return [...found.values()];
}

/** Makes kinds with identical pieces one kind. @param identical [place]: the same number for identical pieces */
export function withIdentical(kinds: readonly number[], identical: readonly number[]): number[] {
  const joined = [...kinds];
  for (const [place, kind] of identical.entries()) {
    const first = identical.indexOf(kind);
    const [from, to] = [joined[place], joined[first]];
    if (from !== to) for (const other of joined.keys()) if (joined[other] === from) joined[other] = to;
  }
  return joined;
}

/** Returns labels of colours that are equal if they are equal in all coordinates. */
export function jointLabels(plans: readonly CoordinatePlan[]): number[] {
  return normalised(Array.from(plans[0].labels, (_, colour) => plans.map(({ labels }) => labels[colour]).join()));
}

/** Returns 0, 1, 2 ... for different labels, in the order in which they occur. */
export function normalised(labels: readonly (string | number)[]): number[] {
  const numbers = new Map<string | number, number>();
  return labels.map((label) => {
    if (!numbers.has(label)) numbers.set(label, numbers.size);
    return numbers.get(label) as number;
  });
}

/** Returns true if colours with equal labels have equal coarse labels. */
export function refines(labels: readonly number[], coarse: readonly number[]): boolean {
  const images = new Map<number, number>();
  return labels.every((label, colour) => {
    const known = images.get(label);
    if (known === undefined) images.set(label, coarse[colour]);
    return known === undefined || known === coarse[colour];
  });
}
