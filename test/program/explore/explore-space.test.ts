import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { tableKind } from '#src/table/files/table-file.js';
import { Table } from '#src/table/table.js';
import { FULL, rows } from '../../suite.js';
import { antipodeProcess } from '../process.js';
import { antipode, moduleFile, temporaryFolder } from '../run.js';

const published: { space: string; metric?: string; histogram: number[] }[] = JSON.parse(
  readFileSync(new URL('../../reference/distributions.json', import.meta.url), 'utf8'),
);

function histogramOf(name: string, its?: string): readonly number[] {
  const found = published.find(({ space, metric }) => space === name && metric === its);
  if (found === undefined) throw new Error(`nothing is published of ${name}`);
  return found.histogram;
}

function fixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/spaces/${name}`, import.meta.url));
}

/** Returns a folder with a module. */
function folderWith(name: string, text: string): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, name), text);
  return cwd;
}

function module(change: string): string {
  return `export default {
    name: 'made up', size: 1000, starts: [0], moves: ['on', 'back'], reversible: true,
    neighbours(state, next) { next[0] = state < 999 ? state + 1 : -1; next[1] = state > 0 ? state - 1 : -1; },
    format: (state) => 'state ' + state, parse: (text) => Number(text.slice(6)), ${change} };`;
}

function depthsOf(out: string): string[] {
  return out.slice(0, out.indexOf('\n\n')).split('\n').slice(1);
}

describe('antipode explore of a puzzle', () => {
  test('prints the distribution and writes table and result', async () => {
    const cwd = temporaryFolder();
    const { status, out, err } = await antipode(['explore', 'pancake:8'], { cwd });
    expect(status).toBe(0);
    expect(err).toMatch(/^pancake:8: 40,320 states need [\d.]+ KB of memory, .* are free\n$/);
    const counts = depthsOf(out).map((line) => Number(line.trim().split(/ +/)[1].replaceAll(',', '')));
    expect(counts).toEqual(histogramOf('pancake:8'));
    expect(out).toMatch(
      /\n\npancake:8, start 1 2 3 4 5 6 7 8\ngroup +order 40,320, 7 generators, base of 7 points\n +all permutations of 8 points\nstates +40,320\nmaximum depth +9\nantipodes +455\n +\d/,
    );
    expect(out).toContain('\n                    and 435 more: --antipodes 455 lists all\n');
    expect(out).toMatch(/\nmemory +[\d.]+ KB of planes\ntable +out\/pancake-8\.table\nresult +out\/pancake-8\.json\n$/);
    expect(out).not.toContain('not reached');
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['pancake-8.json', 'pancake-8.table']);
    expect(tableKind(join(cwd, 'out/pancake-8.table'))).toBe('space');
    using table = await Table.open(join(cwd, 'out/pancake-8.table'));
    expect(table.histogram).toEqual(histogramOf('pancake:8'));
    expect(table.distance(table.space.parse(out.split('\n').find((line) => /^ {20}\d/.test(line)) ?? ''))).toBe(9);
  });

  test.each(
    rows(['hanoi:4,6', 'hanoi:3,12', 'topspin:8,4', 'cube-2x2x2', 'pyraminx', 'solitaire:6,4', 'burnt-pancake:6'], [6]),
  )('keeps %s within 80 columns, without colours in a pipe', async (space) => {
    const env = { TERM: 'xterm-256color', CI: 'true', FORCE_COLOR: undefined };
    const { status, out } = await antipodeProcess(['explore', space, '--no-table'], { cwd: temporaryFolder(), env });
    expect(status).toBe(0);
    expect(out).not.toContain('\u001b');
    for (const line of out.split('\n')) expect([...line].length).toBeLessThanOrEqual(80);
  });

  test('prints one JSON object with --json, the same as in the result file', async () => {
    const cwd = temporaryFolder();
    const words = ['explore', 'burnt-pancake:5', '--json', '--threads', '1', '--antipodes', '1'];
    const { status, out } = await antipode(words, { cwd });
    expect(status).toBe(0);
    expect(readFileSync(join(cwd, 'out/burnt-pancake-5.json'), 'utf8')).toBe(out);
    const result = JSON.parse(out);
    expect(Object.keys(result)).toEqual([
      'space',
      'starts',
      'metric',
      'method',
      'size',
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
      space: 'burnt-pancake:5',
      starts: ['1 2 3 4 5'],
      metric: null,
      method: 'groups',
      size: 3840,
      notReached: 0,
      states: 3840,
      histogram: histogramOf('burnt-pancake:5'),
      antipodeCount: 4,
      antipodes: [expect.stringMatching(/^(-?[1-5] ){4}-?[1-5]$/)],
      threads: 1,
      table: 'out/burnt-pancake-5.table',
    });
  });

  test('has the same results with any number of threads', async () => {
    const results = await Promise.all(
      rows(['1', '2', '3'], [0, 2]).map(async (threads) => {
        const words = ['explore', 'pancake:8', '--threads', threads, '--json'];
        const { out } = await antipode(words, { cwd: temporaryFolder() });
        const { histogram, antipodes } = JSON.parse(out);
        return { histogram, antipodes };
      }),
    );
    expect(results[0].histogram).toEqual(histogramOf('pancake:8'));
    for (const result of results) expect(result).toEqual(results[0]);
  });

  test('names the files after metric and start', async () => {
    const cwd = temporaryFolder();
    const cube = await antipode(['explore', 'cube-2x2x2', '--metric', 'quarter-turn', '--json'], { cwd });
    expect(JSON.parse(cube.out)).toMatchObject({
      space: 'cube-2x2x2-quarter-turn',
      metric: 'quarter-turn',
      histogram: histogramOf('cube-2x2x2', 'quarter-turn'),
      table: 'out/cube-2x2x2-quarter-turn.table',
    });
    const knight = await antipode(['explore', 'knight:8', '--start', 'e4', '--json', '--output', 'made/here'], { cwd });
    const { space, starts, states, maxDepth } = JSON.parse(knight.out);
    expect({ states, maxDepth, starts: starts.length }).toEqual({ states: 64, maxDepth: 4, starts: 1 });
    expect(space).toBe(`knight:8-from-${starts[0]}`);
    const name = 'knight-8-from-4-3-477a24';
    expect(starts).toEqual(['4,3']);
    expect(readdirSync(join(cwd, 'made/here')).sort()).toEqual([`${name}.json`, `${name}.table`]);
  });

  test('writes no table with --no-table', async () => {
    const cwd = temporaryFolder();
    const { out } = await antipode(['explore', 'pancake:6', '--no-table', '--json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({ maxDepth: 7, table: null });
    expect(readdirSync(join(cwd, 'out'))).toEqual(['pancake-6.json']);
  });

  test('groups many depths in the text, and lists each depth in JSON', async () => {
    const cwd = temporaryFolder();
    const { out } = await antipode(['explore', 'hanoi:3,12'], { cwd });
    const lines = depthsOf(out);
    // 4,096 depths in groups of 100, and the line below them.
    expect(lines).toHaveLength(41 + 1);
    expect(lines[0]).toMatch(/^ +0-99 +\d/);
    expect(lines[40]).toMatch(/^ *4000-4095 +[\d,]+ /);
    expect(lines[41]).toBe('4,096 depths, 100 per line; --json lists each depth');
    const { histogram } = JSON.parse(readFileSync(join(cwd, 'out/hanoi-3-12.json'), 'utf8'));
    expect(histogram).toHaveLength(4096);
    expect(histogram[4095]).toBe(4096);
    const sum = lines
      .slice(0, 41)
      .reduce((all, line) => all + Number(line.trim().split(/ +/)[1].replaceAll(',', '')), 0);
    expect(sum).toBe(3 ** 12);
  });
});

describe('antipode explore of a module', () => {
  test('names the files after it, and prints the number of its starts', async () => {
    const cwd = temporaryFolder();
    const { status, out } = await antipode(['explore', fixture('grid.mjs'), '--threads', '2'], { cwd });
    expect(status).toBe(0);
    expect(out).toContain('\n\ngrid, 2 starts, the first <0> & "0"\nstates              400\nmaximum depth       19\n');
    const name = moduleFile(fixture('grid.mjs'));
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual([`${name}.json`, `${name}.table`]);
    const { starts, metric } = JSON.parse(readFileSync(join(cwd, `out/${name}.json`), 'utf8'));
    expect({ starts, metric }).toEqual({ starts: ['<0> & "0"', '<19> & "19"'], metric: null });
  });

  test('counts unreached states, and searches forwards if moves cannot be undone', async () => {
    const cwd = temporaryFolder();
    const { out } = await antipode(['explore', fixture('one-way-ring.mjs')], { cwd });
    expect(out).toContain('\nstates              600\nnot reached         4\n');
    using table = await Table.open(join(cwd, `out/${moduleFile(fixture('one-way-ring.mjs'))}.table`));
    expect(table.notReached).toBe(4);
    expect(table.distance(3)).toBe(1);
    expect(table.distance(599)).toBe(table.maxDepth);
    const other = await antipode(['explore', fixture('one-way-ring.mjs'), '--start', 'place 5', '--json'], { cwd });
    expect(JSON.parse(other.out)).toMatchObject({ space: 'one-way-ring-from-place 5', starts: ['place 5'] });
    const file = expect.stringMatching(/^one-way-ring-[\da-f]{6}-from-place-5-[\da-f]{6}\.table$/);
    expect(readdirSync(join(cwd, 'out'))).toContainEqual(file);
  });

  test.each([
    [
      'has a neighbour outside its range',
      'neighbours(state, next) { next.fill(-1); next[0] = state === 500 ? 5000 : (state + 1) % 1000; next[1] = (state + 999) % 1000; }',
      /500.*'?on'?/,
    ],
    [
      'throws',
      "neighbours(state, next) { if (state === 777) throw new Error('no such place'); next[0] = (state + 1) % 1000; next[1] = (state + 999) % 1000; }",
      /777.*no such place/,
    ],
  ])('that %s ends with a line that names the state, and leaves nothing', async (_, change, expected) => {
    const cwd = folderWith('wrong.mjs', module(change));
    const { status, out, err } = await antipode(['explore', './wrong.mjs', '--threads', '2'], { cwd });
    expect(out).toBe('');
    expect(err.split('\n').at(-2)).toMatch(expected);
    expect(err).not.toMatch(/\n +at /);
    expect(status).toBe(2);
    expect(readdirSync(join(cwd, 'out'))).toEqual([]);
  });

  test('without the interface ends before anything is written', async () => {
    const cwd = folderWith('empty.mjs', 'export default {};');
    const { status, err } = await antipode(['explore', './empty.mjs'], { cwd });
    expect(err).toMatch(/^antipode: [^\n]*empty[^\n]*\n$/);
    expect(status).toBe(2);
    expect(readdirSync(cwd)).toEqual(['empty.mjs']);
  });

  test.each([
    ['never becomes a space', 'export default () => new Promise(() => {});'],
    ['ends the process', 'process.exit(0);'],
  ])('that %s makes the program fail', async (_, text) => {
    const cwd = folderWith('wrong.mjs', text);
    const { status, out, err } = await antipodeProcess(['explore', './wrong.mjs'], { cwd });
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/^antipode: the program was ended before its work was done, [^\n]*\n$/);
  });

  test('does not replace the files of a board of the same name, nor does the board replace those of the module', async () => {
    const cwd = folderWith('2x2.mjs', module('neighbours(state, next) { next.fill(state); }'));
    const name = moduleFile(join(cwd, '2x2.mjs'));
    for (const space of ['2x2', '2x2.mjs']) expect((await antipode(['explore', space], { cwd })).status).toBe(0);
    const files = ['2x2', name].flatMap((stem) => [`${stem}.json`, `${stem}.table`]);
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(files.sort());
    // Version 0.1 gave the same name to the tables of the module and of the board.
    renameSync(join(cwd, `out/${name}.table`), join(cwd, 'out/2x2.table'));
    const refused = await antipode(['explore', '2x2'], { cwd });
    expect(refused).toMatchObject({ status: 2, out: '' });
    expect(refused.err).toBe(
      `antipode: out/2x2.table is of the module ${cwd}/2x2.mjs, and would be replaced by that of 2x2 with the goal 1 2 3 x: choose another --output, or add --replace\n`,
    );
    // Positions of the board and states of the module are still solved.
    expect(await antipode(['solve', '1 2 x 3'], { cwd })).toMatchObject({ status: 0, out: 'r\n' });
    const { err } = await antipode(['solve', '--space', './2x2.mjs', '0'], { cwd });
    expect(err).toBe('2x2: solved from out/2x2.table\n');
    expect(await antipode(['explore', '2x2', '--replace'], { cwd })).toMatchObject({ status: 0 });
  });
});

test('antipode explore --generators enumerates the group of a file', async () => {
  const generators = [
    { name: 'a', permutation: '(1 2)' },
    { name: 'b', permutation: [2, 3, 4, 5, 1] },
  ];
  const cwd = folderWith('group.json', JSON.stringify({ name: 'S5', inverses: true, generators }));
  const { status, out, err } = await antipode(['explore', '--generators', 'group.json', '--json'], { cwd });
  expect({ status, err }).toMatchObject({ status: 0 });
  const { space, size, states, table } = JSON.parse(out);
  expect({ size, states }).toEqual({ size: 120, states: 120 });
  expect({ space, table }).toEqual({ space: 'S5', table: expect.stringMatching(/^out\/S5-[\da-f]{6}\.table$/) });
});

describe('antipode explore --method general', () => {
  test.each(
    rows(
      [
        ['3x3', undefined, '3x3'],
        ['2x3', undefined, '2x3'],
        ['3x3', '1 2 3 4 x 5 6 7 8', '3x3-blank-4'],
        ['2x3', '1 x 2 3 4 5', '2x3-blank-1'],
      ],
      [3],
    ),
  )('finds of %s with the goal %s what the fast method does, in files of its own', async (board, goal, name) => {
    const cwd = temporaryFolder();
    const words = ['explore', board, '--json', ...(goal === undefined ? [] : ['--goal', goal])];
    const fast = JSON.parse((await antipode(words, { cwd })).out);
    for (const threads of FULL ? ['1', '3'] : ['3']) {
      const { out } = await antipode([...words, '--method', 'general', '--threads', threads], { cwd });
      const general = JSON.parse(out);
      const { histogram, mean, median, antipodeCount } = fast;
      expect(general).toMatchObject({ space: name, method: 'general', histogram, mean, median, antipodeCount });
      expect(general.antipodes.toSorted()).toEqual(
        general.antipodes.length < 20 ? fast.antipodes.toSorted() : expect.anything(),
      );
      expect(general.starts).toEqual([fast.goal]);
      expect(general.table).toBe(`out/${name}-general.table`);
    }
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(
      ['json', 'table'].flatMap((ending) => [`${name}-general.${ending}`, `${name}.${ending}`]).sort(),
    );
    using table = await Table.open(join(cwd, `out/${name}-general.table`));
    expect(table.distance(table.space.parse(fast.antipodes[0]))).toBe(fast.maxDepth);
  });

  test('supports the multi-tile metric', async () => {
    const words = ['explore', '3x3', '--method', 'general', '--metric', 'multi', '--json', '--no-table'];
    const { out } = await antipode(words, { cwd: temporaryFolder() });
    expect(JSON.parse(out)).toMatchObject({ metric: 'multi', histogram: histogramOf('3x3', 'multi') });
  });

  test('is not used for boards with --method fast', async () => {
    const { out } = await antipode(['explore', '2x3', '--method', 'fast', '--json'], { cwd: temporaryFolder() });
    expect(JSON.parse(out)).toMatchObject({ goal: '1 2 3 4 5 x', maxDepth: 21 });
  });
});

test.each([
  [['explore', '--map', 'a', '--generators', 'b'], '--map and --generators both name the space: leave out one of them'],
  [['explore'], 'the space is missing: give a board such as 3x4, a puzzle such as pancake:10'],
  [
    ['explore', 'abc'],
    "'abc' is not a space: a board is written 3x4, a map ..#/..., a puzzle as one of pancake:10, burnt-pancake:8, topspin:10,4, hanoi:4,10, cube-2x2x2, corners-3x3x3, skewb, dino, pyraminx, jing-pyraminx, m24, moonspinner, knight:8, solitaire:8,4, and a file by its path, a module ./my-space.js or a puzzle ./dino.tws",
  ],
  [['explore', 'knigt:8'], "'knigt:8' is not a space (did you mean knight:8?): a board is written 3x4"],
  [['explore', 'pancake'], 'pancake is written pancake:N, such as pancake:10'],
  [['explore', 'pancake:x'], "pancake:N takes whole numbers, such as pancake:10; found 'x'"],
  [['explore', 'pancake:99'], '99'],
  [['explore', 'topspin:10'], 'topspin:N,K'],
  [['explore', './nothing.js'], './nothing.js'],
  [['explore', '--generators', 'nothing.json'], 'nothing.json'],
  [
    ['explore', 'pancake:5', '--generators', 'nothing.json'],
    "'pancake:5' and --generators both name the space: leave out one of them",
  ],
  [['explore', 'pancake:5', '--metric', 'other'], "found 'other'"],
  [['explore', 'pancake:5', '--start', '1 2 3'], '1 2 3'],
  [
    ['explore', 'hanoi:3,2', '--method', 'fast'],
    'no fast engine accepts this space: boards is for sliding-tile boards,',
  ],
  [
    ['explore', 'pancake:5', '--method', 'boards'],
    'the engine boards is for sliding-tile boards: choose another one, or none',
  ],
  [
    ['explore', '2x3', '--method', 'groups'],
    'the engine groups is for permutation puzzles: choose another one, or none',
  ],
  [
    ['explore', 'pancake:5', '--method', 'quick'],
    "--method must be one of fast, boards, groups, patterns, general; found 'quick'",
  ],
  [
    ['explore', 'pancake:5', '--goal', '1 2 3 4 5'],
    '--goal is for boards: distances of other spaces are counted from their --start',
  ],
  [
    ['explore', 'pancake:5', '--all-goals'],
    '--all-goals is for boards, whose goals fall into a few classes by symmetry and by renaming tiles; other spaces have no such classes: leave it out, or give a --start',
  ],
  [['explore', 'pancake:5', '--threads', '0'], "--threads must be a whole number from 1 to 256, found '0'"],
  [['explore', 'pancake:5', '--antipodes', 'some'], "--antipodes must be 'all' or a whole number, found 'some'"],
  [
    ['explore', '3x3', '--start', '1 2 3 4 5 6 7 8 x'],
    "--start is for other spaces: a board's distances are counted from its --goal",
  ],
  [['explore', '3x3', '--metric', 'turns'], "--metric must be one of single, multi; found 'turns'"],
  [
    ['explore', '3x3', '--method', 'general', '--all-goals'],
    '--all-goals needs the engine boards: leave out --method general',
  ],
  [
    ['explore', '3x3', '--method', 'general', '--metric', 'turns'],
    "--metric must be one of single, multi; found 'turns'",
  ],
])('antipode refuses %j in one line, with status 2', async (words, message) => {
  const cwd = temporaryFolder();
  const { status, out, err } = await antipode(words, { cwd });
  expect(err).toContain(message);
  expect(err).toMatch(/^antipode: [^\n]*\n$/);
  expect(status).toBe(2);
  expect(out).toBe('');
  expect(readdirSync(cwd)).toEqual([]);
});

test('antipode explore refuses a space that does not fit into memory, before anything is written', async () => {
  const cwd = temporaryFolder();
  const { status, err } = await antipode(['explore', 'hanoi:4,24'], { cwd });
  expect(err).toMatch(
    /^antipode: hanoi:4,24 needs [^\n]* of memory for its codes and lists and about [^\n]*, but only [^\n]* are free on this machine; --plan prints the needs, and antipode solve finds single solutions without exploring\n$/,
  );
  expect(status).toBe(1);
  expect(readdirSync(cwd)).toEqual([]);
});

test.each([
  ['while it enumerates', 'pancake:11'],
  ['while a module takes forever', './slow.mjs'],
])('antipode explore ends immediately on SIGINT %s, and leaves no half-written file', async (_, space) => {
  const forever =
    'neighbours(state, next) { for (const until = Date.now() + 50; Date.now() < until; ); next[0] = (state + 1) % 1000; next[1] = (state + 999) % 1000; },';
  const cwd = folderWith('slow.mjs', module(forever));
  const { status, out } = await antipodeProcess(['explore', space, '--threads', '2'], {
    cwd,
    during: (child) => {
      child.stderr?.once('data', async () => {
        await setTimeout(150);
        child.kill('SIGINT');
      });
    },
  });
  expect({ status, out }).toEqual({ status: 130, out: '' });
  expect(readdirSync(join(cwd, 'out'))).toEqual([]);
});

test('antipode explore reports before enumerating a space that its files cannot be written', async () => {
  const cwd = folderWith('file', '');
  const { status, err } = await antipode(['explore', 'pancake:9', '--output', 'file/out'], { cwd });
  expect(err).toBe("antipode: cannot write to the folder 'file/out' (ENOTDIR): choose another --output\n");
  expect(status).toBe(2);
});
