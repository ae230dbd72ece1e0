import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { saveTable } from '#src/table/files/save.js';
import { openWalker } from '../../board-walkers.js';
import { count, rows } from '../../suite.js';
import { antipodeProcess, CLI } from '../process.js';
import { antipode, temporaryFolder } from '../run.js';

let table: Awaited<ReturnType<typeof explore>>['table'];
beforeAll(async () => {
  ({ table } = await explore({ space: '3x3' }));
});

/** Creates a folder with out/3x3.table. */
async function withTable(): Promise<string> {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'out'));
  if (table) await saveTable(table, join(cwd, 'out/3x3.table'));
  return cwd;
}

describe('antipode solve', () => {
  test('solves the position of the judge problem, POJ 1077 and HDU 1043', async () => {
    const cwd = await withTable();
    expect(await antipode(['solve'], { cwd, input: ' 2  3  4  1  5  x  7  6  8 \n' })).toEqual({
      status: 0,
      signal: null,
      out: 'ullddrurdllurdruldr\n',
      err: '3x3: solved from out/3x3.table\n',
    });
  });

  test('reads positions from arguments, in every notation, even without quotes', async () => {
    const cwd = await withTable();
    const words = ['2 3 4 1 5 x 7 6 8', '23415x768', '2,3,4,1,5,0,7,6,8', '1 2 3 4 5 6 7 8 _', '2 1 3 4 5 6 7 8 x'];
    const { out, status } = await antipode(['solve', ...words], { cwd });
    const solution = 'ullddrurdllurdruldr';
    expect(out).toBe(`${solution}\n${solution}\n${solution}\n\nunsolvable\n`);
    expect(status).toBe(0);
    expect((await antipode(['solve', ...'2 3 4 1 5 x 7 6 8'.split(' ')], { cwd })).out).toBe(`${solution}\n`);
  });

  test('enumerates small boards on the spot if there is no table', async () => {
    const cwd = temporaryFolder();
    expect((await antipode(['solve', '23415x768'], { cwd })).out).toBe('ullddrurdllurdruldr\n');
    expect((await antipode(['solve', '1 2 3 4 5 6 7 8 x 9'], { cwd })).out).toBe('r\n');
    expect((await antipode(['solve', '1 2 3 x 4'], { cwd })).out).toBe('r\n');
    expect((await antipode(['solve', '2 1 3 x 4'], { cwd })).out).toBe('unsolvable\n');
  });

  test('reports wrong lines and answers the others, with status 2 at the end', async () => {
    const cwd = await withTable();
    const input = '23415x768\r\nnonsense\n\n1 2 3 4 5 6 7 8 8\n12345678x\n1 2 3';
    const { status, out, err } = await antipode(['solve', '--board', '3x3'], { cwd, input });
    expect(out).toBe('ullddrurdllurdruldr\n\n');
    expect(err.split('\n')).toEqual([
      '3x3: solved from out/3x3.table',
      "antipode: line 2: a position holds tile numbers and x, 0 or _ for the blank, found 'n' in 'nonsense'",
      "antipode: line 4: a position of 3x3 holds tiles 1 to 8 and the blank once each, but tile 8 occurs 2 times, the blank is missing: '1 2 3 4 5 6 7 8 8'",
      "antipode: line 6: a position of 3x3 has 9 tiles with the blank, found 3: '1 2 3'",
      '',
    ]);
    expect(status).toBe(2);
  });

  test('reports wrong arguments and answers the others', async () => {
    const cwd = await withTable();
    const { status, out, err } = await antipode(['solve', '23415x768', '1234', '12345678x'], { cwd });
    expect(out).toBe('ullddrurdllurdruldr\n\n');
    expect(err).toMatch(
      /^3x3: solved from out\/3x3.table\nantipode: the position '1234' has no blank: write x, 0 or _ for it\n$/,
    );
    expect(status).toBe(2);
  });

  test('continues after a line that no table can answer, with status 1 at the end', async () => {
    const cwd = await withTable();
    const input = '12345678x\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15\n23415x768\n';
    const { status, out, err } = await antipode(['solve', '--algorithm', 'table'], { cwd, input });
    expect(out).toBe('\nullddrurdllurdruldr\n');
    expect(err).toBe('antipode: line 2: there is no table for 4x4 in out/: make one with: antipode explore 4x4\n');
    expect(status).toBe(1);
  });

  test('answers a line before the next one is read', async () => {
    const cwd = await withTable();
    const child = spawn(process.execPath, [CLI, 'solve'], { cwd });
    const answer = () => new Promise((resolve) => child.stdout.setEncoding('utf8').once('data', resolve));
    for (const [line, expected] of [
      ['23415x768', 'ullddrurdllurdruldr\n'],
      ['1 2 3 4 5 6 7 x 8', 'r\n'],
    ]) {
      const answered = answer();
      child.stdin.write(`${line}\n`);
      expect(await answered).toBe(expected);
    }
    child.stdin.end();
    await new Promise((resolve) => child.on('close', resolve));
  });

  test('reports in one line that standard output is full', async () => {
    const cwd = await withTable();
    const child = spawn('sh', ['-c', `"${process.execPath}" "${CLI}" solve 23415x768 > /dev/full`], { cwd });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(err).toMatch(/^3x3: solved from out\/3x3.table\nantipode: standard output: ENOSPC[^\n]*\n$/);
    expect(status).toBe(1);
  });

  test('refuses a line of another board than the goal', async () => {
    const { status, err } = await antipode(['solve', '--goal', '1 2 3 x'], {
      cwd: temporaryFolder(),
      input: '12345678x',
    });
    const message = "line 1: start and goal must be of one board: the goal has 4 cells, the position 9: '12345678x'";
    expect([status, err]).toEqual([2, `antipode: ${message}\n`]);
  });

  test('survives megabytes of noise', async () => {
    const cwd = await withTable();
    const noise = Buffer.alloc(count(1_000_000, 10_000_000));
    let seed = 1;
    for (let at = 0; at < noise.length; at++) {
      seed = (Math.imul(seed, 1103515245) + 12345) | 0;
      noise[at] = seed >>> 16;
    }
    const { status, out, err } = await antipode(['solve'], { cwd, input: noise });
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(err.split('\n').length).toBe(22);
    expect(err).toMatch(/antipode: [\d,]+ more positions have no answer\n$/);
    const oneLine = await antipode(['solve'], { cwd, input: Buffer.alloc(noise.length, '1 ') });
    expect(oneLine.err).toBe(
      "antipode: line 1: a position has at most 2000 characters, found more: '1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 ...'\n",
    );
  });

  test('prints objects with --json', async () => {
    const cwd = await withTable();
    const effort = (nodes: number) => ({
      algorithm: 'table',
      heuristic: null,
      expanded: nodes,
      generated: nodes,
      stored: 1,
      seconds: expect.any(Number),
    });
    const { out } = await antipode(['solve', '--json', '12345678x', '1 2 3 4 5 6 7 x 8', '2 1 3 4 5 6 7 8 x'], { cwd });
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { position: '1 2 3 4 5 6 7 8 x', solvable: true, distance: 0, moves: '', ...effort(0) },
      { position: '1 2 3 4 5 6 7 x 8', solvable: true, distance: 1, moves: 'r', ...effort(1) },
      {
        position: '2 1 3 4 5 6 7 8 x',
        solvable: false,
        reason:
          'parity: with the blank on its goal cell, the tiles form an odd permutation, and moves make only even ones',
        ...{ distance: null, moves: null, ...effort(0), stored: 0 },
      },
    ]);
  });

  test.each(['bfs', 'bidirectional', 'astar', 'idastar', 'table'])('solves by %s', async (algorithm) => {
    const cwd = temporaryFolder();
    const { out, err, status } = await antipode(
      ['solve', '--algorithm', algorithm, '--json', '23415x768', '21345678x'],
      { cwd },
    );
    const [solved, unsolvable] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const heuristic = algorithm.startsWith('a') || algorithm.startsWith('i') ? 'linear-conflict' : null;
    expect(solved).toMatchObject({ solvable: true, distance: 19, algorithm, heuristic });
    expect(solved.expanded).toBeGreaterThanOrEqual(19);
    expect(unsolvable).toMatchObject({ solvable: false, distance: null, moves: null, algorithm });
    expect(err).toBe('');
    expect(status).toBe(0);
  });

  test('searches if there is no table, and reports this', async () => {
    const cwd = temporaryFolder();
    const words = [
      'solve',
      '--boards',
      '1 2 3 4 5 6 7 8 9 10 11 12 13 x 14 15',
      '1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 x',
    ];
    const { out, err, status } = await antipode(words, { cwd });
    expect(out).toMatch(/^rr\n 1 {2}2 {2}3 {2}4\n[\s\S]*13 14 15 {2}x\n\nunsolvable\n$/);
    expect(err).toBe(
      '4x4: solved by idastar with the pattern databases 6-6-3 made on the spot, because out/ has no table of the whole board\n',
    );
    expect(status).toBe(0);
    const large = await antipode(['solve', [...Array.from({ length: 23 }, (_, tile) => tile + 1), 'x', 24].join(' ')], {
      cwd,
    });
    expect(large.out).toBe('r\n');
  });

  test('searches on request even if a table is named, and reports the path of the table', async () => {
    const cwd = await withTable();
    const search = await antipode(['solve', '--table', 'out/3x3.table', '--algorithm', 'astar', '23415x768'], { cwd });
    expect(search.out.trim()).toHaveLength(19);
    expect(search.err).toBe('');
    const table = await antipode(['solve', '--table', 'out/3x3.table', '23415x768'], { cwd });
    expect(table.err).toBe('3x3: solved from out/3x3.table\n');
  });

  test.each(
    rows(
      [
        ['exit', 'exited'],
        ['throw', 'the worker was hit'],
      ] as const,
      [0],
    ),
  )('fails if a worker dies in the middle of a search (%s)', async (how, reason) => {
    const preload = fileURLToPath(new URL('../../fixtures/dying-worker.cjs', import.meta.url));
    const words = ['--algorithm', 'idastar', '--heuristic', 'manhattan', '--threads', '2'];
    const { status, out, err } = await antipodeProcess(
      ['solve', ...words, '--goal', 'x 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15', '5 12 10 7 15 11 14 x 8 2 1 13 3 4 9 6'],
      { cwd: temporaryFolder(), nodeOptions: ['--require', preload], env: { DYING: how } },
    );
    expect(err).toContain('antipode: a worker thread failed in the middle of a search, so there is no result');
    expect(err).toContain(reason);
    expect(out).toBe('');
    expect(status).toBe(1);
  });

  test('reads textbook instances', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'instance.txt'), '8 3 5 1 2 7 4 6 0\n8\n1 2 3 4 5 6 7 8 0\n');
    const { out } = await antipode(['solve', '--instance', 'instance.txt', '--boards'], { cwd });
    const [moves, ...boards] = out.trimEnd().split('\n');
    expect(moves).toHaveLength(20);
    expect(boards.join('\n').split('\n\n')).toHaveLength(21);
    expect(boards.slice(-3)).toEqual(['1 2 3', '4 5 6', '7 8 x']);
    const other = await antipode(['solve', '--instances', 'instance.txt', '--algorithm', 'astar'], { cwd });
    expect(other.out.trim()).toHaveLength(20);
    writeFileSync(join(cwd, 'wrong.txt'), '8 3 5 1 2 7 4 6 0\n7\n1 2 3 4 5 6 7 8 0\n');
    const wrong = await antipode(['solve', '--instance', 'wrong.txt'], { cwd });
    expect(wrong.err).toBe(
      "antipode: wrong.txt, line 2: the start's blank is on cell 8 (cells count from 0), found 7\n",
    );
    expect(wrong.status).toBe(2);
  });

  test.each([[['283164705', '--to', '123804765']], [['--from', '283164705', '--to', '123804765']]])(
    'takes the board from the positions in %j',
    async (words) => {
      expect((await antipode(['solve', ...words], { cwd: temporaryFolder() })).out).toBe('uuldr\n');
    },
  );

  test('reads instances of compare: starts of a board, and states of other spaces', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'starts.txt'), '# number and start\n1 1x2/453\n2 123/45x\n3 12x453\n');
    writeFileSync(join(cwd, 'piles.txt'), '# top first\n2 1 3 4\n\n4231\n');
    expect((await antipode(['solve', '--instances', 'starts.txt'], { cwd })).out).toMatch(/^rd\n\nd\n$/);
    expect((await antipode(['solve', 'pancake:4', '--instances', 'piles.txt'], { cwd })).out).toMatch(
      /^2\n\d \d \d \d\n$/,
    );
    writeFileSync(join(cwd, 'piles.txt'), '2 1 3 4\n423\n');
    const { out, err, status } = await antipode(['solve', 'pancake:4', '--instances', 'piles.txt'], { cwd });
    expect({ out, status }).toEqual({ out: '', status: 2 });
    expect(err).toMatch(/^antipode: piles.txt, line 2: [^\n]+\n$/);
  });

  test('gives up a search that reaches its limits, and answers the other positions, with status 1', async () => {
    const cwd = temporaryFolder();
    const hard = '14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 x';
    const words = ['solve', '--algorithm', 'astar', hard, '1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15'];
    for (const [option, value, message] of [
      ['--memory', '2000000', 'antipode: the search needs '],
      ['--time-limit', '0.3', 'antipode: no solution within the time limit of 0.3 s (no solution has fewer than '],
    ]) {
      const { out, err, status } = await antipode([...words, '--heuristic', 'misplaced', option, value], { cwd });
      expect(out).toBe('r\n');
      expect(err).toContain(message);
      expect(err.trimEnd().split('\n')).toHaveLength(1);
      expect(status).toBe(1);
    }
  });

  test('draws every position of the path with --boards', async () => {
    const cwd = await withTable();
    const { out } = await antipode(['solve', '--boards', '1 2 3 4 x 5 7 8 6'], { cwd });
    expect(out).toBe('rd\n1 2 3\n4 x 5\n7 8 6\n\n1 2 3\n4 5 x\n7 8 6\n\n1 2 3\n4 5 6\n7 8 x\n\n');
  });

  test('reaches any goal', async () => {
    const cwd = await withTable();
    const goal = ['--goal', '1 2 3 8 x 4 7 6 5'];
    const { out } = await antipode(['solve', ...goal, '2 8 3 1 6 4 7 x 5'], { cwd });
    expect(out).toBe('uuldr\n');
  });

  test('names the table to make if no table can answer', async () => {
    const cwd = temporaryFolder();
    const { status, out, err } = await antipode(
      ['solve', '--algorithm', 'table', '--board', '3x4', '1 2 3 4 5 6 7 8 9 10 x 11'],
      { cwd },
    );
    expect(out).toBe('');
    expect(err).toBe('antipode: there is no table for 3x4 in out/: make one with: antipode explore 3x4\n');
    expect(status).toBe(1);
    const given = await antipode(['solve', '--table', 'out/3x3.table', '--goal', 'x12345678', '1 4 2 3 x 5 6 7 8'], {
      cwd: await withTable(),
    });
    expect(given.out).toBe('ul\n');
    const centre = await antipode(['solve', '--table', 'out/3x3.table', '--goal', '1234x5678', '1 x 3 4 2 5 6 7 8'], {
      cwd: await withTable(),
    });
    expect(centre.err).toBe(
      'antipode: out/3x3.table does not serve goals with the blank on cell 4 from positions with it on cell 1: make one with: antipode explore 3x3 --goal "1 2 3 4 x 5 6 7 8"\n',
    );
    expect(centre.status).toBe(1);
  });

  test.each([
    [['solve', ''], 2, 'a position holds tile numbers and x, 0 or _ for the blank, found nothing'],
    [['solve', '1 2 3 4 5 6 7 8 8'], 2, "the position '1 2 3 4 5 6 7 8 8' has no blank: write x, 0 or _ for it"],
    [['solve', '1 2 3 4 5 6 7 8 9 10 11 x'], 2, '12 cells could be 2x6 or 3x4: choose one with --board ROWSxCOLUMNS'],
    [['solve', '--board', '3x', '12345678x'], 2, 'a board is written ROWSxCOLUMNS'],
    [
      ['solve', '--algorithm', 'dfs', '12345678x'],
      2,
      "--algorithm must be one of table, bfs, bidirectional, astar, idastar; found 'dfs'",
    ],
    [
      ['solve', '--heuristic', 'h3', '12345678x'],
      2,
      "--heuristic must be one of misplaced, manhattan, linear-conflict, pattern; found 'h3'",
    ],
    [
      ['solve', '--time-limit', '-1', '12345678x'],
      2,
      "--time-limit must be a number above 0, such as 10 or 0.5, found '-1'",
    ],
    [
      ['solve', '--memory', '2 gigabytes', '12345678x'],
      2,
      '--memory must be a size in bytes, such as 1500000000, 1.5GB or 512MiB',
    ],
    [['solve', '--threads', '0', '12345678x'], 2, '--threads must be a whole number from 1 to 256'],
    [['solve', '17x17', '1 2 x 3'], 2, 'a board has at most 255 cells, found 17x17'],
    [
      ['solve', '283164705', '--goal', '12380476'],
      2,
      "--goal: a position of 3x3 has 9 tiles with the blank, found 8: '12380476'",
    ],
    [
      ['solve', '3x3', '283164705', '--to', '12380476'],
      2,
      '--to: a position of 3x3 has 9 tiles with the blank, found 8',
    ],
    [['solve', '--instance', 'none.txt'], 2, 'the file none.txt cannot be read (ENOENT)'],
    [['solve', '--instances', 'none.txt', '12345678x'], 2, 'leave out --from, and positions or states as arguments'],
    [['solve', 'pancake:5', '--instances', 'none.txt', '--from', '12345'], 2, 'leave out --from'],
    [
      ['solve', '--algorithm', 'bfs', '1 2 3 4 5 6 7 8 9 10 11 12 13 x 14 15'],
      1,
      'the search needs 2.62 TB of memory and its limit is',
    ],
    [['solve', '--goal', '1 2 3 x', '12345678x'], 2, '--goal: a position of 3x3 has 9 tiles with the blank, found 4'],
    [
      ['solve', '283164705', '--goal', '1 2 3 4 5 6 7 8 9 10 11 x'],
      2,
      '--goal: a position of 3x3 has 9 tiles with the blank, found 12',
    ],
    [['solve', '--table', 'none.table', '12345678x'], 2, 'none.table: there is no such table'],
    [['solve', '--table', 'empty.table', '12345678x'], 1, 'empty.table: the file is empty'],
    [['solve', '--table', 'short.table', '12345678x'], 1, 'short.table: the table is truncated'],
    [['solve', '--table', 'old.table', '12345678x'], 1, 'old.table: the table has format version 0'],
    [
      ['solve', '--table', 'out/3x3.table', '1 2 3 x'],
      1,
      'out/3x3.table is a table of 3x3, and this position has 4 cells',
    ],
    [
      ['solve', '--table', 'out/3x3.table', '--board', '2x5', '12345678x'],
      1,
      'out/3x3.table is a table of 3x3, not of 2x5',
    ],
    [
      ['solve', '--board', '2x4', '1234567x'],
      1,
      'out/2x4.table: this is the table of 3x3; move it away, or make the right one',
    ],
    [
      ['solve', '--table', 'damaged.table', '2 3 4 1 5 x 7 6 8'],
      1,
      'damaged.table: the table is damaged in the words of blank cell 5',
    ],
  ])('refuses %j', async (words, expected, message) => {
    const cwd = await withTable();
    const bytes = readFileSync(join(cwd, 'out/3x3.table'));
    writeFileSync(join(cwd, 'empty.table'), '');
    writeFileSync(join(cwd, 'short.table'), bytes.subarray(0, 20_000));
    const old = Buffer.from(bytes);
    old.writeUInt32LE(0, 8);
    writeFileSync(join(cwd, 'old.table'), old);
    writeFileSync(join(cwd, 'out/2x4.table'), bytes);
    const damaged = Buffer.from(bytes);
    damaged.fill(0xff, bytes.length - 22_000, bytes.length - 1000);
    writeFileSync(join(cwd, 'damaged.table'), damaged);
    const { status, out, err } = await antipode(words, { cwd });
    expect(err).toContain(message);
    expect(err).toMatch(/^antipode: [^\n]*\n$/);
    expect(out).toBe('');
    expect(status).toBe(expected);
  });

  test('ends without a message when its reader has closed the pipe', async () => {
    const cwd = await withTable();
    const child = spawn('sh', ['-c', `"${process.execPath}" "${CLI}" solve | head -n 1`], { cwd });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
    child.stdin.on('error', () => {}).end('23415x768\n'.repeat(200_000));
    await new Promise((resolve) => child.on('close', resolve));
    expect(out).toBe('ullddrurdllurdruldr\n');
    expect(err).toBe('3x3: solved from out/3x3.table\n');
  });

  test('opens tables for reading only', async () => {
    const cwd = await withTable();
    const before = readFileSync(join(cwd, 'out/3x3.table'));
    await antipode(['solve', '23415x768'], { cwd });
    expect(readFileSync(join(cwd, 'out/3x3.table')).equals(before)).toBe(true);
    using again = openWalker(join(cwd, 'out/3x3.table'));
    expect(again.distance('23415x768')).toBe(19);
  });
});

describe('antipode rank and unrank', () => {
  test.each([
    [['rank', '2143'], '7\n'],
    [['rank', '2', '1', '4', '3'], '7\n'],
    [['rank', '2,1,4,3'], '7\n'],
    [['rank', '1'], '0\n'],
    [['rank', '20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1'], '2432902008176639999\n'],
    [['unrank', '4', '7'], '2143\n'],
    [['unrank', '20', '2432902008176639999'], '20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1\n'],
  ])('%j prints %j', async (words, expected) => {
    const { status, out } = await antipode(words, { cwd: temporaryFolder() });
    expect(out).toBe(expected);
    expect(status).toBe(0);
  });

  test.each([
    [['rank', '2142'], 'a permutation of 4 elements holds 1 to 4 once each, but 3 is missing'],
    [['rank', ''], 'a permutation has 1 to 1000 elements, found 0'],
    [['rank', 'abc'], "a permutation holds the numbers 1 to n, found 'a' in 'abc'"],
    [['unrank', '4', '24'], 'the rank of a permutation of 4 elements must be in 0..4!-1 = 23, found 24'],
    [['unrank', '4', '-1'], "the rank must be a whole number from 0 to n!-1, found '-1'"],
    [['unrank', '0', '0'], "n must be a whole number from 1 to 1000, found '0'"],
    [['unrank', '4', '1.5'], "the rank must be a whole number from 0 to n!-1, found '1.5'"],
  ])('%j is refused: %j', async (words, message) => {
    const { status, err } = await antipode(words, { cwd: temporaryFolder() });
    expect(err).toContain(message);
    expect(status).toBe(2);
  });
});
