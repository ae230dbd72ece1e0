import { describe, expect, test } from 'vitest';
import { hanoi } from '#src/spaces/puzzles/hanoi.js';
import { knight } from '#src/spaces/puzzles/knight.js';
import { burntPancake } from '#src/spaces/puzzles/pancakes.js';
import { solitaire } from '#src/spaces/puzzles/solitaire.js';
import { layoutRings, type NamedCycles } from '../../../src/page/states/piece-drawings.js';
import {
  cyclesOfWords,
  discsOnPegs,
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

describe('cycles', () => {
  test('take pieces from their own places to their present places', () => {
    expect(cyclesOfWords(['3', '1', '2'])).toEqual([['1', '2', '3']]);
    expect(cyclesOfWords(['2', '3', '1'])).toEqual([['1', '3', '2']]);
    expect(cyclesOfWords(['2', '1', '3', '5', '4'])).toEqual([
      ['1', '2'],
      ['4', '5'],
    ]);
    expect(cyclesOfWords(['1', '2'])).toEqual([]);
  });

  test('give the turns of pieces on their places, including pieces in place', () => {
    expect(cyclesOfWords(['2+1', '1', '3+2', '4'])).toEqual([['1+1', '2'], ['3+2']]);
  });
});

test.each([
  ['a pile of pancakes', readPile, ['', '1 1', '1 3', '0 1', 'AAB', '1 -1']],
  ['discs', (text: string) => discsOnPegs(text, 3), ['', 'AAD', '123', 'a']],
  ['squares of a knight', (text: string) => readSquares(text, 'knight', 5), ['', '5,0', '0', '0,0 1,1', 'a,b']],
  ['squares of pieces', (text: string) => readSquares(text, 'solitaire', 3), ['', '0,1', '1,4', '1']],
  ['cycles', (text: string) => cyclesOfWords(text.split(' ')), ['1 1', '0 1', '1 3', 'A B', '1+ 2']],
])('%s are not made of another text', (_, read, texts) => {
  for (const text of texts) expect(read(text), text).toBeNull();
});

const ROOM = { width: 400, height: 260 };

/** Returns cycles of these lengths, labelled 1, 2, 3 ... */
function cyclesOfLengths(...lengths: readonly number[]): string[][] {
  let last = 0;
  return lengths.map((length) => Array.from({ length }, () => String(++last)));
}

const LAYOUTS: readonly (readonly NamedCycles[])[] = [
  [{ name: null, cycles: cyclesOfLengths(24) }],
  [{ name: null, cycles: cyclesOfLengths(2) }],
  [{ name: null, cycles: cyclesOfLengths(...Array<number>(12).fill(2)) }],
  [{ name: null, cycles: cyclesOfLengths(5, 2, 3, 8, 2, 4) }],
  [
    { name: 'corners', cycles: cyclesOfLengths(1, 3, 4) },
    { name: 'edges', cycles: [] },
    { name: 'centres', cycles: cyclesOfLengths(6, 2) },
  ],
];

describe.each(LAYOUTS.map((sets) => [sets] as const))('rings of %j', (sets) => {
  const { width, height, size, blocks } = layoutRings(sets, ROOM);
  const labels = blocks.flatMap(({ rings }) => rings.flatMap((ring) => ring.labels));

  test('have each label once, in the order of the cycles', () => {
    expect(labels.map(({ label }) => label)).toEqual(sets.flatMap(({ cycles }) => cycles.flat()));
    expect(blocks.map(({ name }) => name)).toEqual(
      sets.filter(({ cycles }) => cycles.length > 0).map(({ name }) => name),
    );
  });

  test('fit their room, without overlapping labels', () => {
    for (const [index, { x, y }] of labels.entries()) {
      expect(Math.min(x, y, width - x, height - y)).toBeGreaterThanOrEqual(size / 2 - 1e-6);
      for (const other of labels.slice(index + 1)) expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(size);
    }
  });

  test('are legible: a number is at least 9 pixels high', () => {
    const scale = Math.min(ROOM.width / width, ROOM.height / height);
    expect(14 * scale).toBeGreaterThanOrEqual(9);
  });
});
