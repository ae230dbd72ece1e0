import { describe, expect, test } from 'vitest';
import { ColouringIndex, SHARED } from '#src/spaces/permutation/colourings/colouring-index.js';
import { newSeed } from '../../../seed.js';
import { seededNumbers } from '../words/random-numbers.js';

const hashOf = ({ noise, values }: ColouringIndex, key: Uint8Array): number =>
  key.reduce((hash, value, point) => hash ^ noise[point * values + value], 0);

describe('an index of colourings', () => {
  test('numbers each of them once, in the order in which they are added', () => {
    const index = new ColouringIndex(3, 4);
    expect(index.add(Uint8Array.of(1, 2, 3))).toBe(0);
    expect(index.add(Uint8Array.of(3, 2, 1))).toBe(1);
    expect(index.add(Uint8Array.of(1, 2, 3))).toBe(0);
    expect(index.count).toBe(2);
    expect(index.find(Uint8Array.of(3, 2, 1))).toBe(1);
    expect(index.find(Uint8Array.of(2, 2, 1))).toBe(-1);
  });

  test('finds each of many', () => {
    const random = seededNumbers(newSeed());
    const points = 9;
    const index = new ColouringIndex(points, 200);
    const keys = Array.from({ length: 20_000 }, () => Uint8Array.from({ length: points }, () => random(200)));
    const numbers = keys.map((key) => index.add(key));
    const written = new Uint8Array(points);
    let wrong = 0;
    for (const [at, key] of keys.entries()) {
      const found = index.withHash(hashOf(index, key));
      if (found !== SHARED && found !== numbers[at]) wrong++;
      if (index.find(key) !== numbers[at]) wrong++;
      index.write(numbers[at], written);
      if (!written.every((value, point) => value === key[point])) wrong++;
    }
    expect(wrong).toBe(0);
  });

  test('detects shared hashes', () => {
    const index = new ColouringIndex(1, 2);
    index.noise.fill(7);
    index.add(Uint8Array.of(0));
    expect(index.withHash(7)).toBe(0);
    index.add(Uint8Array.of(1));
    expect(index.withHash(7)).toBe(SHARED);
    expect(index.withHash(6)).toBe(-1);
    expect([0, 1].map((value) => index.find(Uint8Array.of(value)))).toEqual([0, 1]);
  });
});
