/**
 * Permutations of the bits of a 128-bit word, in the kernel's form. Each one is proved: every bit is followed through its steps.
 *
 * Below: the exchanges that permute a byte, and the order of the bits of a word for which few exchanges are enough.
 */

import { discreteSystem, joinedSystem, keepsSystem, type PlaceSystem } from '../../../permutations/block-systems.js';
import {
  identity,
  inversePermutation,
  orbitOfPoint,
  permutationText,
  product,
} from '../../../permutations/permutation.js';
import { type BitPermutations, UNUSED, WORD_BITS, WORD_BYTES } from './compiled-moves.js';
import type { PlaceMap } from './framed-moves.js';

const NIBBLES = 2 * WORD_BYTES;

/** Stands for the byte from which a byte comes if it is 0. i8x16.swizzle treats any number above 15 so. */
const ZERO_BYTE = 128;
/** Stands for the byte from which a byte comes if there are several. */
const SEVERAL = -1;

/**
 * Returns permutations of bits in the form of a kind.
 * @param maps [permutation * WORD_BITS + bit]: the bit to which it is taken, UNUSED if it is not used; all use the same bits
 * @returns null if the steps of this kind cannot make one of them
 */
export function compilePermutations(kind: BitPermutations['kind'], maps: Uint8Array): BitPermutations | null {
  const size = kind === 'nibbles' ? NIBBLES * 16 * WORD_BYTES : (1 + DISTANCES.length) * WORD_BYTES;
  const count = maps.length / WORD_BITS;
  const permutations = { kind, count, bytes: new Uint8Array(count * size) };
  for (let i = 0; i < count; i++) {
    const map = maps.subarray(i * WORD_BITS, (i + 1) * WORD_BITS);
    const bytes = permutations.bytes.subarray(i * size, (i + 1) * size);
    if (kind === 'nibbles') writeNibbles(map, bytes);
    else if (!writeExchanges(map, bytes)) return null;
  }
  return permutations;
}

/**
 * Writes the exchange of bytes, and then the masks of each distance. Returns false if these cannot make the permutation: if bits of a byte
 * come from several bytes or go to several, or cannot be exchanged.
 */
function writeExchanges(map: Uint8Array, bytes: Uint8Array): boolean {
  const sources = sourcesOf(map);
  let taken = 0;
  for (let byte = 0; byte < WORD_BYTES; byte++) {
    const from = sourceByte(sources, byte);
    if (from === SEVERAL) return false;
    bytes[byte] = from;
    if (from !== ZERO_BYTE) {
      if ((taken >> from) & 1) return false;
      taken |= 1 << from;
    }
    const ofByte = sources.subarray(8 * byte, 8 * byte + 8);
    const masks = threeExchanges(ofByte.map((source) => (source === ANY_SOURCE ? ANY_SOURCE : source & 7)));
    if (masks === null) return false;
    for (let k = 0; k < masks.length; k++) bytes[(k + 1) * WORD_BYTES + byte] = masks[k];
  }
  return true;
}

/** Returns the bit from which each bit takes its value. */
function sourcesOf(map: Uint8Array): Uint8Array {
  const sources = new Uint8Array(WORD_BITS).fill(ANY_SOURCE);
  for (let bit = 0; bit < WORD_BITS; bit++) if (map[bit] !== UNUSED) sources[map[bit]] = bit;
  return sources;
}

/** Returns the byte from which the bits of a byte take their values: ZERO_BYTE if none does, SEVERAL if there is more than one. */
function sourceByte(sources: Uint8Array, byte: number): number {
  let from = ZERO_BYTE;
  for (let target = 8 * byte, end = target + 8; target < end; target++) {
    const source = sources[target];
    if (source === ANY_SOURCE) continue;
    if (from !== ZERO_BYTE && from !== source >> 3) return SEVERAL;
    from = source >> 3;
  }
  return from;
}

/** Writes [nibble][value]: the word of the bits to which the set bits of the value are taken. */
function writeNibbles(map: Uint8Array, bytes: Uint8Array): void {
  for (let bit = 0; bit < WORD_BITS; bit++) {
    const target = map[bit];
    if (target === UNUSED) continue;
    for (let value = 0; value < 16; value++) {
      if (!(value & (1 << (bit & 3)))) continue;
      bytes[((bit >> 2) * 16 + value) * WORD_BYTES + (target >> 3)] |= 1 << (target & 7);
    }
  }
}

/*
 * Permutations of the 8 bits of a byte by exchanges at fixed distances, each of which takes one instruction for all bytes of a word.
 *
 * An exchange at the distance d swaps chosen bits p with p + d. A mask holds the lower bits p of the chosen pairs:
 *
 *     t = (byte ^ (byte >> d)) & mask        byte ^ t ^ (t << d)
 *
 * Three exchanges, at 1, 2, 4, leave only one path from s to l: it changes the digits of s to those of l one by one, from digit 0 on. So the
 * permutation determines the masks. It can be made if no two bits meet on their paths, as is true of 4,096 of the 40,320. Two families
 * always can:
 *
 * - automorphisms of the binary tree whose leaves are the bits: they keep the pairs 01, 23, 45, 67 and the fours 0123, 4567;
 * - all permutations of the bits 0, 3, 5, 6 among themselves: they differ in their digits 0 and 1, and in their digits 1 and 2.
 */

/** Distances in the order of the exchanges. */
export const DISTANCES: readonly number[] = [1, 2, 4];

/** Bits for which three exchanges can make any permutation among themselves. */
const FREE_BITS: readonly number[] = [0, 3, 5, 6];

/** Stands for the source of a bit that can have any value. */
const ANY_SOURCE = 255;

/**
 * Returns the masks of three exchanges that permute the bits of a byte, null if there are none.
 * @param sources [bit]: the bit from which it takes its value, or ANY_SOURCE
 */
export function threeExchanges(sources: ArrayLike<number>): number[] | null {
  const masks = [0, 0, 0];
  // [distance][lower bit of a pair]: 1 if the pair is exchanged, 0 if it is not, -1 if no path has used it yet.
  const chosen = DISTANCES.map(() => new Int8Array(8).fill(-1));
  for (let target = 0; target < 8; target++) {
    let bit = sources[target];
    if (bit === ANY_SOURCE) continue;
    for (let k = 0; k < 3; k++) {
      const distance = DISTANCES[k];
      const exchanged = (bit ^ target) & distance ? 1 : 0;
      const pair = bit & ~distance;
      if (chosen[k][pair] === 1 - exchanged) return null;
      chosen[k][pair] = exchanged;
      if (exchanged) {
        masks[k] |= 1 << pair;
        bit ^= distance;
      }
    }
  }
  return masks;
}

/*
 * The order of the bits in a word: the place for which each bit stands.
 *
 * A move takes the places of a word to those of another word by a *place map*. Maps link words of several bit types, and chains of maps
 * take every place to every other one. It is enough to consider bit type 0. For each bit type u, choose a path of maps t_u from type 0 to it.
 * Then a map e from type u to type w is the loop `t_u e t_w^-1`, a permutation of the places of type 0. The path of type u orders its bits:
 * `bit(u, t_u(place)) = bit(0, place)`. So the map permutes the bits of a word as its loop permutes those of type 0.
 *
 * The loops generate a transitive group. If it has a block system of up to 16 parts with up to 8 places each, every part can be a byte. Then a
 * loop is one exchange of bytes, and a permutation within each byte. Three exchanges of bits are enough for these if parts have at most 4
 * places, or have 8 and consist of systems of parts of 4 and of 2: see above. All other words take tables.
 */

export interface BitOrder {
  /** Kind of steps by which the maps permute the bits: see BitPermutations. */
  readonly kind: BitPermutations['kind'];
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
    const chain = generators && byteSystems(places, generators);
    if (!chain) return { kind: 'nibbles', bits: identity(places) };
    const systems = chain.filter(({ size }) => size > 1);
    const broken = loops.find((loop) => !systems.every((system) => keepsSystem(system, loop)));
    if (broken === undefined) return { kind: 'three', bits: bitsOf(chain) };
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

/** Returns systems of these loops, the parts of the last of which are bytes that three exchanges permute; null if there are none. */
function byteSystems(places: number, loops: readonly Uint8Array[]): readonly PlaceSystem[] | null {
  const tried = new Set<string>();
  return coarser([discreteSystem(places)]);

  /** Returns the systems if the last one of a chain of finer ones has few enough parts, or one above it has. */
  function coarser(chain: readonly PlaceSystem[]): readonly PlaceSystem[] | null {
    const finest = chain[chain.length - 1];
    const isSmall = finest.size <= FREE_BITS.length;
    if (places <= WORD_BYTES * finest.size) return isSmall ? [finest] : chain;
    for (const point of new Set(finest.parts)) {
      if (point === finest.parts[0] || tried.size === MOST_SYSTEMS) continue;
      const joined = joinedSystem(loops, finest, point, 8);
      if (joined === null) continue;
      const longer = [...chain, joined];
      const doubles = longer.every(({ size }, i) => size === 1 << i);
      const key = `${doubles} ${[...joined.parts.keys()].filter((place) => joined.parts[place] === joined.parts[0])}`;
      if (tried.has(key) || !(doubles || joined.size <= FREE_BITS.length)) continue;
      tried.add(key);
      const found = coarser(longer);
      if (found !== null) return found;
    }
    return null;
  }
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
