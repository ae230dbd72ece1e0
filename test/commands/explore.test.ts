import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { DistanceTable } from '#src/table/distance-table.js';
import { TableError } from '#src/table/errors.js';
import { antipode, temporaryFolder } from './run.js';

describe('antipode explore', () => {
  test('prints the distribution and writes table and result', async () => {
    const cwd = temporaryFolder();
    const { status, out, err } = await antipode(['explore', '3x3'], { cwd });
    expect(status).toBe(0);
    expect(err).toMatch(/^3x3: 181,440 states need 48\.4 KB of memory, .* are free\n$/);
    expect(out).toContain('\n   24  24,047  13.25 %  \u2588');
    expect(out).toMatch(
      /\nmaximum depth +31\nantipodes +2\n +6 4 7 8 5 x 3 2 1\n +8 6 7 2 5 4 3 x 1\nmean distance +21\.9724\n/,
    );
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['3x3.json', '3x3.table']);
    using table = DistanceTable.open(join(cwd, 'out/3x3.table'));
    expect(table.maxDepth).toBe(31);
  });

  test.each(['3x3', '2x5'])('keeps %s within 80 columns, without colours in a pipe', async (board) => {
    const env = { TERM: 'xterm-256color', CI: 'true', FORCE_COLOR: undefined };
    const { out } = await antipode(['explore', board], { cwd: temporaryFolder(), env });
    expect(out).not.toContain('\u001b');
    for (const line of out.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
  });

  test('prints one JSON object with --json, the one that the result file holds', async () => {
    const cwd = temporaryFolder();
    const { status, out } = await antipode(['explore', '3x3', '--json', '--threads', '2', '--antipodes', '1'], { cwd });
    expect(status).toBe(0);
    expect(readFileSync(join(cwd, 'out/3x3.json'), 'utf8')).toBe(out);
    const result = JSON.parse(out);
    expect(Object.keys(result)).toEqual([
      'space',
      'goal',
      'metric',
      'states',
      'maxDepth',
      'histogram',
      'mean',
      'median',
      'mode',
      'standardDeviation',
      'antipodeCount',
      'antipodes',
      'threads',
      'seconds',
      'totalSeconds',
      'statesPerSecond',
      'bytes',
      'table',
    ]);
    expect(result).toMatchObject({
      space: '3x3',
      goal: '1 2 3 4 5 6 7 8 x',
      metric: 'single',
      states: 181440,
      maxDepth: 31,
      median: 22,
      mode: 24,
      antipodeCount: 2,
      antipodes: ['6 4 7 8 5 x 3 2 1'],
      threads: 2,
      bytes: 2 * 9 * 336 * 8,
      table: 'out/3x3.table',
    });
    expect(result.totalSeconds).toBeGreaterThan(result.seconds);
    expect(result.statesPerSecond).toBe(Math.round(result.states / result.seconds));
  });

  test('names the files after the goal, and stores the table of the ordered one', async () => {
    const cwd = temporaryFolder();
    const goal = '8,7,6,5,_,4,3,2,1';
    const { out } = await antipode(['explore', '3x3', '--goal', goal, '--output', 'results/new', '--json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({
      space: '3x3-blank-4',
      goal: '8 7 6 5 x 4 3 2 1',
      maxDepth: 30,
      table: 'results/new/3x3-blank-4.table',
    });
    expect(readdirSync(join(cwd, 'results/new')).sort()).toEqual(['3x3-blank-4.json', '3x3-blank-4.table']);
    using table = DistanceTable.open(join(cwd, 'results/new/3x3-blank-4.table'));
    expect(table.goal).toEqual([1, 2, 3, 4, 0, 5, 6, 7, 8]);
  });

  test('writes no table with --no-table', async () => {
    const cwd = temporaryFolder();
    const { out } = await antipode(['explore', '2x4', '--no-table', '--json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({ maxDepth: 36, table: null });
    expect(readdirSync(join(cwd, 'out'))).toEqual(['2x4.json']);
  });

  test.each([
    [['explore'], "missing required argument 'board'"],
    [['explore', 'abc'], "a board is written ROWSxCOLUMNS, such as 3x4; found 'abc'"],
    [['explore', '3x'], "a board is written ROWSxCOLUMNS, such as 3x4; found '3x'"],
    [['explore', '1x1'], 'a board has at least 2 cells, found 1x1 with 1'],
    [['explore', '0x5'], 'a board has at least 2 cells, found 0x5 with 0'],
    [
      ['explore', '5x5'],
      '5x5 is too large to number: it has about 7.8e+24 states, and 2^53 is the most that can be counted exactly',
    ],
    [['explore', '2x100'], '2x100 is too large to number: it has more than 1e+308 states'],
    [['explore', '99999x99999'], 'a board has at most 255 cells, found 99999x99999: too large to number'],
    [['explore', '3x3', '--threads', '0'], "--threads must be a whole number from 1 to 256, found '0'"],
    [['explore', '3x3', '--threads', '-1'], "--threads must be a whole number from 1 to 256, found '-1'"],
    [['explore', '3x3', '--threads', '1.5'], "--threads must be a whole number from 1 to 256, found '1.5'"],
    [['explore', '3x3', '--threads', 'abc'], "--threads must be a whole number from 1 to 256, found 'abc'"],
    [['explore', '3x3', '--antipodes', 'all'], "--antipodes must be a whole number from 0 to 10000, found 'all'"],
    [['explore', '3x3', '--goal', '1 2 3'], "a position of 3x3 has 9 tiles with the blank, found 3: '1 2 3'"],
    [['explore', '3x3', '--goal', '1 2 3 4 5 6 7 7 x'], 'tile 7 is there 2 times, tile 8 is missing'],
    [['explore', '3x3', '--frobnicate'], "unknown option '--frobnicate'"],
    [['explore', '3x3', 'extra'], 'too many arguments'],
    [['explode', '3x3'], "unknown command 'explode'"],
  ])('says what is wrong with %j, in one line and with status 2', async (words, message) => {
    const cwd = temporaryFolder();
    const { status, out, err } = await antipode(words, { cwd });
    expect(err).toContain(message);
    expect(err).toMatch(/^antipode: [^\n]*\n$/);
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('refuses what does not fit into memory, before anything is done', async () => {
    const cwd = temporaryFolder();
    const { status, err } = await antipode(['explore', '2x8'], { cwd });
    expect(err).toMatch(
      /^antipode: 2x8 needs 2\.79 TB of memory for its bitsets and about [^\n]*, but only [^\n]* are free on this machine\n$/,
    );
    expect(status).toBe(1);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('says before enumerating that the output folder cannot be written', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'file'), '');
    const { status, err } = await antipode(['explore', '2x6', '--output', 'file/out'], { cwd });
    expect(err).toBe("antipode: cannot write to the folder 'file/out' (ENOTDIR): choose another --output\n");
    expect(status).toBe(2);
    mkdirSync(join(cwd, 'out/3x3.table'), { recursive: true });
    const taken = await antipode(['explore', '3x3'], { cwd });
    expect(taken.err).toContain('out/3x3.table is a folder');
    expect(taken.status).toBe(2);
  });

  test.each([
    ['exit', 'worker exited with code: 3'],
    ['throw', 'the worker was hit'],
  ])('fails where a worker dies in the middle of a layer (%s)', async (how, reason) => {
    const cwd = temporaryFolder();
    const preload = fileURLToPath(new URL('../fixtures/dying-worker.mjs', import.meta.url));
    const { status, out, err } = await antipode(['explore', '3x4'], {
      cwd,
      nodeOptions: ['--import', preload],
      env: { DYING: how },
    });
    expect(err).toContain(
      `antipode: a worker thread failed in the middle of a layer, so there is no result: ${reason}\n`,
    );
    expect(status).toBe(1);
    expect(out).toBe('');
    expect(readdirSync(join(cwd, 'out'))).toEqual([]);
  });

  test('says what is wrong with folders that cannot be made', async () => {
    const cwd = temporaryFolder();
    for (const folder of ['/proc/none', '/proc/self/none/deeper', '/dev/null']) {
      const { status, err } = await antipode(['explore', '2x3', '--output', folder], { cwd });
      expect(err).toMatch(/^antipode: cannot write to the folder '[^\n]*' \(\w+\): choose another --output\n$/);
      expect(status).toBe(2);
    }
  });

  test('needs no reader of its messages', async () => {
    const cwd = temporaryFolder();
    const { status, out } = await antipode(['explore', '2x4', '--json'], {
      cwd,
      during: (child) => child.stderr?.destroy(),
    });
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ maxDepth: 36 });
  });

  /** Sends a signal `delay` milliseconds after the first message. */
  const signalAfter = (signal: NodeJS.Signals, delay: number) => (child: ChildProcess) => {
    child.stderr?.once('data', async () => {
      await setTimeout(delay);
      child.kill(signal);
    });
  };

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends at once on %s with status %i, and leaves no half-written file', async (signal, expected) => {
    const statuses: (number | null)[] = [];
    for (const delay of [20, 100, 200, 400]) {
      const cwd = temporaryFolder();
      const ended = await antipode(['explore', '2x6'], { cwd, during: signalAfter(signal, delay) });
      const { status, out } = ended;
      // A fast machine may have finished by then, and Node while it ends leaves signals to the system again.
      if (status !== expected) {
        expect(status ?? ended.signal).toBe(status === null ? signal : 0);
        expect(out).toContain('maximum depth');
        expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['2x6.json', '2x6.table']);
      }
      statuses.push(status);
      expect(readdirSync(join(cwd, 'out')).filter((name) => name.includes('.tmp'))).toEqual([]);
    }
    expect(statuses).toContain(expected);
  });

  test('leaves nothing that looks like a table when it is killed', async () => {
    let killed = 0;
    let partial = 0;
    for (let delay = 20; delay <= 1000; delay = Math.ceil(delay * 1.3)) {
      const cwd = temporaryFolder();
      const { signal } = await antipode(['explore', '3x4'], { cwd, during: signalAfter('SIGKILL', delay) });
      if (signal === 'SIGKILL') killed++;
      for (const name of readdirSync(join(cwd, 'out'))) {
        const whole = opens(join(cwd, 'out', name));
        // What has the name of a table is one. A file that was still being written has another name, and is
        // recognised by its length unless the kill came between its last byte and its renaming.
        if (name === '3x4.table') expect(whole).toBe(true);
        else expect(name).toMatch(/^(\.3x4\.(table|json)\.\d+\.tmp|3x4\.json)$/);
        if (!whole) partial++;
      }
    }
    expect(killed).toBeGreaterThan(0);
    expect(partial).toBeGreaterThan(0);
  });
});

/** Whether a file is a whole table: one that is opened, and answers. */
function opens(path: string): boolean {
  try {
    using table = DistanceTable.open(path);
    expect(table.distance('1 2 3 4 5 6 7 8 x 9 10 11')).toBe(3);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(TableError);
    return false;
  }
}

test('antipode without a command, and --help, tell the commands', async () => {
  const cwd = temporaryFolder();
  const nothing = await antipode([], { cwd });
  expect(nothing.status).toBe(2);
  expect(nothing.err).toContain('explore');
  const help = await antipode(['--help'], { cwd });
  expect(help.status).toBe(0);
  expect(help.out).toContain('solve');
  expect((await antipode(['--version'], { cwd })).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});
