/** Tables of every kind of space: in memory and in a file, by numbers and by texts, they answer as a plain search. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { saveTable } from '#src/files/save-table.js';
import { TableSolver } from '#src/search/table-solver.js';
import { SpaceError } from '#src/space/definition.js';
import type { NumberedSpace } from '#src/space/space.js';
import { type TableContents, TableError } from '#src/table/contents.js';
import { Table } from '#src/table/table.js';
import { plainPatternTable } from '../pattern-table.js';
import { plainSpaceSearch } from '../plain-space-search.js';
import { fixtureSpace, ModuleFolder } from '../spaces.js';
import { count, rows } from '../suite.js';
import { contentsOf, knownSource, sourceOfBoard, tableOf } from '../tables-of-kinds.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-tables-'));
const modules = new ModuleFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  modules.remove();
});
const path = join(folder, 'table');

/** Returns the state that moves lead to from a state. */
function follow(space: NumberedSpace, from: number, moves: readonly number[]): number {
  const next = new Float64Array(space.moves.length);
  return moves.reduce((state, move) => {
    space.neighbours(state, next);
    return next[move];
  }, from);
}

const pattern = async (...of: Parameters<typeof plainPatternTable>) => (await plainPatternTable(...of)).contents;
const board = (...of: Parameters<typeof sourceOfBoard>) => contentsOf(sourceOfBoard(...of));

/** Kinds of tables. A table is compared at one of every `every` states. */
const KINDS: [string, () => Promise<TableContents>, every: number, encoding: string, bytes?: number][] = [
  ['2x2', () => board('2x2', 0), 1, 'mod4'],
  ['2x3', () => board('2x3'), 1, 'mod4'],
  ['2x3, blank 1', () => board('2x3', 1), 1, 'mod4'],
  ['1x6, blank 2', () => board('1x6', 2), 1, 'mod4'],
  // Moves reach all of its 2,520 states, but only some states of the next four boards.
  ['separate cells', () => board('..#/.../#..', 3), 1, 'mod4'],
  ['a corridor', () => board('..#/..#/...'), 1, 'mod4'],
  ['a cross', () => board('#.#/.../...', 0), 1, 'mod4'],
  ['a corridor, multi', () => board('..#/..#/...', 4, 'multi'), 1, 'mod3-planes'],
  ['three cells of six', () => board('.#./...'), 1, 'mod4'],
  ['3x2, multi', () => board('3x2', 2, 'multi'), 1, 'mod3-planes'],
  ['2x3, multi', () => board('2x3', 5, 'multi'), 1, 'mod3-planes'],
  ['5x1, multi', () => board('5x1', 4, 'multi'), 1, 'mod3-planes'],
  ['3x3', () => board('3x3'), 7, 'mod4'],
  ['3x3, multi', () => board('3x3', 8, 'multi'), 101, 'mod3-planes'],
  ['2x5, blank 3', () => board('2x5', 3), 997, 'mod4'],
  ['2x3 by the general engine', () => contentsOf(sourceOfBoard('2x3'), 'general'), 1, 'mod3'],
  ['2x3 multi by the general engine', () => contentsOf(sourceOfBoard('2x3', 5, 'multi'), 'general'), 1, 'mod3'],
  ['pancake:7', () => contentsOf(knownSource('pancake:7')), 1, 'mod3'],
  ['hanoi:3,6', () => contentsOf(knownSource('hanoi:3,6')), 1, 'mod3'],
  ['knight:3', () => contentsOf(knownSource('knight:3')), 1, 'mod3'],
  ['knight', () => contentsOf(fixtureSpace('knight')), 1, 'mod3'],
  // In unconnected pairs, so that most states are not reached.
  ['pairings', () => contentsOf(fixtureSpace('pairings')), 37, 'mod3'],
  // Moves cannot be undone.
  ['one-way', () => contentsOf(fixtureSpace('one-way')), 997, 'depth8'],
  ['one-way-back', () => contentsOf(fixtureSpace('one-way-back')), 997, 'depth8'],
  ['one-way-path', () => contentsOf(fixtureSpace('one-way-path')), 65_989, 'depth32'],
  // 9 placements with one vector each.
  ['a tile of 3x3', () => pattern('3x3', [1]), 1, 'mod4', 9 * 16],
  ['a pattern of 3x3', () => pattern('3x3', [1, 2, 4]), 1, 'mod4', 124 * 16],
  ['five tiles of 3x3', () => pattern('3x3', [3, 4, 5, 6, 7], 0), 7, 'mod4', 256 * 16],
  ['six tiles of 3x3', () => pattern('3x3', [1, 2, 3, 4, 5, 6]), 7, 'mod4', 168 * 6 * 16],
  ['a pattern of 3x4', () => pattern('3x4', [3, 7, 11], 5), 7, 'mod4', 282 * 16],
  ['a pattern of 4x4', () => pattern('4x4', [1, 5, 9], 4), 7, 'mod4', 632 * 16],
  // Two bitsets, because not all states are reached.
  ['a pattern of a ring', () => pattern('.../.#./...', [1, 2, 3]), 1, 'mod4', 2 * 120 * 16],
  ['a pattern of a line', () => pattern('1x6', [2, 4]), 1, 'mod4', 2 * 30 * 16],
  ['a pattern of a map', () => pattern('#.#/.../.../#.#', [1, 4, 7]), 7, 'mod4', 2 * 108 * 16],
];

test.each(rows(KINDS, [2, 7, 8, 16, 18, 22, 26, 31]))(
  'the table of %s has the distance, the solution and the neighbours of every state',
  async (_, make, every, encoding, bytes) => {
    const contents = await make();
    const length = await saveTable(contents, path);
    const written = readFileSync(path);
    expect(written.length).toBe(length);
    await saveTable(contents, path);
    expect(readFileSync(path).equals(written)).toBe(true);
    using table = await Table.open(path);
    using held = await Table.of(contents);
    const { space, starts } = table;
    const { histogram, depths } = plainSpaceSearch(space);
    const notReached = depths.reduce((count, depth) => count + Number(depth < 0), 0);
    const { name, metric } = contents.facts;
    const facts = { fullName: name, metric, encoding, histogram, maxDepth: histogram.length - 1, notReached };
    expect(table).toMatchObject(facts);
    if (bytes !== undefined) expect(Buffer.concat([...table.bytes(0)])).toHaveLength(bytes);
    const distanceOf = (state: number) => (depths[state] < 0 ? null : depths[state]);
    const step = every * count(5, 1);
    const solver = TableSolver.of(space, [table]);
    const next = new Float64Array(space.moves.length);
    for (let state = 0; state < space.size; state += step) {
      const text = space.format(state);
      const distance = distanceOf(state);
      const code = encoding.startsWith('mod3')
        ? 1 + (depths[state] % 3)
        : depths[state] % (encoding === 'mod4' ? 4 : 2 ** 32);
      const path = table.path(state);
      const names = path?.map((move) => space.moves[move]) ?? null;
      space.neighbours(state, next);
      const beside = Array.from(next, (to, move) => ({ move: space.moves[move], to, distance: distanceOf(to) }));
      const moves = beside.filter(({ to }) => to >= 0);
      // If moves can be undone, each is the first that leads nearer.
      const first = next.findIndex((to) => to >= 0 && depths[to] === depths[state] - 1);
      const ends = path && space.reversible ? [follow(space, state, path)] : [state];
      const begins = path && !space.reversible ? starts.map((start) => follow(space, start, path)) : starts;
      const solved = state % 13 === 0 && starts.length === 1;
      const found = {
        distances: [table.distance(state), table.distance(text), held.distance(state), held.distance(text)],
        code: distance === null ? null : table.code(state),
        length: path?.length ?? null,
        isConnected: path === null || begins.includes(ends[0]),
        first: path === null || path.length === 0 || !space.reversible ? null : path[0],
        solutions: [table.solve(text), held.solve(state)],
        solved: solved ? (solver.answer({ from: space.format(starts[0]), to: text })?.moves?.length ?? null) : null,
        beside: [table.neighbourhood(state), table.neighbourhood(text)],
      };
      const expected = {
        distances: new Array(4).fill(distance),
        code: distance === null ? null : code,
        length: distance,
        isConnected: true,
        first: distance === null || distance === 0 || !space.reversible ? null : first,
        solutions: [names, names],
        solved: solved ? distance : null,
        beside: [
          { distance, moves },
          { distance, moves: moves.map((move) => ({ ...move, to: space.format(move.to) })) },
        ],
      };
      if (JSON.stringify(found) !== JSON.stringify(expected)) expect({ text, ...found }).toEqual({ text, ...expected });
    }
    for (const state of [space.size, -1, 1.5, Number.NaN]) {
      const range = `a state of ${name} is a whole number from 0 to ${space.size - 1}, found ${state}`;
      expect(() => table.distance(state)).toThrow(new InputError(range));
      expect(() => table.neighbourhood(state)).toThrow(InputError);
    }
  },
);

test('a table with several hundred depths takes two bytes per state', async () => {
  const source = modules.ring(`size: 401, reversible: false,
    neighbours(state, next) { next[0] = state === 400 ? -1 : 0; next[1] = state < 399 ? state + 1 : -1; }`);
  const table = await tableOf(source);
  expect(table).toMatchObject({ encoding: 'depth16', maxDepth: 399, notReached: 1 });
  expect([0, 254, 255, 256, 399, 400].map((state) => table.distance(state))).toEqual([0, 254, 255, 256, 399, null]);
  expect(table.path(300)).toEqual(new Array(300).fill(1));
});

test('positions without a number can be given as texts', async () => {
  const table = await tableOf(sourceOfBoard('2x2'));
  expect([table.distance('2 1 3 x'), table.solve('2 1 3 x')]).toEqual([null, null]);
  expect(['213_', '1,2,3,0'].map((text) => table.normalize(text))).toEqual(['2 1 3 x', '1 2 3 x']);
  expect(() => table.normalize('1 2 x')).toThrow(InputError);
  expect(table.neighbourhood('2 1 3 x')).toEqual({
    distance: null,
    moves: [
      { move: 'u', to: '2 x 3 1', distance: null },
      { move: 'l', to: '2 1 x 3', distance: null },
    ],
  });
});

test('the example of docs/explanations/patterns.md has its bit in byte 424', async () => {
  const { space, depths, contents } = await plainPatternTable('3x3', [1, 2, 4]);
  const state = space.parse('x . 2 1 4 . . . .');
  expect([state, depths[state]]).toEqual([26 * 6 + 3, 3]);
  const [bytes] = contents.bytes(0);
  expect((bytes[424] >> 1) & 1).toBe(1);
  bytes[424] ^= 2;
  using table = await Table.of(contents);
  expect(table.code(state)).toBe(1);
});

describe('a table contradicts itself', () => {
  /** Returns a table with other bytes. @param byte returns a byte, from the right one and its index */
  const changed = (contents: TableContents, byte: (right: number, at: number) => number): Promise<Table> =>
    Table.of({ ...contents, bytes: (section) => Array.from(contents.bytes(section), (piece) => piece.map(byte)) });

  test.each<[string, () => Promise<TableContents>, byte: number, state: number, message: string]>([
    ['no neighbour is nearer', () => contentsOf(fixtureSpace('knight')), 0b01010101, 63, 'state h8 (number 63)'],
    ['no neighbour of a board is nearer', () => board('2x3'), 0, 100, '(number 100)'],
    ['no neighbour of a board in multi is nearer', () => board('2x3', 5, 'multi'), 0xff, 100, '(number 100)'],
  ])('if %s', async (_, make, byte, state, message) => {
    const table = await changed(await make(), () => byte);
    const distance = () => table.distance(state);
    expect(distance).toThrow(TableError);
    expect(distance).toThrow(
      /: the table contradicts itself at state .*; make it again, or correct the space, whose moves may not match its declarations$/,
    );
    expect(distance).toThrow(message);
  });

  test('if the distance of the start is not 0', async () => {
    const contents = await contentsOf(fixtureSpace('knight'));
    const late = await changed(contents, (right, at) => (at === 0 ? right ^ 0b11 : right));
    expect(() => late.distance(0)).toThrow('the table contradicts itself at state a1 (number 0)');
  });

  test('if a neighbour of a reached state is not reached', async () => {
    const contents = await contentsOf(fixtureSpace('knight'));
    const table = await changed(contents, (right, at) => (at === 4 ? 0 : right));
    const refused = Array.from({ length: 64 }, (_, state) => {
      try {
        table.neighbourhood(state);
        return false;
      } catch (error) {
        expect(error).toBeInstanceOf(TableError);
        return true;
      }
    });
    expect(refused.filter(Boolean).length).toBeGreaterThan(4);
  });

  test('if a move leads more than one further', async () => {
    const contents = await contentsOf(fixtureSpace('one-way'));
    const right = await Table.of(contents);
    const [{ to }] = right.neighbourhood(3).moves;
    const table = await changed(contents, (byte, at) => (at === to ? right.maxDepth : byte));
    expect(() => table.neighbourhood(3)).toThrow(TableError);
  });
});

describe('a table whose space', () => {
  async function saved(source: Parameters<typeof contentsOf>[0]): Promise<string> {
    await saveTable(await contentsOf(source), path);
    return path;
  }

  /** Opens a table of a ring whose module has since been changed; the module is named. */
  async function openChanged(after: string): Promise<Table> {
    const source = modules.ring('');
    await saved(source);
    const { path: other } = modules.ring(after);
    writeFileSync(source.path, readFileSync(other));
    await expect(Table.open(path)).rejects.toThrow(
      `${path}: its space is the module ${source.path}, which has changed since: if you trust the module, name it`,
    );
    return Table.open(path, { module: source.path });
  }

  test('no longer exists is refused', async () => {
    const source = modules.ring();
    await saved(source);
    rmSync(source.path);
    await expect(Table.open(path)).rejects.toThrow(
      new TableError(
        `${path}: its space is the module ${source.path}, which no longer exists: if you trust the module, name it with --module <file>, in a program with the option module`,
      ),
    );
  });

  test.each<[string, string | RegExp]>([
    [
      'size: 1001, neighbours: (s, next) => next.fill(-1)',
      'its space has changed: its number of states is now 1001, but 1000 in the table; make it again',
    ],
    [
      'moves: ["right", "left"]',
      'its space has changed: its moves are now right left, but left right in the table; make it again',
    ],
    ['starts: [1]', 'its starts are now 1, but 0 in the table'],
    ['reversible: false', 'reversible is now false, but true in the table'],
    [
      'parse: 1',
      /its space can no longer be opened: the default export of .* is not a state space: expected parse to be a function/,
    ],
  ])('has changed is refused: %s', async (after, message) => {
    await expect(openChanged(after)).rejects.toThrow(message);
  });

  test('has changed its moves is reported by a query', async () => {
    using table = await openChanged('neighbours(s, next) { next[0] = (s + 993) % 1000; next[1] = (s + 7) % 1000; }');
    expect(table.moduleChanged).toBe(true);
    expect(() => table.distance(300)).toThrow('the table contradicts itself at state r300 (number 300)');
  });

  test('gives wrong predecessors is reported by a query', async () => {
    const table = await tableOf(
      modules.ring(`reversible: false,
      neighbours(s, next) { next[0] = s === 0 ? 500 : -1; next[1] = (s + 1) % 1000; },
      predecessors(s) {
        if (s === 1) throw new Error('not here');
        return s === 2 ? [500] : [s - 0.5];
      }`),
    );
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
    const none = await tableOf(modules.ring(`${oneWay} predecessors: () => []`));
    expect(() => none.solve(9)).toThrow('the table contradicts itself at state r9 (number 9)');
  });
});
