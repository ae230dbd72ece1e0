import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ModuleFolder } from '../spaces.js';
import { count, FULL } from '../suite.js';
import { exploreInto } from './explored.js';
import { antipodeProcess } from './process.js';
import { antipode, temporaryFolder } from './run.js';

const NINE = [
  ['table', null],
  ['bfs', null],
  ['bidirectional', null],
  ['astar', 'misplaced'],
  ['astar', 'manhattan'],
  ['astar', 'linear-conflict'],
  ['idastar', 'misplaced'],
  ['idastar', 'manhattan'],
  ['idastar', 'linear-conflict'],
];

describe('antipode compare', () => {
  test('prints all algorithms and heuristics within 80 columns', async () => {
    const { status, out, err } = await antipode(['compare', '3x3', '--count', String(count(2, 5))], {
      cwd: temporaryFolder(),
    });
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toBe(`3x3, goal 1 2 3 4 5 6 7 8 x: ${count(2, 5)} random positions, seed 1`);
    expect(lines.slice(4).map((line) => line.split(/ {2}/)[0])).toEqual(
      NINE.map(([algorithm, heuristic]) => (heuristic === null ? algorithm : `${algorithm} ${heuristic}`)).map((name) =>
        expect.stringMatching(new RegExp(`^${name}`)),
      ),
    );
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    for (const line of lines.slice(4)) expect(line).toMatch(/ yes$/);
    expect(err).toBe('');
    expect(status).toBe(0);
  });

  test('gives the same counts for the same seed, as JSON, also by depth', async () => {
    const cwd = temporaryFolder();
    const instances = count(2, 4);
    const run = async (...words: string[]) =>
      JSON.parse(
        (await antipode(['compare', '3x3', '--count', String(instances), '--json', '--by-depth', ...words], { cwd }))
          .out,
      );
    const [first, again, other] = [await run('--seed', '9'), await run('--seed', '9'), await run('--seed', '8')];
    const counts = (result: typeof first) =>
      result.tallies.map(({ expanded, generated, stored }: Record<string, unknown>) => [expanded, generated, stored]);
    expect(counts(again)).toEqual(counts(first));
    expect(counts(other)).not.toEqual(counts(first));
    expect(first).toMatchObject({ board: '3x3', goal: '1 2 3 4 5 6 7 8 x', instances });
    const contender = ({ algorithm, heuristic }: Record<string, unknown>) => [algorithm, heuristic];
    expect(first.tallies.map(contender)).toEqual(NINE);
    for (const tally of first.tallies) {
      expect(tally).toMatchObject({ instances, solved: instances, optimal: true });
      expect(tally.expanded.mean).toBeLessThanOrEqual(tally.expanded.maximum);
    }
    expect(first.byDepth.reduce((sum: number, { instances: those }: { instances: number }) => sum + those, 0)).toBe(
      instances,
    );
    for (const { depth, tallies } of first.byDepth) expect(tallies[0].expanded.mean).toBe(depth);
  });

  test('compares positions of each depth, as CSV by depth', async () => {
    const { out } = await antipode(
      [
        'compare',
        '2x3',
        '--each-depth',
        '2',
        '--by-depth',
        '--csv',
        '--algorithm',
        'bidirectional,idastar',
        '--heuristic',
        'manhattan',
      ],
      { cwd: temporaryFolder() },
    );
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toBe(
      'distance,algorithm,heuristic,instances,solved,optimal,expandedMean,expandedMax,generatedMean,generatedMax,storedMean,storedMax,secondsMean,secondsMax',
    );
    // 2x3 has depths 0 to 21, one position at each end.
    expect(rows).toHaveLength(44);
    expect(rows[0]).toMatch(/^0,bidirectional,,1,1,true,0,0,0,0,1,1,/);
    expect(rows[43]).toMatch(/^21,idastar,manhattan,1,1,true,.*,22,22,[\d.e-]+,[\d.e-]+$/);
  });

  test('compares positions from a file, also of boards without a table', async () => {
    const cwd = temporaryFolder();
    writeFileSync(
      join(cwd, 'starts.txt'),
      '# two of them\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15\n\n1 2 3 4 5 6 7 8 9 x 10 12 13 14 11 15\n',
    );
    const words = [
      'compare',
      '4x4',
      '--instances',
      'starts.txt',
      '--algorithm',
      'astar,idastar,bidirectional',
      '--json',
    ];
    const { out, status } = await antipode(words, { cwd });
    const { tallies, source } = JSON.parse(out);
    expect(source).toBe('2 positions of starts.txt');
    expect(tallies).toHaveLength(8);
    for (const tally of tallies) expect(tally).toMatchObject({ solved: 2, optimal: true });
    expect(status).toBe(0);
  });

  test('reports positions that cannot be solved within the limits, with status 1', async () => {
    const words = ['compare', '4x4', '--count', '2', '--algorithm', 'bfs,astar', '--heuristic', 'misplaced'];
    const { out, err, status } = await antipode([...words, '--memory', '3000000'], { cwd: temporaryFolder() });
    expect(out).toMatch(/^bfs .* 0\/2$/m);
    expect(out).toMatch(/^astar misplaced .* 0\/2$/m);
    expect(err).toMatch(
      /^antipode: bfs: the search needs 2\.62 TB of memory and its limit is 3\.00 MB: raise it, or use idastar$/m,
    );
    expect(err).toMatch(/^antipode: astar misplaced: the search needs /m);
    expect(status).toBe(1);
  });

  test('a table of another board, or of another goal cell, is refused', async () => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, ['2x4']);
    const other = await antipode(['compare', '4x2', '--table', 'out/2x4.table', '--algorithm', 'idastar'], { cwd });
    expect(other.err).toBe('antipode: out/2x4.table is a table of 2x4, not of 4x2\n');
    expect(other.status).toBe(1);
    const goal = ['--goal', '1 x 2 3 4 5 6 7'];
    const cell = await antipode(['compare', '2x4', '--table', 'out/2x4.table', ...goal, '--count', '2'], { cwd });
    expect(cell.err).toContain(
      'out/2x4.table is not a table for 2x4-blank-1: make one with: antipode explore 2x4 --goal "1 x 2 3 4 5 6 7"',
    );
    expect(cell.status).toBe(2);
    // A symmetry maps the blank of this goal to the cell of the table.
    const corner = ['compare', '2x4', '--table', 'out/2x4.table', '--goal', 'x 1 2 3 4 5 6 7', '--each-depth', '1'];
    const { out, status } = await antipode([...corner, '--json', '--algorithm', 'table,astar'], { cwd });
    const { tallies } = JSON.parse(out);
    expect(tallies).toHaveLength(4);
    for (const tally of tallies) expect(tally).toMatchObject({ instances: 37, solved: 37, optimal: true });
    expect(status).toBe(0);
  });

  test.runIf(FULL)('ends immediately on SIGINT', async () => {
    const begin = performance.now();
    const { status } = await antipodeProcess(['compare', '4x4', '--algorithm', 'astar'], {
      cwd: temporaryFolder(),
      during: (child) => setTimeout(() => child.kill('SIGINT'), 1500),
    });
    expect(status).toBe(130);
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  test('gives what the searches that reached a limit have proved', async () => {
    const words = ['4x4', '--count', '3', '--algorithm', 'bidirectional', '--memory', '1MB'];
    const cwd = temporaryFolder();
    const { out, err, status } = await antipode(['compare', ...words, '--json'], { cwd });
    const [{ solved, lowerBound }] = JSON.parse(out).tallies;
    expect(solved).toBe(0);
    expect(lowerBound.maximum).toBeGreaterThan(10);
    expect(lowerBound.maximum).toBeLessThanOrEqual(80);
    expect(err).toMatch(
      /^antipode: bidirectional: the search needs .* \(no solution has fewer than \d\d moves\): raise it/,
    );
    expect(status).toBe(1);
  });

  test.each([
    [['3x'], 'a board is written ROWSxCOLUMNS'],
    [['3x3', '--algorithm', 'dijkstra'], '--algorithm must be one of table, bfs, bidirectional, astar, idastar'],
    [['3x3', '--heuristic', 'manhattan,euclid'], '--heuristic must be one of misplaced, manhattan, linear-conflict'],
    [['3x3', '--count', '0'], '--count must be a whole number from 1'],
    [['3x3', '--count', '2', '--each-depth', '2'], 'leave out the others'],
    [['3x3', '--json', '--csv'], 'leave out one'],
    [['3x3', '--instances', 'none.txt'], 'the file none.txt cannot be read (ENOENT)'],
    [['3x3', '--instances', 'bad.txt'], 'bad.txt, line 2: a position of 3x3'],
    [['3x3', '--instances', 'odd.txt'], 'odd.txt, line 1: no moves lead to the goal: remove the line'],
    [['3x3', '--instances', 'goal.txt'], 'give --goal "1 2 3 8 x 4 7 6 5"'],
    [['3x3', '--instances', 'empty.txt'], 'empty.txt holds no position'],
    [['4x4', '--each-depth', '1'], 'there is no table for 4x4: make one with: antipode explore 4x4'],
    [['5x5', '--each-depth', '1'], 'there is no table for 5x5: 5x5 is too large for a table, so search without one'],
    [['3x3', '--instances', '/dev/zero'], '/dev/zero has more than 10.0 MB, too much for positions'],
    [['3x3', '--instances', '.'], 'the file . cannot be read (EISDIR)'],
    [['3x3', '--time-limit', '0'], '--time-limit must be a number above 0'],
  ])('refuses %j in one line', async (words, message) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'bad.txt'), '1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 8 8\n');
    writeFileSync(join(cwd, 'odd.txt'), '2 1 3 4 5 6 7 8 x\n');
    writeFileSync(join(cwd, 'empty.txt'), '\n# nothing\n');
    writeFileSync(join(cwd, 'goal.txt'), '283104765 4 123804765\n');
    const { status, out, err } = await antipode(['compare', ...words], { cwd });
    expect(err).toContain(message);
    expect(err).toMatch(/^antipode: [^\n]*\n$/);
    expect(out).toBe('');
    expect(status).toBe(2);
  });
});

describe('antipode compare of spaces that are not boards', () => {
  const modules = new ModuleFolder();
  afterAll(() => modules.remove());
  const json = async (words: readonly string[], cwd = temporaryFolder()) => {
    const { status, out, err } = await antipode(['compare', ...words, '--json'], { cwd });
    expect({ status, err }).toEqual({ status: 0, err: '' });
    return JSON.parse(out);
  };
  const names = ({ tallies }: { tallies: { algorithm: string; heuristic: string | null }[] }) =>
    tallies.map(({ algorithm, heuristic }) => (heuristic === null ? algorithm : `${algorithm} ${heuristic}`));
  /** Returns the path of a ring whose moves lead in one direction, by one or three states. */
  const oneWay = () =>
    modules.ring(`moves: ['one', 'three'], reversible: false, heuristics: { rest: (state) => Math.ceil((1000 - state) % 1000 / 3) },
      neighbours(state, next) { next[0] = (state + 1) % 1000; next[1] = (state + 3) % 1000; }`).path;

  test('shows a known puzzle with its heuristics within 80 columns', async () => {
    const { status, out, err } = await antipode(['compare', 'pancake:6', '--count', '5'], { cwd: temporaryFolder() });
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toBe('pancake:6, start 1 2 3 4 5 6: 5 random states, seed 1');
    expect(lines.slice(4).map((line) => line.split(/ {2}/)[0])).toEqual([
      'table',
      'bfs',
      'bidirectional',
      'astar gap',
      'idastar gap',
    ]);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    for (const line of lines.slice(4)) expect(line).toMatch(/ yes$/);
    expect(err).toBe('');
    expect(status).toBe(0);
  });

  test('gives the fields of a board as JSON, and the same counts for the same seed', async () => {
    const words = ['burnt-pancake:4', '--count', '6', '--by-depth'];
    const [first, again, other] = [
      await json([...words, '--seed', '9']),
      await json([...words, '--seed', '9']),
      await json([...words, '--seed', '8']),
    ];
    const counts = (result: typeof first) =>
      result.tallies.map(({ expanded, generated, stored }: Record<string, unknown>) => [expanded, generated, stored]);
    expect(counts(again)).toEqual(counts(first));
    expect(counts(other)).not.toEqual(counts(first));
    expect(Object.keys(first)).toEqual([
      'space',
      'starts',
      'metric',
      'source',
      'instances',
      'tallies',
      'byDepth',
      'provenance',
    ]);
    expect(first).toMatchObject({ space: 'burnt-pancake:4', starts: ['1 2 3 4'], metric: null, instances: 6 });
    for (const tally of first.tallies) expect(tally).toMatchObject({ instances: 6, solved: 6, optimal: true });
    for (const { depth, tallies } of first.byDepth) expect(tallies[0].expanded.mean).toBe(depth);
  });

  test('compares states of each depth, and from a file', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'piles.txt'), '# two\n2 1 3 4\n\n4231\n');
    const each = await json(['pancake:4', '--each-depth', '2', '--by-depth', '--algorithm', 'table,idastar'], cwd);
    // pancake:4 has 1, 3, 6, 11 and 3 states at its depths.
    expect(each.byDepth.map(({ instances }: { instances: number }) => instances)).toEqual([1, 2, 2, 2, 2]);
    expect(each.source).toBe('9 states, up to 2 of each depth');
    const two = await json(['pancake:4', '--instances', 'piles.txt', '--by-depth'], cwd);
    expect(two.source).toBe('2 states of piles.txt');
    expect(two.byDepth.map(({ depth }: { depth: number }) => depth)).toEqual([1, 4]);
  });

  test('uses the table of the output folder, and a named table of another start', async () => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, ['pancake:5', '--start', '21345']);
    const other = await json(
      ['pancake:5', '--start', '21345', '--count', '3', '--table', 'out/pancake-5-from-2-1-3-4-5-ad34bf.table'],
      cwd,
    );
    expect(other).toMatchObject({ space: 'pancake:5-from-2 1 3 4 5', starts: ['2 1 3 4 5'] });
    // The heuristic of pancake:5 estimates the moves to another start.
    expect(names(other)).toEqual(['table', 'bfs', 'bidirectional']);
    const wrong = await antipode(['compare', 'pancake:6', '--table', 'out/pancake-5-from-2-1-3-4-5-ad34bf.table'], {
      cwd,
    });
    expect(wrong.err).toMatch(/is a table of pancake:5, not of pancake:6\n$/);
    expect(wrong.status).toBe(1);
  });

  test('compares ends of random walks if there is no table of the reached states', async () => {
    const result = await json(['pancake:11', '--count', '3', '--algorithm', 'bidirectional,astar,idastar']);
    expect(result.source).toBe('3 ends of random walks of 50 to 100 moves, seed 1');
    expect(names(result)).toEqual(['bidirectional', 'astar gap', 'idastar gap']);
    for (const tally of result.tallies) expect(tally).toMatchObject({ solved: 3, optimal: true });
  });

  test('compares the algorithms and heuristics of a module, of a file of generators, and of a metric', async () => {
    const cwd = temporaryFolder();
    const steps =
      'heuristics: { half: (s) => Math.floor(Math.min(s, 1000 - s) / 2), full: (s) => Math.min(s, 1000 - s) }';
    const own = await json([modules.ring(steps).path, '--count', '4', '--heuristic', 'full'], cwd);
    expect(names(own)).toEqual(['table', 'bfs', 'bidirectional', 'astar full', 'idastar full']);
    const group = { name: 'three', generators: [{ name: 'a', permutation: '(1 2 3)' }] };
    writeFileSync(join(cwd, 'group.json'), JSON.stringify(group));
    const generated = await json(['--generators', 'group.json', '--count', '4'], cwd);
    expect(names(generated)).toEqual(['table', 'bfs', 'bidirectional']);
    const pyraminx = await json(
      ['cube-2x2x2', '--metric', 'quarter-turn', '--count', '1', '--algorithm', 'bidirectional'],
      cwd,
    );
    expect(pyraminx).toMatchObject({ space: 'cube-2x2x2-quarter-turn', metric: 'quarter-turn' });
  });

  test('compares paths to the start if heuristics estimate them, and paths from it otherwise, if moves cannot be undone', async () => {
    const path = oneWay();
    const toStart = await json([path, '--count', '4']);
    expect(names(toStart)).toEqual(['bfs', 'astar rest', 'idastar rest']);
    expect(toStart.source).toBe('4 random states with a path to the start, seed 1');
    for (const tally of toStart.tallies) expect(tally).toMatchObject({ solved: 4, optimal: true });
    const fromStart = await json([path, '--each-depth', '1', '--by-depth']);
    expect(names(fromStart)).toEqual(['table', 'bfs']);
    expect(fromStart.byDepth[7].tallies[1]).toMatchObject({ solved: 1, optimal: true });
    const both = await antipode(['compare', path, '--algorithm', 'table,astar'], { cwd: temporaryFolder() });
    expect(both.err).toMatch(
      /^antipode: the moves of ring cannot be undone: its table holds paths from the start, and /,
    );
    expect(both.status).toBe(2);
    // A line whose moves never lead back to its start.
    const line = modules.ring(`moves: ['on'], reversible: false, heuristics: { zero: () => 0 },
      neighbours(state, next) { next[0] = state < 999 ? state + 1 : -1; }`).path;
    const { status, out, err } = await antipode(['compare', line, '--count', '2'], { cwd: temporaryFolder() });
    expect(err).toMatch(
      /^antipode: no moves lead from random states of ring to its start, .*: astar and idastar do not apply\n$/,
    );
    expect(out).toMatch(/^table .* yes$/m);
    expect(out).not.toMatch(/astar/);
    expect(status).toBe(0);
  });

  test('ends if a table shows that a heuristic overestimates, as solve does', async () => {
    const cwd = temporaryFolder();
    // No neighbour of state 4345 is tested earlier.
    const source = modules.ring(`size: 10000, heuristics: { sly: (state) => state + (state > 4345 ? 1 : 0) },
      neighbours(state, next) { next[0] = state > 0 ? state - 1 : -1; next[1] = state < 9999 ? state + 1 : -1; }`);
    const message =
      /^antipode: the heuristic sly of ring overestimates: it estimates (\d+) from state r(\d+) \(number \2\), and its distance is \2 in /;
    const compared = await antipode(['compare', source.path, '--count', '1'], { cwd });
    expect(compared.err).toMatch(message);
    expect(compared.err).toMatch(/ in a table made on the spot\n$/);
    expect(compared.status).toBe(2);
    await exploreInto(cwd, [source.path]);
    const solved = await antipode(['solve', '--space', source.path, '--algorithm', 'astar', 'r1'], { cwd });
    expect(solved.err).toMatch(message);
    expect(solved.err).toMatch(/ in out\/space\d+-[\da-f]{6}\.table\n$/);
    expect(solved.status).toBe(2);
  });

  test.each([
    [['chess'], "'chess' is not a space: a board is written 3x4"],
    [[], 'the space is missing: give a board such as 3x4'],
    [
      ['pancake:5', '--goal', '12345'],
      '--goal is for boards: distances of other spaces are counted from their --start',
    ],
    [['3x3', '--start', '12345678x'], "--start is for other spaces: a board's distances are counted from its --goal"],
    [['3x3', '--generators', 'none.json'], "'3x3' and --generators both name the space: leave out one of them"],
    [['knight:3', '--instances', 'middle.txt'], "middle.txt, line 2: no moves lead to the start: remove the line 'b2'"],
    [['knight:3', '--instances', 'wrong.txt'], 'wrong.txt, line 1: '],
    [['topspin:5,3', '--algorithm', 'idastar'], 'idastar needs a heuristic, and topspin:5,3 has none: use bfs or'],
    [['topspin:5,3', '--heuristic', 'gap'], "topspin:5,3 has no heuristic: leave out 'gap'"],
    [['pancake:5', '--heuristic', 'gap,manhattan'], "--heuristic must be one of gap; found 'manhattan'"],
    [
      ['pancake:13', '--each-depth', '1'],
      'there is no table for pancake:13: make one with: antipode explore pancake:13',
    ],
    [['3x3', '--metric', 'multi', '--algorithm', 'astar'], 'astar needs a heuristic that never overestimates'],
  ])('refuses %j in one line', async (words, message) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'middle.txt'), 'a2\nb2\n');
    writeFileSync(join(cwd, 'wrong.txt'), 'z9\n');
    const { status, out, err } = await antipode(['compare', ...words], { cwd });
    expect(err).toContain(message);
    expect(err).toMatch(/^antipode: [^\n]*\n$/);
    expect(out).toBe('');
    expect(status).toBe(2);
  });
});
