/**
 * One knight on an empty board of N x N squares.
 *
 * Square (column, row), both counted from 0, is the state N * row + column. On boards of fewer than 4 x 4 squares the
 * knight cannot reach every square: the centre of 3x3 has no moves at all.
 *
 * Source: the problem POJ 1915, "Knight Moves": the number of moves from square to square, on boards of up to 300 x 300.
 * Its coordinates can be typed as they are: `0 0`, `30 50`.
 */

import { excerpt, InputError } from '../../base/text.js';
import { NO_STATE, type SpaceDefinition } from '../../space/definition.js';

/** Changes of column and row by the eight jumps, clockwise from the steepest one towards higher columns and rows. */
const COLUMNS = Int32Array.of(1, 2, 2, 1, -1, -2, -2, -1);
const ROWS = Int32Array.of(2, 1, -1, -2, -2, -1, 1, 2);
const JUMPS = COLUMNS.length;

const FILES = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Returns the knight on a board. It starts in the corner 0,0. Moves are named by their changes of column and row, such as `+1-2`.
 * @param n side of the board, 1 to 46340
 */
export function knight(n: number): SpaceDefinition {
  return {
    name: `knight:${n}`,
    size: n * n,
    starts: [0],
    moves: Array.from({ length: JUMPS }, (_, jump) => signed(COLUMNS[jump]) + signed(ROWS[jump])),
    reversible: true,

    neighbours(state, next) {
      const fromRow = (state / n) | 0;
      const fromColumn = state - fromRow * n;
      for (let jump = 0; jump < JUMPS; jump++) {
        const column = fromColumn + COLUMNS[jump];
        const row = fromRow + ROWS[jump];
        const onBoard = column >= 0 && column < n && row >= 0 && row < n;
        next[jump] = onBoard ? row * n + column : NO_STATE;
      }
    },

    format: (state) => `${state % n},${Math.floor(state / n)}`,

    parse(text) {
      const square = parseCoordinates(text) ?? (n <= FILES.length ? parseSquare(text) : undefined);
      if (square === undefined || square.column >= n || square.row < 0 || square.row >= n) {
        const example = n > 1 ? `0,1` : `0,0`;
        const chess = n <= FILES.length ? `, or as ${FILES[0]}1 to ${FILES[n - 1]}${n}` : '';
        throw new InputError(
          `a state of knight:${n} is a square, its column and row from 0 to ${n - 1} such as ${example}${chess}; found '${excerpt(text)}'`,
        );
      }
      return square.row * n + square.column;
    },
  };
}

/** Returns the square of a text such as `3,7` or `3 7`. */
function parseCoordinates(text: string) {
  const match = /^\s*(\d{1,9})(?:\s*,\s*|\s+)(\d{1,9})\s*$/.exec(text);
  return match ? { column: Number(match[1]), row: Number(match[2]) } : undefined;
}

/** Returns the square of a text such as `d8`: the column is a letter, and the row counts from 1. */
function parseSquare(text: string) {
  const match = /^\s*([A-Za-z])(\d{1,9})\s*$/.exec(text);
  return match ? { column: FILES.indexOf(match[1].toLowerCase()), row: Number(match[2]) - 1 } : undefined;
}

function signed(value: number): string {
  return value < 0 ? String(value) : `+${value}`;
}
