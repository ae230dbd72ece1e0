import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { TableError } from '#src/table/files/contents.js';
import { readHeader } from '#src/table/files/header.js';
import { saveTable } from '#src/table/files/save.js';
import { ChunkBudget, ChunkedFile } from '#src/table/files/store.js';
import { count, rows } from '../../suite.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-chunks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, '2x5.table');
beforeAll(async () => {
  const { table } = await explore({ space: '2x5', antipodes: 0, threads: 1 });
  if (table !== null) await saveTable(table, path);
});

const open = (from: string, budget: ChunkBudget) => new ChunkedFile(from, readHeader, budget);

/** Compares random words and chunks with the bytes of the file. */
function compare(file: ChunkedFile, bytes: Buffer, random: SeededRandom): void {
  const { sections } = file.checked.header;
  const section = random.below(sections.length);
  const { offset, bytes: length } = sections[section].words;
  // Sometimes the last one, whose chunk is shorter than the others.
  const index = random.below(4) === 0 ? length / 4 - 1 : random.below(length / 4);
  expect(file.word(section, index)).toBe(bytes.readUInt32LE(offset + 4 * index));
  if (random.below(50) > 0) return;
  const chunk = Math.floor(index / 1024);
  const end = Math.min(length, 4096 * (chunk + 1));
  expect(Buffer.from(file.chunk(section, chunk)).equals(bytes.subarray(offset + 4096 * chunk, offset + end))).toBe(
    true,
  );
}

test.each(rows([1, 3, 300, 1000], [1, 3]))(
  'words of several files are right if all files together keep %d chunks',
  (most) => {
    const bytes = readFileSync(path);
    const budget = new ChunkBudget(most);
    const files = [open(path, budget), open(path, budget), open(path, budget)];
    const random = new SeededRandom(most);
    for (let look = 0; look < count(1000, 5000); look++) compare(files[random.below(3)], bytes, random);
    files[0].close();
    expect(() => files[0].word(0, 0)).toThrow(new TableError(`${path}: the table has been closed`));
    for (let look = 0; look < count(300, 1000); look++) compare(files[1 + random.below(2)], bytes, random);
    for (const file of files) file.close();
  },
);

test.each([2, 1000])('a damaged chunk is refused each time and the other chunks are right, with %d kept', (most) => {
  const damaged = join(folder, 'damaged.table');
  copyFileSync(path, damaged);
  const bytes = readFileSync(path);
  const budget = new ChunkBudget(most);
  const file = open(damaged, budget);
  const { offset } = file.checked.header.sections[3].words;
  const flipped = Buffer.from(bytes);
  flipped[offset + 4096 + 17] ^= 4;
  writeFileSync(damaged, flipped);
  for (let time = 0; time < 5; time++) {
    expect(() => file.word(3, 1024)).toThrow(
      'the table is damaged in the words of blank cell 3, chunk 1; make it again',
    );
    expect(file.word(3, 1023)).toBe(bytes.readUInt32LE(offset + 4092));
    expect(file.word(4, 0)).toBe(bytes.readUInt32LE(file.checked.header.sections[4].words.offset));
  }
  expect(Buffer.from(file.chunk(3, 0)).equals(bytes.subarray(offset, offset + 4096))).toBe(true);
  file.close();
});
