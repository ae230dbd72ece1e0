/** What is made from a board's table shows the tiles of the goal that was explored, although the table is the same for other goals. */

import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explore, Table } from '#src/index.js';
import { openSpaces } from '#src/serve/http/open-spaces.js';
import { parsePosition } from '#src/spaces/board/position.js';
import { plainRank, plainSearch } from '../../plain-search.js';
import { rows } from '../../suite.js';
import { exploreInto } from '../explored.js';
import { antipode, temporaryFolder } from '../run.js';

/** The goal of many textbooks of artificial intelligence. */
const SPIRAL = '1 2 3 8 x 4 7 6 5';
const OTHER = '8 1 6 3 x 4 7 5 2';
const TABLE = 'out/3x3-blank-4.table';

/** Returns the distances of positions to a goal of 3x3, found by a search that shares no code. */
function plainDistances(goal: string): (position: string) => number {
  const { depths } = plainSearch(3, 3, parsePosition(goal));
  return (position) => depths[plainRank(parsePosition(position))];
}

async function folderWith(...goals: readonly string[]): Promise<string> {
  const cwd = temporaryFolder();
  for (const goal of goals) await exploreInto(cwd, ['3x3', '--goal', goal]);
  return cwd;
}

describe('the goal of the result beside a table', () => {
  test('names the tiles of every command that reads the table', async () => {
    const cwd = await folderWith(SPIRAL);
    const note = `${TABLE}: tiles as in the goal ${SPIRAL}; --goal names another\n`;
    const distance = plainDistances(SPIRAL);

    const analysed = await antipode(['analyse', TABLE, '--json', '--antipodes', 'all'], { cwd });
    const { goal, antipodes } = JSON.parse(analysed.out);
    expect([analysed.err.startsWith(note), goal]).toEqual([true, SPIRAL]);
    expect(new Set(antipodes.map(distance))).toEqual(new Set([30]));
    expect(antipodes).toHaveLength(148);

    await antipode(['report', TABLE, '--output', 'page.html'], { cwd });
    const page = readFileSync(join(cwd, 'page.html'), 'utf8');
    expect(page).toContain(`<code>${SPIRAL}</code>`);
    const drawn = [...page.matchAll(/antipode ((?:[\dx] ){8}[\dx])/g)].map(([, position]) => distance(position));
    expect(new Set(drawn)).toEqual(new Set([30]));

    await antipode(['export', TABLE, '--format', 'csv', '--depth', '3..5'], { cwd });
    const rows = readFileSync(join(cwd, 'out/3x3-goal-1-2-3-8-x-4-7-6-5.csv'), 'utf8').trim().split('\n').slice(1);
    expect(rows).toHaveLength(8 + 16 + 32);
    for (const row of rows) expect(distance(row.split(',')[0])).toBe(Number(row.split(',')[3]));

    expect((await antipode(['solve', '--table', TABLE, '1 2 3 8 4 x 7 6 5'], { cwd })).out).toBe('l\n');
    expect((await antipode(['info', TABLE], { cwd })).out).toContain(`\ngoal                ${SPIRAL}\n`);
    const { starts, exploredGoals } = JSON.parse((await antipode(['info', TABLE, '--json'], { cwd })).out);
    expect([starts, exploredGoals]).toEqual([['1 2 3 4 x 5 6 7 8'], [SPIRAL]]);
    using table = await Table.open(join(cwd, TABLE));
    expect(table.distance('1 2 3 8 4 x 7 6 5')).toBe(1);

    const [served] = await openSpaces({ paths: [join(cwd, TABLE)], folder: join(cwd, 'out'), onNotice: () => {} });
    expect(served.facts).toMatchObject({ id: '3x3-goal-1-2-3-8-x-4-7-6-5', goal: SPIRAL });
    expect((await served.antipodes(1000)).states.map(distance)).toEqual(new Array(148).fill(30));
    served.close();
  });

  test('has to be chosen if there are several, and can always be', async () => {
    const cwd = await folderWith(SPIRAL, OTHER);
    for (const words of [
      ['analyse', TABLE],
      ['report', TABLE, '--svg', 'a.svg'],
      ['export', TABLE, '--format', 'csv'],
      ['solve', '--table', TABLE, SPIRAL],
    ]) {
      const { status, err } = await antipode(words, { cwd });
      const message = `${TABLE} is the table of 2 explored goals, "${SPIRAL}", "${OTHER}": choose one with --goal`;
      expect([status, err.trim()]).toEqual([2, `antipode: ${message}`]);
    }
    const third = '1 2 3 4 x 5 6 7 8';
    for (const goal of rows([OTHER, third], [0])) {
      const { out } = await antipode(['analyse', TABLE, '--goal', goal, '--json', '--antipodes', '5'], { cwd });
      expect(JSON.parse(out).antipodes.map(plainDistances(goal))).toEqual([30, 30, 30, 30, 30]);
    }
    const { out } = await antipode(['solve', '--table', TABLE, '--goal', OTHER, '8 1 6 3 4 x 7 5 2'], { cwd });
    expect(out).toBe('l\n');

    // The goal of a file of instances counts too.
    writeFileSync(join(cwd, 'f.txt'), `8 1 6\n3 4 x\n7 5 2\n\n${OTHER}`);
    expect((await antipode(['solve', '--table', TABLE, '--instances', 'f.txt'], { cwd })).out).toBe('l\n');

    const open = (goal?: string) =>
      openSpaces({ paths: [join(cwd, TABLE)], goal, folder: join(cwd, 'out'), onNotice: () => {} });
    for (const [goal, goals] of [
      [undefined, [SPIRAL, OTHER]],
      [third, [third]],
    ] as const) {
      const served = await open(goal);
      expect(served.map(({ facts }) => facts.goal)).toEqual(goals);
      for (const space of served) space.close();
    }
  });

  test('is not needed to verify exported distances, which are the same for all', async () => {
    const cwd = await folderWith(SPIRAL, OTHER);
    await antipode(['export', TABLE, '--goal', OTHER, '--output', 'd.npy'], { cwd });
    for (const goal of [[], ['--goal', SPIRAL]]) {
      const { status, out } = await antipode(['verify', TABLE, '--distances', 'd.npy', ...goal], { cwd });
      expect([status, /\nfaults +none\n/.test(out)]).toEqual([0, true]);
    }
  });

  test('is not that of a result without the table, of an export, or of another kind of file', async () => {
    const cwd = await folderWith(SPIRAL);
    await antipode(['explore', '3x3', '--goal', OTHER, '--no-table'], { cwd });
    await antipode(['export', TABLE, '--goal', OTHER, '--format', 'json'], { cwd });
    const { status, out } = await antipode(['analyse', TABLE, '--json'], { cwd });
    expect([status, JSON.parse(out).goal]).toEqual([0, SPIRAL]);
  });
});

test('a table that was renamed with its result, or is reached by a link, keeps its goal', async () => {
  const cwd = await folderWith(SPIRAL);
  mkdirSync(join(cwd, 'mine'));
  copyFileSync(join(cwd, TABLE), join(cwd, 'mine/lesson.table'));
  copyFileSync(join(cwd, 'out/3x3-goal-1-2-3-8-x-4-7-6-5.json'), join(cwd, 'mine/lesson.json'));
  symlinkSync(join(cwd, TABLE), join(cwd, 'mine/link.table'));
  for (const name of ['lesson', 'link']) {
    using table = await Table.open(join(cwd, `mine/${name}.table`));
    expect([name, table.distance(SPIRAL)]).toEqual([name, 0]);
  }
});

test('the table of an exploration in memory answers for its goal', async () => {
  const { table, antipodes } = await explore({ space: '3x3', goal: SPIRAL });
  using opened = await Table.of(table);
  expect(opened.walker?.goal).toEqual(parsePosition(SPIRAL));
  expect(opened.distance(SPIRAL)).toBe(0);
  expect(antipodes.map((position) => opened.distance(position))).toEqual(new Array(20).fill(30));
});
