/**
 * The independent referee of boards with missing cells: rows of `.` and `#`, positions as arrays of tiles over the cells in reading order,
 * and a breadth-first search that expands one position at a time. It uses no code of src.
 */

import { type PlainSearch, plainSearchOfWays } from './plain-search.js';

/** Returns the existing neighbours of each cell: up, down, left, right. */
export function plainNeighbourCells(rows: readonly string[]): number[][] {
  const cells = rows.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === '.' ? [{ r, c }] : [])));
  return cells.map(({ r, c }) =>
    [
      [r - 1, c],
      [r + 1, c],
      [r, c - 1],
      [r, c + 1],
    ].flatMap(([row, column]) => {
      const found = cells.findIndex((cell) => cell.r === row && cell.c === column);
      return found < 0 ? [] : [found];
    }),
  );
}

/** Returns the position after the blank has moved to a neighbouring cell. */
export function plainMove(position: readonly number[], to: number): number[] {
  const moved = [...position];
  moved[position.indexOf(0)] = position[to];
  moved[to] = 0;
  return moved;
}

/**
 * Returns the paths of the blank from each cell in one move, as sequences of cells: a single cell or, if a move can slide several tiles,
 * all cells up to any distance in a straight line.
 */
export function plainWays(rows: readonly string[], metric: 'single' | 'multi'): number[][][] {
  const beside = plainNeighbourCells(rows);
  if (metric === 'single') return beside.map((cells) => cells.map((cell) => [cell]));
  const squares = rows.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === '.' ? [[r, c]] : [])));
  return beside.map((cells, from) =>
    cells.flatMap((first) => {
      const [down, right] = [squares[first][0] - squares[from][0], squares[first][1] - squares[from][1]];
      const ways: number[][] = [];
      for (let cell = first; cell >= 0; ) {
        ways.push([...(ways.at(-1) ?? []), cell]);
        const [r, c] = [squares[cell][0] + down, squares[cell][1] + right];
        cell = squares.findIndex((square) => square[0] === r && square[1] === c);
      }
      return ways;
    }),
  );
}

/** Returns the position after the blank has moved along a sequence of cells. */
export function plainWalk(position: readonly number[], way: readonly number[]): number[] {
  return way.reduce<readonly number[]>((at, to) => plainMove(at, to), position) as number[];
}

/** Searches a map. @param goal up to 9 cells, with 0 for the blank */
export function plainMapSearch(
  rows: readonly string[],
  goal: readonly number[],
  metric: 'single' | 'multi' = 'single',
): PlainSearch {
  return plainSearchOfWays(goal, plainWays(rows, metric));
}

const STEPS: Record<string, readonly [number, number]> = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };

/**
 * Slides tiles one by one.
 * @param moves of the blank, with counts (r2u1) or without (rru)
 * @param atWall what to do with a step that leaves the map
 * @throws Error if a step is refused, or the text holds anything else
 */
export function plainPlay(
  rows: readonly string[],
  start: readonly number[],
  moves: string,
  atWall: 'refuse' | 'stay' = 'refuse',
): number[] {
  if (!/^([udlr]\d*)*$/.test(moves)) throw new Error(`no moves: ${moves}`);
  let cell = 0;
  const tiles = rows.map((row) => [...row].map((mark) => (mark === '.' ? start[cell++] : undefined)));
  let row = tiles.findIndex((line) => line.includes(0));
  let column = tiles[row].indexOf(0);
  for (const [, letter, times] of moves.matchAll(/(.)(\d*)/g)) {
    const [down, right] = STEPS[letter];
    for (let left = times === '' ? 1 : Number(times); left > 0; left--) {
      const tile = tiles[row + down]?.[column + right];
      if (tile === undefined) {
        if (atWall === 'stay') continue;
        throw new Error(`${moves}: ${letter} leaves the map`);
      }
      tiles[row][column] = tile;
      row += down;
      column += right;
      tiles[row][column] = 0;
    }
  }
  return tiles.flat().filter((tile) => tile !== undefined);
}

/** Returns the rows of a map without missing squares. */
export function fullRows(rows: number, columns: number): string[] {
  return new Array<string>(rows).fill('.'.repeat(columns));
}
