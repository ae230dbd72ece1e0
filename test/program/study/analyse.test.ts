import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FULL, rows } from '../../suite.js';
import { exploreInto } from '../explored.js';
import { antipodeProcess, CLI } from '../process.js';
import { antipode, temporaryFolder } from '../run.js';

/** Creates a folder with tables in out/. */
async function folderWith(...boards: readonly (readonly string[])[]): Promise<string> {
  const cwd = temporaryFolder();
  for (const board of boards) await exploreInto(cwd, board);
  return cwd;
}

describe('antipode analyse', () => {
  test('prints the layers, the heuristics and the summary of 3x3', async () => {
    const cwd = await folderWith(['3x3']);
    const { status, out, err } = await antipode(['analyse', 'out/3x3.table'], { cwd });
    expect(status).toBe(0);
    expect(err).toMatch(/^3x3: 181,440 states need 1\.50 MB of memory, .* are free\n$/);
    expect(out).toMatch(/^antipodes of out\/3x3\.table\n {2}6 4 7 8 5 x 3 2 1\n {2}8 6 7 2 5 4 3 x 1\n\ndepth /);
    expect(out).toContain('\nmean degree         2.6667\n');
    expect(out).toContain('\nlocal maxima        25,077 (13.82 %)');
    expect(out).toMatch(/\n +30 +221 .* 64\n +31 +2 .* 40\.0 +40\n/);
    expect(out).toMatch(/\nmanhattan +mean 14\.0000/);
    expect(out).toContain('25%:20 50%:22 75%:24');
  });

  test('fits boards with and without solution counts into 80 columns, in a pipe without colours', async () => {
    // The map of 11 cells has 20 million states, too many for solution counts.
    const cwd = await folderWith(['1x5'], ...(FULL ? [['2x5'], ['#.../..../....']] : []));
    for (const name of rows(['2x5', '1x5', 'map-xooo-oooo-oooo'], [1])) {
      const { status, out } = await antipodeProcess(['analyse', `out/${name}.table`], { cwd, env: { CI: 'true' } });
      expect(status).toBe(0);
      expect(out).not.toContain('\u001b');
      for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    }
  });

  test('prints one JSON object with --json, and all antipodes with --antipodes all', async () => {
    const cwd = await folderWith(['3x3', '--goal', '1 2 3 4 x 5 6 7 8', '--antipodes', '200']);
    const table = 'out/3x3-blank-4.table';
    const explored = JSON.parse(
      (await antipode(['explore', '3x3', '--goal', '1 2 3 4 x 5 6 7 8', '--antipodes', '200', '--json'], { cwd })).out,
    );
    const all = JSON.parse((await antipode(['analyse', table, '--json', '--antipodes', 'all'], { cwd })).out);
    expect(all.antipodes.toSorted()).toEqual(explored.antipodes.toSorted());
    expect(all).toMatchObject({
      space: '3x3-blank-4',
      goal: '1 2 3 4 x 5 6 7 8',
      table,
      maxDepth: 30,
      antipodeCount: 148,
    });
    expect(all.histogram).toEqual(explored.histogram);
    expect(all.depths).toHaveLength(31);
    expect(all.heuristics.map(({ heuristic }: { heuristic: string }) => heuristic)).toEqual([
      'misplaced',
      'manhattan',
      'linear-conflict',
    ]);
    const none = JSON.parse(
      (await antipode(['analyse', table, '--json', '--antipodes', '0', '--threads', '3'], { cwd })).out,
    );
    expect(none).toMatchObject({ antipodes: [], threads: 3, localMaxima: all.localMaxima });
  });

  test('prints the number of antipodes that it has not listed', async () => {
    const cwd = await folderWith(['3x3', '--goal', '1 2 3 4 x 5 6 7 8']);
    const { out } = await antipode(['analyse', 'out/3x3-blank-4.table', '--antipodes', '3'], { cwd });
    expect(out).toMatch(/^antipodes of .*\n( {2}[\dx ]+\n){3} {2}and 145 more: --antipodes all lists them\n\n/);
  });

  test.each([
    [['nosuch.table'], 2, 'antipode: nosuch.table: there is no such table; make it with antipode explore\n'],
    [['text'], 1, 'antipode: text: this is not an antipode table: it does not begin with ANTIPODE\n'],
    [
      ['out/2x2.table', '--antipodes', 'some'],
      2,
      "antipode: --antipodes must be 'all' or a whole number, found 'some'\n",
    ],
    [['out/2x2.table', '--threads', '0'], 2, "antipode: --threads must be a whole number from 1 to 256, found '0'\n"],
    [[], 2, "antipode: missing required argument 'table'; see --help\n"],
  ])('analyse %j ends with %i and one line', async (words, expected, message) => {
    const cwd = await folderWith(['2x2']);
    writeFileSync(join(cwd, 'text'), 'no table at all');
    const { status, out, err } = await antipode(['analyse', ...words], { cwd });
    expect([status, out, err]).toEqual([expected, '', message]);
  });

  test('ends immediately on SIGINT', async () => {
    const cwd = await folderWith(['3x4']);
    const child = spawn(process.execPath, [CLI, 'analyse', 'out/3x4.table', '--threads', '2'], { cwd });
    const ended = new Promise((resolve) => child.on('close', resolve));
    // It begins after it has printed its needs, and takes some seconds.
    child.stderr.once('data', () => setTimeout(() => child.kill('SIGINT'), 200));
    expect(await ended).toBe(130);
  });
});
