/**
 * Block systems of the places of a word: partitions whose parts a transitive group of permutations takes to parts. All parts have the
 * same size. Example: (0 1 2 3) has the systems 0 | 1 | 2 | 3, then 02 | 13, and 0123.
 *
 * To find the finest system with 0 and x in one part, merge the two. Then merge the images of every merged pair until nothing changes.
 * Every system is a join of such systems.
 *
 * Source: M. D. Atkinson, "An algorithm for finding the blocks of a permutation group", Mathematics of Computation 29 (1975).
 */

import { identity } from './permutation.js';

/** A partition of places. */
export interface PlaceSystem {
  /** Number of places in the part of place 0. */
  readonly size: number;
  /** [place]: a place that represents its part. */
  readonly parts: Uint8Array;
}

/** Returns the system with one part for each place. */
export function discreteSystem(points: number): PlaceSystem {
  return { size: 1, parts: identity(points) };
}

/**
 * Returns the finest system above a given one with a point in the part of 0; null if its parts would be too large.
 * @param system a system of these generators
 */
export function joinedSystem(
  generators: readonly Uint8Array[],
  system: PlaceSystem,
  point: number,
  largest: number,
): PlaceSystem | null {
  const points = system.parts.length;
  const parent = Uint8Array.from(system.parts);
  const sizes = new Uint8Array(points);
  for (const part of parent) sizes[part]++;
  const pending = [0, point];
  while (pending.length > 0) {
    const second = pending.pop() as number;
    const first = pending.pop() as number;
    const from = rootOf(parent, first);
    const into = rootOf(parent, second);
    if (from === into) continue;
    sizes[into] += sizes[from];
    if (sizes[into] > largest) return null;
    parent[from] = into;
    for (let i = 0; i < generators.length; i++) pending.push(generators[i][first], generators[i][second]);
  }
  for (let i = 0; i < points; i++) parent[i] = rootOf(parent, i);
  return { size: sizes[parent[0]], parts: parent };
}

function rootOf(parent: Uint8Array, point: number): number {
  let root = point;
  while (parent[root] !== root) {
    parent[root] = parent[parent[root]];
    root = parent[root];
  }
  return root;
}

/** Returns whether a permutation takes parts to parts. */
export function keepsSystem({ parts }: PlaceSystem, images: Uint8Array): boolean {
  for (let i = 0; i < parts.length; i++) {
    if (parts[images[i]] !== parts[images[parts[i]]]) return false;
  }
  return true;
}

/**
 * Yields every system whose parts have at most `largest` places, each after a chain of finer ones. Chains in which the size of parts doubles
 * come first.
 * @param generators of a transitive group
 * @param most maximum number of systems: groups with more are rare, and an early system is good enough for them
 */
export function* placeSystems(
  generators: readonly Uint8Array[],
  points: number,
  largest: number,
  most: number,
): Generator<readonly PlaceSystem[]> {
  const seen = new Set<string>();
  yield* coarser([discreteSystem(points)]);

  function* coarser(chain: readonly PlaceSystem[]): Generator<readonly PlaceSystem[]> {
    yield chain;
    const finest = chain[chain.length - 1];
    const others: PlaceSystem[] = [];
    const tried = new Uint8Array(points);
    for (let point = 1; point < points; point++) {
      if (finest.parts[point] === finest.parts[0] || tried[finest.parts[point]]) continue;
      tried[finest.parts[point]] = 1;
      const joined = seen.size < most ? joinedSystem(generators, finest, point, largest) : null;
      if (joined === null) continue;
      const key = `${doubling(chain) && joined.size === 2 * finest.size} ${membersOfFirst(joined)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (joined.size === 2 * finest.size) yield* coarser([...chain, joined]);
      else others.push(joined);
    }
    for (const system of others) yield* coarser([...chain, system]);
  }
}

/** Returns whether the parts of each system are twice as large as those of the previous one, beginning with single places. */
export function doubling(chain: readonly PlaceSystem[]): boolean {
  return chain.every(({ size }, i) => size === 1 << i);
}

function membersOfFirst({ parts }: PlaceSystem): string {
  const members: number[] = [];
  parts.forEach((part, point) => {
    if (part === parts[0]) members.push(point);
  });
  return members.join(' ');
}
