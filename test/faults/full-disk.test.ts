/** Disks that are full, become full while a file is written, or cannot be written: real disks of a few bytes. */

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openWalker } from '../board-walkers.js';
import { antipodeProcess } from '../program/process.js';
import { antipode, temporaryFolder } from '../program/run.js';
import { FULL, rows } from '../suite.js';
import { CAN_MOUNT, LEFT_OUT, smallDisk } from './small-disk.js';

const preload = fileURLToPath(new URL('../fixtures/filling-disk.cjs', import.meta.url));
const DISK_BYTES = 1 << 20;

/** Runs a command. When it begins to write a file of this name, the disk is filled except for some bytes. */
function whileFilling(name: string, keep: number, words: readonly string[]) {
  return antipodeProcess(words, {
    cwd: temporaryFolder(),
    nodeOptions: ['--require', preload],
    env: { FILLED: `.${name}`, KEEP: String(keep) },
  });
}

describe.skipIf(!CAN_MOUNT)(`a disk that becomes full${LEFT_OUT}`, () => {
  test.each(
    rows(
      [
        ['3x3', '3x3', 'maximum depth       31'],
        ['pancake:8', 'pancake-8', 'maximum depth'],
      ] as const,
      [0],
    ),
  )('while the table of %s is written: the distribution and the earlier files exist', async (space, name, text) => {
    const { path } = await smallDisk(DISK_BYTES);
    writeFileSync(join(path, `${name}.table`), 'earlier');
    rmSync(join(path, `${name}.table`));
    expect((await antipode(['explore', space, '--output', path], { cwd: temporaryFolder() })).status).toBe(0);
    const before = readFileSync(join(path, `${name}.table`));
    const { status, out, err } = await whileFilling(`${name}.table`, 8192, ['explore', space, '--output', path]);
    expect(status).toBe(1);
    expect(err.split('\n').slice(1)).toEqual([
      `antipode: ${path}/${name}.table could not be written: ENOSPC: no space left on device, write`,
      '',
    ]);
    expect(out).toContain(text);
    expect(readdirSync(path).sort()).toEqual([`${name}.json`, `${name}.table`, 'filler'].sort());
    expect(readFileSync(join(path, `${name}.table`))).toEqual(before);
    // There was space for the result, which states that the run has no table.
    expect(JSON.parse(readFileSync(join(path, `${name}.json`), 'utf8')).table).toBeNull();
  });

  test('while the result is written: the table and the earlier result exist', async () => {
    const { path } = await smallDisk(DISK_BYTES);
    writeFileSync(join(path, '3x3.json'), 'earlier');
    const { status, out, err } = await whileFilling('3x3.json', 0, ['explore', '3x3', '--output', path, '--json']);
    expect(status).toBe(1);
    expect(err.split('\n').slice(1)).toEqual([
      `antipode: ${path}/3x3.json could not be written: ENOSPC: no space left on device, write`,
      '',
    ]);
    expect(JSON.parse(out)).toMatchObject({ states: 181_440, maxDepth: 31, table: `${path}/3x3.table` });
    expect(readdirSync(path).sort()).toEqual(['3x3.json', '3x3.table', 'filler']);
    expect(readFileSync(join(path, '3x3.json'), 'utf8')).toBe('earlier');
    openWalker(join(path, '3x3.table')).close();
  });

  test.runIf(FULL)(
    'while an export or a report is written: one line is printed, and the earlier file exists',
    async () => {
      const { path } = await smallDisk(DISK_BYTES);
      const cwd = temporaryFolder();
      expect((await antipode(['explore', '2x4'], { cwd })).status).toBe(0);
      for (const [name, command] of [
        ['2x4.npy', 'export'],
        ['2x4.csv', 'export'],
        ['2x4.parquet', 'export'],
        ['2x4.html', 'report'],
      ]) {
        const output = join(path, name);
        writeFileSync(output, 'earlier');
        const { status, out, err } = await whileFilling(name, 4096, [
          command,
          join(cwd, 'out/2x4.table'),
          '--output',
          output,
        ]);
        expect(err).toMatch(/\nantipode: [^\n]* could not be written: ENOSPC: no space left on device, write\n$/);
        expect(err).toContain(`antipode: ${output} could`);
        expect(status).toBe(1);
        expect(out).toBe('');
        expect(readdirSync(path).sort()).toEqual([name, 'filler'].sort());
        expect(readFileSync(output, 'utf8')).toBe('earlier');
        rmSync(output);
        rmSync(join(path, 'filler'));
      }
    },
  );
});

describe.skipIf(!CAN_MOUNT)(`a disk that is too small, or read-only${LEFT_OUT}`, () => {
  test('is reported before anything is enumerated', async () => {
    const { path, makeReadOnly } = await smallDisk(1 << 16);
    const cwd = temporaryFolder();
    expect((await antipode(['explore', '2x4'], { cwd })).status).toBe(0);
    const explored = await antipode(['explore', '3x4', '--output', path], { cwd });
    expect(explored.err).toMatch(
      /^antipode: the files in the folder '[^\n]*' need about 32\.3 MB, but 65\.5 KB are free: [^\n]*\n$/,
    );
    expect(explored.status).toBe(1);
    const exported = await antipode(['export', 'out/2x4.table', '--output', join(path, '2x4.csv')], { cwd });
    expect(exported.err).toMatch(/^antipode: the files [^\n]* need about [^\n]*\n$/);
    expect(exported.status).toBe(1);

    await makeReadOnly();
    for (const words of [
      ['explore', '3x4', '--output', path],
      ['explore', 'pancake:8', '--output', join(path, 'deeper')],
      ['explore', '2x4', '--all-goals', '--output', path],
      ['export', 'out/2x4.table', '--output', join(path, '2x4.npy')],
      ['report', 'out/2x4.table', '--output', join(path, '2x4.html')],
    ]) {
      const { status, out, err } = await antipode(words, { cwd });
      expect(err).toMatch(/^antipode: cannot write to the folder '[^\n]*' \(EROFS\): choose another --output\n$/);
      expect(status).toBe(2);
      expect(out).toBe('');
    }
    expect(readdirSync(path)).toEqual([]);
    expect(existsSync(join(cwd, 'out/2x4.table'))).toBe(true);
  });
});
