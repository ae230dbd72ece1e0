import { describe, expect, test } from 'vitest';
import { blockAt, divideBlocks, ordersOf, placeOfBlock, portionsText, runsOf } from '#src/runs/disk/portions.js';

describe('the orders of blocks', () => {
  test('contain every block once', () => {
    const orders = ordersOf([6, 5, 4, 3]);
    expect(orders).toHaveLength(7);
    for (const order of orders) {
      const blocks = Array.from({ length: 360 }, (_, place) => blockAt(order, place));
      expect(new Set(blocks)).toEqual(new Set(Array.from({ length: 360 }, (_, block) => block)));
      expect(blocks.map((block) => placeOfBlock(order, block))).toEqual(blocks.map((_, place) => place));
    }
  });

  test('keep the digits moved to the front constant while the other digits vary', () => {
    // d[1] of the digits d[0..2] of radix 4, 3, 2.
    const order = ordersOf([4, 3, 2])[1];
    const second = Array.from({ length: 24 }, (_, place) => Math.floor(blockAt(order, place) / 2) % 3);
    expect(second).toEqual([...Array(8).fill(0), ...Array(8).fill(1), ...Array(8).fill(2)]);
  });
});

describe('portions', () => {
  const colours = [
    [0, 2, 4],
    [1, 3],
  ] as const;

  test.each([1, 7, 24, 23])('of %i places number all blocks in the order of the files', (places) => {
    for (const order of ordersOf([4, 3, 2])) {
      const portions = divideBlocks(order, places, colours);
      const keys = Array.from({ length: 5 * 24 }, (_, index) => portions.keyOf(index));
      expect(keys.map((key) => portions.indexOf(key))).toEqual(keys.map((_, index) => index));
      const inOrder = colours.flatMap((_, colour) =>
        Array.from({ length: portions.count }, (_, portion) => [...portions.indicesOf(colour, portion)]).flat(),
      );
      expect(inOrder.map((index) => portions.keyOf(index))).toEqual(keys.map((_, key) => key));
      for (const key of keys) {
        const { colour, portion, slot } = portions.placeOfKey(key);
        expect(portions.keysOf(colour, portion).begin + slot).toBe(key);
      }
    }
  });

  test('have the blocks of some places, cell by cell, and the last one has the rest', () => {
    const portions = divideBlocks({ count: 24, outer: 1, low: 24 }, 7, colours);
    expect(portions.count).toBe(4);
    const cells = [1, 3].flatMap((cell) => [21, 22, 23].map((block) => cell * 24 + block));
    expect([...portions.indicesOf(1, 3)]).toEqual(cells);
    expect(portions.slotsOf(0, 0)).toBe(21);
    expect(portions.endOf(3)).toBe(24);
    expect(portions.portionOfBlock(14)).toBe(2);
  });
});

test('consecutive numbers form one run, up to a length', () => {
  expect(runsOf([3, 4, 5, 9, 11, 12])).toEqual([
    { first: 3, last: 5 },
    { first: 9, last: 9 },
    { first: 11, last: 12 },
  ]);
  expect(runsOf([3, 4, 5], 2)).toEqual([
    { first: 3, last: 4 },
    { first: 5, last: 5 },
  ]);
  expect(portionsText([0, 2, 3, 4])).toBe('portions 0, 2-4');
});
