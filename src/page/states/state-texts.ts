/**
 * Reads the texts of states for their drawings: piles of pancakes, discs on pegs, squares of a chessboard, signs on a pattern's cells, and
 * pieces on their places.
 */

import type { Drawing, SetAnswer } from '../../serve/answers.js';

/** Returns the pancakes from the top, negative if the burnt side is up; null if the text is not a pile. */
export function readPile(state: string): number[] | null {
  const pile = state.split(' ').map(Number);
  const sizes = new Set(pile.map(Math.abs));
  return sizes.size === pile.length && pile.every((_, index) => sizes.has(index + 1)) ? pile : null;
}

/** Returns the sizes of the discs on each peg, from bottom to top, with 1 for the smallest; null if the text is not a state. */
export function discsOnPegs(state: string, pegs: number): number[][] | null {
  const discs = [...state].map((letter) => letter.charCodeAt(0) - 'A'.charCodeAt(0));
  if (discs.length === 0 || !discs.every((peg) => peg >= 0 && peg < pegs)) return null;
  const towers: number[][] = Array.from({ length: pegs }, () => []);
  for (const [index, peg] of discs.entries()) towers[peg].push(discs.length - index);
  return towers;
}

/**
 * Returns the squares of pieces, numbered row by row from the upper left corner. The square of a knight is `column,row`, counted from 0 at the
 * lower left corner; the squares of other pieces are `row,column`, counted from 1.
 * @returns null if the text is not a state
 */
export function readSquares(state: string, pieces: 'knight' | 'solitaire', side: number): number[] | null {
  const words = state.trim().split(/\s+/);
  const squares = words.map((word) => {
    const [, first, second] = /^(\d+),(\d+)$/.exec(word) ?? [];
    const [column, up] =
      pieces === 'knight' ? [Number(first), Number(second)] : [Number(second) - 1, Number(first) - 1];
    return column >= 0 && column < side && up >= 0 && up < side ? (side - 1 - up) * side + column : -1;
  });
  return squares.includes(-1) || (pieces === 'knight' && squares.length > 1) ? null : squares;
}

/** Names of the columns of a chessboard. */
export const FILES = 'abcdefghijklmnopqrstuvwxyz';

/** Returns the text of a square, which `readSquares` reads. */
export function wordOfSquare(square: number, pieces: 'knight' | 'solitaire', side: number): string {
  const [column, up] = [square % side, side - 1 - Math.floor(square / side)];
  return pieces === 'knight' ? `${column},${up}` : `${up + 1},${column + 1}`;
}

/** Returns a state as its readers know it: the square of a knight as in chess, such as `e7`, and other states as they are. */
export function readableState(state: string, face: Drawing | null): string {
  if (face?.kind !== 'knight' || face.side > FILES.length) return state;
  return state.replace(/^(\d+),(\d+)$/, (_, column, row) => `${FILES[Number(column)]}${Number(row) + 1}`);
}

/** Returns the sign on each cell of a pattern's board: a tile's number, `x` or `.`; null if the text is not a state. */
export function readSigns(state: string, cells: number): string[] | null {
  const signs = state.split(/[\s,]+/);
  return signs.length === cells && signs.includes('x') ? signs : null;
}

/*
 * The pieces of a puzzle on their places, read from the text of a state. `2 1 3+1 / 1 1` has two sets, and the third piece of the first set
 * is turned by one.
 */

/** Returns the words of each set; null if their number differs from the number of pieces. */
export function wordsOfSets(state: string, sets: readonly SetAnswer[]): string[][] | null {
  const words = state.split(/[\s,/]+/).filter((word) => word !== '');
  if (words.length !== sets.reduce((sum, { pieces }) => sum + pieces, 0)) return null;
  return sets.map(({ pieces }) => words.splice(0, pieces));
}
