import { describe, expect, test } from 'vitest';
import { hanoi } from '#src/spaces/puzzles/hanoi.js';
import { knight } from '#src/spaces/puzzles/knight.js';
import { burntPancake } from '#src/spaces/puzzles/pancakes.js';
import { solitaire } from '#src/spaces/puzzles/solitaire.js';
import { discsOnPegs, knightSquare, pieceSquares, pileOf } from '../../../src/page/states/state-texts.js';

describe('a pile of pancakes', () => {
  test('follows its text, with negative numbers for burnt sides up', () => {
    const { format } = burntPancake(4).text ?? {};
    expect(pileOf(format?.(Uint8Array.of(3, 2, 0, 1, 7, 6, 4, 5)) ?? '')).toEqual([-2, 1, -4, 3]);
    expect(pileOf('3 1 2')).toEqual([3, 1, 2]);
    expect(pileOf('1')).toEqual([1]);
  });

  test('is not made of another text', () => {
    for (const text of ['', '1 1', '1 3', '0 1', 'AAB', '1 -1']) expect(pileOf(text)).toBeNull();
  });
});

describe('discs', () => {
  test('are on their pegs, with the largest at the bottom', () => {
    expect(discsOnPegs('AACB', 3)).toEqual([[4, 3], [1], [2]]);
    const { size, format } = hanoi(3, 5);
    for (let state = 0; state < size; state++) {
      const towers = discsOnPegs(format(state), 3) ?? [];
      expect(towers.flat().sort((one, other) => one - other)).toEqual([1, 2, 3, 4, 5]);
      for (const tower of towers) expect(tower).toEqual(tower.toSorted((one, other) => other - one));
    }
  });

  test('are not made of another text', () => {
    for (const text of ['', 'AAD', '123', 'a']) expect(discsOnPegs(text, 3)).toBeNull();
  });
});

describe('squares', () => {
  test('of a knight count rows from the bottom', () => {
    const { size, format } = knight(5);
    expect(knightSquare('0,0', 5)).toEqual({ column: 0, row: 4 });
    const squares = Array.from({ length: size }, (_, state) => knightSquare(format(state), 5));
    expect(squares.map((square) => square && (4 - square.row) * 5 + square.column)).toEqual([...squares.keys()]);
  });

  test('of pieces count rows from the top', () => {
    expect(pieceSquares('1,1 2,3', 3)).toEqual([
      { column: 0, row: 0 },
      { column: 2, row: 1 },
    ]);
    const { size, format } = solitaire(3, 2);
    const seen = new Set(Array.from({ length: size }, (_, state) => JSON.stringify(pieceSquares(format(state), 3))));
    expect(seen.size).toBe(size);
    expect(seen.has('null')).toBe(false);
  });

  test('are not made of another text', () => {
    for (const text of ['', '5,0', '0', '0,0 1,1', 'a,b']) expect(knightSquare(text, 5)).toBeNull();
    for (const text of ['', '0,1', '1,4', '1']) expect(pieceSquares(text, 3)).toBeNull();
  });
});
