/**
 * The independent referee of boards with missing cells: rows of `.` and `#`, positions as arrays of tiles over the cells in
 * reading order, and a breadth-first search that takes one position at a time. Nothing of src is used.
 */

import { type PlainSearch, plainSearchOfWays } from './plain-search.js';

/** The cells beside each cell, up, down, left, right as far as they are there. */
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

/** The position after the blank has gone to a cell beside it. */
export function plainMove(position: readonly number[], to: number): number[] {
  const moved = [...position];
  moved[position.indexOf(0)] = position[to];
  moved[to] = 0;
  return moved;
}

/**
 * The ways that the blank may take from each cell in one move, as the cells that it comes to: a single one, or where a move
 * may slide several tiles all that follow in a straight line.
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

/** The position after the blank has gone to one cell after the other. */
export function plainWalk(position: readonly number[], way: readonly number[]): number[] {
  return way.reduce<readonly number[]>((at, to) => plainMove(at, to), position) as number[];
}

/** @param goal at most 9 cells, 0 for the blank */
export function plainMapSearch(
  rows: readonly string[],
  goal: readonly number[],
  metric: 'single' | 'multi' = 'single',
): PlainSearch {
  return plainSearchOfWays(goal, plainWays(rows, metric));
}
