import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { search } from '#src/search/search.js';
import { factsOf } from '#src/space/space.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { readPuzzle } from '#src/spaces/permutation/puzzle-file.js';
import { examplePath } from '../../puzzle-examples.js';
import { antipode, temporaryFolder } from '../run.js';
import { saveRun } from '../saved.js';

const RINGS = examplePath('rings.tws');
const SOLVED = '1 1 1 1 1 2 2 2 2 2';
const SWAPPED = '2 2 2 2 2 1 1 1 1 1';

/** Returns a folder with the file of the rings. */
function folder(): string {
  const cwd = temporaryFolder();
  copyFileSync(RINGS, join(cwd, 'rings.tws'));
  return cwd;
}

const run = (words: readonly string[], cwd = folder()) => antipode(words, { cwd });

describe("the path of a puzzle's file", () => {
  test.each([[['explore', 'rings.tws']], [['explore', '--generators', 'rings.tws', '--metric', 'powers']]])(
    'names its space: %j',
    async (words) => {
      const { status, out } = await run([...words, '--json']);
      expect(status).toBe(0);
      expect(JSON.parse(out)).toMatchObject({
        space: 'rings',
        metric: 'powers',
        states: 252,
        maxDepth: 6,
        starts: [SOLVED],
      });
    },
  );

  test('gives the space of turns and their inverses in the metric generators', async () => {
    const cwd = folder();
    const { out } = await run(['explore', './rings.tws', '--metric', 'generators', '--json'], cwd);
    expect(JSON.parse(out)).toMatchObject({
      space: 'rings-generators',
      metric: 'generators',
      states: 252,
      maxDepth: 9,
    });
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual([
      expect.stringMatching(/^rings-generators-[0-9a-f]{6}\.json$/),
      expect.stringMatching(/^rings-generators-[0-9a-f]{6}\.table$/),
    ]);
  });

  test('names a space for solve and compare too', async () => {
    const cwd = folder();
    const solved = await run(['solve', './rings.tws', SWAPPED], cwd);
    expect([solved.status, solved.out.split(' ').length]).toEqual([0, 5]);
    const named = await run(['solve', '--space', 'rings.tws', '--metric', 'generators', SWAPPED], cwd);
    expect([named.status, named.out.split(' ').length]).toEqual([0, 7]);
    const compared = await run(['compare', './rings.tws', '--count', '2', '--json'], cwd);
    expect([compared.status, JSON.parse(compared.out).space]).toEqual([0, 'rings']);
  });

  test('names the space of a table by explore', async () => {
    const cwd = folder();
    await run(['explore', './rings.tws'], cwd);
    const { status, err } = await run(['solve', './rings.tws', SWAPPED], cwd);
    expect([status, err]).toEqual([0, expect.stringMatching(/^rings: solved from out\/rings-[0-9a-f]{6}\.table\n$/)]);
  });

  test('refuses an unreachable or invalid state with its text', async () => {
    const { status, err } = await run(['solve', './rings.tws', '1 1 1 1 1 1 2 2 2 2']);
    expect(status).toBe(2);
    expect(err).toContain('rings');
  });

  test('names a space in the library', async () => {
    const { name, maxDepth } = await explore({ space: RINGS, metric: 'generators' });
    expect([name, maxDepth]).toEqual(['rings-generators', 9]);
    expect((await search(RINGS, { from: SWAPPED })).moves).toHaveLength(5);
    const { maxDepth: ofSource } = await explore({ space: { ...readPuzzle(RINGS), start: SWAPPED } });
    expect(ofSource).toBe(6);
  });
});

describe("a puzzle's file with --resume", () => {
  /** Returns a folder with a run of the rings. */
  async function savedRings(metric?: string): Promise<string> {
    const cwd = folder();
    const facts = factsOf(await openNumberedSpace(readPuzzle(RINGS, metric)));
    await saveRun(join(cwd, 'ck'), facts, { engine: 'general', histogram: [1], details: null });
    return cwd;
  }

  test.each([
    [undefined, []],
    [undefined, ['--metric', 'powers']],
    ['generators', []],
  ])('is accepted if it holds the puzzle of the run: %s, %j', async (metric, options) => {
    const { err } = await run(['explore', './rings.tws', '--resume', 'ck', ...options], await savedRings(metric));
    expect(err).not.toContain('but the command asks for');
  });

  test('is refused if it holds another puzzle, even one of the same name', async () => {
    const cwd = await savedRings();
    writeFileSync(join(cwd, 'other.tws'), 'Name rings\nSet A 3 1\nSolved\nEnd\nMove L\nA\n2 3 1\nEnd\n');
    const { status, err } = await run(['explore', './other.tws', '--resume', 'ck'], cwd);
    expect([status, err]).toEqual([
      2,
      expect.stringMatching(
        /^antipode: ck holds a run of space rings-[0-9a-f]{6}, but the command asks for rings-[0-9a-f]{6}: leave that out, or name another folder\n$/,
      ),
    ]);
  });

  test('is refused in another metric', async () => {
    const { err } = await run(
      ['explore', './rings.tws', '--metric', 'generators', '--resume', 'ck'],
      await savedRings(),
    );
    expect(err).toContain(': leave that out, or name another folder');
  });
});
