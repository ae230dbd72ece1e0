import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseXml } from '../../study/report/xml.js';
import { FULL, rows } from '../../suite.js';
import { exploreInto } from '../explored.js';
import { antipodeProcess } from '../process.js';
import { antipode, moduleFile, temporaryFolder } from '../run.js';

function fixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/spaces/${name}`, import.meta.url));
}

/** Creates a folder with tables in out/. */
async function folderWith(...spaces: readonly string[]): Promise<string> {
  const cwd = temporaryFolder();
  for (const space of spaces) await exploreInto(cwd, [space]);
  return cwd;
}

describe('antipode analyse of a space', () => {
  test('prints the layers and the summary of pancake:7', async () => {
    const cwd = await folderWith('pancake:7');
    const { status, out, err } = await antipode(['analyse', 'out/pancake-7.table', '--antipodes', '2'], { cwd });
    expect(status).toBe(0);
    expect(err).toMatch(/^pancake:7: 5,040 states need 6\d\.\d KB of memory, .* are free\n$/);
    expect(out).toMatch(
      /^antipodes of out\/pancake-7\.table\n( {2}[\d ]+\n){2} {2}and 33 more: --antipodes all lists them\n\n/,
    );
    expect(out).toMatch(/\ndepth {2}states {2}nearer {2}level {2}further {2}local maxima {2}solutions {2}most\n/);
    expect(out).toMatch(/\n +8 +35 +5\.771 +0\.229 +0\.000 +35 +28\.0 +64\n\ndepth +gap +below by\n +0 +0\.00 +0\n/);
    expect(out).toMatch(/\n +8 +6\.94 +1-2\n\npancake:7, start 1 2 3 4 5 6 7\nstates +5,040\n/);
    expect(out).toMatch(/\ngap +mean 5\.1429, 0\.9170 of the distance\n/);
    expect(out).toContain('\nmean degree         6.0000\n');
    expect(out).not.toContain('manhattan');
  });

  test.runIf(FULL)('fits spaces with and without solution counts into 80 columns, even deep ones', async () => {
    const cwd = await folderWith('hanoi:3,11', 'solitaire:5,3', fixture('grid.mjs'));
    for (const name of rows(['hanoi-3-11', 'solitaire-5-3', moduleFile(fixture('grid.mjs'))], [0])) {
      const words = ['analyse', `out/${name}.table`, '--antipodes', '3'];
      const { status, out } = await antipodeProcess(words, { cwd, env: { CI: 'true' } });
      expect(status).toBe(0);
      for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
      if (name === 'hanoi-3-11') expect(out).toContain('\n2,048 depths, 50 per line; --json lists each depth\n');
    }
  });

  test('prints one JSON object with --json, with the fields of boards that apply', async () => {
    const cwd = await folderWith(fixture('one-way-ring.mjs'));
    const name = moduleFile(fixture('one-way-ring.mjs'));
    const table = `out/${name}.table`;
    const { out } = await antipode(['analyse', table, '--json', '--antipodes', 'all', '--threads', '1'], { cwd });
    const result = JSON.parse(out);
    const explored = JSON.parse(readFileSync(join(cwd, `out/${name}.json`), 'utf8'));
    const { states, maxDepth, histogram, mean, median, mode, antipodes } = explored;
    expect(result).toMatchObject({ states, maxDepth, histogram, mean, median, mode, antipodes, table });
    expect(result).toMatchObject({
      space: 'one-way-ring',
      starts: ['place 0'],
      metric: null,
      size: 604,
      notReached: 4,
      reversible: false,
      threads: 1,
    });
    expect(Object.keys(result.depths[1])).toEqual([
      'depth',
      'states',
      'growth',
      'meanDegree',
      'meanNearer',
      'meanFurther',
      'localMaxima',
      'shortestSolutions',
    ]);
    expect(result.heuristics).toBeUndefined();
  });

  test('reports an error in one line', async () => {
    const cwd = await folderWith('pancake:4');
    const words = ['analyse', 'out/pancake-4.table', '--threads', '0'];
    const { status, err } = await antipode(words, { cwd });
    expect([status, err]).toEqual([2, "antipode: --threads must be a whole number from 1 to 256, found '0'\n"]);
    const bytes = readFileSync(join(cwd, 'out/pancake-4.table'));
    writeFileSync(join(cwd, 'cut.table'), bytes.subarray(0, bytes.length - 1));
    const cut = await antipode(['analyse', 'cut.table'], { cwd });
    expect(cut.err).toMatch(/^antipode: cut\.table: [^\n]+\n$/);
    expect([cut.status, cut.out]).toEqual([1, '']);
  });

  test.runIf(FULL)('ends immediately on SIGINT at any time', async () => {
    const cwd = await folderWith('hanoi:3,13');
    const words = ['analyse', 'out/hanoi-3-13.table', '--threads', '1'];
    // It begins after it has printed its needs.
    const amid = await antipodeProcess(words, {
      cwd,
      during: (child) => child.stderr?.once('data', () => void setTimeout(50).then(() => child.kill('SIGINT'))),
    });
    expect(amid.status).toBe(130);
    if (!FULL) return;
    const early = await antipodeProcess(words, {
      cwd,
      during: (child) => void setTimeout(100).then(() => child.kill('SIGINT')),
    });
    // Before the first message, a signal ends Node itself.
    expect(early.status === 130 || early.signal === 'SIGINT').toBe(true);
  });
});

describe('antipode report of a space', () => {
  test('writes a page and a picture, and prints a line for each', async () => {
    const cwd = await folderWith('solitaire:5,3');
    const words = ['report', 'out/solitaire-5-3.table', '--output', 'a.html', '--svg', 'a.svg', '--threads', '2'];
    const { status, out } = await antipode(words, { cwd });
    expect(status).toBe(0);
    expect(out).toMatch(/^a\.html: [\d.]+ KB\na\.svg: [\d.]+ KB\n$/);
    const page = readFileSync(join(cwd, 'a.html'), 'utf8');
    expect(page).toContain('<strong>2,300</strong>');
    expect(page).toContain('<h1>The state space solitaire:5,3</h1>');
    const svg = readFileSync(join(cwd, 'a.svg'), 'utf8');
    expect(parseXml(svg).attributes.viewBox).toBe('0 0 420 270');
    expect(svg).toContain('solitaire:5,3: states at each distance from the start');
  });

  test('does not overwrite the table', async () => {
    const cwd = await folderWith('pancake:4');
    const words = ['report', 'out/pancake-4.table', '--output', './out/pancake-4.table'];
    const { status, err } = await antipode(words, { cwd });
    expect(err).toBe('antipode: the output would overwrite the table out/pancake-4.table: choose another --output\n');
    expect(status).toBe(2);
  });
});
