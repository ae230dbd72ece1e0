import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { type TableReport, verifyTable } from '#src/verify/verify-table.js';
import { plainPatternTable, savePatternTable } from '../../pattern-table.js';
import { count, rows } from '../../suite.js';
import { flipped } from './files.js';
import { saved, withSpaceHeader, withWords } from './space-files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-verify-pattern-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const broken = join(folder, 'broken.table');
const RING = '.../.#./...';

/** Verifies bytes. */
function verify(bytes: Buffer): Promise<TableReport> {
  writeFileSync(broken, bytes);
  return verifyTable(broken, { threads: 2 });
}

const messages = (report: TableReport) => report.faults.map(({ message }) => message);

type Named = [board: string, tiles: readonly number[], blankCell?: number];

describe('a good table of a pattern has no fault', () => {
  test.each(
    rows<Named>(
      [
        ['3x3', [4]],
        ['3x3', [1, 2, 3, 4, 5, 6], 4],
        ['4x3', [1, 5, 9], 0],
        // Layers large enough to be shared among the workers.
        ['3x4', [1, 2, 3, 5, 6]],
        [RING, [1, 2, 3]],
        ['1x6', [2, 4]],
        ['#.#/.../.../#.#', [1, 4, 7]],
      ],
      [0, 4, 6],
    ),
  )('of %s, tiles %j', async (...pattern) => {
    const table = await plainPatternTable(...pattern);
    const { path } = await savePatternTable(folder, table);
    const { histogram } = table.contents;
    for (const threads of rows([2, 1], [0])) {
      const report = await verifyTable(path, { threads });
      expect(report).toMatchObject({ faults: [], faultCount: 0, histogram });
      expect(report.space).toMatchObject({ fullName: table.space.fullName, size: table.space.size });
    }
  });

  test('with two bits per state', async () => {
    const { space, contents } = await plainPatternTable(RING, [1, 2]);
    const { table } = await explore({ space: space.source, engine: 'general', threads: 1, antipodes: 0 });
    if (table === null) throw new Error('no table');
    const { path, header } = await saved(table, folder, 'two-bits');
    expect(header.encoding).toBe('mod3');
    expect(await verifyTable(path)).toMatchObject({ faultCount: 0, histogram: contents.histogram });
  });

  test('and the memory is announced: three bitsets, two marks per block, and the words', async () => {
    const { path } = await savePatternTable(folder, await plainPatternTable('3x3', [1, 2, 4]));
    const refused = verifyTable(path, {
      onSpace: ({ size }, bytes) => {
        expect([size, bytes]).toEqual([744, 3 * 4 * 24 + 2 + 124 * 16]);
        throw new RangeError('too much');
      },
    });
    await expect(refused).rejects.toThrow('too much');
  });
});

describe.each<Named>([
  ['3x3', [1, 5, 8]],
  [RING, [1, 2]],
])('one changed bit of the table of %s, tiles %j,', async (...pattern) => {
  const table = await plainPatternTable(...pattern);
  const { space, depths } = table;
  const good = await savePatternTable(folder, table);

  test('is found anywhere in the file', async () => {
    for (let byte = 0; byte < good.bytes.length; byte += count(41, 1)) {
      const report = await verify(flipped(good.bytes, byte, byte % 8));
      if (report.faultCount === 0) throw new Error(`byte ${byte} is changed, and nothing was found`);
      expect(report.histogram).toBeUndefined();
    }
  });

  test('is found in the words even with matching checksums, and is reported', async () => {
    const bits = good.header.sections[0].words.bytes * 8;
    const named = new Set<string>();
    let unused = 0;
    for (let bit = 0; bit < bits; bit += count(101, 1)) {
      const changed = withWords(good, (words) => {
        words[bit >> 3] ^= 1 << (bit & 7);
      });
      const report = await verify(changed);
      expect(report).toMatchObject({ faultCount: 1, faultsOfChecksums: 0 });
      const [{ message, part, number, state, distance, found, expected, ...fault }] = report.faults;
      expect({ part, bit: fault.bit }).toEqual({ part: 'words', bit });
      expect(found).toBe(1 - Number(expected));
      if (number === undefined) {
        unused++;
        expect(message).toBe(`bit ${bit}, which belongs to no state, is 1, expected 0`);
        continue;
      }
      const reaches = bit >= bits / 2 && depths.includes(-1);
      const depth = depths[number];
      expect([state, distance ?? -1]).toEqual([space.format(number), depth]);
      expect(expected).toBe(Number(reaches ? depth >= 0 : depth >= 0 && depth % 4 >= 2));
      const known = depth < 0 ? 'not reached' : `distance ${depth}`;
      expect(message).toBe(
        `the ${reaches ? 'reached bit' : 'bit'} of ${state} (number ${number}), ${known}, is ${found}, expected ${expected}`,
      );
      named.add(`${number} ${reaches}`);
    }
    // Each state has its own bit.
    const asked = Math.ceil(bits / count(101, 1));
    expect(named.size + unused).toBe(asked);
  });
});

describe('a false header with a matching checksum,', async () => {
  const whole = await savePatternTable(folder, await plainPatternTable('3x3', [1, 2, 5]));
  const parts = await savePatternTable(folder, await plainPatternTable(RING, [1, 2]));

  test.each([
    ['of two bits', whole, { encoding: 'mod3' }, 'between the sections, is '],
    ['of another encoding', whole, { encoding: 'mod5' }, 'header: encoding is "mod5", expected "mod4"'],
    ['of states that are not reached', whole, { notReached: 1, states: 743 }, 'length of the file is '],
    ['of more states', whole, { size: 750 }, 'header: size is 750, expected 744'],
    ['of its start', whole, { starts: [5] }, `header: starts[0] is 5, expected ${whole.header.starts[0]}`],
    ['of all states', parts, { notReached: 0, states: parts.header.size }, 'between the sections, is '],
    [
      'of no tiles',
      whole,
      { source: { ...whole.header.source, tiles: [] } },
      'header: the space of its source cannot be opened, so nothing else can be checked: ',
    ],
  ])('%s, is detected', async (_, table, lie, message) => {
    expect(messages(await verify(withSpaceHeader(table, lie)))[0]).toContain(message);
  });
});

test('a table whose distances are all counted from another state is detected', async () => {
  const good = await savePatternTable(folder, await plainPatternTable('3x3', [1, 2, 5], 0));
  const other = await savePatternTable(folder, await plainPatternTable('3x3', [1, 2, 5], 4));
  const [{ words }] = other.header.sections;
  const swapped = withWords(good, (own) => other.bytes.copy(own, 0, words.offset, words.offset + words.bytes));
  expect((await verify(swapped)).faultCount).toBeGreaterThan(100);
});
