import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SeededRandom } from '#src/spaces/board/random.js';
import { TableError } from '#src/table/files/contents.js';
import { type TableReport, verifyTable } from '#src/verify/verify-table.js';
import { plainSearch } from '../../plain-search.js';
import { count, rows } from '../../suite.js';
import { flipped, makeTable, plainDistances, type TableFile, withHeader } from './files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const broken = join(folder, 'broken.table');
let good: TableFile;
let headEnd: number;

beforeAll(async () => {
  good = await makeTable(folder, '3x3');
  headEnd = 16 + good.bytes.readUInt32LE(12) + 4;
});

/** Verifies bytes on one thread. Two threads take as long to start as the replay of 3x3; the tests of good tables use them. */
function verify(bytes: Buffer, ignoreChecksums: boolean): Promise<TableReport> {
  writeFileSync(broken, bytes);
  return verifyTable(broken, { threads: 1, ignoreChecksums });
}

const messages = (report: TableReport) => report.faults.map(({ message }) => message);

describe('a good table', () => {
  test.each(
    rows(
      [
        ['2x2', undefined],
        ['2x2', 1],
        ['2x3', undefined],
        ['3x2', 2],
        ['3x3', undefined],
        ['3x3', 0],
        ['3x3', 4],
        ['3x3', 5],
        ['1x5', undefined],
        ['1x2', 0],
        ['9x1', 3],
        ['2x5', undefined],
        ['../.#', 0],
        ['#.#/.../...', undefined],
        ['#.#/.../...', 0],
        ['..#/.../...', 3],
        ['.../.#./...', 1],
        ['.#.#./...../#.#..', 4],
      ] as const,
      [1, 3, 4, 8, 16],
    ),
  )('of %s, goal blank %s, has no fault', async (board, goalCell) => {
    const { path, header } = await makeTable(folder, board, goalCell);
    for (const ignoreChecksums of [false, true]) {
      const report = await verifyTable(path, { threads: ignoreChecksums ? 1 : 2, ignoreChecksums });
      expect(report).toMatchObject({
        ok: true,
        faults: [],
        faultCount: 0,
        faultsOfChecksums: 0,
        histogram: header.histogram,
      });
    }
  });

  test('of 3x3 has the layers of the plain search', async () => {
    const report = await verifyTable(good.path, { threads: 1, ignoreChecksums: false });
    expect(report.histogram).toEqual(plainSearch(3, 3, [1, 2, 3, 4, 5, 6, 7, 8, 0]).histogram);
  });

  test('announces memory and threads before the replay, and is not replayed if they are refused', async () => {
    const refused = verifyTable(good.path, {
      threads: 2,
      ignoreChecksums: false,
      onSpace: ({ size }, bytes) => {
        expect([size, bytes]).toEqual([181440, 3 * 9 * 336 * 8]);
        throw new RangeError('too much');
      },
    });
    await expect(refused).rejects.toThrow('too much');
  });
});

describe('one changed bit', () => {
  test('of a word is reported with its state, and so is the checksum that no longer matches', async () => {
    const distances = plainDistances('3x3');
    for (const { cell, words } of rows(good.header.sections, [0, 4])) {
      const word = 17 * cell + 5;
      const bit = 7 * cell + 2;
      const bytes = flipped(good.bytes, words.offset + word * 8 + (bit >> 3), bit & 7);
      const stopped = await verify(bytes, false);
      expect(stopped.histogram).toBeUndefined();
      expect(stopped.faultCount).toBe(1);
      expect(stopped.faults[0].message).toMatch(
        new RegExp(`^checksum of chunk 0 of the words of blank cell ${cell} is 0x[0-9a-f]{8}, expected 0x[0-9a-f]{8}$`),
      );
      const { faults, faultCount, faultsOfChecksums } = await verify(bytes, true);
      expect([faultCount, faultsOfChecksums]).toEqual([2, 1]);
      const distance = distances[cell][word * 60 + bit];
      const expected = Math.floor(distance / 2) % 2;
      expect(faults[1]).toMatchObject({ part: 'words', cell, word, bit, distance, expected, found: 1 - expected });
      expect(faults[1].message).toBe(
        `blank cell ${cell}, word ${word}, bit ${bit} (${faults[1].position}, distance ${distance}) is ${1 - expected}, expected ${expected}`,
      );
    }
  });

  test('that belongs to no state is reported, including on boards with few tiles', async () => {
    const high = good.header.sections[4].words.offset + 8 * 335 + 7;
    expect(messages(await verify(flipped(good.bytes, high, 7), true))[1]).toBe(
      'blank cell 4, word 335, bit 63, which belongs to no state, is 1, expected 0',
    );
    for (const [board, unused] of [
      ['2x2', 3],
      ['1x5', 1],
      ['2x3', 60],
    ] as const) {
      const table = await makeTable(folder, board);
      for (let bit = unused; bit < 64; bit++) {
        const bytes = flipped(table.bytes, table.header.sections[1].words.offset + (bit >> 3), bit & 7);
        expect(messages(await verify(bytes, true))[1]).toBe(
          `blank cell 1, word 0, bit ${bit}, which belongs to no state, is 1, expected 0`,
        );
        if (bit > unused + count(-1, 2)) break;
      }
    }
  });

  test('of magic and version is reported, and so is the header checksum', async () => {
    const magic = messages(await verify(flipped(good.bytes, 0, 1), true));
    expect(magic[0]).toBe('magic is "CNTIPODE", expected "ANTIPODE"');
    expect(magic[1]).toMatch(/^header: checksum is 0x[0-9a-f]{8}, expected 0x[0-9a-f]{8}$/);
    expect(magic).toHaveLength(2);
    expect(messages(await verify(flipped(good.bytes, 8, 1), true))[0]).toBe('version is 3, expected 1');
  });

  test('of the header checksum, of checksums and between the sections is reported, and the rest is right', async () => {
    const sum = await verify(flipped(good.bytes, headEnd - 1, 7), true);
    expect(messages(sum)).toEqual([expect.stringMatching(/^header: checksum is /)]);
    expect(sum.histogram).toEqual(good.header.histogram);

    const { checksums } = good.header.sections[6];
    const chunk = await verify(flipped(good.bytes, checksums.offset + 2, 3), true);
    expect(messages(chunk)).toEqual([expect.stringMatching(/^checksum of chunk 0 of the words of blank cell 6 is /)]);
    expect(chunk.faults[0].part).toBe('checksums');

    for (const at of [checksums.offset + checksums.bytes, good.bytes.length - 1, headEnd]) {
      if (at === good.header.sections[0].words.offset) continue;
      for (const ignoreChecksums of [false, true]) {
        const report = await verify(flipped(good.bytes, at, 4), ignoreChecksums);
        expect(messages(report)).toEqual([`byte ${at}, between the sections, is 16, expected 0`]);
        expect(report.histogram === undefined).toBe(!ignoreChecksums);
      }
    }
  });

  test('of the header is reported with its field', async () => {
    // The histogram's sixth entry, 20, stands alone between 16 and 39.
    const at = good.bytes.indexOf(Buffer.from([16, 20, 39]));
    const stopped = await verify(flipped(good.bytes, at + 1, 0), false);
    expect(messages(stopped)).toEqual([expect.stringMatching(/^header: checksum is /)]);
    expect(stopped.histogram).toBeUndefined();
    const { faults, histogram } = await verify(flipped(good.bytes, at + 1, 0), true);
    expect(faults.map(({ message }) => message).slice(1)).toEqual(['header: histogram[5] is 21, expected 20']);
    expect(histogram?.[5]).toBe(20);
    const depth = good.bytes.indexOf('maxDepth') + 'maxDepth'.length;
    expect(messages(await verify(flipped(good.bytes, depth, 5), true))[1]).toBe('header: maxDepth is 63, expected 31');
    const path = good.bytes.indexOf('path') + 'path'.length + 1;
    expect(messages(await verify(flipped(good.bytes, path + 1, 2), true))[1]).toBe(
      'header: numbering.path[1] is 5, expected 1',
    );
    const key = good.bytes.indexOf('metric');
    expect(messages(await verify(flipped(good.bytes, key, 0), true)).slice(1)).toEqual([
      'header: metric is missing, expected "single"',
      'header: letric is "single", expected missing',
    ]);
  });

  test('of the header that makes the board unreadable is reported in one line, and nothing is replayed', async () => {
    const rows = good.bytes.indexOf('rows') + 'rows'.length;
    const ofBoard = await verify(flipped(good.bytes, rows, 0), true);
    expect(ofBoard.histogram).toBeUndefined();
    expect(messages(ofBoard)).toEqual([
      expect.stringMatching(/^header: checksum is /),
      'header: its board and goal cannot be read, so nothing else can be checked',
    ]);
    // The type byte of the map itself.
    expect(messages(await verify(flipped(good.bytes, 16, 6), true))).toEqual([
      expect.stringMatching(/^header: checksum is /),
      expect.stringMatching(/^header: its map cannot be read beyond byte \d+, but its length is given as \d+ bytes$/),
      'header: its board and goal cannot be read, so nothing else can be checked',
    ]);
    const [message] = messages(await verify(flipped(good.bytes, 14, 7), true));
    expect(message).toMatch(/^header: its length is given as \d+ bytes in a file of \d+, so it cannot be read$/);
  });

  test('of the header that makes the rest unreadable is reported, and the layers are replayed nevertheless', async () => {
    const length = headEnd - 20;
    const longer = await verify(flipped(good.bytes, 12, Math.log2(~length & -~length)), true);
    expect(longer.histogram).toEqual(good.header.histogram);
    expect(messages(longer)[1]).toMatch(
      new RegExp(`^header: its map ends at byte ${16 + length}, but its length is given as \\d+ bytes$`),
    );
    // An array16 of 32 counts becomes one of 33, so the next key is read as a count.
    const array = good.bytes.indexOf('histogram') + 'histogram'.length;
    expect([...good.bytes.subarray(array, array + 3)]).toEqual([0xdc, 0, 32]);
    const report = await verify(flipped(good.bytes, array + 2, 0), true);
    expect(messages(report).slice(1)).toEqual([
      expect.stringMatching(/^header: its map cannot be read beyond byte \d+, but its length is given as \d+ bytes$/),
      'header: histogram[32] is "chunkBytes", expected missing',
      'header: chunkBytes is missing, expected 4096',
      `header: fileBytes is missing, expected ${good.bytes.length}`,
      expect.stringMatching(/^header: sections is missing, expected /),
    ]);
    expect(report.histogram).toEqual(good.header.histogram);
  });

  test('of the header is found, with and without the checksums', async () => {
    const random = new SeededRandom(20);
    let replayed = 0;
    for (let run = 0; run < count(3, 90); run++) {
      const at = random.below(headEnd);
      const bytes = flipped(good.bytes, at, random.below(8));
      const stopped = await verify(bytes, false);
      if (stopped.faultCount === 0) throw new Error(`a bit of byte ${at} was not found`);
      expect(stopped.histogram).toBeUndefined();
      // Only some bits without the checksums: head.test.ts tests each bit of the header, without the replay.
      if (run % 3 > 0) continue;
      const report = await verify(bytes, true);
      if (report.faultCount === 0) throw new Error(`a bit of byte ${at} was not found without checksums`);
      if (report.histogram !== undefined) replayed++;
    }
    expect(replayed).toBeGreaterThan(count(0, 20));
  });

  test('anywhere behind the header is found by the checksums, and reported by the replay', async () => {
    const random = new SeededRandom(21);
    const { sections } = good.header;
    for (let run = 0; run < count(2, 20); run++) {
      const together = Buffer.from(good.bytes);
      const checksums = new Set<number>();
      const expected: object[] = [];
      let between = 0;
      for (let flip = 0; flip < 3; flip++) {
        const [at, bit] = [headEnd + random.below(good.bytes.length - headEnd), random.below(8)];
        const alone = await verify(flipped(good.bytes, at, bit), false);
        expect(alone.faultCount).toBe(1);
        expect(alone.histogram).toBeUndefined();
        together[at] ^= 1 << bit;
        const within = ({ offset, bytes }: { offset: number; bytes: number }) => at >= offset && at < offset + bytes;
        const section = sections.find(({ words, checksums }) => within(words) || within(checksums));
        if (section === undefined) {
          between++;
          continue;
        }
        checksums.add(section.cell);
        const byte = at - section.words.offset;
        if (within(section.words))
          expected.push({ cell: section.cell, word: byte >> 3, bit: (byte & 7) * 8 + bit, part: 'words' });
      }
      const { faults, faultCount } = await verify(together, true);
      expect(faultCount).toBe(checksums.size + between + expected.length);
      expect(faults.filter(({ part }) => part === 'checksums')).toHaveLength(checksums.size);
      for (const words of expected) expect(faults).toContainEqual(expect.objectContaining(words));
    }
  });
});

describe('a table with right checksums', () => {
  test('and a wrong histogram is found by the replay, even if the counts have the right sum', async () => {
    const counts = [...good.header.histogram];
    counts[5] += 1;
    const report = await verify(withHeader(good, { histogram: counts }), false);
    expect(report.faultsOfChecksums).toBe(0);
    expect(messages(report)).toEqual(['header: histogram[5] is 21, expected 20']);
    counts[6] -= 1;
    expect(messages(await verify(withHeader(good, { histogram: counts }), false))).toEqual([
      'header: histogram[5] is 21, expected 20',
      'header: histogram[6] is 38, expected 39',
    ]);
  });

  test('and a map whose name is missing is reported by its rows', async () => {
    const table = await makeTable(folder, '..#/...');
    const { rows, columns, map } = table.header.board;
    expect(messages(await verify(withHeader(table, { board: { rows, columns, map } }), false))).toEqual([
      'header: board.name is missing, expected "..#/..."',
    ]);
  });

  test('and other wrong fields is found', async () => {
    expect(messages(await verify(withHeader(good, { maxDepth: 30, states: 181439 }), false))).toEqual([
      'header: states is 181439, expected 181440',
      'header: maxDepth is 30, expected 31',
    ]);
    const short = good.header.histogram.slice(0, -1);
    expect(messages(await verify(withHeader(good, { histogram: short }), false))).toEqual([
      'header: histogram[31] is missing, expected 2',
    ]);
    expect(messages(await verify(withHeader(good, { fileBytes: 'long', metric: 5 }), false))).toEqual([
      'header: metric is 5, expected "single"',
      `header: fileBytes is "long", expected ${good.bytes.length}`,
    ]);
    const table = await makeTable(folder, '2x2');
    const { board, goal } = { board: { rows: 5, columns: 5 }, goal: Array.from({ length: 25 }, (_, cell) => cell) };
    const huge = withHeader({ ...table, bytes: Buffer.concat([table.bytes, Buffer.alloc(100)]) }, { board, goal });
    expect(messages(await verify(huge, true))).toEqual(['header: no table can be made for the board 5x5']);
  });

  test('and wrong bits is found by the replay, which reports the first twenty and the number of all', async () => {
    const { crc32 } = await import('node:zlib');
    const bytes = Buffer.from(good.bytes);
    const { words, checksums } = good.header.sections[2];
    for (let byte = 0; byte < 4; byte++) bytes[words.offset + 800 + byte] ^= 0xff;
    bytes.writeUInt32LE(crc32(bytes.subarray(words.offset, words.offset + words.bytes)), checksums.offset);
    const report = await verify(bytes, false);
    expect([report.faultCount, report.faults.length, report.faultsOfChecksums]).toEqual([32, 20, 0]);
    expect(report.faults[19]).toMatchObject({ part: 'words', cell: 2, word: 100, bit: 19 });
  });
});

describe('a file', () => {
  test('is reported if it is truncated or too long', async () => {
    for (const length of [1, 8, 15]) {
      expect(messages(await verify(good.bytes.subarray(0, length), true))).toEqual([
        `length of the file is ${length}, expected at least 16: it is truncated`,
      ]);
    }
    for (const ignoreChecksums of [false, true]) {
      for (let length = headEnd; length < good.bytes.length; length += 997) {
        writeFileSync(broken, good.bytes);
        truncateSync(broken, length);
        expect(messages(await verifyTable(broken, { threads: 2, ignoreChecksums }))).toEqual([
          `length of the file is ${length}, expected ${good.bytes.length}: it is truncated`,
        ]);
      }
      const longer = Buffer.concat([good.bytes, Buffer.alloc(64)]);
      expect(messages(await verify(longer, ignoreChecksums))).toEqual([
        `length of the file is ${longer.length}, expected ${good.bytes.length}: it is too long`,
      ]);
    }
    expect(messages(await verify(good.bytes.subarray(0, 100), true))).toEqual([
      expect.stringMatching(/^header: its length is given as \d+ bytes in a file of 100, so it cannot be read$/),
    ]);
  });

  test('is refused if it is empty, missing or a folder', async () => {
    await expect(verify(Buffer.alloc(0), true)).rejects.toThrow('the file is empty; make the table again');
    await expect(verifyTable(folder, { threads: 1, ignoreChecksums: false })).rejects.toThrow(
      new TableError(`${folder}: this is not a file; give the path of a table file`),
    );
    await expect(verifyTable(join(folder, 'none'), { threads: 1, ignoreChecksums: false })).rejects.toThrow(
      'there is no such table; make it with antipode explore',
    );
  });

  test('is reported if it holds something else', async () => {
    const report = await verify(Buffer.from('PNG, or what you will, in more than sixteen bytes'), false);
    expect(messages(report)[0]).toBe('magic is "PNG, or ", expected "ANTIPODE"');
    expect(report.space).toBeUndefined();
  });
});
