/** `antipode solve <space> [states...]`: the first word names the space, unless it can be read as a position. */

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureSpace } from '../../spaces.js';
import { antipode, moduleFile, temporaryFolder } from '../run.js';

const GROUP = JSON.stringify({ name: 'ring', generators: [{ name: 'turn', permutation: '2 3 1' }] });

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

/** Creates a folder with a module, a map and generators. */
function folder(): string {
  const cwd = temporaryFolder();
  copyFileSync(fixtureSpace('knight').path, join(cwd, 'my-space.js'));
  writeFileSync(join(cwd, 'grid.mjs'), GRID);
  writeFileSync(join(cwd, 'cross.map'), '#.#\n...\n...\n');
  writeFileSync(join(cwd, 'group.json'), GROUP);
  return cwd;
}

describe('solve, with a space as the first word,', () => {
  test.each([
    [['pancake:7', '3 1 2 4 5 6 7'], '3 2\n'],
    [['pancake:7', ...'3 1 2 4 5 6 7'.split(' ')], '3 2\n'],
    [['pancake:4', '2134', '1234', '4321'], '2\n\n4\n'],
    [['8-puzzle', '1 2 3 4 5 6 7 x 8', '2 1 3 4 5 6 7 8 x'], 'r\nunsolvable\n'],
    [['3x3', ...'1 2 3 4 5 6 x 7 8'.split(' ')], 'rr\n'],
    [['15-puzzle', '1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15'], 'r\n'],
    [['3x4', '1 2 3 4 5 6 7 8 9 10 x 11'], 'r\n'],
    [['3x3', '--metric', 'multi', '123456x78'], 'r2\n'],
    [['3x3', '--goal', '1 2 3 4 5 6 x 7 8', '1234567x8'], 'l\n'],
    [['3x3', '--from', '1234567x8', '--to', '123456x78'], 'l\n'],
    [['..#/.../#..', '1 2 3 4 5 x 6'], 'r\n'],
    [['./my-space.js', '--from', 'a1', '--to', 'c2'], '2,1\n'],
    [['my-space.js', 'c2'], '-2,-1\n'],
    [['knight:300', '--from', '0,0', '--to', '2,1'], '+2+1\n'],
    [['--from', 'a1', '--to', 'c2', 'knight:8'], '+2+1\n'],
    [['cube-2x2x2', '--metric', 'quarter-turn', 'UFR URB UBL ULF DRF DFL DLB DBR'], '\n'],
    // Options that name the space, as in earlier versions.
    [['--space', '3x3', '1234567x8'], 'r\n'],
    [['--board', '8-puzzle', '1234567x8'], 'r\n'],
    [['--map', 'cross.map', '12345x6'], 'r\n'],
    [['--generators', 'group.json', '2 3 1'], 'turn turn\n'],
  ])('answers %j', async (words, out) => {
    const finished = await antipode(['solve', ...words], { cwd: folder() });
    expect(finished).toMatchObject({ status: 0, out });
  });

  test.each([
    [['pancake:4'], '2134\n\n4321\n', '2\n4\n'],
    [['8-puzzle'], '1234567x8\n1 2 3 4 5 6 7 8 x\n', 'r\n\n'],
    [['./my-space.js'], 'c2\n', '-2,-1\n'],
  ])('reads lines for %j', async (words, input, out) => {
    expect(await antipode(['solve', ...words], { cwd: folder(), input })).toMatchObject({ status: 0, out });
  });

  test('reads the word as a position if possible', async () => {
    const cwd = folder();
    // 1x2 is a position of 1x3, and 21x3 one of 2x2; 3x4 and 12x9 are not positions.
    expect(await antipode(['solve', '1x2', '12x'], { cwd })).toMatchObject({ status: 0, out: 'r\n\n' });
    expect(await antipode(['solve', '213x', '21x3'], { cwd })).toMatchObject({ out: 'unsolvable\nunsolvable\n' });
    expect(await antipode(['solve', '1x3', '1 x 2'], { cwd })).toMatchObject({ status: 0, out: 'r\n' });
    // If an option names the space, the word is not a space.
    const named = await antipode(['solve', '--board', '3x3', '4x4', '1234567x8'], { cwd });
    expect(named).toMatchObject({ status: 2, out: 'r\n' });
    expect(named.err).toContain("a position of 3x3 has 9 tiles with the blank, found 3: '4x4'");
  });

  test('reads the word as a state if the named table has it', async () => {
    const cwd = folder();
    await antipode(['explore', './grid.mjs'], { cwd });
    await antipode(['explore', 'pancake:4'], { cwd });
    const grid = ['solve', '--table', `out/${moduleFile(join(cwd, 'grid.mjs'))}.table`];
    expect(await antipode([...grid, '2x0', '1x1'], { cwd })).toMatchObject({ out: 'up up\nup left\n' });
    expect(await antipode([...grid, './grid.mjs', '1x0'], { cwd })).toMatchObject({ out: 'up\n' });
    expect(await antipode([...grid, '9x'], { cwd })).toMatchObject({ status: 2, out: '' });
    const pancake = ['--table', 'out/pancake-4.table'];
    expect(await antipode(['solve', 'pancake:4', ...pancake, '2134'], { cwd })).toMatchObject({ out: '2\n' });
    const { status, err } = await antipode(['solve', 'pancake:5', ...pancake, '21345'], { cwd });
    expect([status, err]).toEqual([1, 'antipode: out/pancake-4.table is a table of pancake:4, not of pancake:5\n']);
  });

  const NEITHER =
    'is neither a position, such as 23415x768, nor a space, such as 15-puzzle, pancake:7, ./my-space.js or ./dino.tws';

  test.each([
    [['nonsense'], `'nonsense' ${NEITHER}`],
    [['pancke:7', '3 1 2'], `'pancke:7' ${NEITHER} (did you mean pancake:7?)`],
    [['15-puzle'], `'15-puzle' ${NEITHER} (did you mean 15-puzzle?)`],
    [['23415y768'], `'23415y768' ${NEITHER}`],
    // These words can only be positions.
    [['123/456/78'], "the position '123/456/78' has no blank: write x, 0 or _ for it"],
    [
      ['23415x778'],
      "a position of 3x3 holds tiles 1 to 8 and the blank once each, but tile 7 occurs 2 times, tile 6 is missing: '23415x778'",
    ],
    [['1 2 y'], "a position holds tile numbers and x, 0 or _ for the blank, found 'y' in '1 2 y'"],
    [[''], 'a position holds tile numbers and x, 0 or _ for the blank, found nothing'],
    // These words can only be spaces.
    [['pancake'], "pancake is written pancake:N, such as pancake:10; found 'pancake'"],
    [['./none.js'], 'the module ./none.js cannot be read (ENOENT)'],
    [
      ['.#./.#.'],
      'the cells of a map must be connected, and this one falls into 2 parts, with cells at line 1, column 1; line 1, column 3',
    ],
    [
      ['3x3', '--to', '123456x78', '--goal', '1234567x8'],
      '--goal and --to both name the position to reach: leave out one of them',
    ],
    [['--space', 'pancake:4', '--map', 'cross.map'], '--space and --map both name the space: leave out one of them'],
    [
      ['--board', '15-puzle'],
      "a board is written ROWSxCOLUMNS, such as 3x4, or 15-puzzle; found '15-puzle' (did you mean 15-puzzle?)",
    ],
    [['pancake:4', '--heuristic', 'manhatan', '2134'], "the heuristic must be one of gap; found 'manhatan'"],
    [
      ['3x3', '--heuristic', 'manhatan'],
      "--heuristic must be one of misplaced, manhattan, linear-conflict, pattern; found 'manhatan' (did you mean manhattan?)",
    ],
  ])('refuses %j in one line', async (words, message) => {
    const finished = await antipode(['solve', ...words], { cwd: folder() });
    expect(finished).toEqual({ status: 2, signal: null, out: '', err: `antipode: ${message}\n` });
  });
});

test('boards that are named by their number of tiles get the names of boards', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'out'));
  const { out } = await antipode(['explore', '8-puzzle', '--json'], { cwd });
  expect(JSON.parse(out)).toMatchObject({ space: '3x3', maxDepth: 31, table: 'out/3x3.table' });
  await antipode(['export', 'out/3x3.table', '--format', 'npy'], { cwd });
  const verified = await antipode(['verify', '--board', '8-Puzzle', '--distances', 'out/3x3.npy', '--json'], { cwd });
  expect(JSON.parse(verified.out)).toMatchObject({ space: '3x3', ok: true });
  const compared = await antipode(['compare', '8-puzzle', '--count', '1', '--json'], { cwd });
  expect(JSON.parse(compared.out)).toMatchObject({ board: '3x3' });
});
