import fc from 'fast-check';
import { Packr, pack } from 'msgpackr';
import { describe, expect, test } from 'vitest';
import { makeBoard } from '#src/spaces/board/board.js';
import { boardClaims, boardHeaderOf } from '#src/table/files/header.js';
import { readMessagePack } from '#src/verify/file-table.js';

/** Returns the value read, with the prototypes that toEqual needs. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('MessagePack', () => {
  test('of headers is read as it was written, including numbers above 2^32', () => {
    for (const [rows, columns] of [
      [2, 2],
      [3, 4],
      [2, 7],
      [2, 8],
    ]) {
      const board = makeBoard(rows, columns);
      const { header, bytes } = boardHeaderOf(boardClaims(board, 1, 'single', [1, 2, 2 ** 40]));
      const map = bytes.subarray(16, 16 + bytes.readUInt32LE(12));
      const { value, end, whole } = readMessagePack(map);
      expect(plain(value)).toEqual(plain(header));
      expect([end, whole]).toEqual([map.length, true]);
    }
  });

  test('of texts, whole numbers, true, false, null, arrays and maps is read as it was written', () => {
    const packr = new Packr({ useRecords: false });
    const leaf = fc.oneof(fc.string(), fc.nat(2 ** 31 - 1), fc.nat(300), fc.boolean(), fc.constant(null));
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('value'), { maxLength: 40 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 20, noNullPrototype: true }),
      ),
    })).value;
    fc.assert(
      fc.property(values, (value) => {
        const bytes = packr.pack(value);
        const read = readMessagePack(bytes);
        expect(read.whole).toBe(true);
        expect(read.end).toBe(bytes.length);
        expect(plain(read.value)).toEqual(plain(value));
      }),
    );
  });

  test('is read as far as possible', () => {
    const bytes = pack({ board: { rows: 3 }, goal: [1, 2, 0] });
    const { value, whole } = readMessagePack(bytes.subarray(0, -1));
    expect(plain(value)).toEqual({ board: { rows: 3 }, goal: [1, 2] });
    expect(whole).toBe(false);
    for (const odd of [[], [0xc1], [0xdd, 0xff, 0xff, 0xff, 0xff], [0xd9, 5, 65], new Array(100_000).fill(0x91)]) {
      expect(readMessagePack(Buffer.from(odd)).whole).toBe(false);
    }
  });

  test('is read from any bytes without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const { end } = readMessagePack(Buffer.from(bytes));
        expect(end).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: 2000 },
    );
  });
});
