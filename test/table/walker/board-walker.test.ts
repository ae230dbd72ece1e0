import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBoard, parseMap } from '#src/spaces/board/board.js';
import { geometryOf, positionOf } from '#src/spaces/board/numbering.js';
import { orderedPosition, type Position } from '#src/spaces/board/position.js';
import { type TableContents, TableError } from '#src/table/files/contents.js';
import { saveTable } from '#src/table/files/save.js';
import { exploreBoard } from '../../board-exploration.js';
import { openWalker, walkerOf } from '../../board-walkers.js';
import { plainMapSearch } from '../../plain-map-search.js';
import { plainRank, plainSearch, plainUnrank } from '../../plain-search.js';
import { count, FULL } from '../../suite.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-table-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const good = join(folder, '3x3.table');
let referee: ReturnType<typeof plainSearch>;

beforeAll(async () => {
  const { table } = await exploreBoard({ board: '3x3' });
  if (table) await saveTable(table, good);
  referee = plainSearch(3, 3, [1, 2, 3, 4, 5, 6, 7, 8, 0]);
});

/** Yields all solvable positions of 3x3 with their depths in the plain search. */
function* allPositions(): Generator<{ position: Position; depth: number }> {
  const board = makeBoard(3, 3);
  const geometry = geometryOf(board);
  const goal = orderedPosition(board);
  for (let cell = 0; cell < 9; cell++) {
    for (let arrangement = 0; arrangement < geometry.arrangements; arrangement++) {
      const state = { cell, word: Math.floor(arrangement / 60), bit: arrangement % 60 };
      const position = positionOf(geometry, goal, state);
      yield { position, depth: referee.depths[plainRank(position)] };
    }
  }
}

/** Returns the position after the blank's moves; undefined if one of them is not legal. */
function follow(rows: number, columns: number, position: Position, moves: string): number[] | undefined {
  const tiles = [...position];
  let blank = tiles.indexOf(0);
  for (const move of moves) {
    const row = Math.floor(blank / columns) + (move === 'd' ? 1 : move === 'u' ? -1 : 0);
    const column = (blank % columns) + (move === 'r' ? 1 : move === 'l' ? -1 : 0);
    if (!'udlr'.includes(move) || row < 0 || row >= rows || column < 0 || column >= columns) return undefined;
    const to = row * columns + column;
    tiles[blank] = tiles[to];
    tiles[to] = 0;
    blank = to;
  }
  return tiles;
}

describe('a table', () => {
  test.runIf(FULL)(
    'solves every position of 3x3 by legal moves, in the length of the plain search, preferring u, d, l, r in this order',
    () => {
      using table = openWalker(good);
      const goal = table.goal.join();
      let positions = 0;
      for (const { position, depth } of allPositions()) {
        const moves = table.solve(position);
        if (moves === null || moves.length !== depth) throw new Error(`${position}: ${moves}, expected ${depth} moves`);
        if (follow(3, 3, position, moves)?.join() !== goal) throw new Error(`${position}: ${moves}`);
        const first = ['u', 'd', 'l', 'r'].find((move) => {
          const next = follow(3, 3, position, move);
          return next !== undefined && referee.depths[plainRank(next)] < depth;
        });
        if (moves[0] !== first) throw new Error(`${position}: ${moves}, expected ${first} first`);
        positions++;
      }
      expect(positions).toBe(181440);
    },
  );

  test('gives the distance: 0 at the goal, and null if no moves lead there', () => {
    using table = openWalker(good);
    expect(table.distance('2 3 4 1 5 x 7 6 8')).toBe(19);
    expect(table.distance('1 2 3 4 5 6 7 8 x')).toBe(0);
    expect(table.solve('1 2 3 4 5 6 7 8 x')).toBe('');
    expect(table.distance('2 1 3 4 5 6 7 8 x')).toBeNull();
    expect(table.solve('2 1 3 4 5 6 7 8 x')).toBeNull();
  });

  test('serves goals with other tiles', () => {
    using table = openWalker(good);
    expect(table.solve('x 8 7 6 5 4 3 2 1', 'x 8 7 6 5 4 3 2 1'.split(' ').reverse().join(' '))).toHaveLength(28);
    expect(() => table.solve('1 2 3 4 5 6 7 8 x', 'x 1 2 3 4 5 6 7 8')).toThrow(
      'is for goals with the blank on cell 8, found x 1 2 3 4 5 6 7 8',
    );
  });

  test('refuses wrong positions', () => {
    using table = openWalker(good);
    expect(() => table.distance([1, 2, 3])).toThrow('a position of 3x3 has 9 tiles with the blank, found 3');
    expect(() => table.distance([1, 2, 3, 4, 5, 6, 7, 7, 0])).toThrow('tile 8 is missing');
  });

  test.runIf(FULL)('in memory answers as in a file', async () => {
    const { table: contents } = await exploreBoard({ board: '2x5', goal: '1 2 3 x 4 5 6 7 8 9' });
    if (contents === null) throw new Error('no table');
    const path = join(folder, '2x5-blank-3.table');
    await saveTable(contents, path);
    using inMemory = walkerOf(contents);
    using inFile = openWalker(path);
    const { depths } = plainSearch(2, 5, inMemory.goal);
    fc.assert(
      fc.property(fc.shuffledSubarray([...inMemory.goal], { minLength: 10 }), (position) => {
        const distance = inMemory.distance(position);
        expect(distance ?? -1).toBe(depths[plainRank(position)]);
        expect(inFile.solve(position)).toBe(inMemory.solve(position));
      }),
      { numRuns: count(300, 2000) },
    );
  });

  test.each(['2x2', '2x3', '1x5', '6x1'])(
    'of %s, which is a line or smaller than a word, agrees with the plain search',
    async (board) => {
      const [rows, columns] = board.split('x').map(Number);
      const { table: contents } = await exploreBoard({ board });
      if (contents === null) throw new Error('no table');
      const path = join(folder, `${board}.table`);
      await saveTable(contents, path);
      using table = openWalker(path);
      const { depths } = plainSearch(rows, columns, table.goal);
      fc.assert(
        fc.property(fc.shuffledSubarray([...table.goal], { minLength: rows * columns }), (position) => {
          expect(table.distance(position) ?? -1).toBe(depths[plainRank(position)]);
        }),
      );
    },
  );
});

describe('a table file', () => {
  test.runIf(FULL)('answers rightly after a part of it could not be read', async () => {
    const { table: contents } = await exploreBoard({ board: '2x5' });
    if (contents === null) throw new Error('no table');
    const path = join(folder, '2x5.table');
    await saveTable(contents, path);
    const whole = readFileSync(path);
    const { depths } = plainSearch(2, 5, orderedPosition(makeBoard(2, 5)));
    const geometry = geometryOf(makeBoard(2, 5));
    const positions = Array.from({ length: 2000 }, (_, index) => {
      const arrangement = (index * 7919) % geometry.arrangements;
      const state = { cell: index % 10, word: Math.floor(arrangement / 60), bit: arrangement % 60 };
      return positionOf(geometry, orderedPosition(makeBoard(2, 5)), state);
    });
    for (const share of [0.1, 0.5, 0.9]) {
      const changed = Buffer.from(whole);
      changed[Math.floor(share * changed.length)] ^= 1;
      writeFileSync(path, changed);
      using damaged = openWalker(path);
      let answered = 0;
      let refused = 0;
      for (const position of [...positions, ...positions]) {
        try {
          const distance = damaged.distance(position);
          if (distance !== depths[plainRank(position)]) throw new Error(`${position} is not at ${distance}`);
          answered++;
        } catch (error) {
          if (!(error instanceof TableError)) throw error;
          refused++;
        }
      }
      expect(answered).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(0);
    }
  });
});

describe('the table of a map', () => {
  const rows = ['#.#', '...', '...'];
  const map = parseMap(rows.join('/'), 'cross');
  const path = join(folder, 'cross.table');
  let contents: TableContents;

  beforeAll(async () => {
    const { table } = await exploreBoard({ board: map, goal: orderedPosition(map, 0) });
    if (table === null) throw new Error('no table');
    contents = table;
    await saveTable(contents, path);
  });

  test('gives the distance of every position, and null for those that moves do not reach', () => {
    using table = openWalker(path);
    const { depths } = plainMapSearch(rows, table.goal);
    for (const [rank, depth] of depths.entries()) {
      const position = plainUnrank(7, rank);
      if ((table.distance(position) ?? -1) !== depth)
        throw new Error(`${position} is not at ${table.distance(position)}`);
    }
  });

  test('reports contradictions for positions that moves reach', () => {
    const empty = walkerOf({ ...contents, bytes: () => [new Uint8Array(48)] });
    const { depths } = plainMapSearch(rows, empty.goal);
    let refused = 0;
    for (const [rank, depth] of depths.entries()) {
      const position = plainUnrank(7, rank);
      if (depth < 0) expect(empty.distance(position)).toBeNull();
      else if (depth > 1) {
        expect(() => empty.distance(position)).toThrow(TableError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(400);
  });
});
