import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FULL } from '../suite.js';
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
    const { status, out, err } = await antipode(['compare', '3x3', '--count', '5'], { cwd: temporaryFolder() });
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toBe('3x3, goal 1 2 3 4 5 6 7 8 x: 5 random positions, seed 1');
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
    const run = async (...words: string[]) =>
      JSON.parse((await antipode(['compare', '3x3', '--count', '4', '--json', '--by-depth', ...words], { cwd })).out);
    const [first, again, other] = [await run('--seed', '9'), await run('--seed', '9'), await run('--seed', '8')];
    const counts = (result: typeof first) =>
      result.tallies.map(({ expanded, generated, stored }: Record<string, unknown>) => [expanded, generated, stored]);
    expect(counts(again)).toEqual(counts(first));
    expect(counts(other)).not.toEqual(counts(first));
    expect(first).toMatchObject({ board: '3x3', goal: '1 2 3 4 5 6 7 8 x', instances: 4 });
    const contender = ({ algorithm, heuristic }: Record<string, unknown>) => [algorithm, heuristic];
    expect(first.tallies.map(contender)).toEqual(NINE);
    for (const tally of first.tallies) {
      expect(tally).toMatchObject({ instances: 4, solved: 4, optimal: true });
      expect(tally.expanded.mean).toBeLessThanOrEqual(tally.expanded.maximum);
    }
    expect(first.byDepth.reduce((sum: number, { instances }: { instances: number }) => sum + instances, 0)).toBe(4);
    for (const { depth, tallies } of first.byDepth) expect(tallies[0].expanded.mean).toBe(depth);
  });

  test('takes positions of each depth, as CSV by depth', async () => {
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

  test('takes positions from a file, and boards without a table', async () => {
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
    expect(tallies).toHaveLength(7);
    for (const tally of tallies) expect(tally).toMatchObject({ solved: 2, optimal: true });
    expect(status).toBe(0);
  });

  test('says what could not be solved within the limits, with status 1', async () => {
    const words = ['compare', '4x4', '--count', '2', '--algorithm', 'bfs,astar', '--heuristic', 'misplaced'];
    const { out, err, status } = await antipode([...words, '--memory', '3000000'], { cwd: temporaryFolder() });
    expect(out).toMatch(/^bfs .* 0\/2$/m);
    expect(out).toMatch(/^astar misplaced .* 0\/2$/m);
    expect(err).toMatch(
      /^antipode: bfs: the search needs 2\.62 TB of memory and its limit is 3\.00 MB: raise it, or take idastar$/m,
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
      'out/2x4.table is no table for 2x4-blank-1: make one with: antipode explore 2x4 --goal "1 x 2 3 4 5 6 7"',
    );
    expect(cell.status).toBe(2);
    // A symmetry takes this goal's blank to the table's cell.
    const corner = ['compare', '2x4', '--table', 'out/2x4.table', '--goal', 'x 1 2 3 4 5 6 7', '--each-depth', '1'];
    const { out, status } = await antipode([...corner, '--json', '--algorithm', 'table,astar'], { cwd });
    const { tallies } = JSON.parse(out);
    expect(tallies).toHaveLength(4);
    for (const tally of tallies) expect(tally).toMatchObject({ instances: 37, solved: 37, optimal: true });
    expect(status).toBe(0);
  });

  test.runIf(FULL)('ends at once on SIGINT', async () => {
    const begin = performance.now();
    const { status } = await antipodeProcess(['compare', '4x4', '--algorithm', 'astar'], {
      cwd: temporaryFolder(),
      during: (child) => setTimeout(() => child.kill('SIGINT'), 1500),
    });
    expect(status).toBe(130);
    expect(performance.now() - begin).toBeLessThan(10_000);
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
    [['3x3', '--instances', 'odd.txt'], 'odd.txt, line 1: no moves lead to the goal, so take the line out'],
    [['3x3', '--instances', 'empty.txt'], 'empty.txt holds no position'],
    [['4x4', '--each-depth', '1'], 'there is no table for 4x4: make one with: antipode explore 4x4'],
    [['5x5', '--each-depth', '1'], 'there is no table for 5x5: 5x5 is too large for any, so do without'],
    [['3x3', '--instances', '/dev/zero'], '/dev/zero has more than 10.0 MB, too much for positions'],
    [['3x3', '--instances', '.'], 'the file . cannot be read (EISDIR)'],
    [['3x3', '--time-limit', '0'], '--time-limit must be a number above 0'],
  ])('refuses %j in one line', async (words, message) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'bad.txt'), '1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 8 8\n');
    writeFileSync(join(cwd, 'odd.txt'), '2 1 3 4 5 6 7 8 x\n');
    writeFileSync(join(cwd, 'empty.txt'), '\n# nothing\n');
    const { status, out, err } = await antipode(['compare', ...words], { cwd });
    expect(err).toContain(message);
    expect(err).toMatch(/^antipode: [^\n]*\n$/);
    expect(out).toBe('');
    expect(status).toBe(2);
  });
});
