/** docs/reference/table-format.md put to the test: a reader in another language, written from it alone, answers as ours do. */

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import type { Metric } from '#src/spaces/board/metric.js';
import { BLANK, formatPosition, orderedPosition, type Position } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { boardClaims } from '#src/table/contents/board-claims.js';
import { boardHeaderOf } from '#src/table/files/board-header.js';
import { CHUNK_BYTES } from '#src/table/files/container.js';
import { saveTable } from '#src/table/files/save.js';
import { exploreBoard } from '../board-exploration.js';
import { openWalker } from '../board-walkers.js';
import { plainMapSearch } from '../plain-map-search.js';
import { plainRank } from '../plain-search.js';
import { temporaryFolder } from '../program/run.js';
import { rows } from '../suite.js';

const READER = fileURLToPath(new URL('./table_reader.py', import.meta.url));
const POSITIONS = 1000;

const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']).status === 0;
const testWithPython = test.skipIf(!python);
const needs = python ? '' : ' (skipped: it needs python3, 3.8 or later)';

function read(table: string, positions: readonly Position[]) {
  const input = positions.map((position) => `${formatPosition(position)}\n`).join('');
  const { status, stdout, stderr } = spawnSync('python3', [READER, table], { input, encoding: 'utf8' });
  return { status, answers: stdout.split('\n').slice(0, -1), message: stderr };
}

async function tableOf(name: string, goalCell?: number, metric: Metric = 'single'): Promise<string> {
  const board = parseBoard(name);
  const { table } = await exploreBoard({ board, goal: orderedPosition(board, goalCell), metric });
  if (table === null) throw new Error('no table');
  const path = join(temporaryFolder(), `${name.replaceAll('/', '-')}.table`);
  await saveTable(table, path);
  return path;
}

/** Any order of tiles and blank: on boards of two rows or more, half of them are unsolvable. */
function shuffled(goal: Position, random: SeededRandom): Position {
  const position = [...goal];
  for (let left = position.length; left > 1; left--) {
    const other = random.below(left);
    [position[left - 1], position[other]] = [position[other], position[left - 1]];
  }
  return position;
}

testWithPython.each(
  rows(
    [
      ['3x3', 8, 'single'],
      ['3x3', 4, 'single'],
      ['3x4', 11, 'single'],
      ['2x5', 9, 'single'],
      ['2x2', 3, 'single'],
      ['1x4', 3, 'single'],
      ['4x1', 1, 'single'],
      ['#.#/.../...', 6, 'single'],
      ['#.#/.../...', 0, 'single'],
      ['..#/.../...', 3, 'single'],
      ['.../.#./...', 7, 'single'],
      ['../.#', 2, 'single'],
      ['3x3', 8, 'multi'],
      ['2x4', 1, 'multi'],
      ['2x3', 1, 'multi'],
      ['2x2', 0, 'multi'],
      ['#.#/.../...', 6, 'multi'],
      ['.../.#./...', 7, 'multi'],
    ] as const,
    [6, 7, 14],
  ),
)(
  `the reader in Python answers %s, the goal's blank on cell %i, metric %s, as the table and the plain search do${needs}`,
  async (name, goalCell, metric) => {
    const path = await tableOf(name, goalCell, metric);
    const board = parseBoard(name);
    using table = openWalker(path);
    const random = new SeededRandom(goalCell);
    const positions = [
      table.goal,
      ...Array.from({ length: POSITIONS }, () => shuffled(table.goal, random)),
      // Of some maps hardly any position can be reached.
      ...Array.from({ length: POSITIONS / 10 }, () => randomPosition(board, table.goal, random)),
    ];
    const expected = positions.map((position) => String(table.distance(position) ?? 'unsolvable'));
    expect(new Set(expected).has('unsolvable')).toBe(true);
    expect(new Set(expected).size).toBeGreaterThan(3);
    if (board.cells <= 10) {
      const { depths } = plainMapSearch(mapOf(board), table.goal, metric);
      const plain = positions.map((position) => depths[plainRank(position)]);
      expect(expected).toEqual(plain.map((depth) => (depth < 0 ? 'unsolvable' : String(depth))));
    }
    expect(read(path, positions)).toEqual({ status: 0, answers: expected, message: '' });
  },
);

testWithPython(
  `the reader in Python refuses a damaged chunk, and answers where it needs none of it${needs}`,
  async () => {
    const path = await tableOf('2x5');
    using table = openWalker(path);
    const { header } = boardHeaderOf(boardClaims(table.board, 9, 'single', table.histogram));
    // The last chunk of cell 0, which is shorter than the others: 24,192 bytes are five of 4,096 and one of 3,712.
    const { words } = header.sections[0];
    expect(words.bytes % CHUNK_BYTES).toBe(3712);
    const bytes = readFileSync(path);
    bytes[words.offset + words.bytes - 1] ^= 1;
    writeFileSync(path, bytes);
    const beside: Position = [1, 2, 3, 4, 5, 6, 7, 8, 0, 9];
    const first: Position = [0, 1, 2, 3, 4, 6, 7, 8, 9, 5];
    const last: Position = [0, 9, 8, 7, 1, 5, 6, 4, 3, 2];
    expect(read(path, [beside, first])).toMatchObject({ status: 0, answers: ['1', '5'] });
    expect(read(path, [beside, last])).toEqual({
      status: 1,
      answers: ['1'],
      message: `${path}: chunk 5 of cell 0 is damaged\n`,
    });
  },
);

testWithPython.each([
  ['no table', (bytes: Buffer) => bytes.fill('x', 0, 1), 'this is no table'],
  ['an unknown version', (bytes: Buffer) => bytes.fill(2, 8, 9), 'version 2 is unknown'],
  ['a damaged header', (bytes: Buffer) => bytes.fill(0, 40, 41), 'the header is damaged'],
  ['a file cut short', (bytes: Buffer) => bytes.subarray(0, -1), '25727 found'],
  ['a file too long', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1)]), '25729 found'],
])(`the reader in Python refuses %s${needs}`, async (_, damage, message) => {
  const path = await tableOf('3x3');
  writeFileSync(path, damage(readFileSync(path)));
  const { status, answers, message: said } = read(path, [[1, 2, 3, 4, 5, 6, 7, 8, 0]]);
  expect(said).toContain(message);
  expect({ status, answers }).toEqual({ status: 1, answers: [] });
});

testWithPython(`the reader in Python follows offsets beyond 4 GiB${needs}`, () => {
  const board = parseBoard('2x7');
  const published: { space: string; metric: string; histogram: number[] }[] = JSON.parse(
    readFileSync(new URL('../reference/distributions.json', import.meta.url), 'utf8'),
  );
  const histogram = published.find(({ space, metric }) => space === '2x7' && metric === 'single')?.histogram ?? [];
  const { header, bytes } = boardHeaderOf(boardClaims(board, 13, 'single', histogram));
  const { words, checksums } = header.sections[13];
  expect(words.offset).toBeGreaterThan(2 ** 32);
  // The header, the checksum of the goal's chunk, and holes up to the length that the header tells: 5.8 GB of zeros that
  // take no space.
  const path = join(temporaryFolder(), '2x7.table');
  writeFileSync(path, bytes);
  truncateSync(path, header.fileBytes);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(Buffer.alloc(CHUNK_BYTES)));
  const file = openSync(path, 'r+');
  writeSync(file, checksum, 0, checksum.length, checksums.offset);
  closeSync(file);
  const goal = orderedPosition(board);
  const beside = goal.with(12, BLANK).with(13, 13);
  expect(read(path, [goal])).toMatchObject({ status: 0, answers: ['0'] });
  expect(read(path, [goal, beside]).message).toBe(`${path}: chunk 0 of cell 12 is damaged\n`);
});
