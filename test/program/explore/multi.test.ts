import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exploreInto } from '../explored.js';
import { antipode, temporaryFolder } from '../run.js';

const START = '2 3 4 1 5 x 7 6 8';

describe('--metric multi', () => {
  test('explore writes files with the metric in their names, and prints the metric', async () => {
    const cwd = temporaryFolder();
    const { status, out } = await antipode(['explore', '3x3', '--metric', 'multi'], { cwd });
    expect(status).toBe(0);
    expect(out).toContain('3x3, metric multi, goal 1 2 3 4 5 6 7 8 x');
    expect(out).toContain(join('out', '3x3-multi.table'));
    const result = JSON.parse(readFileSync(join(cwd, 'out', '3x3-multi.json'), 'utf8'));
    expect(result).toMatchObject({ space: '3x3-multi', metric: 'multi', states: 181_440, maxDepth: 24 });
    expect(result.antipodes).toEqual(['1 4 7 2 x 8 3 6 5']);
    expect(existsSync(join(cwd, 'out', '3x3.table'))).toBe(false);
  });

  test('explore --goal and --all-goals name the blank’s cell after the metric', async () => {
    const cwd = temporaryFolder();
    const goal = ['--goal', '1 x 2 3 4 5', '--no-table', '--json'];
    const one = await antipode(['explore', '2x3', '--metric', 'multi', ...goal], { cwd });
    expect(JSON.parse(one.out)).toMatchObject({ space: '2x3-multi-blank-1', metric: 'multi', table: null });
    const all = await antipode(['explore', '2x3', '--metric', 'multi', '--all-goals', '--json'], { cwd });
    expect(all.status).toBe(0);
    const result = JSON.parse(readFileSync(join(cwd, 'out', '2x3-multi-all-goals.json'), 'utf8'));
    expect(result).toMatchObject({ space: '2x3-multi', metric: 'multi', diameter: 20 });
    expect(result.goals.map(({ table }: { table: string }) => table)).toEqual([
      join('out', '2x3-multi.table'),
      join('out', '2x3-multi-blank-4.table'),
    ]);
  });

  test('solve prints moves with their counts, or letters, and finds the table', async () => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, ['3x3', '--metric', 'multi']);
    const counted = await antipode(['solve', '--metric', 'multi', START], { cwd });
    expect(counted).toMatchObject({ status: 0, out: 'l1d1r1u2l2d2r1u1r1d1l2u1r2d1\n' });
    expect(counted.err).toContain(`solved from ${join('out', '3x3-multi.table')}`);
    const letters = await antipode(['solve', '--metric', 'multi', '--letters', START], { cwd });
    expect(letters.out).toBe('ldruullddrurdllurrd\n');
    // A table determines the metric.
    const json = await antipode(['solve', '--table', 'out/3x3-multi.table', '--json', START], { cwd });
    expect(JSON.parse(json.out)).toMatchObject({
      distance: 14,
      moves: 'l1d1r1u2l2d2r1u1r1d1l2u1r2d1',
      letters: 'ldruullddrurdllurrd',
      algorithm: 'table',
    });
    const single = await antipode(['solve', START], { cwd });
    expect(single.out.trim()).toMatch(/^[udlr]{19}$/);
    const many = await antipode(['solve', '--metric', 'multi'], { cwd, input: `${START}\n2 1 3 4 5 6 7 8 x\n` });
    expect(many.out).toBe('l1d1r1u2l2d2r1u1r1d1l2u1r2d1\nunsolvable\n');
  });

  test('solve --boards draws the position after each move', async () => {
    const { out } = await antipode(['solve', '--metric', 'multi', '--boards', '--board', '2x3', '1 x 3 4 2 5'], {
      cwd: temporaryFolder(),
    });
    expect(out).toBe('d1r1\n1 x 3\n4 2 5\n\n1 2 3\n4 x 5\n\n1 2 3\n4 5 x\n\n');
    const long = await antipode(['solve', '--metric', 'multi', '--boards', '--board', '1x4', 'x 1 2 3'], {
      cwd: temporaryFolder(),
    });
    expect(long.out).toBe('r3\nx 1 2 3\n\n1 2 3 x\n\n');
  });

  test('solve searches from both ends if there is no table, and reports this', async () => {
    const cwd = temporaryFolder();
    const { status, out, err } = await antipode(
      ['solve', '--metric', 'multi', '5 1 2 3 9 6 7 4 x 10 11 8 13 14 15 12'],
      { cwd },
    );
    expect({ status, out }).toEqual({ status: 0, out: 'u2r3d3\n' });
    expect(err).toContain('4x4: solved by bidirectional, because out/ has no table of the whole board');
    const asked = await antipode(
      ['solve', '--metric', 'multi', '--algorithm', 'table', '--board', '3x4', '1 2 3 4 5 6 7 8 9 10 x 11'],
      { cwd },
    );
    expect(asked.status).toBe(1);
    expect(asked.err).toContain('make one with: antipode explore 3x4 --metric multi');
  });

  test.each(['astar', 'idastar'])('solve and compare refuse %s in one line', async (algorithm) => {
    const cwd = temporaryFolder();
    for (const command of [
      ['solve', '--metric', 'multi', '--algorithm', algorithm, START],
      ['compare', '3x3', '--metric', 'multi', '--algorithm', algorithm],
    ]) {
      const { status, out, err } = await antipode(command, { cwd });
      expect({ status, out }).toEqual({ status: 2, out: '' });
      expect(err).toBe(
        `antipode: ${algorithm} needs a heuristic that never overestimates, and none exists if a move slides several tiles: use table, bfs or bidirectional\n`,
      );
    }
  });

  test('compare takes table, bfs and bidirectional', async () => {
    const { status, out } = await antipode(['compare', '2x3', '--metric', 'multi', '--each-depth', '1', '--json'], {
      cwd: temporaryFolder(),
    });
    expect(status).toBe(0);
    const { metric, instances, tallies } = JSON.parse(out);
    expect({ metric, instances }).toEqual({ metric: 'multi', instances: 21 });
    expect(
      tallies.map(({ algorithm, optimal }: { algorithm: string; optimal: boolean }) => [algorithm, optimal]),
    ).toEqual([
      ['table', true],
      ['bfs', true],
      ['bidirectional', true],
    ]);
  });

  test('an unknown metric, or one that differs from that of the table, is refused', async () => {
    const cwd = temporaryFolder();
    const none = await antipode(['explore', '3x3', '--metric', 'double'], { cwd });
    expect(none).toMatchObject({ status: 2, err: "antipode: --metric must be one of single, multi; found 'double'\n" });
    await exploreInto(cwd, ['2x3', '--metric', 'multi']);
    const other = await antipode(['solve', '--metric', 'single', '--table', 'out/2x3-multi.table', '1 2 3 4 x 5'], {
      cwd,
    });
    expect(other).toMatchObject({
      status: 1,
      err: 'antipode: out/2x3-multi.table is a table of the metric multi, not of single: leave out --metric, or name another table\n',
    });
  });

  test('verify, analyse, export and report take its tables', async () => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, ['2x4', '--metric', 'multi']);
    const table = join('out', '2x4-multi.table');
    const verified = await antipode(['verify', table, '--json'], { cwd });
    expect(JSON.parse(verified.out)).toMatchObject({ space: '2x4-multi', metric: 'multi', maxDepth: 25, ok: true });

    const analysed = await antipode(['analyse', table, '--json'], { cwd });
    expect(JSON.parse(analysed.out)).toMatchObject({
      space: '2x4-multi',
      metric: 'multi',
      maxDepth: 25,
      heuristics: [],
    });
    const text = await antipode(['analyse', table], { cwd });
    expect(text.out).toContain('none: they are not admissible if a move can slide several tiles');

    for (const format of ['npy', 'csv', 'parquet', 'msgpack', 'json']) {
      const { status } = await antipode(['export', table, '--format', format], { cwd });
      expect(status).toBe(0);
    }
    expect(JSON.parse(readFileSync(join(cwd, 'out', '2x4-multi.result.json'), 'utf8'))).toMatchObject({
      space: '2x4-multi',
      metric: 'multi',
    });
    expect(readFileSync(join(cwd, 'out', '2x4-multi.parquet')).includes('multi')).toBe(true);
    for (const of of [[table], ['--board', '2x4', '--metric', 'multi']]) {
      const { status, out } = await antipode(['verify', ...of, '--distances', 'out/2x4-multi.npy', '--json'], { cwd });
      expect(status).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ space: '2x4-multi', metric: 'multi', notReached: 0, ok: true });
    }
    const single = await antipode(['verify', '--board', '2x4', '--distances', 'out/2x4-multi.npy'], { cwd });
    expect(single.status).toBe(1);

    mkdirSync(join(cwd, 'pages'));
    const reported = await antipode(['report', table, '--output', 'pages/page.html'], { cwd });
    expect(reported.status).toBe(0);
    const page = readFileSync(join(cwd, 'pages', 'page.html'), 'utf8');
    expect(page).toContain('multi: one move slides one, two or more tiles');
    expect(page).toContain('No heuristics apply here');
  });
});
