import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SpaceSource } from '#src/space/space.js';
import { fixtureSpace } from '../../spaces.js';
import { flipped } from '../../verify/table/files.js';
import { makeSpaceTable, type SpaceTableFile, withSpaceHeader, withWords } from '../../verify/table/space-files.js';
import { antipode, temporaryFolder } from '../run.js';

const known = (space: string): SpaceSource => ({ kind: 'known', space });

/** Creates a table in a new folder. */
async function folderWith(source: SpaceSource): Promise<{ readonly cwd: string; readonly table: SpaceTableFile }> {
  const cwd = temporaryFolder();
  return { cwd, table: await makeSpaceTable(cwd, source, 'some') };
}

describe('antipode verify of a space', () => {
  test('fails on wrong checksums with status 1, but searches with --ignore-checksums', async () => {
    const { cwd, table } = await folderWith(known('pancake:4'));
    writeFileSync(table.path, flipped(table.bytes, table.header.sections[0].words.offset + 1, 1));
    const stopped = await antipode(['verify', 'some.table'], { cwd });
    expect(stopped.status).toBe(1);
    expect(stopped.err).toMatch(
      /\nantipode: some\.table has 1 fault: checksum of chunk 0 of the words is .*; nothing was replayed: use --ignore-checksums to replay the layers anyway\n$/,
    );
    const { status, out, err } = await antipode(['verify', 'some.table', '--ignore-checksums', '--json'], { cwd });
    expect(status).toBe(1);
    expect(err).toMatch(/some\.table has 2 faults, the first of them: checksum of chunk 0/);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      faultCount: 2,
      checksums: { chunks: 1, faultCount: 1 },
      faults: [{ part: 'checksums' }, { part: 'words', number: 4, state: expect.any(String) }],
    });
  });

  test('names the state of a wrong code', async () => {
    const { cwd, table } = await folderWith(fixtureSpace('knight'));
    const wrong = withWords(table, (words) => {
      words[15] = 0x80 | (words[15] & 0x3f);
    });
    writeFileSync(table.path, wrong);
    const { status, err } = await antipode(['verify', 'some.table'], { cwd });
    expect(status).toBe(1);
    expect(err).toMatch(/has 1 fault: the code of h8 \(number 63\), distance 6, is 2, expected 1\n$/);
  });

  test('names the former path of a missing module', async () => {
    const { cwd, table } = await folderWith(fixtureSpace('knight'));
    writeFileSync(table.path, withSpaceHeader(table, { source: { kind: 'module', path: '/no/such/space.js' } }));
    const { status, out, err } = await antipode(['verify', 'some.table', '--json'], { cwd });
    expect([status, out]).toEqual([2, '']);
    expect(err).toBe(
      'antipode: some.table: its space is the module /no/such/space.js, which no longer exists: if you trust the module, name it with --module <file>, in a program with the option module\n',
    );
  });

  test('detects a change of exported distances', async () => {
    const { cwd } = await folderWith(known('pancake:5'));
    expect((await antipode(['export', 'some.table', '--output', 'd.npy'], { cwd })).status).toBe(0);
    const bytes = readFileSync(join(cwd, 'd.npy'));
    bytes[bytes.length - 1] ^= 1;
    writeFileSync(join(cwd, 'd.npy'), bytes);
    const bad = await antipode(['verify', 'some.table', '--distances', 'd.npy'], { cwd });
    expect(bad.status).toBe(1);
    expect(bad.err).toMatch(/antipode: d\.npy has \d+ faults, the first of them: /);
    expect(bad.out).toContain(' (number 119) has 0, ');
  });
});

describe('antipode export of a space', () => {
  test('refuses a table with wrong distances in its header', async () => {
    const { cwd, table } = await folderWith(known('pancake:4'));
    writeFileSync(table.path, withSpaceHeader(table, { histogram: [1, 3, 6, 10, 4] }));
    for (const format of ['npy', 'csv', 'json']) {
      const { status, err } = await antipode(['export', 'some.table', '--format', format], { cwd });
      expect(status).toBe(1);
      expect(err).toMatch(/\nantipode: some\.table: the table's header is wrong/);
    }
  });
});
