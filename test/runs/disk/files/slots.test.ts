import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '#src/engines/bits/layout/blocks.js';
import { onesOfSlot, sealSlot, slotBytesOf, TABLE, VISITED } from '#src/runs/disk/files/slots.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering/geometry.js';

const name = { bitset: VISITED, cell: 3, block: 77 };
const slotBytes = slotBytesOf(blocksOf(geometryOf(parseBoard('3x4'))));

function sealed(): Uint8Array {
  const slot = new Uint8Array(slotBytes);
  slot.set([1, 2, 3, 255], 100);
  sealSlot(slot, name, 12);
  return slot;
}

describe('a slot', () => {
  test('is whole pages, the words of a block and a trailer', () => {
    expect(slotBytes).toBe(24576);
  });

  test('tells how many ones it has', () => {
    expect(onesOfSlot(sealed(), name)).toBe(12);
  });

  test('that was never written holds nothing', () => {
    expect(onesOfSlot(new Uint8Array(slotBytes), name)).toBe(0);
  });

  test('of another block is refused', () => {
    for (const other of [{ bitset: TABLE }, { cell: 4 }, { block: 78 }]) {
      expect(onesOfSlot(sealed(), { ...name, ...other })).toBeUndefined();
    }
  });

  test('with any bit changed is refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: slotBytes - 1 }), fc.integer({ min: 0, max: 7 }), (byte, bit) => {
        const slot = sealed();
        slot[byte] ^= 1 << bit;
        expect(onesOfSlot(slot, name)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test('of which only some pages were written is refused', () => {
    for (let pages = 1; pages < slotBytes / 4096; pages++) {
      const [first, last] = [sealed(), sealed()];
      first.fill(0, pages * 4096);
      last.fill(0, 0, pages * 4096);
      expect(onesOfSlot(first, name)).toBeUndefined();
      expect(onesOfSlot(last, name)).toBeUndefined();
    }
  });
});
