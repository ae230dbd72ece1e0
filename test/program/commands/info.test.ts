import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { spaceDescription, tableDescription } from '#src/program/commands/info.js';
import { factsText } from '#src/program/terminal/layout.js';
import { outlineOf } from '#src/space/space.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { examplePath } from '../../puzzle-examples.js';
import { ringModule } from '../../spaces.js';
import { exploreInto } from '../explored.js';
import { antipode, temporaryFolder } from '../run.js';
import { saveRun } from '../saved.js';

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
symmetries          none but the identity
base                5 points, 1 2 3 4 5: only the identity fixes all
states              95,040
solved              1 2 3 4 5 6 7 8 9 10 11 12
enumeration         a table of 2 bits for each state takes 23.8 KB
`);
  });

  test('lists the sets of pieces, and explains that identical pieces make the states fewer than the elements of the group', async () => {
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

  test('counts the symmetries of a puzzle, and names moves that they exchange, as many as fit into 80 columns', async () => {
    const { out } = await info('corners-3x3x3');
    expect(out).toContain(`
symmetries          48, half of them reflections
                    they exchange U U' R R' F F' D D' ..., and U2 R2 F2 D2 L2 B2
`);
    const names = Array.from({ length: 12 }, (_, at) => `exchange-${2 * at + 1}-with-${2 * at + 2}`);
    const generators = names.map((name, at) => ({
      name,
      permutation: `(${2 * at + 1} ${2 * at + 2} ${24 + (at >> 1)})`,
    }));
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'pairs.json'), JSON.stringify({ name: 'pairs', points: 30, generators }));
    const { out: pairs } = await antipode(['info', 'pairs.json'], { cwd });
    expect(pairs).toContain('\n                    they exchange moves within 2 sets of up to 8\n');
  });

  test('states that a puzzle has too many states to be enumerated, with the limit of explore', async () => {
    const { out } = await info(examplePath('cube-3x3x3.g'));
    expect(out).toContain('states              43,252,003,274,489,856,000\n');
    expect(out).toContain(
      'enumeration         not possible: at most 1,099,511,627,776 states can be enumerated; antipode solve solves single states by a search\n',
    );
  });

  test('prints the same properties as JSON', async () => {
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
      symmetries: { order: '720', exchanged: [['g1', 'g2', 'g3', 'g4', 'g5', 'g6']], reflections: false },
      base: [1, 2, 3, 4, 5, 6],
      states: '5040',
      statesAreExact: true,
      solved: '1 2 3 4 5 6 7',
    });
  });

  test('describes spaces that are not permutation puzzles', async () => {
    expect((await info('knight:8')).out).toBe(`knight:8
metric              the only one of the space
moves               8: +1+2 +2+1 +2-1 +1-2 -1-2 -2-1 -2+1 -1+2
                    every move can be undone by a move
start               0,0
states              64, reachable or not
enumeration         a table takes 16 bytes
`);
    const { out } = await info('5x5', '--metric', 'multi');
    expect(out).toContain('states              7.76e+24\nenumeration         not possible: ');
    const module = join(temporaryFolder(), 'ring.mjs');
    writeFileSync(module, ringModule());
    expect(JSON.parse((await info(module, '--json')).out)).toMatchObject({
      space: 'ring',
      metric: null,
      starts: ['r0'],
      states: 1000,
      tableBytes: 250,
    });
  });

  test('describes a table by its header, whatever its name', async () => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, ['3x3']);
    const { out } = await antipode(['info', 'out/3x3.table'], { cwd });
    expect(out).toBe(`out/3x3.table
space               3x3
metric              single
goal                1 2 3 4 5 6 7 8 x
states              181,440
maximum depth       31, with 2 antipodes
encoding            mod4: 1 bit per state
size                25.7 KB
checksums           CRC-32 of the header, which is intact, and of 9 chunks of 4,096 bytes; antipode verify checks all of them
`);
    renameSync(join(cwd, 'out/3x3.table'), join(cwd, 'renamed'));
    const described = JSON.parse((await antipode(['info', 'renamed', '--json'], { cwd })).out);
    expect(described).toMatchObject({ kind: 'table', states: 181_440, maxDepth: 31, encoding: 'mod4', checksums: 9 });
    expect(described.bytes).toBe(statSync(join(cwd, 'renamed')).size);
  });

  test('does not run the module of a table', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'ring.mjs'), ringModule());
    await antipode(['explore', './ring.mjs'], { cwd });
    rmSync(join(cwd, 'ring.mjs'));
    const [table] = readdirSync(join(cwd, 'out')).filter((name) => name.endsWith('.table'));
    const { status, out } = await antipode(['info', `out/${table}`], { cwd });
    expect(status).toBe(0);
    expect(out).toMatch(/^module {14}\S.*\/ring\.mjs$/m);
    expect(out).toContain('maximum depth       500, with 1 antipode\n');
  });

  test('shows the progress of a run in a work folder, and the command that resumes it', async () => {
    const cwd = temporaryFolder();
    await antipode(['portion', '3x3', '--work', 'work', '--layer', '0', '--finish'], { cwd });
    const { out } = await antipode(['info', 'work'], { cwd });
    expect(out).toContain('work: the work folder of a run on disk\nspace               3x3\n');
    expect(out).toContain('states so far       1 of up to 181,440, <0.01 %\n');
    expect(out).toContain('resume              antipode explore --resume work\n');
    const before = readdirSync(join(cwd, 'work'));
    const described = JSON.parse((await antipode(['info', 'work', '--json'], { cwd })).out);
    expect(described).toMatchObject({
      kind: 'work folder',
      space: '3x3',
      depth: 0,
      states: 1,
      size: 181_440,
      table: true,
    });
    expect(readdirSync(join(cwd, 'work'))).toEqual(before);
  });

  test('describes a checkpoint', async () => {
    const cwd = temporaryFolder();
    const space = await openNumberedSpace({ kind: 'known', space: 'knight:8' });
    await saveRun(join(cwd, 'saved'), outlineOf(space), { engine: 'general', histogram: [1, 2, 9], seconds: 2 });
    const { out } = await antipode(['info', 'saved'], { cwd });
    expect(out).toContain('saved: a checkpoint\nspace               knight:8\n');
    expect(out).toContain('complete            up to depth 2, after 2.000 s\n');
    expect(out).toContain('states so far       12 of up to 64, 18.75 %\n');
  });

  test('folds its lines to 60 columns', async () => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, ['3x3']);
    const table = await tableDescription(join(cwd, 'out/3x3.table'));
    const space = await spaceDescription({ kind: 'known', space: 'hanoi:4,10' });
    const lines = [table, space].flatMap((described) => factsText('', described.lines, 60).split('\n'));
    expect(lines.filter((line) => stripVTControlCharacters(line).length > 60)).toEqual([]);
  });
});
