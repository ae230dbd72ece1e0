import { describe, expect, test } from 'vitest';
import { examplePath } from '../../puzzle-examples.js';
import { antipode, temporaryFolder } from '../run.js';

const info = (...words: string[]) => antipode(['info', ...words], { cwd: temporaryFolder() });

describe('antipode info', () => {
  test('describes the group of a file', async () => {
    const { status, out, err } = await info(examplePath('m12.g'));
    expect([status, err]).toEqual([0, '']);
    expect(out).toBe(`m12
points              12
moves               5 in the metric generators: a a' b b' c
                    the inverse of every move is a move
order               95,040
action              5-transitive on 12 points
                    all moves are even permutations
base                5 points, 1 2 3 4 5: only the identity fixes all
states              95,040
solved              1 2 3 4 5 6 7 8 9 10 11 12
enumeration         a table of 2 bits for each state takes 23.8 KB
`);
  });

  test('lists the sets of pieces, and says that identical ones make fewer states than the group has elements', async () => {
    const { out } = await info(examplePath('rings.tws'));
    expect(out).toContain('sets of pieces      BEADS: 10 pieces, 2 kinds\n');
    expect(out).toContain('order               3,628,800\naction              all permutations of 10 points\n');
    expect(out).toContain('states              252\nsolved              1 1 1 1 1 2 2 2 2 2\n');
  });

  test('describes built-in puzzles, in their metrics', async () => {
    const { out } = await info('cube-2x2x2', '--metric', 'quarter-turn');
    expect(out).toContain("moves               6 in the metric quarter-turn: U U' R R' F F'\n");
    expect(out).toContain('order               3,674,160\n');
    expect(out).toContain('transitive on 21 points, in blocks of 3\n');
  });

  test('says that a puzzle has too many states to be enumerated, with the limit of explore', async () => {
    const { out } = await info(examplePath('cube-3x3x3.g'));
    expect(out).toContain('states              43,252,003,274,489,856,000\n');
    expect(out).toContain(
      'enumeration         not possible: at most 1,099,511,627,776 states can be enumerated; antipode solve solves single states by a search\n',
    );
  });

  test('gives the same as JSON', async () => {
    const { out } = await info(examplePath('star-7.json'), '--json');
    expect(JSON.parse(out)).toEqual({
      space: 'star-7',
      metric: null,
      points: 7,
      movedPoints: 7,
      sets: null,
      moves: ['g1', 'g2', 'g3', 'g4', 'g5', 'g6'],
      closedUnderInverses: true,
      even: false,
      order: '5040',
      orbits: [[1, 2, 3, 4, 5, 6, 7]],
      primitive: [true],
      transitivity: 7,
      base: [1, 2, 3, 4, 5, 6],
      states: '5040',
      statesAreExact: true,
      solved: '1 2 3 4 5 6 7',
    });
  });

  test.each([
    [['knight:8'], 'info describes permutation puzzles, such as dino or the file ./dino.tws; knight:8 is none'],
    [['3x3'], 'info describes permutation puzzles, such as dino or the file ./dino.tws; 3x3 is none'],
    [['./none.tws'], 'the file ./none.tws cannot be read (ENOENT)'],
    [[examplePath('star-7.json'), '--metric', 'powers'], 'generators in JSON are the moves themselves'],
  ])('says in one line what is wrong with %j', async (words, message) => {
    const { status, out, err } = await info(...words);
    expect([status, out, err.split('\n').length]).toEqual([2, '', 2]);
    expect(err).toContain(message);
  });
});
