import { copyFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeBoard } from '#src/spaces/board/board.js';
import { boardClaims, boardHeaderOf } from '#src/table/files/header.js';
import { FULL, rows } from '../../suite.js';
import { flipped, makeTable, npy, plainDistances, type TableFile, withHeader } from '../../verify/table/files.js';
import { antipodeProcess } from '../process.js';
import { antipode, PROVENANCE, sharedFolder, temporaryFolder, wordsOf } from '../run.js';

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
  test('confirms in a few lines that a table is correct', async () => {
    const { cwd, table } = await folderWithTable();
    const { status, out, err } = await antipode(['verify', table.path, '--threads', '2'], { cwd });
    expect(status).toBe(0);
    expect(err).toMatch(/^3x3: 181,440 states need 72\.6 KB of memory, .* are free\n$/);
    expect(out.split('\n').map((line) => line.replace(/ {2,}/, ': '))).toEqual([
      table.path,
      'space: 3x3, goal 1 2 3 4 5 6 7 8 x',
      'states: 181,440',
      'maximum depth: 31',
      'checksums: header and 9 chunks of the words: valid',
      'replay: every bit of the words, every field of the header compared',
      expect.stringMatching(/^time: [\d.]+ s$/),
      'threads: 2',
      'faults: none',
      '',
    ]);
  });

  test('prints one JSON object with --json', async () => {
    const { cwd, table } = await folderWithTable();
    const { status, out } = await antipode(['verify', table.path, '--json', '--threads', '1'], { cwd });
    expect(status).toBe(0);
    const result = JSON.parse(out);
    expect(result).toEqual({
      table: table.path,
      space: '3x3',
      goal: '1 2 3 4 5 6 7 8 x',
      metric: 'single',
      states: 181440,
      maxDepth: 31,
      histogram: table.header.histogram,
      checksums: { chunks: 9, faultCount: 0 },
      faultCount: 0,
      faults: [],
      ok: true,
      threads: 1,
      seconds: expect.any(Number),
      provenance: { ...PROVENANCE, threads: 1 },
    });
  });

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

  test('refuses files that are not tables in one line, with status 2 if the file is missing or another', async () => {
    const { cwd, table } = await folderWithTable();
    writeFileSync(join(cwd, 'empty.table'), '');
    writeFileSync(join(cwd, 'short.table'), table.bytes.subarray(0, -10));
    writeFileSync(join(cwd, '3x3.json'), '{"space":"3x3","histogram":[1,2]}');
    mkdirSync(join(cwd, 'folder'));
    for (const [name, message, expected = 1] of [
      ['none.table', 'none.table: there is no such table; make it with antipode explore', 2],
      ['empty.table', 'empty.table: the file is empty; make the table again'],
      ['3x3.json', '3x3.json is not a distance table: expected one such as out/3x3.table', 2],
      ['folder', 'folder: this is not a file; give the path of a table file', 2],
      [
        'short.table',
        `short.table has 1 fault: length of the file is ${table.bytes.length - 10}, expected ${table.bytes.length}: it is truncated`,
      ],
    ] as const) {
      const { status, err } = await antipode(['verify', name], { cwd });
      expect(err).toBe(`antipode: ${message}\n`);
      expect(status).toBe(expected);
    }
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
    const { header, bytes } = boardHeaderOf(boardClaims(makeBoard(2, 8), 15, 'single', [1]));
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

  test.each([
    ['x.table --threads 0', "--threads must be a whole number from 1 to 256, found '0'"],
    ['--distances x.npy', '--distances needs either a table or --board, to determine the space: found neither'],
    ['x.table --distances x.npy --board 3x3', 'found both'],
    ['x.table --distances x.npy --metric multi', '--metric is for --board'],
    ['--distances x.npy --board 3x3 --ignore-checksums', '--ignore-checksums is for tables'],
    ['--distances x.npy --board 3x3 --module my.js', '--module is for tables of modules'],
    ['--distances x.npy --board 3x', "a board is written ROWSxCOLUMNS, such as 3x4; found '3x'"],
    ['--distances x.npy --board 3x3 --goal "1 2 3"', 'a position of 3x3 has 9 tiles'],
    ['--distances x.npy --board 3x3', 'x.npy: there is no such file; --distances needs a .npy file'],
    ['--distances x.npy --board 15x17', '15x17 has more than 2^53 states'],
    ['x.table y.table', "antipode: too many arguments for 'verify': expected 1, found 2; see --help\n"],
  ])('refuses %s in one line, with status 2', async (line, message) => {
    const { status, out, err } = await antipode(['verify', ...wordsOf(line)], { cwd: shared });
    expect(err).toContain(message);
    expect(err).toMatch(/^antipode: [^\n]*\n$/);
    expect([out, status]).toEqual(['', 2]);
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
      [0],
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

  test.runIf(FULL)('checks an array of a table or of a board by local rules', async () => {
    const { cwd, table } = await folderWithTable();
    writeFileSync(join(cwd, '3x3.npy'), npy(distances));
    const ofTable = await antipode(['verify', table.path, '--distances', '3x3.npy', '--json', '--threads', '2'], {
      cwd,
    });
    expect(ofTable.status).toBe(0);
    expect(ofTable.err).toMatch(/^3x3: 181,440 states need 204 KB of memory, .* are free\n$/);
    expect(JSON.parse(ofTable.out)).toEqual({
      distances: '3x3.npy',
      table: table.path,
      space: '3x3',
      goal: '1 2 3 4 5 6 7 8 x',
      metric: 'single',
      type: '|u1',
      states: 181440,
      notReached: 0,
      maxDepth: 31,
      histogram: table.header.histogram,
      faultCount: 0,
      faults: [],
      ok: true,
      threads: 2,
      seconds: expect.any(Number),
      provenance: { ...PROVENANCE, threads: 2 },
    });
    const words = ['verify', '--distances', '3x3.npy', '--board', '3x3', '--goal', '8 7 6 5 4 3 2 1 x'];
    const ofBoard = await antipode(words, { cwd });
    expect(ofBoard.status).toBe(0);
    expect(ofBoard.out).toContain('space               3x3, goal 8 7 6 5 4 3 2 1 x\ntype                |u1\n');
    expect(ofBoard.out).toContain('compared            every state of 181,440 with all its neighbours\n');
    expect(ofBoard.out).toMatch(/\nfaults {14}none\n$/);
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

  test('refuses a file that is not such an array in one line, with status 2', async () => {
    const { cwd, table } = await folderWithTable();
    writeFileSync(join(cwd, '2x2.npy'), npy(plainDistances('2x2')));
    const { status, out, err } = await antipode(['verify', table.path, '--distances', '2x2.npy'], { cwd });
    expect(err).toBe(
      'antipode: 2x2.npy has the shape (4, 3), expected (9, 20160) for distances of 3x3: blank cells, arrangements\n',
    );
    expect(status).toBe(2);
    expect(out).toBe('');
  });
});
