/** Exports and pictures on standard output: a pipe, a file, or a terminal. */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { main } from '#src/program/main.js';
import { capturedIo } from '../../captured-io.js';
import { FULL, rows } from '../../suite.js';
import { exploreInto } from '../explored.js';
import { CLI } from '../process.js';
import { antipode, temporaryFolder } from '../run.js';

/** Runs a shell command, in which `antipode` is the program. */
function shell(line: string, cwd: string) {
  const script = `antipode() { "${process.execPath}" "${CLI}" "$@"; }\nset -o pipefail\n${line}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd });
  return { status, out: stdout, err: stderr.toString() };
}

async function withTable(space = '2x3'): Promise<string> {
  const cwd = temporaryFolder();
  await exploreInto(cwd, [space]);
  return cwd;
}

describe.skipIf(process.platform === 'win32')('antipode export --output -', () => {
  test.each(rows(['npy', 'csv', 'parquet', 'msgpack'], [2]))(
    'writes exactly the bytes of the file to a pipe, as %s',
    async (format) => {
      const cwd = await withTable();
      const words = ['export', 'out/2x3.table', '--format', format, '--output'];
      const { status, out, err } = shell(`antipode ${words.join(' ')} - | cat`, cwd);
      expect(status).toBe(0);
      expect(err).toMatch(
        /^2x3: 360 states need [^\n]* are free\nstandard output: 360 (distances|rows), [\d.]+ (bytes|KB), [^\n]*\n$/,
      );
      await antipode([...words, 'file'], { cwd });
      expect(out.equals(readFileSync(join(cwd, 'file')))).toBe(true);
      expect(readdirSync(cwd).sort()).toEqual(['file', 'out']);
    },
  );

  test('writes layers, samples, and the result', async () => {
    const cwd = await withTable();
    const words = ['export', 'out/2x3.table', '--output', '-'];
    const layer = await antipode([...words, '--format', 'csv', '--depth', '0'], { cwd });
    expect(layer.out).toBe('position,blank,rank,distance\n1 2 3 4 5 x,5,0,0\n');
    const { space, provenance, table } = JSON.parse((await antipode([...words, '--format', 'json'], { cwd })).out);
    expect({ space, provenance, table }).toEqual({ space: '2x3', table: 'out/2x3.table' });
  });

  test.runIf(FULL)('ends without a message when its reader has closed the pipe', async () => {
    const cwd = await withTable('3x3');
    for (const format of ['csv', 'parquet', 'npy']) {
      const { status, out, err } = shell(
        `{ antipode export out/3x3.table --format ${format} --output -; echo "status $?" >&2; } | head -c 10`,
        cwd,
      );
      expect({ status, bytes: out.length }).toEqual({ status: 0, bytes: 10 });
      expect(err).toMatch(/^3x3: [^\n]* are free\n(standard output: [^\n]*\n)?status 0\n$/);
    }
  });

  test.runIf(FULL)('reports the reason if nothing can be written', async () => {
    const cwd = await withTable();
    if (!existsSync('/dev/full')) return;
    const { status, err } = shell('antipode export out/2x3.table --format csv --output - > /dev/full', cwd);
    expect(status).toBe(1);
    expect(err).toMatch(/\nantipode: standard output: ENOSPC[^\n]*\n$/);
  });

  test('writes no binary format to a terminal', async () => {
    const cwd = await withTable();
    for (const [format, status] of [
      ['npy', 2],
      ['parquet', 2],
      ['msgpack', 2],
      ['csv', 0],
      ['json', 0],
    ] as const) {
      const { io, stdout, stderr } = capturedIo();
      Object.assign(stdout, { isTTY: true });
      const words = ['export', join(cwd, 'out/2x3.table'), '--format', format, '--output', '-'];
      expect(await main(words, io)).toBe(status);
      if (status === 0) continue;
      expect(stdout.text()).toBe('');
      expect(stderr.text()).toBe(
        `antipode: ${format} is binary, but standard output is a terminal: redirect it to a file or a program, or choose another --output\n`,
      );
    }
  });
});

describe.skipIf(process.platform !== 'linux')('the name of a descriptor', () => {
  /** Links to standard output. Not /dev/stdout itself, which would be replaced on this machine if the check failed. */
  async function withLinks(): Promise<string> {
    const cwd = await withTable();
    symlinkSync('/proc/self/fd/1', join(cwd, 'link'));
    symlinkSync('link', join(cwd, 'second'));
    return cwd;
  }

  test('is refused, also if standard output is a file', async () => {
    const cwd = await withLinks();
    const { status, err } = shell('antipode export out/2x3.table --format csv --output second > file', cwd);
    expect({ status, err }).toEqual({
      status: 2,
      err: 'antipode: second leads to a device, a pipe, a socket or a descriptor: name a file, or write to standard output with --output -\n',
    });
    expect(readFileSync(join(cwd, 'file'), 'utf8')).toBe('');
    expect(readlinkSync(join(cwd, 'link'))).toBe('/proc/self/fd/1');
    expect(readlinkSync(join(cwd, 'second'))).toBe('link');
    expect(readdirSync(cwd).sort()).toEqual(['file', 'link', 'out', 'second']);
  });

  test.each(['/proc/self/fd/1', 'link', 'second'])(
    '%s is refused by every command that writes a file',
    async (path) => {
      const cwd = await withLinks();
      const is = path.startsWith('/') ? 'is' : 'leads to';
      for (const words of [
        ['export', 'out/2x3.table', '--format', 'npy', '--output'],
        ['export', 'out/2x3.table', '--format', 'json', '--output'],
        ['report', 'out/2x3.table', '--output'],
        ['report', 'out/2x3.table', '--svg'],
      ]) {
        const { status, err } = await antipode([...words, path], { cwd });
        expect(status).toBe(2);
        expect(err).toBe(
          `antipode: ${path} ${is} a device, a pipe, a socket or a descriptor: name a file, or write to standard output with ${words.at(-1)} -\n`,
        );
      }
      expect(readdirSync(cwd).sort()).toEqual(['link', 'out', 'second']);
    },
  );
});

describe('antipode report', () => {
  test('writes the picture to standard output, and lists the written files on standard error', async () => {
    const cwd = await withTable('2x2');
    const { status, out, err } = await antipode(['report', 'out/2x2.table', '--svg', '-', '--output', 'a.html'], {
      cwd,
    });
    expect(status).toBe(0);
    expect(out).toMatch(/^<\?xml [\s\S]*<\/svg>\n?$/);
    expect(err).toMatch(/ are free\na\.html: [\d.]+ KB\nstandard output: [\d.]+ KB\n$/);
  });

  test('writes the page to standard output, but not both', async () => {
    const cwd = await withTable('2x2');
    const { status, out } = await antipode(['report', 'out/2x2.table', '--output', '-'], { cwd });
    expect(status).toBe(0);
    expect(out).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>\n$/);
    const both = await antipode(['report', 'out/2x2.table', '--output', '-', '--svg', '-'], { cwd });
    expect(both).toMatchObject({ status: 2, out: '' });
    expect(both.err).toBe('antipode: the page and the picture would both be written to -: choose another --svg\n');
  });
});
