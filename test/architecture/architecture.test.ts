import { describe, expect, test } from 'vitest';
import { architecturePage } from './architecture-page.js';
import { INDEPENDENT, NODE_ALONE, PURE, ROOMS, roomNumber } from './rooms.js';
import { cyclesOf, importsOf, loadedWith, readSourceFiles } from './source-files.js';
import { climbsOf, stepsDownTo, WALKS } from './walks.js';

const files = readSourceFiles();

describe('rooms', () => {
  test('are all in the table', () => {
    expect([...new Set(files.map(({ room }) => room))].sort()).toEqual(Object.keys(ROOMS).sort());
  });

  test('import only rooms that the table lists before them', () => {
    const wrong = Object.keys(ROOMS).flatMap((room) =>
      importsOf(room, files)
        .filter((other) => roomNumber(other) >= roomNumber(room))
        .map((other) => `${room} imports ${other}`),
    );
    expect(wrong).toEqual([]);
  });

  test('of mathematics use neither packages nor modules of Node', () => {
    expect(files.filter(({ room, uses }) => PURE.test(room) && uses.length > 0).map(({ path }) => path)).toEqual([]);
  });

  test('that a browser reaches use no modules of Node, and only rooms that it reaches', () => {
    const portable = files.filter(({ room }) => !NODE_ALONE.test(room));
    expect(portable.filter(({ uses }) => uses.some((use) => use.startsWith('node:'))).map(({ path }) => path)).toEqual(
      [],
    );
    const wrong = Object.keys(ROOMS)
      .filter((room) => !NODE_ALONE.test(room) && room !== 'workers')
      .flatMap((room) => importsOf(room, files).map((other) => [room, other]))
      .filter(([, other]) => other !== 'machine/node' && NODE_ALONE.test(other));
    expect(wrong).toEqual([]);
  });

  test('of the machine have two sides with the same files and names', () => {
    const side = (name: string) =>
      files
        .filter(({ room }) => room === `machine/${name}`)
        .map(({ path, exports }) => [path.replace(`/${name}/`, '/'), exports]);
    expect(side('browser').map(([path]) => path)).toEqual(side('node').map(([path]) => path));
  });

  test('hold up to twenty files', () => {
    const counts = Object.keys(ROOMS).map((room) => [room, files.filter((file) => file.room === room).length] as const);
    // One entry point for each kind of worker.
    expect(counts.filter(([room, count]) => count > 20 && room !== 'workers')).toEqual([]);
  });
});

describe('files', () => {
  test('do not import each other in a circle', () => {
    expect(cyclesOf(files)).toEqual([]);
  });

  test('export different names', () => {
    const places = new Map<string, string[]>();
    for (const { path, exports } of files) {
      // Piscina requires the same names from every entry point.
      if (path.startsWith('workers/') || path.startsWith('src/machine/browser/')) continue;
      for (const name of new Set(exports)) places.set(name, [...(places.get(name) ?? []), path]);
    }
    expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
  });

  test('loaded by explore() and its worker number up to 30', () => {
    const loaded = loadedWith(['src/runs/explore.ts', 'workers/advance-layers.ts'], files);
    expect(loaded.size, [...loaded].sort().join('\n')).toBeLessThanOrEqual(30);
  });
});

describe('verify', () => {
  test.each(INDEPENDENT)('$worker shares nothing with $never', ({ worker, reaches, never, except }) => {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const reached = new Set<string>();
    const follow = (path: string) => {
      if (reached.has(path)) return;
      reached.add(path);
      if (except?.test(path)) return;
      for (const { path: next } of byPath.get(path)?.imports ?? []) follow(next);
    };
    follow(worker);
    expect([...reached]).toContain(reaches);
    expect([...reached].filter((path) => never.test(path) && !except?.test(path))).toEqual([]);
  });
});

describe('docs/explanations/architecture.md', () => {
  test.each(WALKS)('follows $title through functions that exist, each reached from an earlier one', (walk) => {
    for (const { path, name } of walk.steps) {
      const file = files.find((other) => other.path === path);
      expect(file?.text ?? '', `${path} is missing, or lacks ${name}`).toMatch(new RegExp(`\\b${name}\\b`));
    }
    expect(stepsDownTo(walk, files)).toEqual([]);
    expect(climbsOf(walk, files).length).toBeLessThanOrEqual(walk.mostClimbs);
  });

  test('agrees with rooms.ts and walks.ts: vitest run test/architecture -u writes it', async () => {
    await expect(architecturePage(files)).toMatchFileSnapshot('../../docs/explanations/architecture.md');
  });
});
