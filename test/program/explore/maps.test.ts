import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plainMapSearch } from '../../plain-map-search.js';
import { antipode, temporaryFolder } from '../run.js';

const CROSS = ['#.#', '...', '...'];

function folderWithMap(text = `${CROSS.join('\n')}\n`, name = 'cross.map'): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, name), text);
  return cwd;
}

describe('antipode explore, of a map', () => {
  test('is named after its file, and so are its files', async () => {
    const cwd = folderWithMap();
    const { status, out, err } = await antipode(['explore', '--map', 'cross.map'], { cwd });
    expect(err).toMatch(/^cross: 2,520 states, of which moves reach 420, need .* of memory, .* are free\n$/);
    expect(out).toMatch(/\ncross, goal 1 2 3 4 5 6 x\nstates +420\nnot reached +2,100\nmaximum depth +21\n/);
    expect(status).toBe(0);
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['cross-2837a3.json', 'cross-2837a3.table']);
    const { histogram } = plainMapSearch(CROSS, [1, 2, 3, 4, 5, 6, 0]);
    expect(JSON.parse(readFileSync(join(cwd, 'out/cross-2837a3.json'), 'utf8'))).toMatchObject({
      space: 'cross',
      states: 420,
      notReached: 2100,
      histogram,
      table: 'out/cross-2837a3.table',
    });
  });

  test('is written as rows, and its files are named after them', async () => {
    const cwd = temporaryFolder();
    const { status, out } = await antipode(['explore', '..#/.../#..', '--json'], { cwd });
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ space: '..#/.../#..', states: 63, notReached: 2457 });
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['map-oox-ooo-xoo.json', 'map-oox-ooo-xoo.table']);
    const solved = await antipode(['solve', '--board', '..#/.../#..', '1 2 3 4 5 x 6', '1 2 3 5 4 6 x'], { cwd });
    expect(solved.out).toBe('r\nunsolvable\n');
    expect(solved.err).toBe('..#/.../#..: solved from out/map-oox-ooo-xoo.table\n');
  });

  test('without missing cells is the full board', async () => {
    const cwd = folderWithMap('...\r\n...\r\n');
    const { out } = await antipode(['explore', '--map', 'cross.map', '--json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({ space: '2x3', states: 360, notReached: 0, table: 'out/2x3.table' });
  });

  test('mentions unreached positions only if there are any', async () => {
    const { out } = await antipode(['explore', '..#/.../...', '--no-table'], { cwd: temporaryFolder() });
    expect(out).toMatch(/\nstates +20,160\nmaximum depth/);
  });

  test('from every goal', async () => {
    const cwd = folderWithMap();
    const { status, out } = await antipode(['explore', '--map', 'cross.map', '--all-goals', '--json'], { cwd });
    expect(status).toBe(0);
    const { space, goals } = JSON.parse(out);
    expect(space).toBe('cross');
    expect(goals.map(({ blankCells }: { blankCells: number[] }) => blankCells)).toEqual([
      [4, 6],
      [5],
      [1, 3],
      [2],
      [0],
    ]);
    expect(readdirSync(join(cwd, 'out'))).toContain('cross-2837a3-blank-0.table');
    expect(readdirSync(join(cwd, 'out'))).toContain('cross-2837a3-all-goals.json');
  });

  test.each([
    ['an empty map', '', 'map: a map holds . for a cell and # for none, found nothing'],
    ['a ragged map', '..\n...\n', 'the rows of a map are equally long, but line 1 has 2 characters and line 2 has 3'],
    ['other characters', '..#\n.o.\n', "a map holds . for a cell and # for none, found 'o' in line 2, column 2"],
    ['a single cell', '#.#\n', 'a map has at least 2 cells, found 1'],
    ['two parts', '..#.\n', 'falls into 2 parts, with cells at line 1, column 1; line 1, column 4'],
    ['19 cells', '.....\n.....\n.....\n....#\n', 'is too large to number'],
    ['a million characters', '.'.repeat(1_000_001), 'cross.map has more than 1.00 MB, too much for a map'],
  ])('refuses %s in one line', async (_, text, message) => {
    const cwd = folderWithMap(text);
    const { status, out, err } = await antipode(['explore', '--map', 'cross.map'], { cwd });
    expect(err).toContain(message);
    expect(err.split('\n')).toHaveLength(2);
    expect({ status, out }).toEqual({ status: 2, out: '' });
  });

  test('refuses a missing file, a folder, a misleading name, two boards, and no board', async () => {
    const cwd = folderWithMap('..#\n...\n', '3x3.map');
    mkdirSync(join(cwd, 'folder'));
    for (const [words, message] of [
      [['--map', 'none.map'], 'the file none.map cannot be read (ENOENT)'],
      [['--map', 'folder'], 'the file folder cannot be read (EISDIR)'],
      [['--map', '3x3.map'], '3x3.map: a map with missing cells cannot be called 3x3, the name of a full board'],
      [['3x3', '--map', '3x3.map'], "'3x3' and --map both name the space: leave out one of them"],
      [[], 'the space is missing: give a board such as 3x4'],
      [['..#/.#.'], 'the cells of a map must be connected'],
    ] as const) {
      const { status, err } = await antipode(['explore', ...words], { cwd });
      expect(err).toContain(`antipode: ${message}`);
      expect(status).toBe(2);
    }
  });
});

describe('a map', () => {
  test('is solved by --map, from its table, from a table made on the spot, or by every search', async () => {
    const cwd = folderWithMap();
    const positions = ['2 1 3 4 5 6 x', '1 3 5 2 4 6 x', '1 2 3 4 5 x 6'];
    const { depths } = plainMapSearch(CROSS, [1, 2, 3, 4, 5, 6, 0]);
    expect([...depths].filter((depth) => depth >= 0)).toHaveLength(420);
    const onTheSpot = await antipode(['solve', '--map', 'cross.map', ...positions], { cwd });
    expect(onTheSpot.err).toBe('cross: solved from a table made on the spot\n');
    expect(onTheSpot.out.split('\n')[0]).toBe('unsolvable');
    for (const algorithm of ['bfs', 'bidirectional', 'astar', 'idastar']) {
      const { out } = await antipode(['solve', '--map', 'cross.map', '--algorithm', algorithm, ...positions], { cwd });
      expect(out.split('\n').map((way) => (way === 'unsolvable' ? -1 : way.length))).toEqual(
        onTheSpot.out.split('\n').map((way) => (way === 'unsolvable' ? -1 : way.length)),
      );
    }
    await antipode(['explore', '--map', 'cross.map'], { cwd });
    const fromTable = await antipode(['solve', '--map', 'cross.map', ...positions], { cwd });
    expect(fromTable).toMatchObject({ out: onTheSpot.out, err: 'cross: solved from out/cross-2837a3.table\n' });
    const drawn = await antipode(['solve', '--map', 'cross.map', '--boards', positions[2]], { cwd });
    expect(drawn.out).toBe('r\n  1\n2 3 4\n5 x 6\n\n  1\n2 3 4\n5 6 x\n\n');
  });

  test('is not solved from the table of another map with the same name', async () => {
    const cwd = folderWithMap();
    await antipode(['explore', '--map', 'cross.map'], { cwd });
    // The name by version 0.1.
    renameSync(join(cwd, 'out/cross-2837a3.table'), join(cwd, 'out/cross.table'));
    const found = await antipode(['solve', '--map', 'cross.map', '1 2 3 4 5 x 6'], { cwd });
    expect(found).toMatchObject({ status: 0, out: 'r\n', err: 'cross: solved from out/cross.table\n' });
    writeFileSync(join(cwd, 'cross.map'), '..#\n...\n..#\n');
    const other = await antipode(['solve', '--map', 'cross.map', '1 2 3 4 5 x 6'], { cwd });
    expect(other).toMatchObject({ status: 0, err: 'cross: solved from a table made on the spot\n' });
    const name = /out\/(cross-[\da-f]{6}\.table)/.exec(
      (await antipode(['explore', '--map', 'cross.map'], { cwd })).out,
    )?.[1];
    renameSync(join(cwd, 'out/cross.table'), join(cwd, `out/${name}`));
    const { status, err } = await antipode(['solve', '--map', 'cross.map', '1 2 3 4 5 x 6'], { cwd });
    expect(err).toBe(
      `antipode: out/${name}: this is the table of another cross; move it away, or make the right one\n`,
    );
    expect(status).toBe(1);
  });

  test('is analysed, exported, verified, reported and compared by its table', async () => {
    const cwd = folderWithMap();
    await antipode(['explore', '--map', 'cross.map'], { cwd });
    const table = 'out/cross-2837a3.table';
    const analysis = await antipode(['analyse', table, '--json'], { cwd });
    expect(JSON.parse(analysis.out)).toMatchObject({ space: 'cross', states: 420, maxDepth: 21 });
    const exported = await antipode(['export', table, '--format', 'npy'], { cwd });
    expect(exported.out).toMatch(/^out\/cross-2837a3\.npy: 2,520 distances, /);
    const verified = await antipode(['verify', table], { cwd });
    expect(verified).toMatchObject({ status: 0 });
    const values = await antipode(
      ['verify', '--distances', 'out/cross-2837a3.npy', '--board', CROSS.join('/'), '--json'],
      {
        cwd,
      },
    );
    expect(JSON.parse(values.out)).toMatchObject({ states: 2520, notReached: 2100, maxDepth: 21, ok: true });
    const report = await antipode(['report', table, '--output', 'cross.html'], { cwd });
    expect(report.status).toBe(0);
    const page = readFileSync(join(cwd, 'cross.html'), 'utf8');
    expect(page).toContain('cross, 3 rows of 3 cells, of which 2 are missing: #.#/.../...');
    expect(page).toContain('<rect class="missing" x="64" y="0" width="32" height="32"/>');
    const compared = await antipode(['compare', CROSS.join('/'), '--table', table, '--each-depth', '1', '--json'], {
      cwd,
    });
    expect(compared.status).toBe(0);
    const { tallies, instances } = JSON.parse(compared.out);
    expect(instances).toBe(22);
    for (const { optimal } of tallies) expect(optimal).toBe(true);
  });
});
