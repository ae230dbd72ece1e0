/**
 * Symmetries of a board: rotations and reflections that take it to itself. A position and its image are equally far from a goal and the
 * goal's image.
 */

import { type Board, DIRECTIONS, type Direction, neighbour } from './board.js';
import type { Position } from './position.js';

/** [cell]: the cell to which a symmetry takes it. Neighbours are taken to neighbours. */
export type Symmetry = readonly number[];

/**
 * Returns all symmetries of a board's grid that keep its missing cells, the identity first. Full boards that are rectangles have four (with
 * a half turn and two reflections), squares eight, lines two.
 */
export function boardSymmetries(board: Board): Symmetry[] {
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
 * Returns the orbits of cells under the symmetries, each ascending. Orbits come in descending order of their largest cells. Example: 3x3
 * has the corners 0 2 6 8, the edges 1 3 5 7 and the centre 4.
 */
export function orbitsOf(board: Board): number[][] {
  const symmetries = boardSymmetries(board);
  const orbits: number[][] = [];
  for (let cell = board.cells - 1; cell >= 0; cell--) {
    if (orbits.some((orbit) => orbit.includes(cell))) continue;
    orbits.push([...new Set(symmetries.map((symmetry) => symmetry[cell]))].sort((a, b) => a - b));
  }
  return orbits;
}

/** Returns the image of a position: the tile on cell c moves to cell symmetry[c]. */
export function imageOf(symmetry: Symmetry, position: Position): Position {
  const image = [...position];
  for (const [cell, tile] of position.entries()) image[symmetry[cell]] = tile;
  return image;
}

/** Returns the direction to which a symmetry takes each direction. */
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
