import { describe, expect, test } from 'vitest';
import { inversePermutation } from '#src/permutations/permutation.js';
import { ColouringIndex, lexicographicOrder, SHARED } from '#src/spaces/permutation/colourings/colouring-index.js';
import { OrderedFrames } from '#src/spaces/permutation/colourings/numbering.js';
import {
  evenStabiliserElements,
  orbitOf,
  schreierElement,
  stabiliserElements,
} from '#src/spaces/permutation/colourings/orbit.js';
import { newSeed } from '../../../seed.js';
import { seededNumbers } from '../moves/plain-layers.js';

const rotation = Uint8Array.of(1, 2, 3, 4, 0);
const exchange = Uint8Array.of(1, 0, 2, 3, 4);
const labels = Uint8Array.of(0, 0, 1, 1, 1);

const moved = (permutation: Uint8Array, state: Uint8Array): Uint8Array => {
  const after = new Uint8Array(state.length);
  for (const [point, image] of permutation.entries()) after[image] = state[point];
  return after;
};

describe('the orbit of 0 0 1 1 1 under all permutations of five points', () => {
  const orbit = orbitOf(labels, 2, [rotation, exchange], 100);
  if (orbit === null) throw new Error('the orbit is too large');
  const entryOf = (entry: number) => orbit.entries.keys.slice(entry * 5, entry * 5 + 5);

  test('has the ten choices of two points', () => {
    expect(orbit.entries.count).toBe(10);
    expect(orbitOf(labels, 2, [rotation, exchange], 9)).toBeNull();
  });

  test('has paths that lead from the first entry to each', () => {
    for (let entry = 0; entry < 10; entry++) {
      expect(moved(orbit.paths.slice(entry * 5, entry * 5 + 5), labels)).toEqual(entryOf(entry));
      expect(entryOf(orbit.next[entry * 2])).toEqual(moved(rotation, entryOf(entry)));
    }
  });

  test('has elements that keep the first entry', () => {
    for (const element of stabiliserElements(orbit, 5)) expect(moved(element, labels)).toEqual(labels);
    for (let entry = 0; entry < 10; entry++) expect(moved(schreierElement(orbit, entry, 1), labels)).toEqual(labels);
  });

  test('has ordered frames that keep the order of points with the same label', () => {
    const frames = new OrderedFrames([rotation, exchange], labels);
    const frame = new Uint8Array(5);
    frames.write(Uint8Array.of(1, 0, 1, 0, 1), frame, 0);
    expect([...frame]).toEqual([1, 3, 0, 2, 4]);
  });
});

describe('the orbit of two pieces among 30, too large for a search point by point', () => {
  const points = 30;
  const places = Array.from({ length: points }, (_, place) => place);
  const rotate = Uint8Array.from(places, (place) => (place + 1) % points);
  const swap = Uint8Array.from(places, (place) => (place < 2 ? 1 - place : place));
  const orbit = orbitOf(
    Uint8Array.from(places, (place) => (place < 2 ? place + 1 : 0)),
    3,
    [rotate, swap],
    1000,
  );
  if (orbit === null) throw new Error('the orbit is too large');
  const { entries, next } = orbit;
  const entryOf = (entry: number) => entries.keys.slice(entry * points, (entry + 1) * points);

  test('has all places of both pieces', () => {
    expect(entries.count).toBe(30 * 29);
  });

  test('has the image of each entry under each permutation', () => {
    const entriesAfter = Array.from({ length: entries.count }, (_, entry) =>
      [rotate, swap].map((permutation) => entries.find(moved(permutation, entryOf(entry)))),
    );
    expect([...next]).toEqual(entriesAfter.flat());
  });

  test('has random elements that generate the stabiliser of the first entry', () => {
    const elements = evenStabiliserElements(orbit, 5);
    for (const element of elements) expect(moved(element, entryOf(0))).toEqual(entryOf(0));
    const third = Uint8Array.from(places, (place) => (place === 2 ? 1 : 0));
    expect(orbitOf(third, 2, elements, 100)?.entries.count).toBe(28);
  });
});

test('ordered frames keep points in their orbits', () => {
  const frames = new OrderedFrames([Uint8Array.of(2, 1, 0)], Uint8Array.of(0, 0, 1));
  const frame = new Uint8Array(3);
  frames.write(Uint8Array.of(1, 0, 0), frame, 0);
  expect([...frame]).toEqual([2, 1, 0]);
});

test('the inverse of a permutation undoes it', () => {
  expect(moved(inversePermutation(rotation), moved(rotation, labels))).toEqual(labels);
});

test('keys are sorted from their first byte on', () => {
  const keys = Uint8Array.of(2, 0, 1, 255, 1, 0, 2, 0);
  expect([...lexicographicOrder(keys, 256, 2, 4)]).toEqual([2, 1, 0, 3]);
});

test('many keys are sorted several bytes at a time', () => {
  const keys = Uint8Array.from({ length: 5 * 4000 }, (_, index) => ((index * 7919) >> 3) % 6);
  const text = (key: number) => keys.subarray(5 * key, 5 * key + 5).join('');
  const plain = Array.from({ length: 4000 }, (_, key) => key).sort(
    (a, b) => Number(text(a)) - Number(text(b)) || a - b,
  );
  expect([...lexicographicOrder(keys, 6, 5, 4000)]).toEqual(plain);
});

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
