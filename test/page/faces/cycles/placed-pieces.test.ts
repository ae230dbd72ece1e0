import { describe, expect, test } from 'vitest';
import { cyclesOfWords, wordsOfSets } from '../../../../src/page/states/state-texts.js';

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

  test('do not exist for other words', () => {
    for (const words of [
      ['1', '1'],
      ['0', '1'],
      ['1', '3'],
      ['A', 'B'],
      ['1+', '2'],
    ]) {
      expect(cyclesOfWords(words)).toBeNull();
    }
  });
});
