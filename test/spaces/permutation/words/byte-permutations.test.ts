import { describe, expect, test } from 'vitest';
import {
  ANY_SOURCE,
  FIVE_DISTANCES,
  FREE_BITS,
  fiveExchanges,
  THREE_DISTANCES,
  threeExchanges,
} from '#src/spaces/permutation/moves/bit-permutations.js';
import { unrankBytes } from '../../../unranked-bytes.js';

/** Returns the source of each bit of a byte after exchanges of the listed places, made one pair at a time. */
function exchanged(distances: readonly number[], masks: readonly number[]): number[] {
  const sources = [0, 1, 2, 3, 4, 5, 6, 7];
  distances.forEach((distance, k) => {
    for (let bit = 0; bit < 8; bit++) {
      if (!((masks[k] >> bit) & 1)) continue;
      if (bit & distance) throw new Error(`${bit} is not the lower bit of a pair at the distance ${distance}`);
      [sources[bit], sources[bit + distance]] = [sources[bit + distance], sources[bit]];
    }
  });
  return sources;
}

function permutations(): number[][] {
  return Array.from({ length: 40320 }, (_, rank) => {
    const permutation = new Uint8Array(8);
    unrankBytes(rank, permutation);
    return [...permutation];
  });
}

describe('permutations of the bits of a byte', () => {
  test('4,096 of them are three exchanges, since there are 2^12 settings and a permutation has one', () => {
    let found = 0;
    for (const sources of permutations()) {
      const masks = threeExchanges(sources);
      if (masks === null) continue;
      found++;
      expect(exchanged(THREE_DISTANCES, masks)).toEqual(sources);
    }
    expect(found).toBe(4096);
  });

  test('all of them are five exchanges', () => {
    const failed = permutations().filter((sources) => {
      const made = exchanged(FIVE_DISTANCES, fiveExchanges(sources));
      return made.some((source, bit) => source !== sources[bit]);
    });
    expect(failed).toEqual([]);
  });

  test('all 128 automorphisms of the tree of pairs and fours are three exchanges', () => {
    const keeps = (sources: number[], size: number) =>
      sources.every((source, bit) => Math.floor(source / size) === Math.floor(sources[bit - (bit % size)] / size));
    const automorphisms = permutations().filter((sources) => keeps(sources, 2) && keeps(sources, 4));
    expect(automorphisms).toHaveLength(128);
    expect(automorphisms.filter((sources) => threeExchanges(sources) === null)).toEqual([]);
  });

  test('all 24 permutations of the free bits are three exchanges, if the other bits can have any value', () => {
    for (let rank = 0; rank < 24; rank++) {
      const permutation = new Uint8Array(4);
      unrankBytes(rank, permutation);
      const sources = new Array<number>(8).fill(ANY_SOURCE);
      FREE_BITS.forEach((bit, i) => {
        sources[bit] = FREE_BITS[permutation[i]];
      });
      const made = exchanged(THREE_DISTANCES, threeExchanges(sources) ?? []);
      for (const bit of FREE_BITS) expect(made[bit]).toBe(sources[bit]);
    }
  });
});
