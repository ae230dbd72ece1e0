import { mkdirSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '#src/engines/boards/board-plan.js';
import { StorageError } from '#src/files/files.js';
import {
  headBytesOf,
  type PortionBlocks,
  type PortionHeader,
  portionPath,
  putHeader,
  readPortionHeader,
  slotBytesOf,
  sumOf,
  VISITED,
  wordBytesOf,
} from '#src/runs/disk/portion-file.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { newFolder } from '../../folders.js';

const blocks = blocksOf(geometryOf(parseBoard('3x4')));
const slotBytes = slotBytesOf(blocks);
const SLOTS = 3;
const headBytes = headBytesOf(SLOTS, 20);
const expected = { run: 'a1b2', portion: 4, layer: 9, slots: SLOTS, headBytes, slotBytes, table: true };

const header: PortionHeader = {
  run: 'a1b2',
  layer: 9,
  portion: 4,
  fresh: 2 ** 33,
  first: [1, 2 ** 40],
  tableLayer: 7,
  blocks: {
    held: new Uint8Array(12).fill(1),
    marked: new Uint8Array(12).fill(2),
    visitedSums: new Uint8Array(12).fill(3),
    tableSums: new Uint8Array(12).fill(4),
    gained: new Uint8Array([0, 1, 1]),
  },
};

/** Writes a file with this header and slots of zeros in a new folder. */
function written(given: PortionHeader, change: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes): string {
  const folder = newFolder();
  mkdirSync(folder);
  const bytes = new Uint8Array(headBytes + (given.blocks === null ? 0 : SLOTS * slotBytes));
  putHeader(bytes.subarray(0, headBytes), given);
  writeFileSync(portionPath(folder, VISITED, 4, 9), change(bytes));
  return folder;
}

describe('the header of a portion', () => {
  test('is read unchanged', async () => {
    const read = await readPortionHeader(written(header), expected);
    expect({ ...read, blocks: null }).toEqual({ ...header, blocks: null });
    for (const [name, bytes] of Object.entries(header.blocks ?? {})) {
      expect(new Uint8Array(read?.blocks?.[name as keyof PortionBlocks] ?? [])).toEqual(bytes);
    }
  });

  test('of a layer that added nothing is the whole file', async () => {
    const nothing = { ...header, fresh: 0, first: [], blocks: null };
    expect(await readPortionHeader(written(nothing), expected)).toEqual(nothing);
    const other = { ...nothing, fresh: 1 };
    await expect(readPortionHeader(written(other), expected)).rejects.toThrow('does not match its run');
  });

  test('is undefined if the file does not exist', async () => {
    expect(await readPortionHeader(written(header), { ...expected, portion: 5 })).toBeUndefined();
  });

  test('of another run, layer, portion or board is refused, and so is a truncated file', async () => {
    for (const other of [{ run: 'c3' }, { layer: 11 }, { portion: 3 }]) {
      await expect(readPortionHeader(written({ ...header, ...other }), expected)).rejects.toThrow(
        /visited-4-9 is layer \d+ of portion \d of run "\w+", not of run "a1b2"; begin again in an empty folder$/,
      );
    }
    const tampered = { ...header, layer: {}, portion: [], run: null } as unknown as PortionHeader;
    await expect(readPortionHeader(written(tampered), expected)).rejects.toThrow(
      /visited-4-9 is layer an object of portion a list of run null, not of run "a1b2"; begin/,
    );
    await expect(readPortionHeader(written(header), { ...expected, table: false })).rejects.toThrow(
      'does not match its run',
    );
    const cut = written(header, (bytes) => bytes.subarray(0, -1));
    await expect(readPortionHeader(cut, expected)).rejects.toThrow(/should have \d+ bytes, but has \d+; begin again/);
    for (const bytes of [0, 12, 100, headBytes]) {
      const short = written(header, (whole) => whole.subarray(0, bytes));
      await expect(readPortionHeader(short, expected)).rejects.toThrow(StorageError);
    }
  });

  test('with any bit changed is refused, except for padding', async () => {
    const used = new Uint8Array(headBytes);
    putHeader(used, header);
    const length = 1 + used.findLastIndex((byte) => byte !== 0);
    await fc.assert(
      fc.asyncProperty(fc.nat(length - 1), fc.nat(7), async (byte, bit) => {
        const folder = written(header, (bytes) => {
          bytes[byte] ^= 1 << bit;
          return bytes;
        });
        await expect(readPortionHeader(folder, expected)).rejects.toThrow(portionPath(folder, VISITED, 4, 9));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the checksum of a block', () => {
  test('changes with any bit of its words', () => {
    expect(slotBytes).toBe(24_576);
    const slot = new Uint8Array(slotBytes);
    slot.set([1, 2, 3, 255], 100);
    const wordBytes = wordBytesOf(blocks);
    const sum = sumOf(slot, wordBytes);
    fc.assert(
      fc.property(fc.nat(wordBytes - 1), fc.nat(7), (byte, bit) => {
        const changed = slot.slice();
        changed[byte] ^= 1 << bit;
        expect(sumOf(changed, wordBytes)).not.toBe(sum);
      }),
      { numRuns: 500 },
    );
  });
});
