/** `antipode solve`: how questions are read, what answers them, and refusals. The golden record holds the answers in every form of output. */

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { preparedDatabases } from '#src/program/arguments/tables.js';
import { makeBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { capturedIo } from '../../captured-io.js';
import { fixtureSpace } from '../../spaces.js';
import { count, FULL, rows } from '../../suite.js';
import { exploreInto } from '../explored.js';
import { antipodeProcess, startedProcess } from '../process.js';
import { antipode, moduleFile, sharedFolder, temporaryFolder, wordsOf } from '../run.js';

const SOLUTION = 'ullddrurdllurdruldr';

/** A module with the states 0 to 9, whose moves double them modulo 10, or add one. */
const DOUBLING = `export default {
  name: 'doubling', size: 10, starts: [0], moves: ['double', 'increment'], reversible: false,
  neighbours(state, next) { next[0] = (2 * state) % 10; next[1] = state < 9 ? state + 1 : -1; },
  PREDECESSORS
  format: (state) => \`n\${state}\`,
  parse(text) {
    if (!/^n\\d$/.test(text)) throw new Error('expected n0 to n9');
    return Number(text[1]);
  },
};
`;
const PREDECESSORS = `predecessors(state) {
  const before = state > 0 ? [state - 1] : [];
  return state % 2 === 0 ? [...before, state / 2, state / 2 + 5] : before;
},`;

/** A module whose states have texts such as 3x3, which are also names of boards. */
const GRID = `export default {
  name: 'grid', size: 25, starts: [0], moves: ['down', 'right', 'up', 'left'], reversible: true,
  neighbours(state, next) {
    next[0] = state < 20 ? state + 5 : -1;
    next[1] = state % 5 < 4 ? state + 1 : -1;
    next[2] = state >= 5 ? state - 5 : -1;
    next[3] = state % 5 > 0 ? state - 1 : -1;
  },
  format: (state) => Math.floor(state / 5) + 'x' + (state % 5),
  parse(text) {
    if (!/^[0-4]x[0-4]$/.test(text)) throw new Error('expected 0x0 to 4x4');
    return 5 * Number(text[0]) + Number(text[2]);
  },
};
`;

/** Files of both folders. */
function writeFiles(cwd: string): void {
  const files = {
    'doubling.mjs': DOUBLING.replace('PREDECESSORS', ''),
    'two-ways.mjs': DOUBLING.replace('PREDECESSORS', PREDECESSORS),
    'grid.mjs': GRID,
    'cross.map': '#.#\n...\n...\n',
    'group.json': JSON.stringify({ name: 'ring', generators: [{ name: 'turn', permutation: '2 3 1' }] }),
    'starts.txt': '# number and start\n1 1x2/453\n2 123/45x\n3 12x453\n',
    'piles.txt': '# top first\n2 1 3 4\n\n4231\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  copyFileSync(fixtureSpace('knight').path, join(cwd, 'my-space.js'));
}

/** Folders without tables, and with tables in out/. */
const bare = sharedFolder();
const tabled = sharedFolder();
beforeAll(async () => {
  for (const cwd of [bare, tabled]) writeFiles(cwd);
  for (const line of ['3x3', 'pancake:6', 'pancake:4', 'knight:8 --start d4']) {
    await exploreInto(tabled, wordsOf(line));
  }
  for (const name of ['doubling', 'two-ways', 'grid']) {
    expect(await antipode(['explore', `./${name}.mjs`], { cwd: tabled })).toMatchObject({ status: 0 });
  }
});

function objectsOf(out: string) {
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('a table in out/, or one made on the spot, answers', () => {
  const BOTH = '3x3: solved from out/3x3.table\n';
  test.each([
    // Positions in every notation, even without quotes.
    [
      '"2 3 4 1 5 x 7 6 8" 23415x768 2,3,4,1,5,0,7,6,8 "1 2 3 4 5 6 7 8 _" 21345678x',
      `${`${SOLUTION}\n`.repeat(3)}\nunsolvable\n`,
      BOTH,
    ],
    ['2 3 4 1 5 x 7 6 8', `${SOLUTION}\n`, BOTH],
    ['8-puzzle "1 2 3 4 5 6 7 x 8" "2 1 3 4 5 6 7 8 x"', 'r\nunsolvable\n', BOTH],
    ['3x3 1 2 3 4 5 6 x 7 8', 'rr\n', BOTH],
    ['3x3 --goal "1 2 3 4 5 6 x 7 8" 1234567x8', 'l\n', BOTH],
    ['3x3 --from 1234567x8 --to 123456x78', 'l\n', BOTH],
    ['--space 3x3 1234567x8', 'r\n', BOTH],
    ['--board 8-puzzle 1234567x8', 'r\n', BOTH],
    ['--table out/3x3.table --goal x12345678 1423x5678', 'ul\n', BOTH],
    // 1x2 is a position of 1x3, and 21x3 one of 2x2; 3x4 and 12x9 are not positions.
    ['1x2 12x', 'r\n\n', '1x3: solved from a table made on the spot\n'],
    ['213x 21x3', 'unsolvable\nunsolvable\n', '2x2: solved from a table made on the spot\n'],
    ['1x3 "1 x 2"', 'r\n'],
    ['"1 2 3 4 5 6 7 8 x 9"', 'r\n', '2x5: solved from a table made on the spot\n'],
    ['"1 2 3 x 4" "2 1 3 x 4"', 'r\nunsolvable\n'],
    ['..#/.../#.. "1 2 3 4 5 x 6"', 'r\n'],
    ['--map cross.map 12345x6', 'r\n'],
    ['--instances starts.txt', 'rd\n\nd\n'],
    // The positions determine the board.
    ['283164705 --to 123804765', 'uuldr\n'],
    ['--from 283164705 --to 123804765', 'uuldr\n'],
    // Moves from the goal.
    ['3x3 --moves luu', 'ddr\n', BOTH],
    ['--table out/3x3.table --moves lu', 'dr\n', BOTH],
    ['--to 123804765 --moves u1l1', 'rd\n'],
    ['pancake:6 --moves "2 4"', '4 2\n', 'pancake:6: solved from out/pancake-6.table\n'],
    ['knight:8 --to d4 --moves "+1+2 +1+2"', '-1-2 -1-2\n'],
    ['./doubling.mjs --moves "double increment"', 'increment\n'],
    ['cube-3x3x3 --moves "R U2 F\'"', "F U2 R'\n"],
    // States, even without quotes.
    ['pancake:6 "2 1 3 4 5 6" 123456', '2\n\n', 'pancake:6: solved from out/pancake-6.table\n'],
    ['pancake:6 2 1 3 4 5 6', '2\n'],
    ['pancake:4 --table out/pancake-4.table 2134', '2\n'],
    ['--table out/knight-8-from-3-3-8b250f.table e6', '-1-2\n'],
    ['knight:8 --to d4 e6', '-1-2\n', 'knight:8: solved from out/knight-8-from-3-3-8b250f.table\n'],
  ])('solve %s', async (line, out, err = expect.any(String)) => {
    expect(await antipode(['solve', ...wordsOf(line)], { cwd: tabled })).toEqual({ status: 0, signal: null, out, err });
  });

  test.each([
    ['', ' 2  3  4  1  5  x  7  6  8 \n', `${SOLUTION}\n`],
    ['8-puzzle', '1234567x8\n1 2 3 4 5 6 7 8 x', 'r\n\n'],
    ['pancake:4', '2134\r\n\n4321\n', '2\n4\n'],
    ['pancake:6 --to 654321', '1 2 3 4 5 6\n6 5 4 3 2 1\n', '6\n\n'],
    ['--table out/pancake-6.table', '3 2 1 4 5 6\n6 5 4 3 2 1\n', '3\n6\n'],
  ])('the lines of solve %s', async (line, input, out) => {
    expect(await antipode(['solve', ...wordsOf(line)], { cwd: tabled, input })).toMatchObject({ status: 0, out });
  });

  test('the first word as a state, if the named table has it', async () => {
    const grid = ['solve', '--table', `out/${moduleFile(join(tabled, 'grid.mjs'))}.table`];
    expect(await antipode([...grid, '2x0', '1x1'], { cwd: tabled })).toMatchObject({ out: 'up up\nup left\n' });
    expect(await antipode([...grid, './grid.mjs', '1x0'], { cwd: tabled })).toMatchObject({ out: 'up\n' });
    expect(await antipode([...grid, '9x'], { cwd: tabled })).toMatchObject({ status: 2, out: '' });
  });

  test.each(['doubling', 'two-ways'])('paths from the start if moves cannot be undone (%s)', async (name) => {
    const words = ['solve', `./${name}.mjs`, '--json', '--boards'];
    const { out, err } = await antipode([...words, 'n0', 'n1', 'n4', 'n9'], { cwd: tabled });
    expect(objectsOf(out).map(({ from, to, distance, states }) => [from, to, distance, states.length])).toEqual([
      ['n0', 'n0', 0, 1],
      ['n0', 'n1', 1, 2],
      ['n0', 'n4', 3, 4],
      ['n0', 'n9', 5, 6],
    ]);
    expect(err).toBe(`${name}: solved from out/${moduleFile(join(tabled, `${name}.mjs`))}.table\n`);
    // The table has no paths back to the start.
    const [back] = objectsOf((await antipode([...words, '--from', 'n5'], { cwd: tabled })).out);
    expect(back).toMatchObject({
      to: 'n0',
      distance: 1,
      moves: ['double'],
      algorithm: name === 'two-ways' ? 'bidirectional' : 'bfs',
    });
  });

  test('a table is opened for reading only', async () => {
    const before = readFileSync(join(tabled, 'out/3x3.table'));
    await antipode(['solve', '23415x768'], { cwd: tabled });
    expect(readFileSync(join(tabled, 'out/3x3.table')).equals(before)).toBe(true);
  });
});

describe('a search answers if there is no table, or on request', () => {
  const REVERSED = '5 4 3 2 1 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30';
  test.each([
    [
      '3x4 "1 2 3 4 5 6 7 8 9 10 x 11"',
      'r\n',
      '3x4: solved by idastar with linear-conflict, because out/ has no table of the whole board\n',
    ],
    ['3x3 --metric multi --algorithm bidirectional 123456x78', 'r2\n', ''],
    [
      '4x4 --metric multi "1 2 3 4 5 6 7 8 9 10 11 12 x 13 14 15"',
      'r3\n',
      '4x4: solved by bidirectional, because out/ has no table of the whole board\n',
    ],
    ['pancake:7 "3 1 2 4 5 6 7"', '3 2\n', 'pancake:7: solved by bidirectional, because out/ has no pancake-7.table\n'],
    ['my-space.js c2', '-2,-1\n'],
    ['./my-space.js --from a1 --to c2', '2,1\n', ''],
    ['--from a1 --to c2 knight:8', '+2+1\n', ''],
    ['knight:3 --from b2 --to a1', 'unsolvable\n', ''],
    ['cube-2x2x2 --metric quarter-turn "UFR URB UBL ULF DRF DFL DLB DBR"', '\n'],
    ['--generators group.json "2 3 1"', 'turn turn\n'],
    ['pancake:4 --instances piles.txt', expect.stringMatching(/^2\n\d \d \d \d\n$/)],
    [`pancake:30 "${REVERSED}"`, '5\n', ''],
    // Moves that cannot be undone: from the start, unless the ends are given.
    [
      './doubling.mjs n4 n0',
      expect.stringMatching(/^increment \w+ double\n\n$/),
      expect.stringMatching(/^doubling: solved by bfs, because out\/ has no doubling-[\da-f]{6}\.table\n$/),
    ],
    ['./doubling.mjs --to n4 n1', expect.stringMatching(/^\w+ double\n$/)],
    ['./doubling.mjs --from n1 --to n9', 'double double double increment\n', ''],
  ])('solve %s', async (line, out, err = expect.any(String)) => {
    expect(await antipode(['solve', ...wordsOf(line)], { cwd: bare })).toEqual({ status: 0, signal: null, out, err });
  });

  test.each(
    rows(
      ['bfs', 'bidirectional', 'astar', 'idastar'].flatMap((algorithm) => [
        [algorithm, '3x3 23415x768', 19],
        [algorithm, 'pancake:6 "5 3 1 6 4 2"', 6],
      ]) as [string, string, number][],
      [2, 7],
    ),
  )('by %s on request, although there is a table: solve %s', async (algorithm, line, distance) => {
    const words = ['solve', ...wordsOf(line), '--json', '--algorithm', algorithm];
    const { out, err } = await antipode(words, { cwd: tabled });
    expect(objectsOf(out)).toMatchObject([{ solvable: true, distance, algorithm }]);
    expect(err).toBe('');
  });

  test('judge problem HDU 1401: at most 8 moves', async () => {
    const solitaire = wordsOf('solve solitaire:8,4 --from "4 4 4 5 5 4 6 5" --to "2 4 3 3 3 6 4 6" --json');
    expect(objectsOf((await antipode(solitaire, { cwd: bare })).out)[0].distance).toBeLessThanOrEqual(8);
  });

  test('a search that reaches its limits is given up, the others are answered, and the status is 1', async () => {
    const boards =
      '--algorithm astar --heuristic misplaced "14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 x" "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15"';
    const piles =
      'pancake:13 --algorithm bidirectional "4 13 7 10 1 8 12 3 6 11 2 9 5" "2 1 3 4 5 6 7 8 9 10 11 12 13"';
    const lines = [
      [`${boards} --memory 2000000`, 'r\n', 'the search needs '],
      [`${boards} --time-limit 0.1`, 'r\n', 'no solution within the time limit of 0.1 s (no solution has fewer than '],
      [`${piles} --memory 2000000`, '2\n', 'the search needs '],
      [`${piles} --time-limit 0.1`, '2\n', 'no solution within the time limit of 0.1 s (no solution has fewer than '],
    ];
    for (const [line, out, message] of rows(lines, [0, 3])) {
      const finished = await antipode(['solve', ...wordsOf(line)], { cwd: bare });
      expect(finished).toMatchObject({ status: 1, out });
      expect(finished.err).toMatch(/^antipode: [^\n]*\n$/);
      expect(finished.err).toContain(message);
    }
  });

  test.each(
    rows(
      [
        ['exit', 'exited'],
        ['throw', 'the worker was hit'],
      ] as const,
      [],
    ),
  )('a worker that dies in the middle of a search ends the run (%s)', async (how, reason) => {
    const preload = fileURLToPath(new URL('../../fixtures/dying-worker.cjs', import.meta.url));
    const line =
      'solve --algorithm idastar --heuristic manhattan --threads 2 --goal "x 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15" "5 12 10 7 15 11 14 x 8 2 1 13 3 4 9 6"';
    const { status, out, err } = await antipodeProcess(wordsOf(line), {
      cwd: bare,
      nodeOptions: ['--require', preload],
      env: { DYING: how },
    });
    expect(err).toContain('antipode: a worker thread failed in the middle of a search, so there is no result');
    expect(err).toContain(reason);
    expect([out, status]).toEqual(['', 1]);
  });

  test.runIf(FULL)('in either metric of a built-in space', async () => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, ['cube-2x2x2', '--antipodes', '1', '--no-table', '--json']);
    const { antipodes } = JSON.parse(readFileSync(join(cwd, 'out/cube-2x2x2.json'), 'utf8'));
    for (const [metric, most] of [
      ['half-turn', 11],
      ['quarter-turn', 14],
    ] as const) {
      const words = ['solve', 'cube-2x2x2', '--metric', metric, '--from', antipodes[0], '--json'];
      const [{ distance }] = objectsOf((await antipode(words, { cwd })).out);
      expect(distance).toBeLessThanOrEqual(most);
      expect(distance).toBeGreaterThanOrEqual(11);
    }
  });
});

describe('pattern databases', () => {
  test.each(
    rows(
      [
        ['--algorithm idastar --partition 4-4 2 3 4 1 5 x 7 6 8', 19, '3x3: pattern databases 4-4 made on the spot\n'],
        [
          '--partition "1 2 3 / 4 5 6 / 7 8" 23415x768',
          19,
          '3x3: pattern databases 1 2 3 / 4 5 6 / 7 8 made on the spot\n',
        ],
        ['--heuristic pattern 23415x768', 19, '3x3: pattern databases 6-2 made on the spot\n'],
        [
          '15-puzzle "12 x 11 14 7 13 5 1 3 10 15 4 6 8 2 9"',
          57,
          '4x4: solved by idastar with the pattern databases 6-6-3 made on the spot, because out/ has no table of the whole board\n',
        ],
        [
          '3x5 "5 7 11 2 10 13 3 14 12 4 6 8 x 1 9"',
          50,
          '3x5: solved by idastar with the pattern databases 6-6-2 made on the spot, because out/ has no table of the whole board\n',
        ],
      ] as [string, number, string][],
      [0, 1, 2],
    ),
  )('answer solve %s', async (line, distance, message) => {
    const { out, err, status } = await antipode(['solve', ...wordsOf(line)], { cwd: bare });
    expect([out.trim().length, status]).toEqual([distance, 0]);
    // On a busy machine, good solutions may be known before a shortest one is.
    expect(err.replaceAll(/^.*: [\d,]+ moves, at least [\d,]+; Ctrl-C prints them, --anytime goes on\n/gm, '')).toBe(
      message,
    );
  });

  test('of a partition in out/ serve goals with the blank in any corner', async () => {
    const cwd = temporaryFolder();
    for (const tiles of ['1 2 4 5', '3 6 7 8']) await exploreInto(cwd, ['3x3', '--pattern', tiles]);
    for (const [line, out, origin] of [
      ['23415x768', expect.stringMatching(/^[udlr]{19}\n$/), 'in out/'],
      ['--goal "x 1 2 3 4 5 6 7 8" 1423x5678', 'ul\n', 'in out/'],
      ['--goal "1 2 3 4 x 5 6 7 8" 1x3425678', 'd\n', 'made on the spot'],
    ]) {
      const found = await antipode(['solve', '--partition', '4-4', ...wordsOf(line)], { cwd });
      expect(found).toMatchObject({ out, err: `3x3: pattern databases 4-4 ${origin}\n` });
    }
  });
});

describe('a time limit', () => {
  const hastily = (position: string) =>
    antipode([...wordsOf('solve --heuristic pattern --partition 3-3-3-3-3 --time-limit 0.000000001'), position], {
      cwd: bare,
    });

  test.each([
    ['no moves lead to the goal', '1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 x', 'unsolvable\n'],
    ['the position is the goal', '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x', '\n'],
  ])('is not needed if %s, which is known before databases are made', async (_, position, out) => {
    expect(await hastily(position)).toMatchObject({ status: 0, out, err: '' });
  });

  test('counts the search, and not the making of databases', async () => {
    const { status, err } = await hastily('1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15');
    expect(err).toMatch(
      /^4x4: pattern databases 3-3-3-3-3 made on the spot\nantipode: no solution within the time limit of 1e-9 s/,
    );
    expect(status).toBe(1);
  });

  test('is said not to count databases if making them takes long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const board = makeBoard(3, 3);
    const { stderr } = capturedIo();
    const made = preparedDatabases(board, orderedPosition(board), { partition: '4-4', seconds: 1 }, stderr);
    vi.advanceTimersByTime(999);
    expect(stderr.text()).toBe('');
    vi.advanceTimersByTime(1);
    expect(stderr.text()).toBe('3x3: preparing pattern databases, which the time limit does not count\n');
    expect((await made).partition).toBe('4-4');
  });
});

describe('standard input and output', () => {
  test('wrong lines are reported and the others answered, with status 2 at the end', async () => {
    const input = '23415x768\r\nnonsense\n\n1 2 3 4 5 6 7 8 8\n12345678x\n1 2 3';
    const { status, out, err } = await antipode(['solve', '--board', '3x3'], { cwd: tabled, input });
    expect(out).toBe(`${SOLUTION}\n\n`);
    expect(err.split('\n')).toEqual([
      '3x3: solved from out/3x3.table',
      "antipode: line 2: a position holds tile numbers and x, 0 or _ for the blank, found 'n' in 'nonsense'",
      "antipode: line 4: a position of 3x3 holds tiles 1 to 8 and the blank once each, but tile 8 occurs 2 times, the blank is missing: '1 2 3 4 5 6 7 8 8'",
      "antipode: line 6: a position of 3x3 has 9 tiles with the blank, found 3: '1 2 3'",
      '',
    ]);
    expect(status).toBe(2);
    const words = await antipode(['solve', '23415x768', '1234', '12345678x'], { cwd: tabled });
    expect(words).toMatchObject({ status: 2, out: `${SOLUTION}\n\n` });
    const states = await antipode(['solve', 'pancake:6', '2 1 3 4 5 6', 'x', '3 2 1 4 5 6'], { cwd: tabled });
    expect(states).toMatchObject({ status: 2, out: '2\n3\n' });
  });

  test('a line that no table can answer does not stop the others, with status 1 at the end', async () => {
    const input = '12345678x\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15\n23415x768\n';
    const { status, out, err } = await antipode(['solve', '--algorithm', 'table'], { cwd: tabled, input });
    expect(out).toBe(`\n${SOLUTION}\n`);
    expect(err).toBe('antipode: line 2: there is no table for 4x4 in out/: make one with: antipode explore 4x4\n');
    expect(status).toBe(1);
  });

  test('megabytes of noise are survived, also in one line', async () => {
    const noise = Buffer.alloc(count(300_000, 10_000_000));
    let seed = 1;
    for (let at = 0; at < noise.length; at++) {
      seed = (Math.imul(seed, 1103515245) + 12345) | 0;
      noise[at] = seed >>> 16;
    }
    const { status, out, err } = await antipode(['solve'], { cwd: bare, input: noise });
    expect([status, out]).toEqual([2, '']);
    expect(err.split('\n')).toHaveLength(22);
    expect(err).toMatch(/antipode: [\d,]+ more positions have no answer\n$/);
    const oneLine = await antipode(['solve'], { cwd: bare, input: Buffer.alloc(noise.length, '1 ') });
    expect(oneLine.err).toBe(
      "antipode: line 1: a position has at most 2000 characters, found more: '1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 ...'\n",
    );
  });

  test.each(
    rows(
      [
        ['solve', ['23415x768', '1234567x8'], [`${SOLUTION}\n`, 'r\n']],
        ['solve pancake:7', ['2 1 3 4 5 6 7', '3 2 1 4 5 6 7'], ['2\n', '3\n']],
      ] as [string, string[], string[]][],
      [1],
    ),
  )('%s answers a line before the next one is read', async (line, questions, expected) => {
    const child = startedProcess(wordsOf(line), tabled);
    const closed = new Promise((resolve) => child.on('close', resolve));
    for (const [index, question] of questions.entries()) {
      const answered = new Promise((resolve) => child.stdout.setEncoding('utf8').once('data', resolve));
      child.stdin.write(`${question}\n`);
      expect(await answered).toBe(expected[index]);
    }
    child.stdin.end();
    await closed;
  });

  test.each([
    ['is full', '> /dev/full', 1, '', /^3x3: solved from out\/3x3.table\nantipode: standard output: ENOSPC[^\n]*\n$/],
    ['is closed by its reader', '| head -n 1', 0, `${SOLUTION}\n`, /^3x3: solved from out\/3x3.table\n$/],
  ])('standard output that %s ends the run without a trace', async (_, where, status, out, err) => {
    const child = startedProcess(['solve'], tabled, where);
    const texts = ['', ''];
    for (const [index, stream] of [child.stdout, child.stderr].entries()) {
      stream.setEncoding('utf8').on('data', (text) => (texts[index] += text));
    }
    child.stdin.on('error', () => {}).end('23415x768\n'.repeat(10_000));
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(status);
    expect(texts).toEqual([out, expect.stringMatching(err)]);
  });
});

test('a line of another board than the goal', async () => {
  const { status, err } = await antipode(wordsOf('solve --goal "1 2 3 x"'), { cwd: bare, input: '12345678x' });
  const message = "line 1: start and goal must be of one board: the goal has 4 cells, the position 9: '12345678x'";
  expect([status, err]).toEqual([2, `antipode: ${message}\n`]);
});
