/**
 * The independent referee of boards with missing cells: rows of `.` and `#`, positions as arrays of tiles over the cells in
 * reading order, and a breadth-first search that takes one position at a time. Nothing of src is used.
 */

import { plainRank, plainUnrank } from './plain-search.js';

export interface PlainMapSearch {
  /** Positions of each depth. */
  readonly histogram: number[];
  /** Depth of each position by its rank among all n!, -1 where it is not reached. */
  readonly depths: Int16Array;
}

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

/** The positions one move away. */
export type PlainNeighbours = (rows: readonly string[], position: readonly number[]) => number[][];

/** Where a move slides one tile. */
export function plainMapNeighbours(rows: readonly string[], position: readonly number[]): number[][] {
  return plainNeighbourCells(rows)[position.indexOf(0)].map((to) => plainMove(position, to));
}

/** Where a move slides one, two or more tiles of a row or column by one cell: the blank goes on in a line. */
export function plainMapMultiNeighbours(rows: readonly string[], position: readonly number[]): number[][] {
  const cells = rows.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === '.' ? [`${r},${c}`] : [])));
  const [row, column] = cells[position.indexOf(0)].split(',').map(Number);
  return [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ].flatMap(([down, right]) => {
    const found: number[][] = [];
    let moved: readonly number[] = position;
    for (let step = 1; cells.includes(`${row + step * down},${column + step * right}`); step++) {
      moved = plainMove(moved, cells.indexOf(`${row + step * down},${column + step * right}`));
      found.push([...moved]);
    }
    return found;
  });
}

/** @param goal at most 9 cells, 0 for the blank @param neighboursOf what counts as a move */
export function plainMapSearch(
  rows: readonly string[],
  goal: readonly number[],
  neighboursOf: PlainNeighbours = plainMapNeighbours,
): PlainMapSearch {
  const n = goal.length;
  let permutations = 1;
  for (let k = 2; k <= n; k++) permutations *= k;
  const depths = new Int16Array(permutations).fill(-1);
  const start = plainRank(goal);
  depths[start] = 0;
  const histogram = [1];
  let layer = [start];
  for (let depth = 1; layer.length > 0; depth++) {
    const next: number[] = [];
    for (const rank of layer) {
      for (const neighbour of neighboursOf(rows, plainUnrank(n, rank))) {
        const found = plainRank(neighbour);
        if (depths[found] >= 0) continue;
        depths[found] = depth;
        next.push(found);
      }
    }
    if (next.length > 0) histogram.push(next.length);
    layer = next;
  }
  return { histogram, depths };
}
