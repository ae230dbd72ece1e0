import { appendFileSync, copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { openSpaces } from '#src/serve/http/open-spaces.js';
import { SpaceError } from '#src/space/definition.js';
import { moduleDigest } from '#src/space/space-module.js';
import { ringModule } from '../spaces.js';
import { rows } from '../suite.js';
import { makeSpaceTable, npyOf, type SpaceTableFile, withSpaceHeader } from '../verify/table/space-files.js';
import { antipodeProcess } from './process.js';
import { antipode, moduleFile, temporaryFolder } from './run.js';

/** Creates a folder with the module ring.mjs, and its table. */
async function ringFolder(): Promise<{ cwd: string; path: string; table: SpaceTableFile }> {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'out'));
  const path = join(cwd, 'ring.mjs');
  writeFileSync(path, ringModule());
  return { cwd, path, table: await makeSpaceTable(join(cwd, 'out'), { kind: 'module', path }, 'ring') };
}

/** Opens the spaces that `antipode serve` serves from the folder out. */
async function servedFolder(cwd: string, modules: readonly string[] = []) {
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const notices: string[] = [];
    const spaces = await openSpaces({ paths: [], modules, folder: 'out', onNotice: (text) => notices.push(text) });
    for (const space of spaces) space.close();
    return { notices, names: spaces.map(({ facts }) => facts.id) };
  } finally {
    process.chdir(before);
  }
}

/** The distances of the ring as an array file. */
const DISTANCES = npyOf(Uint16Array.from({ length: 1000 }, (_, state) => Math.min(state, 1000 - state)));

/** Every command that opens out/ring.table. */
const COMMANDS = [
  ['analyse', 'out/ring.table'],
  ['export', 'out/ring.table', '--output', 'ring.csv'],
  ['report', 'out/ring.table', '--output', 'ring.html'],
  ['verify', 'out/ring.table'],
  ['verify', 'out/ring.table', '--distances', 'ring.npy'],
  ['solve', '--table', 'out/ring.table', 'r7'],
] as const;

describe('the module of a table', () => {
  test('is not run by any command if the table came from elsewhere', async () => {
    const { cwd, path, table } = await ringFolder();
    writeFileSync(join(cwd, 'ring.npy'), DISTANCES);
    const ran = join(cwd, 'ran');
    const foreign = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(ran)}, ''); ${ringModule()}`;
    writeFileSync(path, foreign);
    const unchanged = moduleDigest(path);
    const downloaded = [
      // Another module is at the path in the table.
      table.bytes,
      // A table of version 0.1, without a digest.
      withSpaceHeader(table, { source: { kind: 'module', path } }),
      // A relative path, from the folder of the program that opens the table.
      withSpaceHeader(table, { source: { kind: 'module', path: 'ring.mjs', digest: unchanged } }),
      withSpaceHeader(table, { source: { kind: 'module', path, digest: [] } }),
    ];
    for (const bytes of downloaded) {
      writeFileSync(table.path, bytes);
      for (const words of [...COMMANDS, ['serve', 'out/ring.table']]) {
        const { status, err } = await antipode(words, { cwd });
        expect({ words, status, lines: err.trimEnd().split('\n').length }).toEqual({ words, status: 1, lines: 1 });
      }
      expect(existsSync(ran)).toBe(false);
    }
    writeFileSync(table.path, downloaded[0]);
    const { notices, names } = await servedFolder(cwd);
    expect(notices.join()).toContain(`skipped: out/ring.table: its space is the module ${path}, which has changed`);
    expect(names).not.toContain('ring');
    expect(existsSync(ran)).toBe(false);
    expect((await antipode(['analyse', 'out/ring.table', '--module', 'ring.mjs'], { cwd })).status).toBe(0);
    expect(existsSync(ran)).toBe(true);
  });

  test('is run by every command if it is unchanged at its recorded path', async () => {
    const { cwd } = await ringFolder();
    writeFileSync(join(cwd, 'ring.npy'), DISTANCES);
    for (const words of rows(COMMANDS, [1, 3])) expect(await antipode(words, { cwd })).toMatchObject({ status: 0 });
  });

  test('can have another path and name if it is named', async () => {
    const { cwd, path } = await ringFolder();
    writeFileSync(join(cwd, 'ring.npy'), DISTANCES);
    mkdirSync(join(cwd, 'moved'));
    renameSync(path, join(cwd, 'moved/loop.mjs'));
    for (const words of rows(COMMANDS, [0, 4, 5])) {
      expect((await antipode(words, { cwd })).err).toContain(
        `its space is the module ${path}, which no longer exists: if you trust the module, name it with --module <file>`,
      );
      const named = await antipode([...words, '--module', 'moved/loop.mjs'], { cwd });
      expect(named).toMatchObject({ status: 0 });
      expect(named.err).not.toContain('as it is now');
    }
  });

  test('can have been changed if it is named, and the space is the same', async () => {
    const { cwd, path } = await ringFolder();
    appendFileSync(path, '// mended\n');
    const analysed = await antipode(['analyse', 'out/ring.table', '--module', 'ring.mjs'], { cwd });
    expect(analysed.status).toBe(0);
    expect(analysed.err).toContain(
      'antipode: out/ring.table was possibly made with another version of ring.mjs: antipode verify checks that they agree\n',
    );
    expect(await antipode(['verify', 'out/ring.table', '--module', 'ring.mjs'], { cwd })).toMatchObject({ status: 0 });
    copyFileSync(join(cwd, 'out/ring.table'), join(cwd, `out/${moduleFile(path)}.table`));
    const solved = await antipode(['solve', '--space', './ring.mjs', 'r2'], { cwd });
    expect(solved).toMatchObject({ status: 1, out: '' });
    expect(solved.err).toContain('the table was possibly made with another version of ring; make it again, or name it');
    const named = await antipode(['solve', '--space', './ring.mjs', '--table', 'out/ring.table', 'r2'], { cwd });
    expect(named).toMatchObject({ status: 0, out: 'left left\n' });
    writeFileSync(path, ringModule('starts: [1]'));
    expect((await antipode(['analyse', 'out/ring.table', '--module', 'ring.mjs'], { cwd })).err).toContain(
      'its space has changed: its starts are now 1, but 0 in the table; make it again',
    );
    expect((await antipode(['verify', 'out/ring.table', '--module', 'ring.mjs'], { cwd })).status).toBe(1);
  });

  test('can be named for some tables of a folder that is served', async () => {
    const { cwd, path, table } = await ringFolder();
    copyFileSync(table.path, join(cwd, 'out/loop.table'));
    renameSync(path, join(cwd, 'moved.mjs'));
    const wrong = servedFolder(cwd, ['no-part-of-this.mjs', 'moved.mjs']);
    await expect(wrong).rejects.toThrow('there is no module no-part-of-this.mjs');
    const { names } = await servedFolder(cwd, ['moved.mjs']);
    expect(names.slice(0, 2)).toEqual(['loop', 'ring']);
  });
});

describe('a module', () => {
  const boom = 'throw new Error("boom");';
  /** A space whose search takes longer than a timer. */
  const large = 'size: 300000, neighbours(s, next) { next[0] = (s + 299999) % 300000; next[1] = (s + 1) % 300000; }';

  const strays: [words: string[], code: string][] = [
    [['explore', './ring.mjs'], `setTimeout(() => { ${boom} }, 50); ${ringModule(large)}`],
    [
      ['solve', '--space', './ring.mjs', '--algorithm', 'bfs', 'r7'],
      `Promise.reject(new Error("boom")); ${ringModule()}`,
    ],
    [['analyse', 'out/ring.table', '--module', 'ring.mjs'], `Promise.reject(new Error("boom")); ${ringModule()}`],
    [['verify', 'out/ring.table', '--module', 'ring.mjs'], `setImmediate(() => { ${boom} }); ${ringModule()}`],
    [['serve', '--port', '0', '--module', 'ring.mjs'], `setTimeout(() => { ${boom} }, 300); ${ringModule()}`],
  ];

  test.each(rows(strays, [0]))(
    'that throws in a timer, or rejects, ends %j with a line that names it',
    async (words, code) => {
      const { cwd, path } = await ringFolder();
      writeFileSync(path, code);
      const { status, err } = await antipodeProcess(words, { cwd });
      expect(err).toMatch(
        /^(?:[^\n]*: antipode verify checks that they agree\n|antipode: serving [^\n]*\nhttp[^\n]*\n)?(?:ring: [^\n]* need [^\n]*\n)?antipode: the module \S+\/ring\.mjs throws outside of its functions: boom\n$/,
      );
      expect(err).not.toContain(' at ');
      expect(status).toBe(2);
    },
  );

  test('that leaves a timer running does not keep the program running', async () => {
    const { cwd, path } = await ringFolder();
    writeFileSync(path, `setInterval(() => {}, 1000); ${ringModule()}`);
    const commands = [
      ['explore', './ring.mjs'],
      ['solve', '--space', './ring.mjs', '--algorithm', 'bfs', 'r7'],
      ['verify', 'out/ring.table', '--module', 'ring.mjs'],
    ];
    const ended = await Promise.all(rows(commands, [0]).map((words) => antipodeProcess(words, { cwd })));
    expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 0));
  });

  test('that throws in a timer of a worker thread is named by the library too', async () => {
    const { path } = await ringFolder();
    writeFileSync(path, `setTimeout(() => { ${boom} }, 0); await new Promise(() => {});`);
    const exploring = explore({ space: { kind: 'module', path } });
    await expect(exploring).rejects.toThrow(new SpaceError(`the module ${path} throws outside of its functions: boom`));
  });

  test('with a repeated start has it once', async () => {
    const { cwd, path } = await ringFolder();
    writeFileSync(path, ringModule('starts: [3, 5, 3]'));
    const { out } = await antipode(['explore', './ring.mjs', '--json'], { cwd });
    const { table, ...result } = JSON.parse(out);
    expect(result).toMatchObject({ starts: ['r3', 'r5'], histogram: { 0: 2 }, states: 1000 });
    const analysed = await antipode(['analyse', table, '--json'], { cwd });
    expect(JSON.parse(analysed.out).starts).toEqual(['r3', 'r5']);
    expect((await antipode(['verify', table], { cwd })).status).toBe(0);
  });
});
