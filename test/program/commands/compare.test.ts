/** `antipode compare`: contenders, questions, tables and refusals. The golden record holds the output for boards in every form. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ModuleFolder } from '../../spaces.js';
import { FULL, rows } from '../../suite.js';
import { exploreInto } from '../explored.js';
import { antipodeProcess } from '../process.js';
import { antipode, sharedFolder, temporaryFolder, wordsOf } from '../run.js';

interface Result {
  readonly source: string;
  readonly tallies: readonly {
    readonly algorithm: string;
    readonly heuristic: string | null;
    readonly solved: number;
    readonly optimal: boolean;
    readonly expanded: { readonly mean: number; readonly maximum: number };
    readonly lowerBound?: { readonly maximum: number };
  }[];
  readonly byDepth: readonly {
    readonly depth: number;
    readonly instances: number;
    readonly tallies: Result['tallies'];
  }[];
}

/** Each folder of a line has tables of 2x4, 3x3 and another start of pancake:5 in out/, and files of instances. */
const cwd = sharedFolder();
const modules = new ModuleFolder();
afterAll(() => modules.remove());
beforeAll(async () => {
  for (const line of ['3x3', '2x4', 'pancake:5 --start 21345']) await exploreInto(cwd, wordsOf(line));
  const files = {
    'starts.txt': '# two of them\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15\n\n1 2 3 4 5 6 7 8 9 x 10 12 13 14 11 15\n',
    'piles.txt': '# two\n2 1 3 4\n\n4231\n',
    'group.json': JSON.stringify({ name: 'three', generators: [{ name: 'a', permutation: '(1 2 3)' }] }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
});

const compared = (line: string) => antipode(['compare', ...wordsOf(line)], { cwd });
async function json(line: string): Promise<Result> {
  const { status, out, err } = await compared(`${line} --json`);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return JSON.parse(out);
}
const names = ({ tallies }: Result) =>
  tallies.map(({ algorithm, heuristic }) => (heuristic === null ? algorithm : `${algorithm} ${heuristic}`));

/** Returns the path of a ring whose moves lead in one direction, by one or three states. */
const oneWay = () =>
  modules.ring(`size: 100, moves: ['one', 'three'], reversible: false, heuristics: { rest: (state) => Math.ceil((100 - state) % 100 / 3) },
    neighbours(state, next) { next[0] = (state + 1) % 100; next[1] = (state + 3) % 100; }`).path;

const NINE = ['misplaced', 'manhattan', 'linear-conflict'];
const ALL = [
  'table',
  'bfs',
  'bidirectional',
  ...NINE.map((name) => `astar ${name}`),
  ...NINE.map((name) => `idastar ${name}`),
];

test.each([
  ['3x3 --count 2', '3x3, goal 1 2 3 4 5 6 7 8 x: 2 random positions, seed 1', ALL],
  [
    'pancake:6 --count 5',
    'pancake:6, start 1 2 3 4 5 6: 5 random states, seed 1',
    ['table', 'bfs', 'bidirectional', 'astar gap', 'idastar gap'],
  ],
])('compare %s prints all algorithms and heuristics within 80 columns', async (line, title, expected) => {
  const { status, out, err } = await compared(line);
  const lines = out.trimEnd().split('\n');
  expect(lines[0]).toBe(title);
  expect(lines.slice(4).map((each) => each.split(/ {2}/)[0])).toEqual(
    expected.map((name) => expect.stringMatching(new RegExp(`^${name}`))),
  );
  for (const each of lines) expect(each.length).toBeLessThanOrEqual(80);
  for (const each of lines.slice(4)) expect(each).toMatch(/ yes$/);
  expect([err, status]).toEqual(['', 0]);
});

test('the same seed gives the same counts, also by depth', async () => {
  const line = 'burnt-pancake:4 --count 6';
  const run = (seed: number) => json(`${line} --by-depth --seed ${seed}`);
  const [first, again, other] = [await run(9), await run(9), await run(8)];
  const counts = ({ tallies }: Result) => tallies.map(({ expanded }) => expanded);
  expect(counts(again)).toEqual(counts(first));
  expect(counts(other)).not.toEqual(counts(first));
  const instances = Number(line.at(-1));
  for (const tally of first.tallies) expect(tally).toMatchObject({ instances, solved: instances, optimal: true });
  expect(first.byDepth.reduce((sum, { instances: those }) => sum + those, 0)).toBe(instances);
  for (const { depth, tallies } of first.byDepth) expect(tallies[0].expanded.mean).toBe(depth);
  const fields = ['space', 'starts', 'metric', 'source', 'instances', 'tallies', 'byDepth', 'provenance'];
  expect(Object.keys(first)).toEqual(fields);
  expect(first).toMatchObject({ space: 'burnt-pancake:4', starts: ['1 2 3 4'], metric: null });
});

test.each(
  rows(
    [
      ['4x4 --instances starts.txt --algorithm astar,bidirectional', '2 positions of starts.txt', 4],
      [
        '2x4 --table out/2x4.table --goal "x 1 2 3 4 5 6 7" --each-depth 1 --algorithm table,astar',
        '37 positions, up to 1 of each depth',
        4,
      ],
      ['4x4 --metric multi --algorithm bidirectional --instances starts.txt', '2 positions of starts.txt', 1],
      ['pancake:4 --each-depth 2 --algorithm table,idastar', '9 states, up to 2 of each depth', 2],
      ['pancake:4 --instances piles.txt', '2 states of piles.txt', 5],
      // The heuristic of pancake:5 estimates the moves to another start.
      [
        'pancake:5 --start 21345 --count 3 --table out/pancake-5-from-2-1-3-4-5-ad34bf.table',
        '3 random states, seed 1',
        3,
      ],
      [
        'pancake:11 --count 3 --algorithm bidirectional,astar,idastar',
        '3 ends of random walks of 50 to 100 moves, seed 1',
        3,
      ],
      ['--generators group.json --count 4', '4 random states, seed 1', 3],
      [
        'cube-2x2x2 --metric quarter-turn --count 1 --algorithm bidirectional',
        '1 end of random walks of 50 to 100 moves, seed 1',
        1,
      ],
    ] as [string, string, number][],
    [3, 4, 5, 7],
  ),
)('compare %s takes %s', async (line, source, contenders) => {
  const result = await json(line);
  expect(result.source).toBe(source);
  expect(result.tallies).toHaveLength(contenders);
  for (const tally of result.tallies) expect(tally.optimal).toBe(true);
});

test('the heuristics of a module compete', async () => {
  const { path } = modules.ring(
    'heuristics: { half: (s) => Math.floor(Math.min(s, 1000 - s) / 2), full: (s) => Math.min(s, 1000 - s) }',
  );
  expect(names(await json(`${path} --count 4 --heuristic full`))).toEqual([
    'table',
    'bfs',
    'bidirectional',
    'astar full',
    'idastar full',
  ]);
});

test('pattern databases compete with other heuristics', async () => {
  const { out, err, status } = await compared('3x3 --count 2 --algorithm idastar --heuristic linear-conflict,pattern');
  expect(out).toMatch(/^idastar linear-conflict .* yes$/m);
  expect(out).toMatch(/^idastar pattern .* yes$/m);
  expect(err).toMatch(/^3x3: pattern databases 6-2 made on the spot, [\d.]+ KB in [\d.]+ s$/m);
  expect(status).toBe(0);
  const partition = await compared('3x3 --count 2 --partition 4-4');
  expect(partition.out).toMatch(/^idastar pattern .* yes$/m);
  expect(partition.out).not.toContain('astar pattern\n');
});

test('if moves cannot be undone, paths to the start if heuristics estimate them, and paths from it otherwise', async () => {
  const path = oneWay();
  const toStart = await json(`${path} --count 4`);
  expect(names(toStart)).toEqual(['bfs', 'astar rest', 'idastar rest']);
  expect(toStart.source).toBe('4 random states with a path to the start, seed 1');
  for (const tally of toStart.tallies) expect(tally).toMatchObject({ solved: 4, optimal: true });
  const fromStart = await json(`${path} --each-depth 1 --by-depth`);
  expect(names(fromStart)).toEqual(['table', 'bfs']);
  expect(fromStart.byDepth[7].tallies[1]).toMatchObject({ solved: 1, optimal: true });
  const both = await compared(`${path} --algorithm table,astar`);
  expect(both.err).toMatch(/^antipode: the moves of ring cannot be undone: its table holds paths from the start, and /);
  expect(both.status).toBe(2);
  // A line whose moves never lead back to its start.
  const line = modules.ring(`moves: ['on'], reversible: false, heuristics: { zero: () => 0 },
    neighbours(state, next) { next[0] = state < 999 ? state + 1 : -1; }`).path;
  const { status, out, err } = await compared(`${line} --count 2`);
  expect(err).toMatch(
    /^antipode: no moves lead from random states of ring to its start, .*: astar and idastar do not apply\n$/,
  );
  expect(out).toMatch(/^table .* yes$/m);
  expect(out).not.toMatch(/astar/);
  expect(status).toBe(0);
});

test('a table that shows that a heuristic overestimates ends compare and solve', async () => {
  // No neighbour of state 4345 is tested earlier.
  const { path } = modules.ring(`size: 10000, heuristics: { sly: (state) => state + (state > 4345 ? 1 : 0) },
    neighbours(state, next) { next[0] = state > 0 ? state - 1 : -1; next[1] = state < 9999 ? state + 1 : -1; }`);
  const message =
    /^antipode: the heuristic sly of ring overestimates: it estimates (\d+) from state r(\d+) \(number \2\), and its distance is \2 in /;
  const found = await compared(`${path} --count 1`);
  expect(found.err).toMatch(message);
  expect(found.err).toMatch(/ in a table made on the spot\n$/);
  const folder = temporaryFolder();
  await exploreInto(folder, [path]);
  const solved = await antipode(['solve', path, '--algorithm', 'astar', 'r1'], { cwd: folder });
  expect(solved.err).toMatch(message);
  expect(solved.err).toMatch(/ in out\/space\d+-[\da-f]{6}\.table\n$/);
  expect([found.status, solved.status]).toEqual([2, 2]);
});

test('searches that reach a limit are reported with what they have proved, with status 1', async () => {
  const { out, err, status } = await compared('4x4 --count 2 --algorithm bfs,bidirectional --memory 1MB --json');
  const [bfs, bidirectional] = (JSON.parse(out) as Result).tallies;
  expect([bfs.solved, bidirectional.solved]).toEqual([0, 0]);
  expect(bfs.lowerBound?.maximum).toBeGreaterThan(8);
  expect(bidirectional.lowerBound?.maximum).toBeGreaterThan(10);
  expect(bidirectional.lowerBound?.maximum).toBeLessThanOrEqual(80);
  expect(err).toMatch(
    /^antipode: bfs: the search needs .* and its limit is 1\.00 MB \(no solution has fewer than \d\d moves\): raise it, or use idastar$/m,
  );
  expect(err).toMatch(
    /^antipode: bidirectional: the search needs .* \(no solution has fewer than \d\d moves\): raise it/m,
  );
  expect(status).toBe(1);
});

test.runIf(FULL)('SIGINT ends it in the middle of its searches', async () => {
  const words = wordsOf('compare 4x4 --algorithm idastar --heuristic pattern --partition 3-3-3-3-3');
  const { status, signal, out } = await antipodeProcess(words, {
    cwd,
    // It begins after it has named its databases; before it answers signals, they end Node itself.
    during: (child) => child.stderr?.once('data', () => child.kill('SIGINT')),
  });
  expect([status === 130 || signal === 'SIGINT', out]).toEqual([true, '']);
});
