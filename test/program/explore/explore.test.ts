import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { TableError } from '#src/table/files/contents.js';
import { openWalker } from '../../board-walkers.js';
import { FULL, rows } from '../../suite.js';
import { antipodeProcess } from '../process.js';
import { antipode, temporaryFolder } from '../run.js';

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
    using table = openWalker(join(cwd, 'out/3x3.table'));
    expect(table.maxDepth).toBe(31);
  });

  test.each(rows(['3x3', '2x5'], [1]))('keeps %s within 80 columns, without colours in a pipe', async (board) => {
    const env = { TERM: 'xterm-256color', CI: 'true', FORCE_COLOR: undefined };
    const { out } = await antipodeProcess(['explore', board], { cwd: temporaryFolder(), env });
    expect(out).not.toContain('\u001b');
    for (const line of out.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
  });

  test('prints one JSON object with --json, the same as in the result file', async () => {
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
      'notReached',
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
      'provenance',
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

  test('names the result after the goal, and the table after the ordered goal, which determines it', async () => {
    const cwd = temporaryFolder();
    const goal = '8,7,6,5,_,4,3,2,1';
    const { out } = await antipode(['explore', '3x3', '--goal', goal, '--output', 'results/new', '--json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({
      space: '3x3-blank-4',
      goal: '8 7 6 5 x 4 3 2 1',
      maxDepth: 30,
      table: 'results/new/3x3-blank-4.table',
    });
    expect(readdirSync(join(cwd, 'results/new')).sort()).toEqual([
      '3x3-blank-4.table',
      '3x3-goal-8-7-6-5-x-4-3-2-1.json',
    ]);
    using table = openWalker(join(cwd, 'results/new/3x3-blank-4.table'));
    expect(table.goal).toEqual([1, 2, 3, 4, 0, 5, 6, 7, 8]);
  });

  test('writes no table with --no-table', async () => {
    const cwd = temporaryFolder();
    const { out } = await antipode(['explore', '2x4', '--no-table', '--json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({ maxDepth: 36, table: null });
    expect(readdirSync(join(cwd, 'out'))).toEqual(['2x4.json']);
  });

  test('explores every goal with --all-goals, and writes the files of each', async () => {
    const cwd = temporaryFolder();
    const { status, out, err } = await antipode(['explore', '3x3', '--all-goals', '--threads', '2'], { cwd });
    expect(status).toBe(0);
    expect(err).toMatch(/^3x3, 3 goals in turn: 181,440 states need 48\.4 KB of memory, .* are free\n$/);
    for (const line of out.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
    expect(out).toMatch(/^blank on cells +goals +depth +mean +antipodes +time\n +0 2 6 8 +80,640 +31 +21\.9724 +2 /);
    expect(out).toContain('\n   24      24,047      18,197      22,289\n');
    expect(out).toMatch(
      /\ndiameter +31, between 322,560 ordered pairs of positions\nmean distance +21\.8162, over all/,
    );
    const names = ['3x3', '3x3-blank-4', '3x3-blank-7'];
    const files = [...names.flatMap((name) => [`${name}.json`, `${name}.table`]), '3x3-all-goals.json'];
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(files.sort());
    for (const [name, goal, maxDepth] of [
      ['3x3', '1 2 3 4 5 6 7 8 x', 31],
      ['3x3-blank-7', '1 2 3 4 5 6 7 x 8', 31],
      ['3x3-blank-4', '1 2 3 4 x 5 6 7 8', 30],
    ] as const) {
      const result = JSON.parse(readFileSync(join(cwd, `out/${name}.json`), 'utf8'));
      expect(result).toMatchObject({ space: name, goal, maxDepth, table: `out/${name}.table` });
      using table = openWalker(join(cwd, `out/${name}.table`));
      expect(table.histogram).toEqual(result.histogram);
      expect(table.distance(result.antipodes[0])).toBe(maxDepth);
    }
    // These tables solve any pair of positions, here with the blank on different edges, and other orders of tiles.
    const solved = await antipode(['solve', '8 x 6 5 4 7 2 3 1', '--goal', '1 2 3 4 5 x 7 8 6'], { cwd });
    expect(solved.err).toContain('out/3x3-blank-7.table');
    expect(solved.status).toBe(0);
  });

  test('prints one JSON object of all goals, the same as in its file', async () => {
    const cwd = temporaryFolder();
    const words = ['explore', '2x4', '--all-goals', '--json', '--no-table', '--output', 'results', '--antipodes', '1'];
    const { status, out } = await antipode(words, { cwd });
    expect(status).toBe(0);
    expect(readFileSync(join(cwd, 'results/2x4-all-goals.json'), 'utf8')).toBe(out);
    expect(readdirSync(join(cwd, 'results')).sort()).toEqual(['2x4-all-goals.json', '2x4-blank-6.json', '2x4.json']);
    const result = JSON.parse(out);
    expect(Object.keys(result)).toEqual([
      'space',
      'metric',
      'goals',
      'diameter',
      'diameterPairCount',
      'mean',
      'threads',
      'seconds',
      'provenance',
    ]);
    expect(Object.keys(result.goals[0])).toEqual([
      'goal',
      'blankCells',
      'goalCount',
      'states',
      'notReached',
      'maxDepth',
      'histogram',
      'mean',
      'median',
      'mode',
      'standardDeviation',
      'antipodeCount',
      'antipodes',
      'seconds',
      'table',
    ]);
    expect(result).toMatchObject({ space: '2x4', metric: 'single', diameter: 36 });
    expect(result.goals).toMatchObject([
      {
        goal: '1 2 3 4 5 6 7 x',
        blankCells: [0, 3, 4, 7],
        goalCount: 4 * 2520,
        antipodes: [expect.any(String)],
        table: null,
      },
      { goal: '1 2 3 4 5 6 x 7', blankCells: [1, 2, 5, 6], goalCount: 4 * 2520, states: 20160, table: null },
    ]);
    const alone = await antipode(['explore', '2x4', '--goal', '1 2 3 4 5 6 x 7', '--json', '--no-table'], { cwd });
    expect(result.goals[1].histogram).toEqual(JSON.parse(alone.out).histogram);
  });

  test('explores all goals of a single row, whose distributions do not fit side by side', async () => {
    const { status, out } = await antipode(['explore', '1x20', '--all-goals'], { cwd: temporaryFolder() });
    expect(status).toBe(0);
    expect(out.split('\n').slice(1, 11)).toEqual(
      Array.from({ length: 10 }, (_, cell) =>
        expect.stringMatching(new RegExp(`^ +${cell} ${19 - cell} +2 +${19 - cell} `)),
      ),
    );
    expect(out).not.toContain('blank on 19');
    // The sum of |i - j| over i and j, divided by 20 * 20.
    expect(out).toMatch(/\ndiameter +19, between 2 ordered pairs of positions\nmean distance +6\.6500/);
  });

  test('reports before enumerating that a file of any goal cannot be written', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'out/3x3-blank-4.table'), { recursive: true });
    const { status, out, err } = await antipode(['explore', '3x3', '--all-goals'], { cwd });
    expect(err).toBe('antipode: out/3x3-blank-4.table is a folder, but must be a file: choose another --output\n');
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(readdirSync(join(cwd, 'out'))).toEqual(['3x3-blank-4.table']);
  });

  test.each([
    [['explore', '3x'], "a board is written ROWSxCOLUMNS, such as 3x4; found '3x'"],
    [['explore', '1x1'], 'a board has at least 2 cells, found 1x1 with 1'],
    [['explore', '0x5'], 'a board has at least 2 cells, found 0x5 with 0'],
    [
      ['explore', '5x5'],
      '5x5 is too large to number: it has about 7.8e+24 states, and 2^53 is the most that can be counted exactly; antipode solve can still search for solutions',
    ],
    [['explore', '2x100'], '2x100 is too large to number: it has more than 1e+308 states'],
    [['explore', '99999x99999'], 'a board has at most 255 cells, found 99999x99999: too large to number'],
    [['explore', '3x3', '--threads', '0'], "--threads must be a whole number from 1 to 256, found '0'"],
    [['explore', '3x3', '--threads', '-1'], "--threads must be a whole number from 1 to 256, found '-1'"],
    [['explore', '3x3', '--threads', '1.5'], "--threads must be a whole number from 1 to 256, found '1.5'"],
    [['explore', '3x3', '--threads', 'abc'], "--threads must be a whole number from 1 to 256, found 'abc'"],
    [['explore', '3x3', '--antipodes', '1000001'], "antipodes must be 'all' or a whole number from 0 to 1000000"],
    [['explore', '3x3', '--goal', '1 2 3'], "a position of 3x3 has 9 tiles with the blank, found 3: '1 2 3'"],
    [['explore', '3x3', '--goal', '1 2 3 4 5 6 7 7 x'], 'tile 7 occurs 2 times, tile 8 is missing'],
    [
      ['explore', '3x3', '--all-goals', '--goal', '1 2 3 4 5 6 7 8 x'],
      '--all-goals explores every goal, and --goal a single one: leave out one of them',
    ],
    [['explore', '3x3', '--frobnicate'], "unknown option '--frobnicate'"],
    [['explore', '3x3', 'extra'], "too many arguments for 'explore': expected 1, found 2; see --help"],
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

  test('refuses a space that does not fit into memory, before anything is written', async () => {
    const cwd = temporaryFolder();
    const { status, err } = await antipode(['explore', '2x8'], { cwd });
    expect(err).toMatch(
      /^antipode: 2x8 needs 2\.79 TB of memory for its bitsets and about [^\n]*, but only [^\n]* are free on this machine; --plan prints the needs, and antipode solve finds single solutions without exploring\n$/,
    );
    expect(status).toBe(1);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('reports before enumerating that the output folder cannot be written', async () => {
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

  test.each(
    rows(
      [
        ['exit', 'worker exited with code: 3'],
        ['throw', 'the worker was hit'],
      ],
      [0],
    ),
  )('fails where a worker dies in the middle of a layer (%s)', async (how, reason) => {
    const cwd = temporaryFolder();
    const preload = fileURLToPath(new URL('../../fixtures/dying-worker.cjs', import.meta.url));
    const { status, out, err } = await antipodeProcess(['explore', '3x4', '--threads', '2'], {
      cwd,
      nodeOptions: ['--require', preload],
      env: { DYING: how },
    });
    expect(err).toContain(
      `antipode: a worker thread failed in the middle of a layer, so there is no result: ${reason}\n`,
    );
    expect(status).toBe(1);
    expect(out).toBe('');
    expect(readdirSync(join(cwd, 'out'))).toEqual([]);
  });

  test('refuses folders that cannot be created, with the reason', async () => {
    const cwd = temporaryFolder();
    for (const folder of ['/proc/none', '/proc/self/none/deeper', '/dev/null']) {
      const { status, err } = await antipode(['explore', '2x3', '--output', folder], { cwd });
      expect(err).toMatch(/^antipode: cannot write to the folder '[^\n]*' \(\w+\): choose another --output\n$/);
      expect(status).toBe(2);
    }
  });

  test('continues if nothing reads its messages', async () => {
    const cwd = temporaryFolder();
    const { status, out } = await antipodeProcess(['explore', '2x4', '--json'], {
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

  test.each(
    rows(
      [
        ['SIGINT', 130],
        ['SIGTERM', 143],
      ] as const,
      [0],
    ),
  )('ends immediately on %s with status %i, and leaves no half-written file', async (signal, expected) => {
    const statuses: (number | null)[] = [];
    for (const delay of FULL ? [20, 100, 200, 400] : [20, 200]) {
      const cwd = temporaryFolder();
      const ended = await antipodeProcess(['explore', '2x6', '--threads', '2'], {
        cwd,
        during: signalAfter(signal, delay),
      });
      const { status, out } = ended;
      // A fast machine may have finished by then, and while Node ends, the system handles signals again.
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

  test.runIf(FULL)('ends immediately on SIGINT between the goals too, and leaves no half-written file', async () => {
    let ended = 0;
    for (const delay of FULL ? [50, 150, 300, 450, 600, 900] : [50, 300]) {
      const cwd = temporaryFolder();
      const { status } = await antipodeProcess(['explore', '2x6', '--all-goals', '--threads', '2'], {
        cwd,
        during: signalAfter('SIGINT', delay),
      });
      if (status === 130) ended++;
      for (const name of readdirSync(join(cwd, 'out'))) {
        expect(name).toMatch(/^2x6(-blank-(9|10)|-all-goals)?\.(table|json)$/);
        if (name.endsWith('.table')) openWalker(join(cwd, 'out', name)).close();
      }
    }
    expect(ended).toBeGreaterThan(0);
  });

  test('leaves only complete tables when it is killed', async () => {
    let killed = 0;
    let partial = 0;
    const check = (cwd: string) => {
      for (const name of readdirSync(join(cwd, 'out'))) {
        const whole = opens(join(cwd, 'out', name));
        // A file with the name of a table is complete. An unfinished file has another name, and a wrong length, unless the
        // process was killed between its last byte and its renaming.
        if (name === '3x4.table') expect(whole).toBe(true);
        else expect(name).toMatch(/^(\.3x4\.(table|json)\.\d+-[0-9a-f]{12}\.tmp|3x4\.json)$/);
        if (!whole) partial++;
      }
    };
    for (let delay = 20; delay <= 1000; delay *= FULL ? 2 : 100) {
      const cwd = temporaryFolder();
      const { signal } = await antipodeProcess(['explore', '3x4', '--threads', '2'], {
        cwd,
        during: signalAfter('SIGKILL', delay),
      });
      if (signal === 'SIGKILL') killed++;
      check(cwd);
    }
    expect(killed).toBeGreaterThan(0);
    // Then while the table is being written, on machines of any speed.
    partial = 0;
    for (let attempts = 0; partial === 0; attempts++) {
      expect(attempts).toBeLessThan(20);
      const cwd = temporaryFolder();
      const begun = () =>
        readdirSync(cwd, { recursive: true, encoding: 'utf8' }).some(
          (name) => /\.table\.[^.]+\.tmp$/.test(name) && sizeOf(join(cwd, name)) > 1e6,
        );
      const killWhileWriting = async (child: ChildProcess) => {
        while (child.exitCode === null && !begun()) await setTimeout(1);
        child.kill('SIGKILL');
      };
      await antipodeProcess(['explore', '3x4', '--threads', '2'], { cwd, during: killWhileWriting });
      check(cwd);
    }
  });
});

/** Returns the length of a file; 0 if it has just been removed. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Returns true if a file is a complete table, which can be opened and queried. */
function opens(path: string): boolean {
  try {
    using table = openWalker(path);
    expect(table.distance('1 2 3 4 5 6 7 8 x 9 10 11')).toBe(3);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(TableError);
    return false;
  }
}

test('antipode without a command, and --help, list the commands', async () => {
  const cwd = temporaryFolder();
  const nothing = await antipode([], { cwd });
  expect(nothing.status).toBe(2);
  expect(nothing.err).toContain('explore');
  const help = await antipode(['--help'], { cwd });
  expect(help.status).toBe(0);
  expect(help.out).toContain('solve');
  expect((await antipode(['--version'], { cwd })).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});
