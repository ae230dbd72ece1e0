import { copyFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeBoard } from '#src/spaces/board/board.js';
import { boardTableHeader, headerOf } from '#src/table/header.js';
import { FULL, rows } from '../../suite.js';
import { flipped, makeTable, npy, plainDistances, type TableFile, withHeader } from '../../verify/table/files.js';
import { antipodeProcess } from '../process.js';
import { antipode, sharedFolder, temporaryFolder } from '../run.js';

const shared = sharedFolder();
let made: TableFile;
beforeAll(async () => {
  made = await makeTable(shared, '3x3');
});

/** Creates a folder with a table of 3x3. */
async function folderWithTable(): Promise<{ readonly cwd: string; readonly table: TableFile }> {
  const cwd = temporaryFolder();
  const path = join(cwd, '3x3-single-last.table');
  copyFileSync(made.path, path);
  return { cwd, table: { ...made, path } };
}

describe('antipode verify', () => {
  test('fails on wrong checksums with status 1, but replays with --ignore-checksums', async () => {
    const { cwd, table } = await folderWithTable();
    const { words } = table.header.sections[8];
    writeFileSync(table.path, flipped(table.bytes, words.offset, 1));
    const stopped = await antipode(['verify', table.path], { cwd });
    expect(stopped.status).toBe(1);
    expect(stopped.err).toMatch(
      /^3x3: [^\n]*\nantipode: [^\n]*3x3-single-last\.table has 1 fault: checksum of chunk 0 of the words of blank cell 8 is 0x[0-9a-f]{8}, expected 0x[0-9a-f]{8}; nothing was replayed: use --ignore-checksums to replay the layers anyway\n$/,
    );
    expect(stopped.out).toContain('checksums           header and 9 chunks of the words: 1 fault\n');
    expect(stopped.out).toContain('replay              none, so nothing was compared\n');
    // There was no work for threads.
    expect(stopped.out).not.toContain('threads');
    const told = await antipode(['verify', table.path, '--json', '--threads', '2'], { cwd });
    expect(JSON.parse(told.out)).toMatchObject({ ok: false, histogram: null, threads: null });

    const replayed = await antipode(['verify', table.path, '--ignore-checksums', '--json'], { cwd });
    expect(replayed.status).toBe(1);
    const result = JSON.parse(replayed.out);
    expect(result).toMatchObject({
      ok: false,
      faultCount: 2,
      checksums: { faultCount: 1 },
      states: 181440,
      threads: 1,
    });
    expect(result.faults[1]).toEqual({
      part: 'words',
      message: expect.stringMatching(/^blank cell 8, word 0, bit 1 \([1-8x ]+, distance \d+\) is [01], expected [01]$/),
      found: expect.any(Number),
      expected: expect.any(Number),
      cell: 8,
      word: 0,
      bit: 1,
      position: expect.any(String),
      distance: expect.any(Number),
    });
    expect(replayed.err).toMatch(/\nantipode: [^\n]* has 2 faults, the first of them: checksum of chunk 0 [^\n]*\n$/);
  });

  test('lists the first twenty of many faults', async () => {
    const { cwd, table } = await folderWithTable();
    const { words } = table.header.sections[0];
    const bytes = Buffer.from(table.bytes);
    bytes.fill(0xff, words.offset, words.offset + words.bytes);
    writeFileSync(table.path, bytes);
    const { out } = await antipode(['verify', table.path, '--ignore-checksums'], { cwd });
    expect(out).toMatch(/\nfaults {14}[\d,]{5,}\n( {20}\S.*\n){20} {20}and [\d,]{5,} more\n$/);
  });

  test('finds faults, with status 1, if the first byte of a table is damaged', async () => {
    const { cwd, table } = await folderWithTable();
    writeFileSync(table.path, flipped(table.bytes, 0, 1));
    const { status, err } = await antipode(['verify', table.path, '--threads', '1'], { cwd });
    expect(err).toMatch(/ has 2 faults, the first of them: magic is /);
    expect(status).toBe(1);
  });

  test('refuses a table whose replay does not fit into memory, before reading its words', async () => {
    const cwd = temporaryFolder();
    const { header, bytes } = headerOf(boardTableHeader(makeBoard(2, 8), 15, 'single', [1]));
    writeFileSync(join(cwd, '2x8.table'), bytes);
    // The rest of the file is a hole, which takes no disk space.
    truncateSync(join(cwd, '2x8.table'), header.fileBytes);
    const { status, out, err } = await antipode(['verify', '2x8.table'], { cwd });
    expect(err).toMatch(
      /^antipode: 2x8 needs 4\.18 TB of memory for its bitsets and about [^\n]*, but only [^\n]* are free on this machine\n$/,
    );
    expect(status).toBe(1);
    expect(out).toBe('');
  });

  test.runIf(FULL)('ends immediately on Ctrl-C, in the middle of the replay', async () => {
    const cwd = temporaryFolder();
    const { path } = await makeTable(cwd, '3x4');
    const begin = performance.now();
    const { status, out } = await antipodeProcess(['verify', path, '--threads', '2'], {
      cwd,
      during: (child) => {
        child.stderr?.once('data', async () => {
          await setTimeout(1000);
          child.kill('SIGINT');
        });
      },
    });
    expect(status).toBe(130);
    expect(out).toBe('');
    expect(performance.now() - begin).toBeLessThan(15_000);
  });

  test.each(
    rows(
      [
        ['exit', 'worker exited with code: 3'],
        ['throw', 'the worker was hit'],
      ],
      [],
    ),
  )('fails if a worker dies in the middle of a layer (%s)', async (how, reason) => {
    const { cwd, table } = await folderWithTable();
    const preload = fileURLToPath(new URL('../../fixtures/dying-worker.cjs', import.meta.url));
    const { status, out, err } = await antipodeProcess(['verify', table.path, '--threads', '2'], {
      cwd,
      nodeOptions: ['--require', preload],
      env: { DYING: how },
    });
    expect(err).toContain(
      `antipode: a worker thread failed in the middle of a layer, so there is no result: ${reason}\n`,
    );
    expect(status).toBe(1);
    expect(out).toBe('');
  });
});

describe('antipode verify --distances', () => {
  let distances: number[][];
  beforeAll(() => {
    distances = plainDistances('3x3');
  });

  test('names the states that break a rule, with status 1', async () => {
    const cwd = temporaryFolder();
    const wrong = distances.map((row) => [...row]);
    wrong[8][0] = 3;
    writeFileSync(join(cwd, 'wrong.npy'), npy(wrong));
    const { status, out, err } = await antipode(['verify', '--distances', 'wrong.npy', '--board', '3x3'], { cwd });
    expect(status).toBe(1);
    expect(err).toMatch(/\nantipode: wrong\.npy has [2-9] faults, the first of them: [^\n]*\n$/);
    expect(out).toContain('the goal 1 2 3 4 5 6 7 8 x at [8, 0] has 3, expected 0\n');
  });

  test('compares the histogram with that of the table', async () => {
    const { cwd, table } = await folderWithTable();
    const counts = [...table.header.histogram];
    counts[5] += 1;
    counts[6] -= 1;
    writeFileSync(table.path, withHeader(table, { histogram: counts }));
    writeFileSync(join(cwd, '3x3.npy'), npy(distances, { descr: '<u2' }));
    const { status, out } = await antipode(['verify', table.path, '--distances', '3x3.npy'], { cwd });
    expect(status).toBe(1);
    expect(out).toContain("states of distance 5: 20 found, 21 expected by the table's header\n");
    expect(out).toContain("states of distance 6: 39 found, 38 expected by the table's header\n");
  });
});
