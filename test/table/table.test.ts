import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { explore } from '#src/runs/explore.js';
import { SpaceError } from '#src/space/definition.js';
import type { NumberedSpace, SpaceSource } from '#src/space/space.js';
import { type TableContents, TableError } from '#src/table/files/contents.js';
import { saveTable } from '#src/table/files/save.js';
import { Table } from '#src/table/table.js';
import { plainSpaceSearch } from '../plain-space-search.js';
import { fixtureSpace, ModuleFolder } from '../spaces.js';
import { count, FULL, rows } from '../suite.js';
import { makeSpaceTable, withWords } from '../verify/table/space-files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-space-table-'));
const modules = new ModuleFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  modules.remove();
});

async function contentsOf(space: SpaceSource): Promise<TableContents> {
  const { table } = await explore({ space, threads: 1, antipodes: 0 });
  if (table === null) throw new Error('no table');
  return table;
}

async function saved(space: SpaceSource, name: string): Promise<string> {
  const path = join(folder, name);
  await saveTable(await contentsOf(space), path);
  return path;
}

/** Returns the states that moves lead to from a state. */
function follow(space: NumberedSpace, from: number, moves: readonly number[]): number {
  const next = new Float64Array(space.moves.length);
  return moves.reduce((state, move) => {
    space.neighbours(state, next);
    return next[move];
  }, from);
}

const broken = join(folder, 'broken.table');
const good = await makeSpaceTable(folder, fixtureSpace('knight'), 'knight');

describe('the table of a space', () => {
  test.runIf(FULL)('has the distance of every state, and a solution of so many moves', async () => {
    for (const name of ['knight', 'pairings']) {
      const path = await saved(fixtureSpace(name), `${name}.table`);
      using table = await Table.open(path);
      const { histogram, depths } = plainSpaceSearch(table.space);
      expect(table).toMatchObject({
        fullName: name,
        metric: null,
        encoding: 'mod3',
        histogram,
        maxDepth: histogram.length - 1,
      });
      expect(table.notReached).toBe(depths.reduce((count, depth) => count + Number(depth < 0), 0));
      for (let state = 0; state < depths.length; state += name === 'knight' ? 1 : 37) {
        const moves = table.path(state);
        if ((moves?.length ?? -1) !== depths[state]) throw new Error(`${state}: ${moves}, expected ${depths[state]}`);
        if (moves !== null) expect(table.starts).toContain(follow(table.space, state, moves));
        expect(table.distance(state)).toBe(moves?.length ?? null);
        expect(table.code(state)).toBe(moves === null ? 0 : 1 + (depths[state] % 3));
      }
    }
  });

  test.each(rows(['one-way', 'one-way-back'], [0]))('of %s has solutions from the nearest start', async (name) => {
    using table = await Table.open(await saved(fixtureSpace(name), `${name}.table`));
    const { depths } = plainSpaceSearch(table.space);
    expect(table).toMatchObject({ metric: 'step', encoding: 'depth8', starts: [3, 50_000] });
    for (let state = 0; state < depths.length; state += count(997, 37)) {
      const moves = table.path(state);
      if ((moves?.length ?? -1) !== depths[state]) throw new Error(`${state}: ${moves}, expected ${depths[state]}`);
      if (moves !== null) expect(table.starts.map((start) => follow(table.space, start, moves))).toContain(state);
      expect(table.distance(state)).toBe(moves?.length ?? null);
      expect(table.code(state)).toBe(moves === null ? 255 : depths[state]);
    }
  });

  test.runIf(FULL)('of more than 65,534 depths takes four bytes a state', async () => {
    using table = await Table.open(await saved(fixtureSpace('one-way-path'), 'path.table'));
    expect(table.encoding).toBe('depth32');
    expect(table.distance(65_989)).toBe(65_989);
    expect(table.path(65_989)).toHaveLength(65_989);
    expect(table.distance(65_990)).toBeNull();
    expect(table.code(65_990)).toBe(2 ** 32 - 1);
  });

  test('with several hundred depths takes two bytes per state', async () => {
    const source = modules.ring(`size: 401, reversible: false,
      neighbours(state, next) { next[0] = state === 400 ? -1 : 0; next[1] = state < 399 ? state + 1 : -1; }`);
    using table = await Table.open(await saved(source, 'depth16.table'));
    expect(table).toMatchObject({ encoding: 'depth16', maxDepth: 399, notReached: 1 });
    expect([0, 254, 255, 256, 399, 400].map((state) => table.distance(state))).toEqual([0, 254, 255, 256, 399, null]);
    expect(table.path(300)).toEqual(new Array(300).fill(1));
  });

  test('gives the same answers in memory and in a file, and saves the same file each time', async () => {
    for (const name of FULL ? ['pairings', 'one-way'] : ['knight']) {
      const contents = await contentsOf(fixtureSpace(name));
      const path = join(folder, 'again.table');
      expect(await saveTable(contents, path)).toBe(readFileSync(path).length);
      using inFile = await Table.open(path);
      using inMemory = await Table.of(contents);
      for (let state = 0; state < contents.facts.size; state += 997) {
        expect(inMemory.solve(state)).toEqual(inFile.solve(state));
      }
      const before = readFileSync(path);
      await saveTable(await contentsOf(fixtureSpace(name)), path);
      expect(readFileSync(path).equals(before)).toBe(true);
    }
  });

  test('refuses numbers and texts that are not states', async () => {
    using table = await Table.open(good.path);
    for (const state of [64, -1, 1.5, Number.NaN]) {
      expect(() => table.distance(state)).toThrow(
        new InputError(`a state of knight is a whole number from 0 to 63, found ${state}`),
      );
    }
  });
});

test('that contradicts itself is reported by a query', async () => {
  // All codes are the same, so no neighbour is nearer.
  writeFileSync(
    broken,
    withWords(good, (codes) => codes.fill(0b01010101)),
  );
  using alike = await Table.open(broken);
  expect(() => alike.distance(63)).toThrow(
    new TableError(
      `${broken}: the table contradicts itself at state h8 (number 63); make it again, or correct the space, whose moves may not match its declarations`,
    ),
  );
  // The distance of the start is not 0.
  const late0 = withWords(good, (codes) => {
    codes[0] ^= 0b11;
  });
  writeFileSync(broken, late0);
  using late = await Table.open(broken);
  expect(() => late.distance(0)).toThrow('the table contradicts itself at state a1 (number 0)');
});

describe('a table whose space', () => {
  /** Opens a table of a ring whose module has since been changed; the module is named. */
  async function openChanged(before: string, after: string): Promise<Table> {
    const source = modules.ring(before);
    const path = await saved(source, 'changed.table');
    const { path: other } = modules.ring(after);
    writeFileSync(source.path, readFileSync(other));
    await expect(Table.open(path)).rejects.toThrow(
      `${path}: its space is the module ${source.path}, which has changed since: if you trust the module, name it`,
    );
    return Table.open(path, { module: source.path });
  }

  test('no longer exists is refused', async () => {
    const source = modules.ring();
    const path = await saved(source, 'missing.table');
    rmSync(source.path);
    await expect(Table.open(path)).rejects.toThrow(
      new TableError(
        `${path}: its space is the module ${source.path}, which no longer exists: if you trust the module, name it with --module <file>, in a program with the option module`,
      ),
    );
  });

  test('has changed is refused', async () => {
    await expect(openChanged('', 'size: 1001, neighbours: (s, next) => next.fill(-1)')).rejects.toThrow(
      'its space has changed: its number of states is now 1001, but 1000 in the table; make it again',
    );
    await expect(openChanged('', 'moves: ["right", "left"]')).rejects.toThrow(
      'its space has changed: its moves are now right left, but left right in the table; make it again',
    );
    await expect(openChanged('', 'starts: [1]')).rejects.toThrow('its starts are now 1, but 0 in the table');
    await expect(openChanged('', 'reversible: false')).rejects.toThrow(
      'reversible is now false, but true in the table',
    );
    await expect(openChanged('', 'parse: 1')).rejects.toThrow(
      /its space can no longer be opened: the default export of .* is not a state space: expected parse to be a function/,
    );
  });

  test('has changed its moves is reported by a query', async () => {
    using table = await openChanged(
      '',
      'neighbours(s, next) { next[0] = (s + 993) % 1000; next[1] = (s + 7) % 1000; }',
    );
    expect(table.moduleChanged).toBe(true);
    expect(() => table.distance(300)).toThrow('the table contradicts itself at state r300 (number 300)');
  });

  test('gives wrong predecessors is reported by a query', async () => {
    const fork = `reversible: false,
      neighbours(s, next) { next[0] = s === 0 ? 500 : -1; next[1] = (s + 1) % 1000; },`;
    const wrong = `predecessors(s) {
      if (s === 1) throw new Error('not here');
      return s === 2 ? [500] : [s - 0.5];
    }`;
    using table = await Table.open(await saved(modules.ring(`${fork} ${wrong}`), 'wrong.table'));
    expect(() => table.path(1)).toThrow(
      new SpaceError('the space ring contradicts its interface, predecessors of state r1 (number 1) fails: not here'),
    );
    expect(() => table.path(2)).toThrow(
      new SpaceError(
        'the space ring contradicts itself: predecessors of state r2 (number 2) gives r500 (number 500), from which no move leads there',
      ),
    );
    expect(() => table.path(9)).toThrow(
      'predecessors of state r9 (number 9): expected states from 0 to 999, found 8.5',
    );
    const oneWay = 'reversible: false, neighbours(s, next) { next[0] = -1; next[1] = (s + 1) % 1000; },';
    using none = await Table.open(await saved(modules.ring(`${oneWay} predecessors: () => []`), 'none.table'));
    expect(() => none.solve(9)).toThrow('the table contradicts itself at state r9 (number 9)');
  });
});
