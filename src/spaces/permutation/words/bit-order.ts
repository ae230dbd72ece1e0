/**
 * The order of the bits in a word: the place for which each bit stands.
 *
 * A move takes the places of a word to those of another word by a *place map*. Maps link words of several bit types, and chains of maps
 * take every place to every other one. It is enough to consider bit type 0. For each bit type u, choose a path of maps t_u from type 0 to it.
 * Then a map e from type u to type w is the loop `t_u e t_w^-1`, a permutation of the places of type 0. The path of type u orders its bits:
 * `bit(u, t_u(place)) = bit(0, place)`. So the map permutes the bits of a word as its loop permutes those of type 0.
 *
 * The loops generate a transitive group. If it has a block system of up to 16 parts with up to 8 places each, every part can be a byte. Then a
 * loop is one exchange of bytes, and a permutation within each byte. Three exchanges of bits are enough for these if parts have at most 4
 * places. They are also enough if parts have 8, and consist of systems of parts of 4 and of 2: see byte-permutations.ts.
 */

import { identity, inversePermutation, permutationText, product } from '../permutation.js';
import { doubling, keepsSystem, type PlaceSystem, placeSystems } from '../place-systems.js';
import { orbitOfPoint } from '../point-orbits.js';
import { FREE_BITS } from './byte-permutations.js';
import { WORD_BYTES } from './compiled-moves.js';
import type { PlaceMap } from './place-maps.js';

export interface BitOrder {
  /** Kind of steps by which the maps permute the bits: see BitPermutations. */
  readonly kind: 'three' | 'five' | 'nibbles';
  /** [bit type * places + place]: its bit, 0..127. All bit types use the same bits. */
  readonly bits: Uint8Array;
  /** Distinct permutations of the places of bit type 0: each is [place], the place to which it is taken. */
  readonly loops: readonly Uint8Array[];
  /** [map]: its loop. */
  readonly loopOf: Uint16Array;
}

/** Maximum number of systems: groups with more are rare, and one of the first is good enough for them. */
const MOST_SYSTEMS = 200;

/**
 * Returns the order of the bits that gives these maps the fewest steps.
 * @param places of a word, 1..128
 * @param bitTypes number of bit types; the maps link each of them to bit type 0
 */
export function orderBits(places: number, bitTypes: number, maps: readonly PlaceMap[]): BitOrder {
  const paths = pathsOf(places, bitTypes, maps);
  const { loops, loopOf } = loopsOf(maps, paths);
  const { kind, bits: first } = orderOfFirst(places, loops);
  const bits = new Uint8Array(bitTypes * places);
  paths.forEach((path, type) => {
    path.forEach((place, start) => {
      bits[type * places + place] = first[start];
    });
  });
  return { kind, bits, loops, loopOf };
}

/** Returns [bit type][place of bit type 0]: the place to which a chain of maps takes it. */
function pathsOf(places: number, bitTypes: number, maps: readonly PlaceMap[]): readonly Uint8Array[] {
  const paths = new Array<Uint8Array>(bitTypes);
  paths[0] = identity(places);
  const reached = [0];
  for (const type of reached) {
    for (const { from, to, images } of maps) {
      if (from !== type || paths[to] !== undefined) continue;
      paths[to] = paths[type].map((place) => images[place]);
      reached.push(to);
    }
  }
  return paths;
}

/** Returns the distinct loops of the maps, and the loop of each map. */
function loopsOf(maps: readonly PlaceMap[], paths: readonly Uint8Array[]): Pick<BitOrder, 'loops' | 'loopOf'> {
  const inverses = paths.map(inversePermutation);
  const known = new Map<string, number>();
  const loops: Uint8Array[] = [];
  const loopOf = new Uint16Array(maps.length);
  for (let map = 0; map < maps.length; map++) {
    const { from, to, images } = maps[map];
    const path = paths[from];
    const back = inverses[to];
    const loop = product(product(path, images), back);
    const text = permutationText(loop);
    const number = known.get(text) ?? loops.length;
    loopOf[map] = number;
    if (number < loops.length) continue;
    known.set(text, number);
    loops.push(loop);
  }
  return { loops, loopOf };
}

/** Returns the bit of each place of bit type 0. */
function orderOfFirst(places: number, loops: readonly Uint8Array[]): Pick<BitOrder, 'kind' | 'bits'> {
  // A few loops lead to the systems in less time than all of them. Loops that do not keep a system are added.
  const generators = transitiveSubset(places, loops);
  for (;;) {
    const found = generators && byteSystems(places, generators);
    if (!found) return { kind: 'nibbles', bits: identity(places) };
    const systems = found.chain.filter(({ size }) => size > 1);
    const broken = loops.find((loop) => !systems.every((system) => keepsSystem(system, loop)));
    if (broken === undefined) return { kind: found.kind, bits: bitsOf(found.chain) };
    generators.push(broken);
  }
}

/** Returns some of the loops that together take place 0 to every other place; null if all loops do not. */
function transitiveSubset(places: number, loops: readonly Uint8Array[]): Uint8Array[] | null {
  const chosen: Uint8Array[] = [];
  for (;;) {
    const orbit = orbitOfPoint(chosen, 0);
    if (orbit.size === places) return chosen;
    const further = loops.find((loop) => [...orbit].some((place) => !orbit.has(loop[place])));
    if (further === undefined) return null;
    chosen.push(further);
  }
}

interface ByteSystems {
  readonly kind: 'three' | 'five';
  /** Systems. The parts of the last one are the bytes. */
  readonly chain: readonly PlaceSystem[];
}

/** Returns the systems of these loops that give the fewest steps, null if no system fits into bytes. */
function byteSystems(places: number, loops: readonly Uint8Array[]): ByteSystems | null {
  let five: ByteSystems | null = null;
  for (const chain of placeSystems(loops, places, 8, MOST_SYSTEMS)) {
    const bytes = chain[chain.length - 1];
    if (places > WORD_BYTES * bytes.size) continue;
    if (bytes.size <= FREE_BITS.length) return { kind: 'three', chain: [bytes] };
    if (doubling(chain)) return { kind: 'three', chain };
    five ??= { kind: 'five', chain: [bytes] };
  }
  return five;
}

/** Returns the bit of each place. The parts of the last system are bytes, and those of the finer ones halves and quarters of bytes. */
function bitsOf(chain: readonly PlaceSystem[]): Uint8Array {
  const bytes = chain[chain.length - 1];
  const places = bytes.parts.length;
  const numbers = chain.map(({ parts }) => numbered(parts));
  const order = Array.from({ length: places }, (_, place) => place).sort((a, b) => {
    for (let level = chain.length - 1; level >= 0; level--) {
      const difference = numbers[level][a] - numbers[level][b];
      if (difference !== 0) return difference;
    }
    return a - b;
  });
  const bits = new Uint8Array(places);
  order.forEach((place, i) => {
    const within = i % bytes.size;
    bits[place] = 8 * Math.floor(i / bytes.size) + (bytes.size <= FREE_BITS.length ? FREE_BITS[within] : within);
  });
  return bits;
}

/** Returns the number of each place's part. Parts are numbered in the order of their first places. */
function numbered(parts: Uint8Array): Uint8Array {
  const numbers = new Map<number, number>();
  return parts.map((part) => {
    const number = numbers.get(part) ?? numbers.size;
    numbers.set(part, number);
    return number;
  });
}
