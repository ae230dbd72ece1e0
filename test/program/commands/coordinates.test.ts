/** Tables of coordinates that the program makes, saves and finds again. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { antipodeProcess } from '../process.js';
import { antipode, PROVENANCE, temporaryFolder, wordsOf } from '../run.js';

/** Corners that each face turns, clockwise, on the places UFR URB UBL ULF DRF DFL DLB DBR, and their twists. */
const FACES = [
  [
    [0, 3, 2, 1],
    [0, 0, 0, 0],
  ],
  [
    [4, 7, 6, 5],
    [0, 0, 0, 0],
  ],
  [
    [0, 1, 7, 4],
    [2, 1, 2, 1],
  ],
  [
    [2, 3, 5, 6],
    [2, 1, 2, 1],
  ],
  [
    [3, 0, 4, 5],
    [2, 1, 2, 1],
  ],
  [
    [1, 2, 6, 7],
    [2, 1, 2, 1],
  ],
] as const;

/** Returns the number of twists of the cube's corners at each distance in half turns, by a plain search. */
function twistLayers(): number[] {
  const turned = (twists: readonly number[], [places, added]: (typeof FACES)[number]) => {
    const next = [...twists];
    for (const [index, place] of places.entries()) next[places[(index + 1) % 4]] = (twists[place] + added[index]) % 3;
    return next;
  };
  let layer: number[][] = [Array(8).fill(0)];
  const seen = new Set(layer.map(String));
  const layers: number[] = [];
  while (layer.length > 0) {
    layers.push(layer.length);
    layer = layer.flatMap((twists) =>
      FACES.flatMap((face) => {
        const quarter = turned(twists, face);
        const half = turned(quarter, face);
        return [quarter, half, turned(half, face)].filter((next) => !seen.has(`${next}`) && seen.add(`${next}`));
      }),
    );
  }
  return layers;
}

const run = (cwd: string, line: string) => antipode(wordsOf(line), { cwd });
const FILE = 'out/cube-3x3x3.coordinates';
const SCRAMBLE = 'solve cube-3x3x3 --moves "R U2" --algorithm idastar';

/** Returns a folder in which tables are saved. */
async function savedFolder(): Promise<string> {
  const cwd = temporaryFolder();
  const line = 'explore cube-3x3x3 --projection "corners/o; edges/o" --save';
  expect(await run(cwd, line)).toMatchObject({ status: 0, err: expect.stringContaining(`: saved in ${FILE}, `) });
  return cwd;
}

describe('antipode explore --projection', () => {
  test('prints the distribution of a plain search, of each table in turn', async () => {
    const cwd = temporaryFolder();
    const { status, out } = await run(cwd, 'explore cube-3x3x3 --projection "corners/o" --projection "edges/o"');
    expect(status).toBe(0);
    const [corners, edges] = out.split('\n\ndepth');
    for (const [depth, states] of twistLayers().entries()) {
      expect(corners).toMatch(new RegExp(`\\n +${depth} +${states.toLocaleString('en')} `));
    }
    expect(corners).toContain(
      '\ncube-3x3x3, corners/o\nviews               3\nstates              2,187\nmaximum depth       6\n',
    );
    expect(edges).toContain(
      '\ncube-3x3x3, edges/o\nviews               3\nstates              2,048\nmaximum depth       7\n',
    );
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('prints one object with --json, and saves the tables in the folder of --output', async () => {
    const cwd = temporaryFolder();
    const { out } = await run(cwd, 'explore cube-3x3x3 --projection corners/o --json --output tables --threads 1');
    expect(JSON.parse(out)).toMatchObject({
      space: 'cube-3x3x3',
      metric: 'half-turn',
      tables: [{ projection: 'corners/o', views: 3, states: 2187, maxDepth: 6, histogram: twistLayers() }],
      coordinates: 'tables/cube-3x3x3.coordinates',
      threads: 1,
      provenance: PROVENANCE,
    });
    expect(readdirSync(join(cwd, 'tables'))).toEqual(['cube-3x3x3.coordinates']);
  });
});

describe('saved tables', () => {
  test('are found by solve, unless --projection names others', async () => {
    const cwd = await savedFolder();
    const found = `cube-3x3x3: tables of coordinates from ${FILE}, of corners/o; edges/o, `;
    for (const line of [SCRAMBLE, `${SCRAMBLE} --projection corners/o --projection edges/o`]) {
      const { out, err } = await run(cwd, line);
      expect([out, err.slice(0, found.length)]).toEqual(["U2 R'\n", found]);
    }
    const { out, err } = await run(cwd, `${SCRAMBLE} --projection "edges/o; corners/o"`);
    expect([out, err.includes('coordinates from')]).toEqual(["U2 R'\n", false]);
  });

  test('are written by solve --save, in place of those that are there', async () => {
    const cwd = await savedFolder();
    const { out, err } = await run(cwd, 'solve cube-3x3x3 --moves "R R\'" --save --projection corners/o');
    expect([out, err]).toEqual(['\n', expect.stringMatching(/tables of corners\/o, .*\n.*: saved in out\/cube.*\n/)]);
    expect((await run(cwd, SCRAMBLE)).err).toContain(`from ${FILE}, of corners/o, `);
  });

  test('are described by info', async () => {
    const without = await run(temporaryFolder(), 'info cube-3x3x3');
    expect(without.out).toMatch(/\ntables +solve --algorithm idastar chooses some in 10 to 20 s; --save keeps them\n$/);
    const cwd = await savedFolder();
    const bytes = statSync(join(cwd, FILE)).size;
    const { out } = await run(cwd, 'info cube-3x3x3');
    expect(out).toContain(`\ntables              ${FILE}, ${(bytes / 1000).toFixed(2)} KB\n`);
    expect(out).toContain('\n                    corners/o: 2,187 states, 1.34 KB, mean 4.46, 3 views\n');
    const { coordinates } = JSON.parse((await run(cwd, 'info cube-3x3x3 --json')).out);
    expect(coordinates).toMatchObject({ path: FILE, bytes, tables: [{ projection: 'corners/o' }, { views: 3 }] });
    expect(coordinates.tables[0].histogram).toEqual(twistLayers());
    const { out: bare } = await run(temporaryFolder(), 'info cube-3x3x3 --json');
    expect(JSON.parse(bare).coordinates).toBeNull();
    expect((await run(cwd, 'info corners-3x3x3 --json')).out).not.toContain('coordinates');
  });

  test.each([
    [
      'has a wrong bit in its header',
      (bytes: Buffer) => bytes.fill(bytes[40] ^ 1, 40, 41),
      /: the header is damaged: .*/,
    ],
    [
      'has a wrong bit in a table',
      (bytes: Buffer) => bytes.fill(bytes[1500] ^ 1, 1500, 1501),
      /: the table is damaged .*/,
    ],
    ['is cut', (bytes: Buffer) => bytes.subarray(0, -100), /: the table is truncated: .*/],
    ['is empty', () => Buffer.alloc(0), /: the file is empty/],
  ])('are refused in one line if the file %s, and replaced by --save', async (_, damaged, reason) => {
    const cwd = await savedFolder();
    writeFileSync(join(cwd, FILE), damaged(readFileSync(join(cwd, FILE))));
    const { status, out, err } = await antipodeProcess(wordsOf(SCRAMBLE), { cwd });
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(new RegExp(`^antipode: ${FILE}${reason.source}; solve --save makes the file again\n$`));
    expect(await run(cwd, `${SCRAMBLE} --projection edges/o --save`)).toMatchObject({ status: 0, out: "U2 R'\n" });
    expect((await antipodeProcess(wordsOf(SCRAMBLE), { cwd })).out).toBe("U2 R'\n");
  });

  test('of another puzzle are refused by solve and info', async () => {
    const cwd = await savedFolder();
    copyFileSync(join(cwd, FILE), join(cwd, 'out/cube-3x3x3-quarter-turn.coordinates'));
    const refusal = 'these are tables of coordinates of cube-3x3x3, not of cube-3x3x3-quarter-turn; move the file away';
    const solved = await run(cwd, 'solve cube-3x3x3 --metric quarter-turn --moves R --algorithm idastar');
    expect(solved).toMatchObject({ status: 1, out: '', err: expect.stringContaining(`.coordinates: ${refusal}; `) });
    const described = await run(cwd, 'info cube-3x3x3 --metric quarter-turn');
    expect(described).toMatchObject({ status: 1, out: '', err: expect.stringContaining(`.coordinates: ${refusal}\n`) });
  });

  test.each(['SIGKILL', 'SIGINT'] as const)(
    'leave no half file if %s ends the program while it saves them',
    async (signal) => {
      const cwd = temporaryFolder();
      const out = join(cwd, 'out');
      mkdirSync(out);
      const line = 'explore cube-3x3x3 --projection "edges/abcd........ * corners/a....... * corners/o" --save';
      let isKilled = false;
      const { status, err } = await antipodeProcess(wordsOf(line), {
        cwd,
        during(child) {
          const watcher = watch(out, (_, name) => {
            if (isKilled || name === null || !(statSync(join(out, name), { throwIfNoEntry: false })?.size ?? 0)) return;
            isKilled = child.kill(signal);
          });
          child.on('exit', () => watcher.close());
        },
      });
      expect([isKilled, status === 0]).toEqual([true, false]);
      expect(err).not.toContain('    at ');
      expect(existsSync(join(cwd, FILE))).toBe(false);
      expect(readdirSync(out).length).toBe(signal === 'SIGINT' ? 0 : 1);
    },
  );
});
