import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { Packr, unpack } from 'msgpackr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { explore } from '#src/runs/explore.js';
import { SpaceError } from '#src/space/definition.js';
import type { NumberedSpace, SpaceSource } from '#src/space/space.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { type TableContents, TableError } from '#src/table/files/contents.js';
import { saveTable } from '#src/table/files/save.js';
import { expectTableOf, tableKind } from '#src/table/files/table-file.js';
import { Table } from '#src/table/table.js';
import { exploreBoard } from '../board-exploration.js';
import { plainSpaceSearch } from '../plain-space-search.js';
import { fixtureSpace, ModuleFolder } from '../spaces.js';
import { count, FULL, rows } from '../suite.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-space-table-'));
const modules = new ModuleFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  modules.remove();
});

async function contentsOf(space: SpaceSource): Promise<TableContents> {
  const { table } = await explore({ space, threads: 2 });
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

const good = join(folder, 'knight.table');
const broken = join(folder, 'broken.table');
let bytes: Buffer;

beforeAll(async () => {
  await saved(fixtureSpace('knight'), 'knight.table');
  bytes = readFileSync(good);
});

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
    for (let state = 0; state < depths.length; state += 37) {
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
    for (const name of FULL ? ['pairings', 'one-way'] : ['one-way']) {
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
    using table = await Table.open(good);
    for (const state of [64, -1, 1.5, Number.NaN]) {
      expect(() => table.distance(state)).toThrow(
        new InputError(`a state of knight is a whole number from 0 to 63, found ${state}`),
      );
    }
  });

  test('can be closed twice and answers nothing afterwards', async () => {
    const table = await Table.open(good);
    table.distance(5);
    table.close();
    table.close();
    expect(() => table.distance(5)).toThrow('the table has been closed');
  });
});

describe('the file of a space table', () => {
  test('has a header that any MessagePack reader can read', () => {
    expect(bytes.toString('latin1', 0, 8)).toBe('ANTIPODE');
    expect(unpack(bytes.subarray(16, 16 + bytes.readUInt32LE(12)))).toMatchObject({
      kind: 'space',
      space: 'knight',
      source: fixtureSpace('knight'),
      metric: null,
      size: 64,
      reversible: true,
      starts: [0],
      startTexts: ['a1'],
      states: 64,
      notReached: 0,
      maxDepth: 6,
      encoding: 'mod3',
      chunkBytes: 4096,
      fileBytes: bytes.length,
    });
  });

  test('is distinguished from the file of a board table', async () => {
    const { table } = await exploreBoard({ board: '2x2' });
    if (table === null) throw new Error('no table');
    const board = join(folder, '2x2.table');
    await saveTable(table, board);
    expect([tableKind(good), tableKind(board)]).toEqual(['space', 'board']);
    expect(() => expectTableOf(good, 'board')).toThrow('expected the table of a board, found that of a state space');
    expect(() => expectTableOf(board, 'space')).toThrow(
      new TableError(`${board}: expected the table of a state space, found that of a board`),
    );
    expectTableOf(good, 'space');
    using opened = await Table.open(board);
    expect(opened.walker?.board.name).toBe('2x2');
    writeFileSync(broken, 'PNG, or what you will');
    expect(() => tableKind(broken)).toThrow('this is not an antipode table: it does not begin with ANTIPODE');
    expect(() => tableKind(join(folder, 'none.table'))).toThrow('there is no such table');
  });

  test('leaves no temporary file behind if it cannot be written', async () => {
    const contents = await contentsOf(fixtureSpace('knight'));
    await expect(saveTable(contents, join(folder, 'no such folder', 'x.table'))).rejects.toThrow('ENOENT');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('is refused if it is truncated or too long', async () => {
    for (let length = 0; length < bytes.length; length += 13) {
      writeFileSync(broken, bytes.subarray(0, length));
      await expect(Table.open(broken)).rejects.toThrow(TableError);
    }
    writeFileSync(broken, Buffer.concat([bytes, Buffer.alloc(1)]));
    await expect(Table.open(broken)).rejects.toThrow(
      `the table is too long: ${bytes.length} bytes expected, ${bytes.length + 1} found`,
    );
  });

  test('never gives a wrong answer with any byte changed', async () => {
    const { depths } = plainSpaceSearch(await openNumberedSpace(fixtureSpace('knight')));
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(bytes);
        changed[at] ^= change;
        writeFileSync(broken, changed);
        try {
          using table = await Table.open(broken);
          for (const [state, depth] of depths.entries()) {
            if (table.distance(state) !== depth) throw new Error(`wrong answer for ${state}, byte ${at}`);
          }
        } catch (error) {
          if (!(error instanceof TableError)) throw error;
          expect(error.message).toContain(broken);
          refused++;
        }
      }),
      { numRuns: count(40, 200) },
    );
    expect(refused).toBeGreaterThan(count(20, 100));
  });

  const packr = new Packr({ useRecords: false });
  /** Returns the file with other header fields, optionally other codes, and matching checksums. */
  function forged(lie: object, codes?: (codes: Buffer) => void): void {
    const length = bytes.readUInt32LE(12);
    const header = { ...unpack(bytes.subarray(16, 16 + length)), ...lie };
    const map = packr.pack(header);
    const whole = Buffer.alloc(bytes.length);
    bytes.copy(whole);
    whole.fill(0, 0, header.sections?.[0]?.words?.offset ?? 0);
    bytes.copy(whole, 0, 0, 16);
    whole.writeUInt32LE(map.length, 12);
    map.copy(whole, 16);
    whole.writeUInt32LE(crc32(whole.subarray(0, 16 + map.length)), 16 + map.length);
    if (codes !== undefined) {
      const [{ words, checksums }] = header.sections;
      codes(whole.subarray(words.offset, words.offset + words.bytes));
      const sum = crc32(whole.subarray(words.offset, words.offset + words.bytes));
      whole.writeUInt32LE(sum, checksums.offset);
    }
    writeFileSync(broken, whole);
  }

  test('is refused if its header is false, even with a matching checksum', async () => {
    const lies: object[] = [
      { space: '' },
      { source: null },
      { source: { kind: 'other' } },
      { source: { kind: 'module' } },
      { source: { kind: 'known', space: 'cube-2x2x2', metric: 2 } },
      { source: { kind: 'known', space: 'pancake:4', start: ['1 2 3 4'] } },
      { metric: 3 },
      { size: 0 },
      { size: 60 },
      { reversible: 1 },
      { reversible: false },
      { moves: [] },
      { starts: [64] },
      { startTexts: [] },
      { states: 63 },
      { notReached: 1 },
      { maxDepth: 7 },
      { histogram: [64, 1] },
      { histogram: [1, -2] },
      { encoding: 'mod4' },
      { encoding: 'depth8' },
      { chunkBytes: 1 },
      { sections: [] },
    ];
    for (const lie of lies) {
      forged(lie);
      await expect(Table.open(broken), JSON.stringify(lie)).rejects.toThrow(
        'the header does not describe a table that this program could have made',
      );
    }
  });

  test('is reported as contradictory by a query', async () => {
    // All codes are the same, so no neighbour is nearer.
    forged({}, (codes) => codes.fill(0b01010101));
    using alike = await Table.open(broken);
    expect(() => alike.distance(63)).toThrow(
      new TableError(
        `${broken}: the table contradicts itself at state h8 (number 63); make it again, or correct the space, whose moves may not match its declarations`,
      ),
    );
    // The distance of the start is not 0.
    forged({}, (codes) => {
      codes[0] ^= 0b11;
    });
    using late = await Table.open(broken);
    expect(() => late.distance(0)).toThrow('the table contradicts itself at state a1 (number 0)');
  });
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
