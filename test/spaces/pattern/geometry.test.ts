import { describe, expect, test } from 'vitest';
import { colourOf, parseBoard } from '#src/spaces/board/board.js';
import { colourOfPlacement, patternGeometryOf, placementOf } from '#src/spaces/board/pattern-geometry.js';
import { neighboursOf, statesOf } from './walk-pattern.js';

const lowestPlace = (mask: number) => 31 - Math.clz32(mask & -mask);

describe('placements', () => {
  // "cells (S, r)" and "entries" in the table of sizes that the method was measured with.
  test.each([
    ['4x4', 5, 4_368, 7_284, 874_080],
    ['4x4', 6, 8_008, 16_412, 11_816_640],
    ['4x4', 7, 11_440, 27_748, 139_849_920],
    ['4x4', 8, 12_870, 35_347, 1_425_191_040],
    ['5x5', 6, 177_100, 251_400, 181_008_000],
    ['5x5', 7, 480_700, 806_876, 4_066_655_040],
  ])('of %s with %i tiles: %i sets have %i', (name, tiles, sets, placements, states) => {
    const geometry = patternGeometryOf(parseBoard(name), tiles);
    expect([geometry.ranks.count, geometry.placements, geometry.states]).toEqual([sets, placements, states]);
  });

  test.each([
    ['3x3', 6],
    ['4x4', 3],
    ['.../.#./...', 4],
    ['4x8', 4],
    ['1x7', 3],
  ])('of %s with %i tiles are numbered by their sets, then by the lowest places of their regions', (name, tiles) => {
    const geometry = patternGeometryOf(parseBoard(name), tiles);
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
  test.each([
    ['3x3', [1, 4, 5, 6]],
    ['3x4', [1, 2, 11]],
    ['.../.#./...', [1, 2, 3, 4]],
    ['1x6', [2, 4]],
  ])('of %s, tiles %j can be undone, and change the colour', (name, tiles) => {
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
