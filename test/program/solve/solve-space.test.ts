import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FULL } from '../../suite.js';
import { exploreInto } from '../explored.js';
import { CLI } from '../process.js';
import { antipode, moduleFile, temporaryFolder } from '../run.js';

function objectsOf(out: string) {
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** A module with the states 0 to 9, whose moves double them modulo 10, or add one. */
const DOUBLING = `export default {
  name: 'doubling',
  size: 10,
  starts: [0],
  moves: ['double', 'increment'],
  reversible: false,
  neighbours(state, next) {
    next[0] = (2 * state) % 10;
    next[1] = state < 9 ? state + 1 : -1;
  },
  PREDECESSORS
  format: (state) => \`n\${state}\`,
  parse(text) {
    if (!/^n\\d$/.test(text)) throw new Error('expected n0 to n9');
    return Number(text[1]);
  },
};
`;

/** Creates a folder with doubling.mjs. */
function withModule(predecessors = ''): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'doubling.mjs'), DOUBLING.replace('PREDECESSORS', predecessors));
  return cwd;
}

const PREDECESSORS = `predecessors(state) {
    const before = state > 0 ? [state - 1] : [];
    return state % 2 === 0 ? [...before, state / 2, state / 2 + 5] : before;
  },`;

describe('antipode solve --space', () => {
  test('searches from one state to another', async () => {
    const cwd = temporaryFolder();
    const words = ['solve', '--space', 'knight:8', '--from', 'b1', '--to', 'c3'];
    expect(await antipode(words, { cwd })).toEqual({ status: 0, signal: null, out: '+1+2\n', err: '' });
  });

  test('solves the largest boards of the judge problem, POJ 1915', async () => {
    const cwd = temporaryFolder();
    const words = ['solve', '--space', 'knight:300', '--from', '0 0', '--to', '299 299'];
    expect((await antipode(words, { cwd })).out.trim().split(' ')).toHaveLength(200);
  });

  test('solves the judge problem HDU 1401 in at most 8 moves', async () => {
    const cwd = temporaryFolder();
    const words = ['--from', '4 4 4 5 5 4 6 5', '--to', '2 4 3 3 3 6 4 6', '--json', '--boards'];
    const { out } = await antipode(['solve', '--space', 'solitaire:8,4', ...words], { cwd });
    const [answer] = objectsOf(out);
    expect(answer.distance).toBeLessThanOrEqual(8);
    expect(answer.moves).toHaveLength(answer.distance);
    expect(answer.states).toHaveLength(answer.distance + 1);
    expect(answer.states[0]).toBe(answer.from);
    expect(answer.states[answer.distance]).toBe(answer.to);
  });

  test('solves arguments, even without quotes, and lines, to the start', async () => {
    const cwd = temporaryFolder();
    const pancake = ['solve', '--space', 'pancake:6'];
    expect(await antipode([...pancake, '2 1 3 4 5 6', '1 2 3 4 5 6', '6 5 4 3 2 1'], { cwd })).toMatchObject({
      status: 0,
      out: '2\n\n6\n',
      err: 'pancake:6: solved by bidirectional, because out/ has no pancake-6.table\n',
    });
    expect((await antipode([...pancake, ...'2 1 3 4 5 6'.split(' ')], { cwd })).out).toBe('2\n');
    const input = '3 2 1 4 5 6\r\n\n4 3 2 1 5 6';
    expect((await antipode(pancake, { cwd, input })).out).toBe('3\n4\n');
    const goal = ['--to', '6 5 4 3 2 1'];
    expect((await antipode([...pancake, ...goal], { cwd, input: '1 2 3 4 5 6\n6 5 4 3 2 1\n' })).out).toBe('6\n\n');
    expect((await antipode([...pancake, '--from', '5 4 3 2 1 6'], { cwd })).out).toBe('5\n');
  });

  test('reports an unreachable state as unsolvable', async () => {
    const cwd = temporaryFolder();
    // No knight's move leads from the centre of 3x3.
    const words = ['--from', 'b2', '--to', 'a1'];
    expect((await antipode(['solve', '--space', 'knight:3', ...words], { cwd })).out).toBe('unsolvable\n');
    const { out } = await antipode(['solve', '--space', 'knight:3', ...words, '--json', '--boards'], { cwd });
    expect(objectsOf(out)).toEqual([
      {
        space: 'knight:3',
        from: '1,1',
        to: '0,0',
        solvable: false,
        distance: null,
        moves: null,
        algorithm: 'bidirectional',
        expanded: 1,
        generated: 0,
        stored: 2,
        seconds: expect.any(Number),
      },
    ]);
  });

  test('prints objects with --json, and every state of the path with --boards', async () => {
    const cwd = temporaryFolder();
    const words = ['solve', '--space', 'pancake:6', '--from', '3 2 1 6 5 4', '--to', '6 3 2 1 5 4', '--boards'];
    expect((await antipode(words, { cwd })).out).toBe('3 4\n3 2 1 6 5 4\n1 2 3 6 5 4\n6 3 2 1 5 4\n\n');
    const { out } = await antipode([...words, '--json', '--algorithm', 'bfs'], { cwd });
    expect(objectsOf(out)).toEqual([
      {
        space: 'pancake:6',
        from: '3 2 1 6 5 4',
        to: '6 3 2 1 5 4',
        solvable: true,
        distance: 2,
        moves: ['3', '4'],
        algorithm: 'bfs',
        expanded: expect.any(Number),
        generated: expect.any(Number),
        stored: expect.any(Number),
        seconds: expect.any(Number),
        states: ['3 2 1 6 5 4', '1 2 3 6 5 4', '6 3 2 1 5 4'],
      },
    ]);
  });

  test.runIf(FULL)('chooses the metric of a built-in space', async () => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, ['cube-2x2x2', '--antipodes', '1', '--no-table', '--json']);
    const { antipodes } = JSON.parse(readFileSync(join(cwd, 'out/cube-2x2x2.json'), 'utf8'));
    for (const [metric, most] of [
      ['half-turn', 11],
      ['quarter-turn', 14],
    ] as const) {
      const words = ['solve', '--space', 'cube-2x2x2', '--metric', metric, '--from', antipodes[0], '--json'];
      const [{ distance }] = objectsOf((await antipode(words, { cwd })).out);
      expect(distance).toBeLessThanOrEqual(most);
      expect(distance).toBeGreaterThanOrEqual(11);
    }
  });
});

describe('a module', () => {
  test('is searched forwards if its moves cannot be undone', async () => {
    const cwd = withModule();
    const words = ['solve', '--space', './doubling.mjs'];
    const one = await antipode([...words, '--from', 'n1', '--to', 'n9'], { cwd });
    expect(one).toMatchObject({ status: 0, out: 'double double double increment\n', err: '' });
    expect((await antipode([...words, '--from', 'n1', '--to', 'n0'], { cwd })).out.split(' ')).toHaveLength(4);
    const refused = await antipode([...words, '--from', 'n1', '--to', 'n9', '--algorithm', 'bidirectional'], { cwd });
    expect(refused).toMatchObject({ status: 2, out: '' });
    expect(refused.err).toMatch(/^antipode: doubling has moves that cannot be undone [^\n]*: use bfs\n$/);
  });

  test('is searched from both ends if it gives predecessors', async () => {
    const cwd = withModule(PREDECESSORS);
    const words = ['solve', '--space', './doubling.mjs', '--from', 'n1', '--to', 'n9', '--json'];
    const [answer] = objectsOf((await antipode(words, { cwd })).out);
    expect(answer).toMatchObject({ space: 'doubling', from: 'n1', to: 'n9', distance: 4, algorithm: 'bidirectional' });
  });

  test('is solved from its start to the given states if its moves cannot be undone', async () => {
    const cwd = withModule();
    const words = ['solve', '--space', './doubling.mjs'];
    const { out, err } = await antipode([...words, 'n4', 'n0'], { cwd });
    // From 0 to 4: an increment, another move to 2, and a doubling.
    expect(out).toMatch(/^increment \w+ double\n\n$/);
    expect(err).toMatch(/^doubling: solved by bfs, because out\/ has no doubling-[\da-f]{6}\.table\n$/);
    expect((await antipode([...words, '--to', 'n4', 'n1'], { cwd })).out).toMatch(/^\w+ double\n$/);
  });

  test('that contradicts itself ends the run with the state and the move', async () => {
    const cwd = temporaryFolder();
    // Only state 300 is wrong, which a few samples may miss.
    writeFileSync(
      join(cwd, 'line.mjs'),
      `export default {
        name: 'line', size: 1e6, starts: [0], moves: ['on', 'back'], reversible: true,
        neighbours(state, next) {
          next[0] = state === 300 ? 1e6 : state + 1 < 1e6 ? state + 1 : -1;
          next[1] = state - 1;
        },
        format: String, parse: Number,
      };`,
    );
    const { status, out, err } = await antipode(['solve', '--space', './line.mjs', '1000'], { cwd });
    expect(status).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(
      /^antipode: the space line contradicts its interface, neighbours of state 300 \(number 300\): move on leads to 1000000, [^\n]*\n$/,
    );
  });
});

describe('tables of spaces', () => {
  test('solve to the start and back, without a search', async () => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, ['pancake:6']);
    const words = ['solve', '--space', 'pancake:6'];
    const fromTable = 'pancake:6: solved from out/pancake-6.table\n';
    const { out, err, status } = await antipode([...words, '2 1 3 4 5 6', '1 2 3 4 5 6'], { cwd });
    expect({ out, err, status }).toEqual({ out: '2\n\n', err: fromTable, status: 0 });
    const back = await antipode([...words, '--from', '1 2 3 4 5 6', '--to', '6 3 2 1 5 4'], { cwd });
    expect(back.err).toBe(fromTable);
    const search = await antipode([...words, '--from', '1 2 3 4 5 6', '--to', '6 3 2 1 5 4', '--algorithm', 'bfs'], {
      cwd,
    });
    expect(back.out.split(' ')).toHaveLength(search.out.split(' ').length);
    const between = await antipode([...words, '--from', '2 1 3 4 5 6', '--to', '6 5 4 3 1 2', '--json'], { cwd });
    expect(objectsOf(between.out)).toMatchObject([{ distance: 1, algorithm: 'bidirectional' }]);
  });

  test('give the same lengths as searches', async () => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, ['pancake:6']);
    const states = ['5 3 1 6 4 2', '4 6 2 5 1 3', '6 2 4 1 3 5', '1 3 5 2 4 6'];
    const lengths = async (algorithm: string) => {
      const words = ['solve', '--space', 'pancake:6', '--json', '--algorithm', algorithm];
      const answers = objectsOf((await antipode([...words, ...states], { cwd })).out);
      for (const answer of answers) expect(answer).toMatchObject({ algorithm, solvable: true, to: '1 2 3 4 5 6' });
      return answers.map(({ distance }) => distance);
    };
    const distances = await lengths('table');
    expect(await lengths('bfs')).toEqual(distances);
    expect(await lengths('bidirectional')).toEqual(distances);
  });

  test('determine the space if they are named', async () => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, ['pancake:6', '--output', 'elsewhere']);
    const words = ['solve', '--table', 'elsewhere/pancake-6.table'];
    expect(await antipode(words, { cwd, input: '3 2 1 4 5 6\n6 5 4 3 2 1\n' })).toMatchObject({
      out: '3\n6\n',
      err: 'pancake:6: solved from elsewhere/pancake-6.table\n',
    });
    const other = await antipode([...words, '--from', '2 1 3 4 5 6', '--to', '3 2 1 4 5 6'], { cwd });
    expect(other).toMatchObject({ status: 1, out: '' });
    expect(other.err).toBe(
      "antipode: elsewhere/pancake-6.table only holds paths that begin or end at its start '1 2 3 4 5 6': choose such a path, or leave out --table to search\n",
    );
    const searched = [...words, '--from', '2 1 3 4 5 6', '--to', '1 2 3 4 5 6', '--algorithm', 'bidirectional'];
    expect((await antipode(searched, { cwd })).out).toBe('2\n');
    const wrong = await antipode([...words, '--space', 'pancake:7', '2 1 3 4 5 6 7'], { cwd });
    expect(wrong).toMatchObject({ status: 1, out: '' });
    expect(wrong.err).toBe('antipode: elsewhere/pancake-6.table is a table of pancake:6, not of pancake:7\n');
  });

  test('of another start solve paths from and to it', async () => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, ['knight:8', '--start', 'd4']);
    const words = ['solve', '--space', 'knight:8', '--to', 'd4', 'e6', 'a1'];
    const { out, err } = await antipode(words, { cwd });
    expect(out).toMatch(/^-1-2\n\S+ \S+\n$/);
    expect(err).toBe('knight:8: solved from out/knight-8-from-3-3-8b250f.table\n');
    expect((await antipode(['solve', '--table', 'out/knight-8-from-3-3-8b250f.table', 'e6'], { cwd })).out).toBe(
      '-1-2\n',
    );
    const none = await antipode(['solve', '--space', 'knight:8', '--algorithm', 'table', '--to', 'e4', 'e6'], { cwd });
    expect(none).toMatchObject({ status: 1, out: '' });
    expect(none.err).toBe(
      'antipode: there is no table of knight:8 in out/ that holds this path: make one with: antipode explore knight:8 --start 4,3\n',
    );
  });

  test.each([
    ['without predecessors', ''],
    ['with predecessors', PREDECESSORS],
  ])('of moves that cannot be undone lead from the start, %s', async (_, predecessors) => {
    const cwd = withModule(predecessors);
    expect(await antipode(['explore', './doubling.mjs'], { cwd })).toMatchObject({ status: 0 });
    const words = ['solve', '--space', './doubling.mjs'];
    for (const [state, distance] of [
      ['n0', 0],
      ['n1', 1],
      ['n4', 3],
      ['n9', 5],
    ] as const) {
      const { out, err } = await antipode([...words, '--json', '--boards', state], { cwd });
      expect(objectsOf(out)).toMatchObject([{ from: 'n0', to: state, distance, algorithm: 'table' }]);
      expect(objectsOf(out)[0].states).toHaveLength(distance + 1);
      expect(err).toBe(`doubling: solved from out/${moduleFile(join(cwd, 'doubling.mjs'))}.table\n`);
    }
    // The table has no paths back to the start.
    const [back] = objectsOf((await antipode([...words, '--json', '--from', 'n5'], { cwd })).out);
    expect(back).toMatchObject({ to: 'n0', distance: 1, moves: ['double'] });
    expect(back.algorithm).not.toBe('table');
  });
});

describe('puzzles too large to be enumerated', () => {
  const REVERSED = '5 4 3 2 1 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30';

  test('are searched, with and without their heuristics', async () => {
    const cwd = temporaryFolder();
    expect(await antipode(['solve', 'pancake:30', REVERSED], { cwd })).toMatchObject({
      status: 0,
      out: '5\n',
      err: '',
    });
    const words = ['solve', 'pancake:30', '--algorithm', 'idastar', '--json', '--boards', REVERSED];
    expect(objectsOf((await antipode(words, { cwd })).out)).toMatchObject([
      {
        from: REVERSED,
        distance: 1,
        moves: ['5'],
        heuristic: 'gap',
        states: [REVERSED, expect.stringMatching(/^1 2 3 4 5 /)],
      },
    ]);
  });

  test('have no tables', async () => {
    const cwd = temporaryFolder();
    const table = await antipode(['solve', 'pancake:30', '--algorithm', 'table', REVERSED], { cwd });
    expect(table).toMatchObject({ status: 2, out: '' });
    expect(table.err).toBe('antipode: pancake:30 has too many states for a table: use bfs or bidirectional\n');
    const explored = await antipode(['explore', 'pancake:30'], { cwd });
    expect(explored.err).toBe(
      'antipode: pancake:30 has 265,252,859,812,191,058,636,308,480,000,000 states, and explore and compare take at most 1,099,511,627,776: antipode solve solves single states by a search\n',
    );
  });
});

describe('antipode solve of a space', () => {
  test('reports wrong lines and arguments, and answers the others', async () => {
    const cwd = temporaryFolder();
    const input = '2 1 3 4 5 6\nnonsense\n\n1 1 1 1 1 1\n3 2 1 4 5 6';
    const { status, out, err } = await antipode(['solve', '--space', 'pancake:6'], { cwd, input });
    expect(out).toBe('2\n3\n');
    expect(err.split('\n')).toEqual([
      'pancake:6: solved by bidirectional, because out/ has no pancake-6.table',
      expect.stringMatching(/^antipode: line 2: .*'nonsense'/),
      expect.stringMatching(/^antipode: line 4: .*'1 1 1 1 1 1'/),
      '',
    ]);
    expect(status).toBe(2);
    const words = await antipode(['solve', '--space', 'pancake:6', '2 1 3 4 5 6', 'x', '3 2 1 4 5 6'], { cwd });
    expect(words).toMatchObject({ status: 2, out: '2\n3\n' });
  });

  test('gives up a search that reaches its limits, and answers the other states, with status 1', async () => {
    const cwd = temporaryFolder();
    const hard = '4 13 7 10 1 8 12 3 6 11 2 9 5';
    const easy = '2 1 3 4 5 6 7 8 9 10 11 12 13';
    for (const [option, value, message] of [
      ['--memory', '2000000', 'antipode: the search needs '],
      ['--time-limit', '0.2', 'antipode: no solution within the time limit of 0.2 s (no solution has fewer than '],
    ]) {
      const words = ['--algorithm', 'bidirectional', option, value, hard, easy];
      const { out, err, status } = await antipode(['solve', '--space', 'pancake:13', ...words], { cwd });
      expect(out).toBe('2\n');
      expect(err).toContain(message);
      expect(err.trimEnd().split('\n')).toHaveLength(1);
      expect(status).toBe(1);
    }
  });

  test('answers a line before the next one is read', async () => {
    const child = spawn(process.execPath, [CLI, 'solve', '--space', 'pancake:6'], { cwd: temporaryFolder() });
    const answer = () => new Promise((resolve) => child.stdout.setEncoding('utf8').once('data', resolve));
    for (const [line, expected] of [
      ['2 1 3 4 5 6', '2\n'],
      ['3 2 1 4 5 6', '3\n'],
    ]) {
      const answered = answer();
      child.stdin.write(`${line}\n`);
      expect(await answered).toBe(expected);
    }
    child.stdin.end();
    await new Promise((resolve) => child.on('close', resolve));
  });

  test.each([
    [['--space', 'chess', '--from', 'a1'], 2, 'knight:8'],
    [['--space', 'pancake:1', '--from', 'a1'], 2, 'pancake:N'],
    [['--space', './none.mjs', '--from', 'a1'], 2, 'the module ./none.mjs cannot be read (ENOENT)'],
    [['--space', 'none.js', '--from', 'a1'], 2, 'the module none.js cannot be read (ENOENT)'],
    [['--space', '/tmp/', '--from', 'a1'], 2, 'the file /tmp/ cannot be read (EISDIR)'],
    [['--generators', 'none.json', '--from', 'a1'], 2, 'the file none.json cannot be read (ENOENT)'],
    [
      ['--space', 'knight:8', '--generators', 'none.json'],
      2,
      '--space and --generators both name the space: leave out one of them',
    ],
    [
      ['--space', './doubling.mjs', '--metric', 'single', 'n1'],
      2,
      '--metric chooses what counts as one move in a board or a puzzle; the module ./doubling.mjs sets its own',
    ],
    [['--space', 'knight:8', '--from', 'z9', '--to', 'a1'], 2, "'z9'"],
    [['--space', 'knight:8', '--from', 'a1', '--to', 'z9'], 2, "'z9'"],
    [['--space', './doubling.mjs', '--from', 'x'], 2, "'x' is not a state of doubling: expected n0 to n9"],
    [['--space', 'knight:8', '--from', 'a1', 'b1'], 2, '--from and states as arguments both give the start of a path'],
    [['--from', 'a1', '--to', 'b1'], 2, '--from and --to need a space: name it first'],
    [['--space', 'knight:8', '--board', '3x3', 'a1'], 2, '--space and --board both name the space: leave out one'],
    [['--space', 'knight:8', '--heuristic', 'manhattan', 'a1'], 2, "knight:8 has no heuristic: leave out 'manhattan'"],
    [
      ['--space', 'knight:8', '--algorithm', 'astar', 'a1'],
      2,
      'astar needs a heuristic, and knight:8 has none: use bfs or bidirectional',
    ],
    [
      ['--space', 'knight:8', '--algorithm', 'dijkstra', 'a1'],
      2,
      '--algorithm must be one of table, bfs, bidirectional,',
    ],
    [['--space', 'pancake:5', '--heuristic', 'manhattan', '21345'], 2, 'the heuristic must be one of gap; found'],
    [
      ['--space', 'pancake:5', '--algorithm', 'idastar', '--from', '21345', '--to', '54321'],
      2,
      'the heuristics of pancake:5 estimate the moves to its start, but this path ends elsewhere: use bfs or bidirectional, or search',
    ],
    [['--space', 'knight:8', '--time-limit', 'soon', 'a1'], 2, '--time-limit must be a number above 0'],
    [
      ['--space', 'knight:8', '--memory', '2 gigabytes', 'a1'],
      2,
      '--memory must be a size in bytes, such as 1500000000, 1.5GB or 512MiB',
    ],
    [['--space', 'knight:8', '--table', 'none.table', 'a1'], 2, 'none.table: there is no such table'],
    [
      ['--space', 'knight:8', '--algorithm', 'table', 'b3'],
      1,
      'there is no table of knight:8 in out/ that holds this path: make one with: antipode explore knight:8\n',
    ],
  ])('refuses %j in one line', async (words, expected, message) => {
    const { status, out, err } = await antipode(['solve', ...words], { cwd: withModule() });
    expect(err).toContain(message);
    expect(err).toMatch(/^antipode: [^\n]*\n$/);
    expect(out).toBe('');
    expect(status).toBe(expected);
  });
});
