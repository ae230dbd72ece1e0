import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { unpack } from 'msgpackr';
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
const broken = join(folder, 'broken.table');
let bytes: Buffer;
let referee: ReturnType<typeof plainSearch>;

beforeAll(async () => {
  const { table } = await exploreBoard({ board: '3x3' });
  if (table) await saveTable(table, good);
  bytes = readFileSync(good);
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

  test.runIf(FULL)('answers the same after so many questions that what it remembers was dropped', async () => {
    const { table: contents } = await exploreBoard({ board: '2x5', antipodes: 0 });
    if (contents === null) throw new Error('no table');
    const geometry = geometryOf(makeBoard(2, 5));
    const goal = orderedPosition(makeBoard(2, 5));
    const depths = plainSearch(2, 5, goal).depths;
    const table = walkerOf(contents);
    const answers: string[] = [];
    // Every fifth arrangement of all cells: 13 MB of answers, of which 8 MB are remembered.
    for (let state = 0; state < geometry.states; state += 5) {
      const arrangement = state % geometry.arrangements;
      const word = Math.floor(arrangement / 60);
      const position = positionOf(geometry, goal, {
        cell: Math.floor(state / geometry.arrangements),
        word,
        bit: arrangement % 60,
      });
      const moves = table.solve(position) ?? '';
      if (moves.length !== depths[plainRank(position)]) throw new Error(`${position}: ${moves}`);
      if (state < 5000) answers.push(moves);
      if (state % 50_000 === 0) expect(follow(2, 5, position, moves)).toEqual(goal);
    }
    for (const [index, moves] of answers.entries()) {
      const position = positionOf(geometry, goal, {
        cell: 0,
        word: Math.floor((5 * index) / 60),
        bit: (5 * index) % 60,
      });
      const again = table.solve(position);
      if (again !== moves) throw new Error(`${position}: ${again}, before ${moves}`);
    }
  });

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
  test('has a header that any MessagePack reader can read', () => {
    expect(bytes.toString('latin1', 0, 8)).toBe('ANTIPODE');
    expect(bytes.readUInt32LE(8)).toBe(1);
    const header = unpack(bytes.subarray(16, 16 + bytes.readUInt32LE(12)));
    expect(header).toMatchObject({
      space: '3x3',
      board: { rows: 3, columns: 3 },
      goal: [1, 2, 3, 4, 5, 6, 7, 8, 0],
      metric: 'single',
      numbering: { path: [0, 1, 2, 5, 4, 3, 6, 7, 8], digits: 8, lowDigits: 5, statesPerWord: 60 },
      states: 181440,
      maxDepth: 31,
      histogram: referee.histogram,
      chunkBytes: 4096,
      fileBytes: bytes.length,
    });
  });

  test('leaves no temporary file behind, even if it cannot be written', async () => {
    const { table } = await exploreBoard({ board: '2x2' });
    if (table === null) throw new Error('no table');
    await expect(saveTable(table, join(folder, 'no such folder', 'x.table'))).rejects.toThrow('ENOENT');
    await expect(saveTable(table, folder)).rejects.toThrow();
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('is refused if it is missing, empty or a folder', () => {
    expect(() => openWalker(join(folder, 'none.table'))).toThrow(
      'there is no such table; make it with antipode explore',
    );
    expect(() => openWalker(folder)).toThrow('this is not a file; give the path of a table file');
    writeFileSync(broken, '');
    expect(() => openWalker(broken)).toThrow('the file is empty');
  });

  test('is refused if it holds something else', () => {
    writeFileSync(broken, Buffer.from('PNG, or what you will'));
    expect(() => openWalker(broken)).toThrow('this is not an antipode table: it does not begin with ANTIPODE');
  });

  test('is refused if it has another version', () => {
    const other = Buffer.from(bytes);
    other.writeUInt32LE(2, 8);
    writeFileSync(broken, other);
    expect(() => openWalker(broken)).toThrow('the table has format version 2, but this program reads version 1');
  });

  test('is refused if it is truncated anywhere', () => {
    for (let length = 1; length < bytes.length; length += length < 1500 ? 7 : 503) {
      writeFileSync(broken, bytes);
      truncateSync(broken, length);
      expect(() => openWalker(broken)).toThrow(TableError);
    }
  });

  test('is refused if it is too long', () => {
    writeFileSync(broken, Buffer.concat([bytes, Buffer.alloc(1)]));
    expect(() => openWalker(broken)).toThrow(`${bytes.length} bytes expected, ${bytes.length + 1} found`);
  });

  test('never gives a wrong answer with any byte changed', () => {
    const positions = [...allPositions()].filter((_, index) => index % 97 === 0);
    const headerEnd = 16 + bytes.readUInt32LE(12) + 4;
    const inHeader = fc.nat(headerEnd - 1);
    const anywhere = fc.nat(bytes.length - 1);
    let refused = 0;
    fc.assert(
      fc.property(fc.oneof(inHeader, anywhere), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(bytes);
        changed[at] ^= change;
        writeFileSync(broken, changed);
        try {
          using table = openWalker(broken);
          expect(at).toBeGreaterThanOrEqual(headerEnd);
          for (const { position, depth } of positions) {
            if (table.distance(position) !== depth) throw new Error(`wrong answer for ${position}, byte ${at}`);
          }
        } catch (error) {
          if (!(error instanceof TableError)) throw error;
          expect(error.message).toContain(broken);
          refused++;
        }
      }),
      { numRuns: count(60, 400) },
    );
    expect(refused).toBeGreaterThan(count(30, 200));
  });

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

  test('can be closed twice and answers nothing afterwards', () => {
    const table = openWalker(good);
    table.distance('23415x768');
    table.close();
    table.close();
    expect(() => table.distance('2 3 4 1 x 5 7 6 8')).toThrow('the table has been closed');
  });

  test('is the same for any division of the words into pieces', async () => {
    const { table } = await exploreBoard({ board: '2x5' });
    if (table === null) throw new Error('no table');
    const [whole, split] = [join(folder, 'whole.table'), join(folder, 'split.table')];
    await saveTable(table, whole);
    const odd = (sizes: readonly number[]) =>
      function* (cell: number) {
        const [bytes] = [...table.bytes(cell)];
        let begin = 0;
        for (let turn = 0; begin < bytes.length; turn++) {
          const size = sizes[turn % sizes.length];
          yield bytes.subarray(begin, begin + size);
          begin += size;
        }
      };
    for (const sizes of [[8], [4096, 8, 12000], [24000, 16], [100_000]]) {
      await saveTable({ ...table, bytes: odd(sizes) }, split);
      expect(readFileSync(split).equals(readFileSync(whole))).toBe(true);
      using inPieces = walkerOf({ ...table, bytes: odd(sizes) });
      expect(inPieces.distance('5 4 3 2 1 x 9 8 7 6')).toBe(walkerOf(table).distance('5 4 3 2 1 x 9 8 7 6'));
    }
  });

  test('is refused if its header is false, even with a matching checksum', async () => {
    const { Packr } = await import('msgpackr');
    const { crc32 } = await import('node:zlib');
    const packr = new Packr({ useRecords: false });
    const length = bytes.readUInt32LE(12);
    const header = unpack(bytes.subarray(16, 16 + length));
    const lies: object[] = [
      { board: { rows: 2, columns: 4 } },
      { board: null },
      { goal: [1, 2, 3, 4, 5, 6, 7, 8, 8] },
      { goal: [8, 7, 6, 5, 4, 3, 2, 1, 0] },
      { histogram: [1, -2, 4] },
      { histogram: 'many' },
      { metric: 'multi' },
      { histogram: header.histogram.slice(1) },
      { states: 181441, histogram: [...header.histogram.slice(0, -1), 3] },
      { sections: [] },
      { sections: header.sections.slice(1) },
      { chunkBytes: 1 },
      { numbering: { ...header.numbering, path: [0, 1, 2, 3, 4, 5, 6, 7, 8] } },
    ];
    for (const lie of lies) {
      const map = packr.pack({ ...header, ...lie });
      const prefix = Buffer.from(bytes.subarray(0, 16));
      prefix.writeUInt32LE(map.length, 12);
      const head = Buffer.concat([prefix, map]);
      const sum = Buffer.alloc(4);
      sum.writeUInt32LE(crc32(head));
      writeFileSync(broken, Buffer.concat([head, sum, bytes.subarray(16 + length + 4)]));
      expect(() => openWalker(broken), JSON.stringify(lie)).toThrow(
        'the header does not describe a table that this program could have made',
      );
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

  test('records the map and its name, and is opened as that board', () => {
    const bytes = readFileSync(path);
    const header = unpack(bytes.subarray(16, 16 + bytes.readUInt32LE(12)));
    expect(header).toMatchObject({
      space: 'cross-blank-0',
      board: { rows: 3, columns: 3, name: 'cross', map: rows },
      goal: [0, 1, 2, 3, 4, 5, 6],
      numbering: { path: [1, 4, 5, 2, 0, 3, 6], digits: 6 },
      states: 420,
    });
    using table = openWalker(path);
    expect(table.board).toEqual(map);
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

  test.each([
    { board: { rows: 3, columns: 3 } },
    { board: { rows: 3, columns: 3, map: rows } },
    { board: { rows: 3, columns: 3, name: 'cross', map: ['...', '#.#', '...'] } },
    { board: { rows: 3, columns: 3, name: 'other', map: rows } },
    { board: { rows: 4, columns: 3, name: 'cross', map: ['#.#', '...', '...', '###'] } },
    { board: { rows: 3, columns: 3, name: 'cross', map: rows.join('/') } },
    { board: { rows: 3, columns: 3, name: 'cross', map: 3 } },
    { histogram: [1, 419] },
    { states: 2520 },
  ])('is refused if its header is false: %j', async (lie) => {
    const { Packr } = await import('msgpackr');
    const { crc32 } = await import('node:zlib');
    const whole = readFileSync(path);
    const length = whole.readUInt32LE(12);
    const packed = new Packr({ useRecords: false }).pack({ ...unpack(whole.subarray(16, 16 + length)), ...lie });
    const prefix = Buffer.from(whole.subarray(0, 16));
    prefix.writeUInt32LE(packed.length, 12);
    const head = Buffer.concat([prefix, packed]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(head));
    writeFileSync(broken, Buffer.concat([head, sum, whole.subarray(16 + length + 4)]));
    expect(() => openWalker(broken)).toThrow('the header does not describe a table that this program could have made');
  });
});
