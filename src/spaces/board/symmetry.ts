/**
 * Symmetries of a board: the ways to lay it on itself. A position and its mirror image are equally far
 * from a goal and the goal's mirror image.
 */

import { type Board, DIRECTIONS, type Direction, neighbour } from './board.js';
import type { Position } from './position.js';

/** Where each cell of a board goes; neighbours go to neighbours. */
export type Symmetry = readonly number[];

/**
 * All symmetries of a board's grid that keep its missing cells, the identity first: of full boards four of a rectangle (turned
 * by half, mirrored twice), eight of a square, two of a line.
 */
export function symmetriesOf(board: Board): Symmetry[] {
  const { rows, columns, squares } = board;
  const images = new Map<string, Symmetry>();
  for (const transpose of rows === columns ? [false, true] : [false]) {
    for (const flipRows of [false, true]) {
      for (const flipColumns of [false, true]) {
        const image = squares.map((square) => {
          const row = Math.floor(square / columns);
          const column = square % columns;
          const r = flipRows ? rows - 1 - row : row;
          const c = flipColumns ? columns - 1 - column : column;
          return squares.indexOf(transpose ? c * columns + r : r * columns + c);
        });
        if (!image.includes(-1)) images.set(image.join(), image);
      }
    }
  }
  return [...images.values()];
}

/**
 * The cells that symmetries take to each other, each orbit in ascending order; the orbit of the last cell first, and the
 * others too by their largest cells, descending. Example: 3x3 has the corners 0 2 6 8, the edges 1 3 5 7 and the centre 4.
 */
export function orbitsOf(board: Board): number[][] {
  const symmetries = symmetriesOf(board);
  const orbits: number[][] = [];
  for (let cell = board.cells - 1; cell >= 0; cell--) {
    if (orbits.some((orbit) => orbit.includes(cell))) continue;
    orbits.push([...new Set(symmetries.map((symmetry) => symmetry[cell]))].sort((a, b) => a - b));
  }
  return orbits;
}

/** The image of a position: the tile on cell c lies on cell symmetry[c]. */
export function imageOf(symmetry: Symmetry, position: Position): Position {
  const image = [...position];
  for (const [cell, tile] of position.entries()) image[symmetry[cell]] = tile;
  return image;
}

/** The direction that each direction becomes. */
export function imageOfDirections(board: Board, symmetry: Symmetry): Record<Direction, Direction> {
  const image = { u: 'u', d: 'd', l: 'l', r: 'r' } as Record<Direction, Direction>;
  for (const direction of DIRECTIONS) {
    for (let cell = 0; cell < board.cells; cell++) {
      const other = neighbour(board, cell, direction);
      if (other < 0) continue;
      const found = DIRECTIONS.find((d) => neighbour(board, symmetry[cell], d) === symmetry[other]);
      if (found) image[direction] = found;
    }
  }
  return image;
}
