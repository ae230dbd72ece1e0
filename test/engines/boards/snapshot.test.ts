import { describe, expect, test } from 'vitest';
import { depthToSave, partsOf, type SavedBits } from '#src/engines/boards/snapshot.js';

const EVEN = [0, 2];
const ODD = [1, 3];
const single = (table: boolean): SavedBits => ({ metric: 'single', table, cells: [EVEN, ODD] });

/** Returns true if a layer changes a bitset of the cells of a colour. */
function changes(bitset: string, colour: number, layer: number): boolean {
  return layer % 2 === colour && (bitset === 'visited' || Math.floor(layer / 2) % 2 === 1);
}

describe('the parts of a checkpoint', () => {
  test.each([true, false])('do not change while they are written, and match its depth; table: %s', (table) => {
    for (let depth = 1; depth < 40; depth++) {
      for (const { file, rows, from, until } of partsOf(single(table), depth)) {
        const colour = rows === EVEN ? 0 : 1;
        // From the layer before `from` to the layer before `until`, neither the part nor depth D changes.
        for (let layer = Math.min(from, depth + 1); layer < Math.max(until, depth + 1); layer++) {
          expect(changes(file, colour, layer), `${file} ${colour} of ${depth} in layer ${layer}`).toBe(false);
        }
        // The part can be begun when the layer is complete, and need not be done before.
        expect(from).toBeLessThanOrEqual(depth + 1);
        expect(until).toBeGreaterThan(depth);
      }
    }
  });

  test.each([
    [true, 3],
    [false, 1],
  ])('are the visited bits of one colour, and the table of both colours if there is one: %s', (table, count) => {
    for (let depth = 1; depth < 10; depth++) {
      const parts = partsOf(single(table), depth);
      expect(parts).toHaveLength(count);
      expect(parts[0]).toMatchObject({ file: 'visited', rows: depth % 2 === 0 ? ODD : EVEN });
      expect(parts.slice(1).map(({ file, rows }) => [file, rows])).toEqual(
        table
          ? [
              ['table', EVEN],
              ['table', ODD],
            ]
          : [],
      );
    }
  });

  test('take four layers, and one part takes a single layer', () => {
    expect([1, 2, 3, 4, 7].map((next) => depthToSave(single(true), next))).toEqual([
      undefined,
      undefined,
      4,
      undefined,
      8,
    ]);
    expect(partsOf(single(true), 8).map(({ from, until }) => [from, until])).toEqual([
      [8, 9],
      [7, 10],
      [8, 11],
    ]);
    expect(depthToSave(single(false), 6)).toBe(6);
  });

  test('are all bits of all cells, between layers, in the multi-tile metric', () => {
    const saved: SavedBits = {
      metric: 'multi',
      table: false,
      cells: [
        [0, 1],
        [0, 1],
      ],
    };
    expect(depthToSave(saved, 6)).toBe(5);
    expect(partsOf(saved, 5)).toEqual([
      { file: 'visited', rows: [0, 1], from: 6, until: 6 },
      { file: 'table', rows: [0, 1], from: 6, until: 6 },
    ]);
  });
});
