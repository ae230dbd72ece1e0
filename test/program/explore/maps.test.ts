import { readdirSync, renameSync, writeFileSync } from 'node:fs';
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
    writeFileSync(join(cwd, 'cross.map'), '..#\n...\n..#\n');
    const other = await antipode(['solve', '--map', 'cross.map', '1 2 3 4 5 x 6'], { cwd });
    expect(other).toMatchObject({ status: 0, err: 'cross: solved from a table made on the spot\n' });
    const name = /out\/(cross-[\da-f]{6}\.table)/.exec(
      (await antipode(['explore', '--map', 'cross.map'], { cwd })).out,
    )?.[1];
    renameSync(join(cwd, 'out/cross-2837a3.table'), join(cwd, `out/${name}`));
    const { status, err } = await antipode(['solve', '--map', 'cross.map', '1 2 3 4 5 x 6'], { cwd });
    expect(err).toBe(
      `antipode: out/${name}: this is the table of another cross; move it away, or make the right one\n`,
    );
    expect(status).toBe(1);
  });
});
