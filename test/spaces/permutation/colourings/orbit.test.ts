import { describe, expect, test } from 'vitest';
import { inversePermutation } from '#src/permutations/permutation.js';
import { lexicographicOrder } from '#src/spaces/permutation/colourings/colouring-index.js';
import { OrderedFrames } from '#src/spaces/permutation/colourings/numbering.js';
import {
  evenStabiliserElements,
  orbitOf,
  schreierElement,
  stabiliserElements,
} from '#src/spaces/permutation/colourings/orbit.js';

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
