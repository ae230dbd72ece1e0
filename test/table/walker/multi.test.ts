import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { DIRECTIONS, mapOf, neighbour, parseBoard } from '#src/spaces/board/board.js';
import { countedText, countMoves, parseMoves, plainLetters } from '#src/spaces/board/moves.js';
import { BLANK, orderedPosition, type Position, parsePosition } from '#src/spaces/board/position.js';
import { spaceName } from '#src/spaces/board-facts.js';
import { type TableContents, TableError } from '#src/table/files/contents.js';
import { readHeader } from '#src/table/files/header.js';
import { saveTable } from '#src/table/files/save.js';
import { ChunkedFile } from '#src/table/files/store.js';
import { exploreBoard } from '../../board-exploration.js';
import { openWalker, walkerOf } from '../../board-walkers.js';
import { plainMapSearch } from '../../plain-map-search.js';
import { plainRank } from '../../plain-search.js';
import { rows } from '../../suite.js';
import { walked } from '../../walked.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-multi-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function contentsOf(name: string, goalCell: number): Promise<TableContents> {
  const board = parseBoard(name);
  const { table } = await exploreBoard({ board, goal: orderedPosition(board, goalCell), metric: 'multi', threads: 2 });
  if (table === null) throw new Error('no table was made');
  return table;
}

/** Yields all positions of at most 6 cells. */
function allPositions(cells: number): Position[] {
  const all = (left: number[]): number[][] =>
    left.length === 0
      ? [[]]
      : left.flatMap((tile) => all(left.filter((other) => other !== tile)).map((rest) => [tile, ...rest]));
  return all(Array.from({ length: cells }, (_, tile) => tile));
}

test('names include the metric if it is not the default', () => {
  const board = parseBoard('3x3');
  expect(spaceName(board, 8, 'single')).toBe('3x3');
  expect(spaceName(board, 4, 'single')).toBe('3x3-blank-4');
  expect(spaceName(board, 8, 'multi')).toBe('3x3-multi');
  expect(spaceName(board, 4, 'multi')).toBe('3x3-multi-blank-4');
});

describe('a table of moves of several tiles', () => {
  test.each(
    rows<[string, number]>(
      [
        ['2x3', 5],
        ['2x3', 1],
        ['3x2', 2],
        ['2x2', 0],
        ['1x6', 2],
      ],
      [1, 4],
    ),
  )('of %s for blank cell %i solves every position in the fewest moves', async (name, cell) => {
    const contents = await contentsOf(name, cell);
    const table = walkerOf(contents);
    const { cells } = table.board;
    const { depths } = plainMapSearch(mapOf(table.board), table.goal, 'multi');
    for (const position of allPositions(cells)) {
      const depth = depths[plainRank(position)];
      const solution = table.solve(position);
      if (depth < 0) expect(solution).toBeNull();
      else {
        expect(countMoves(solution as string)).toBe(depth);
        expect(walked(name, position, solution as string)).toEqual(table.goal);
        expect(table.distance(position)).toBe(depth);
      }
    }
  });

  test('prefers u, d, l, r in this order, and the shortest move in each direction', async () => {
    const table = walkerOf(await contentsOf('2x3', 5));
    const board = parseBoard('2x3');
    for (const position of allPositions(6)) {
      const solution = table.solve(position);
      if (solution === null || solution === '') continue;
      const moves = DIRECTIONS.flatMap((direction) => [1, 2].map((count) => ({ direction, count })));
      const first = moves.find(({ direction, count }) => {
        let blank = position.indexOf(BLANK);
        for (let step = 0; step < count; step++) blank = blank < 0 ? blank : neighbour(board, blank, direction);
        if (blank < 0) return false;
        const next = walked('2x3', position, countedText([{ direction, count }]));
        return table.distance(next) === countMoves(solution) - 1;
      });
      expect(parseMoves(solution)[0]).toEqual(first);
    }
  });

  test('gives the same answers from a file', async () => {
    const contents = await contentsOf('3x3', 8);
    const path = join(folder, '3x3-multi.table');
    await saveTable(contents, path);
    using opened = openWalker(path);
    expect(opened.metric).toBe('multi');
    const held = walkerOf(contents);
    for (const text of ['2 3 4 1 5 x 7 6 8', '1 4 7 2 x 8 3 6 5', '8 7 6 5 4 3 2 1 x', '1 2 3 4 5 6 7 8 x']) {
      const position = parsePosition(text, held.board);
      expect(opened.solve(position)).toBe(held.solve(position));
    }
    expect(opened.distance('1 4 7 2 x 8 3 6 5')).toBe(24);
    expect(opened.solve('2 3 4 1 5 x 7 6 8')).toBe('l1d1r1u2l2d2r1u1r1d1l2u1r2d1');
    expect(opened.distance('2 1 3 4 5 6 7 8 x')).toBeNull();
  });

  test('holds the words of both bits of a cell in one section', async () => {
    const path = join(folder, '3x3-multi.table');
    await saveTable(await contentsOf('3x3', 8), path);
    const { header } = new ChunkedFile(path, readHeader).checked;
    expect(header).toMatchObject({ space: '3x3-multi', metric: 'multi', states: 181_440, maxDepth: 24 });
    for (const { words } of header.sections) expect(words.bytes).toBe(2 * 336 * 8);
  });

  test('contradicts itself if its bits are wrong', async () => {
    const contents = await contentsOf('2x3', 5);
    const empty: TableContents = {
      ...contents,
      bytes: (cell) => Array.from(contents.bytes(cell), (piece) => new Uint8Array(piece.length)),
    };
    const solving = () => walkerOf(empty).solve('1 2 3 4 x 5');
    expect(solving).toThrow(TableError);
    expect(solving).toThrow('the table 2x3-multi contradicts itself on the path from 1 2 3 4 x 5; make it again');
  });
});

describe('moves as text', () => {
  const moves = fc.array(
    fc.record({ direction: fc.constantFrom(...DIRECTIONS), count: fc.integer({ min: 1, max: 254 }) }),
  );

  test('are parsed back to what was formatted', () => {
    fc.assert(
      fc.property(moves, (list) => {
        const text = countedText(list);
        expect(parseMoves(text)).toEqual(list);
        expect(countMoves(text)).toBe(list.length);
        expect(plainLetters(text)).toHaveLength(list.reduce((sum, { count }) => sum + count, 0));
      }),
    );
  });

  test('are the same when written as single letters', () => {
    expect(plainLetters('r2u1')).toBe('rru');
    expect(plainLetters('rru')).toBe('rru');
    expect(countMoves('rru')).toBe(3);
    expect(countMoves('')).toBe(0);
  });
});
