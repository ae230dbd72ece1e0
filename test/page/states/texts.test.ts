import { describe, expect, test } from 'vitest';
import { hanoi } from '#src/spaces/puzzles/hanoi.js';
import { knight } from '#src/spaces/puzzles/knight.js';
import { burntPancake } from '#src/spaces/puzzles/pancakes.js';
import { solitaire } from '#src/spaces/puzzles/solitaire.js';
import {
  discsOnPegs,
  readableState,
  readPile,
  readSquares,
  wordsOfSets,
} from '../../../src/page/states/state-texts.js';

describe('a pile of pancakes', () => {
  test('follows its text, with negative numbers for burnt sides up', () => {
    const { format } = burntPancake(4).text ?? {};
    expect(readPile(format?.(Uint8Array.of(3, 2, 0, 1, 7, 6, 4, 5)) ?? '')).toEqual([-2, 1, -4, 3]);
    expect(readPile('3 1 2')).toEqual([3, 1, 2]);
    expect(readPile('1')).toEqual([1]);
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
});

describe('squares', () => {
  test('of a knight count rows from the bottom', () => {
    const { size, format } = knight(5);
    expect(readSquares('0,0', 'knight', 5)).toEqual([4 * 5]);
    const squares = Array.from({ length: size }, (_, state) => readSquares(format(state), 'knight', 5)?.[0] ?? -1);
    expect(squares.map((square) => (4 - Math.floor(square / 5)) * 5 + (square % 5))).toEqual([...squares.keys()]);
  });

  test('of a knight are called as in chess, by names that can be typed, while there are letters', () => {
    const { size, format, parse } = knight(26);
    expect(['0,0', '4,6', '25,25'].map((state) => readableState(state, { kind: 'knight', side: 26 }))).toEqual([
      ...['a1', 'e7', 'z26'],
    ]);
    for (let state = 0; state < size; state++) {
      expect(parse(readableState(format(state), { kind: 'knight', side: 26 }))).toBe(state);
    }
    expect(readableState('4,6', { kind: 'knight', side: 27 })).toBe('4,6');
    expect(readableState('1,1 2,3', { kind: 'solitaire', side: 8 })).toBe('1,1 2,3');
  });

  test('of pieces count rows from the bottom, as those of a knight do', () => {
    expect(readSquares('1,1 2,3', 'solitaire', 3)).toEqual([2 * 3, 3 + 2]);
    const { size, format } = solitaire(3, 2);
    const seen = new Set(
      Array.from({ length: size }, (_, state) => JSON.stringify(readSquares(format(state), 'solitaire', 3))),
    );
    expect(seen.size).toBe(size);
    expect(seen.has('null')).toBe(false);
  });
});

const SETS = [
  { name: 'corners', pieces: 3 },
  { name: 'edges', pieces: 2 },
];

describe('the text of a state', () => {
  test('is split into the words of each set', () => {
    expect(wordsOfSets('2+1 1 3+1 / 2 1', SETS)).toEqual([
      ['2+1', '1', '3+1'],
      ['2', '1'],
    ]);
    expect(wordsOfSets('1 2 3', SETS)).toBeNull();
    expect(wordsOfSets('', SETS)).toBeNull();
  });
});

test.each([
  ['a pile of pancakes', readPile, ['', '1 1', '1 3', '0 1', 'AAB', '1 -1']],
  ['discs', (text: string) => discsOnPegs(text, 3), ['', 'AAD', '123', 'a']],
  ['squares of a knight', (text: string) => readSquares(text, 'knight', 5), ['', '5,0', '0', '0,0 1,1', 'a,b']],
  ['squares of pieces', (text: string) => readSquares(text, 'solitaire', 3), ['', '0,1', '1,4', '1']],
])('%s are not made of another text', (_, read, texts) => {
  for (const text of texts) expect(read(text), text).toBeNull();
});
