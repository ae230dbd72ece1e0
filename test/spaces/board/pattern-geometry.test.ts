import { describe, expect, test } from 'vitest';
import { unrank } from '#src/permutations/lehmer.js';
import { colourOf, parseBoard } from '#src/spaces/board/board.js';
import {
  bitOfArrangement,
  colourOfPlacement,
  LabelArrangements,
  patternGeometry,
  placementBytes,
  placementOf,
  SetRanks,
  VECTOR_BITS,
  VECTOR_BYTES,
} from '#src/spaces/board/pattern-geometry.js';
import { rows } from '../../suite.js';
import { neighboursOf, statesOf } from '../walk-pattern.js';

const lowestPlace = (mask: number) => 31 - Math.clz32(mask & -mask);

describe('placements', () => {
  // "cells (S, r)" and "entries" in the table of sizes that the method was measured with.
  test.each(
    rows(
      [
        ['4x4', 5, 4_368, 7_284, 874_080],
        ['4x4', 6, 8_008, 16_412, 11_816_640],
        ['4x4', 7, 11_440, 27_748, 139_849_920],
        ['4x4', 8, 12_870, 35_347, 1_425_191_040],
        ['5x5', 6, 177_100, 251_400, 181_008_000],
        ['5x5', 7, 480_700, 806_876, 4_066_655_040],
      ],
      [0, 1],
    ),
  )('of %s with %i tiles: %i sets have %i', (name, tiles, sets, placements, states) => {
    const geometry = patternGeometry(parseBoard(name), tiles);
    expect([geometry.ranks.count, geometry.placements, geometry.states]).toEqual([sets, placements, states]);
  });

  test.each(
    rows(
      [
        ['3x3', 6],
        ['4x4', 3],
        ['.../.#./...', 4],
        ['1x7', 3],
        ['4x8', 4],
      ] as const,
      [0, 1, 2, 3],
    ),
  )('of %s with %i tiles are numbered by their sets, then by the lowest places of their regions', (name, tiles) => {
    const geometry = patternGeometry(parseBoard(name), tiles);
    const { sets, regions, firstPlacement, ranks } = geometry;
    for (let placement = 0; placement < geometry.placements; placement++) {
      const rank = ranks.rankOf(sets[placement]);
      const lowest = lowestPlace(regions[placement]);
      if (placementOf(geometry, sets[placement], lowest) !== placement) expect.fail(`placement ${placement}`);
      if (placement < firstPlacement[rank] || placement >= firstPlacement[rank + 1]) expect.fail(`rank ${rank}`);
      if (placement === 0 || sets[placement] > sets[placement - 1]) continue;
      expect(sets[placement]).toBe(sets[placement - 1]);
      expect(lowest).toBeGreaterThan(lowestPlace(regions[placement - 1]));
    }
  });

  test('are made once for all patterns of a board with the same number of tiles', () => {
    expect(statesOf('3x4', [1, 2]).geometry).toBe(statesOf('3x4', [7, 11], 0).geometry);
  });
});

describe('moves', () => {
  test.each(
    rows(
      [
        ['3x3', [1, 4, 5, 6]],
        ['3x4', [1, 2, 11]],
        ['.../.#./...', [1, 2, 3, 4]],
        ['1x6', [2, 4]],
      ],
      [3],
    ),
  )('of %s, tiles %j can be undone, and change the colour', (name, tiles) => {
    const states = statesOf(name, tiles);
    const { geometry } = states;
    const { board, path, sets, arrangements } = geometry;
    /** Returns the parity of the number of tiles on black cells. */
    const parityOf = (state: number) => {
      const placement = Math.floor(state / arrangements.count);
      const parity = path.filter((cell, place) => (sets[placement] >>> place) & colourOf(board, cell)).length % 2;
      expect(colourOfPlacement(geometry, placement)).toBe(parity);
      return parity;
    };
    for (let state = 0; state < geometry.states; state++) {
      for (const to of neighboursOf(states, state)) {
        if (!neighboursOf(states, to).includes(state)) expect.fail(`${states.format(state)} to ${states.format(to)}`);
        if (parityOf(to) === parityOf(state)) expect.fail(`the colour of ${states.format(to)}`);
      }
    }
  });
});

describe('arrangements', () => {
  test.each(rows([1, 2, 3, 5, 8], [0, 2]))(
    'of %i labels are numbered by their ranks, and change like a list from which a label is removed and inserted elsewhere',
    (tiles) => {
      const arrangements = LabelArrangements.of(tiles);
      const labelsOf = (arrangement: number) => [
        ...arrangements.labels.subarray(arrangement * tiles, (arrangement + 1) * tiles),
      ];
      for (let from = 0; from < tiles; from++) {
        for (let to = 0; to < tiles; to++) {
          for (let arrangement = 0; arrangement < arrangements.count; arrangement += tiles > 5 ? 997 : 1) {
            const expected = labelsOf(arrangement);
            expect(expected).toEqual(unrank(tiles, arrangement).map((element) => element - 1));
            expected.splice(to, 0, ...expected.splice(from, 1));
            expect(labelsOf(arrangements.carried(from, to)[arrangement])).toEqual(expected);
          }
        }
      }
    },
  );
});

describe('bits of arrangements', () => {
  test('are in lane w, at (x * 4 + y) * 3 + z', () => {
    expect(bitOfArrangement(0)).toBe(0);
    expect(bitOfArrangement(3)).toBe(64 + 1);
    expect(bitOfArrangement(119)).toBe(64 + 59);
    expect(bitOfArrangement(2 * 120 + 4 * 24 + 3 * 6 + 2 * 2)).toBe(2 * 128 + 59);
  });

  test.each([
    [3, 6, 1],
    [5, 120, 1],
    [6, 720, 6],
    [7, 5040, 42],
  ])('of %i labels, %i of them, are in %i vectors, with each bit used once', (_, arrangements, vectors) => {
    expect(placementBytes(arrangements)).toBe(vectors * VECTOR_BYTES);
    const bits = new Set(Array.from({ length: arrangements }, (__, arrangement) => bitOfArrangement(arrangement)));
    expect(bits.size).toBe(arrangements);
    expect(Math.max(...bits)).toBeLessThan(vectors * VECTOR_BITS);
    expect([...bits].every((bit) => bit % 64 < 60)).toBe(true);
  });
});

describe('ranks of sets', () => {
  test('put the sets of two places in the order {0, 1}, {0, 2}, {1, 2}, {0, 3}', () => {
    expect([...new SetRanks(4, 2).all()].slice(0, 4)).toEqual([0b11, 0b101, 0b110, 0b1001]);
  });

  test.each([
    [4, 1],
    [9, 6],
    [16, 5],
    [31, 3],
    [32, 1],
  ])('of %i places, %i in a set, count all sets in ascending order', (places, size) => {
    const ranks = new SetRanks(places, size);
    let rank = 0;
    let before = 0;
    for (const set of ranks.all()) {
      const ones = [...set.toString(2)].filter((bit) => bit === '1').length;
      if (ones !== size || set <= before || set >= 2 ** places) expect.fail(`set ${set}`);
      if (ranks.rankOf(set) !== rank++) expect.fail(`the rank of ${set}`);
      before = set;
    }
    expect(rank).toBe(ranks.count);
  });
});
