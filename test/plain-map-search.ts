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
