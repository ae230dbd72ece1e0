import { describe, expect, test } from 'vitest';
import {
  type BitOrder,
  compilePermutations,
  DISTANCES,
  orderBits,
  threeExchanges,
} from '#src/spaces/permutation/moves/bit-permutations.js';
import { UNUSED } from '#src/spaces/permutation/moves/compiled-moves.js';
import type { PlaceMap } from '#src/spaces/permutation/moves/framed-moves.js';
import { plainUnrank } from '../../../plain-search.js';
import { count } from '../../../suite.js';
import { permutedWord, seededNumbers, shuffled } from './plain-layers.js';

type Random = (limit: number) => number;

/** Returns a permutation of the leaves of a tree that has these numbers of children from its root on: random at each node. */
function treeAutomorphism(children: readonly number[], random: Random): number[] {
  if (children.length === 0) return [0];
  const [count, ...rest] = children;
  const subtree = rest.reduce((product, factor) => product * factor, 1);
  const order = shuffled(count, random);
  return order.flatMap((child) => treeAutomorphism(rest, random).map((leaf) => child * subtree + leaf));
}

/** Returns maps of one or more bit types: permutations of one set, for which each bit type has its own names. */
function mapsOf(permutations: readonly number[][], bitTypes: number, random: Random): PlaceMap[] {
  const places = permutations[0].length;
  const names = Array.from({ length: bitTypes }, () => shuffled(places, random));
  const between = (permutation: readonly number[], from: number, to: number) => {
    const images = new Uint8Array(places);
    permutation.forEach((image, place) => {
      images[names[from][place]] = names[to][image];
    });
    return { from, to, images };
  };
  return [
    ...permutations.map((permutation) => between(permutation, random(bitTypes), random(bitTypes))),
    ...permutations.map((permutation, i) => between(permutation, i % bitTypes, (i + 1) % bitTypes)),
  ];
}

/** Checks that the order permutes random words like the maps. */
function expectPermuted(order: BitOrder, maps: readonly PlaceMap[], random: Random): void {
  const places = maps[0].images.length;
  const bitsOf = (type: number) => order.bits.subarray(type * places, (type + 1) * places);
  const bitMaps = new Uint8Array(128 * maps.length).fill(UNUSED);
  for (const [i, { from, to, images }] of maps.entries()) {
    for (const [place, image] of images.entries()) bitMaps[128 * i + bitsOf(from)[place]] = bitsOf(to)[image];
  }
  const permutations = compilePermutations(order.kind, bitMaps);
  if (permutations === null) throw new Error(`the order has no permutations of kind ${order.kind}`);
  maps.forEach(({ from, to, images }, i) => {
    const word = new Uint8Array(16);
    const expected = new Uint8Array(16);
    images.forEach((image, place) => {
      if (random(2) === 0) return;
      word[bitsOf(from)[place] >> 3] |= 1 << (bitsOf(from)[place] & 7);
      expected[bitsOf(to)[image] >> 3] |= 1 << (bitsOf(to)[image] & 7);
    });
    expect(permutedWord(permutations, i, word)).toEqual(expected);
  });
}

describe('the order of bits', () => {
  test.each([
    ['binary trees of 128 leaves', [2, 2, 2, 2, 2, 2, 2], 'three'],
    ['15 bytes of pairs of pairs', [15, 2, 2, 2], 'three'],
    ['16 parts of any four places', [16, 4], 'three'],
    ['21 parts of any three places, two of which do not fit into a byte', [21, 3], 'nibbles'],
    ['15 parts of any six places', [15, 6], 'nibbles'],
    ['any 16 places', [16], 'three'],
    ['any 17 places', [17], 'nibbles'],
    ['any 70 places', [70], 'nibbles'],
    ['a single place', [1], 'three'],
  ] as const)('of %s', (_, children, kind) => {
    for (let seed = 0; seed < count(1, 3); seed++) {
      const random = seededNumbers(seed);
      const automorphisms = Array.from({ length: 20 }, () => treeAutomorphism(children, random));
      for (const bitTypes of [1, 5]) {
        const maps = mapsOf(automorphisms, bitTypes, random);
        const order = orderBits(automorphisms[0].length, bitTypes, maps);
        expect(order.kind).toBe(kind);
        expectPermuted(order, maps, random);
      }
    }
  });

  test('finds pairs of pairs in the regular action of an elementary group of 128, which has 11,811 subgroups of order 8', () => {
    const maps = Array.from({ length: 7 }, (_, k) => ({
      from: 0,
      to: 0,
      images: Uint8Array.from({ length: 128 }, (_, place) => place ^ (1 << k)),
    }));
    expect(orderBits(128, 1, maps).kind).toBe('three');
  });
});

/** Returns the source of each bit of a byte after exchanges of the listed places, made one pair at a time. */
function exchanged(masks: readonly number[]): number[] {
  const sources = [0, 1, 2, 3, 4, 5, 6, 7];
  DISTANCES.forEach((distance, k) => {
    for (let bit = 0; bit < 8; bit++) {
      if (!((masks[k] >> bit) & 1)) continue;
      if (bit & distance) throw new Error(`${bit} is not the lower bit of a pair at the distance ${distance}`);
      [sources[bit], sources[bit + distance]] = [sources[bit + distance], sources[bit]];
    }
  });
  return sources;
}

/** All permutations of eight bits. */
const PERMUTATIONS = Array.from({ length: 40320 }, (_, rank) => plainUnrank(8, rank));

describe('permutations of the bits of a byte', () => {
  test('4,096 of them are three exchanges, since there are 2^12 settings and a permutation has one', () => {
    let found = 0;
    for (const sources of PERMUTATIONS) {
      const masks = threeExchanges(sources);
      if (masks === null) continue;
      found++;
      expect(exchanged(masks)).toEqual(sources);
    }
    expect(found).toBe(4096);
  });
});
