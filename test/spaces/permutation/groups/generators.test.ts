import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/input-error.js';
import type { GeneratedSpace } from '#src/space/space-source.js';
import { generatedSpace } from '#src/spaces/permutation/groups/generators.js';
import { plainSpaceSearch } from '../../../plain-space-search.js';
import { publishedHistogram } from '../../puzzles/published.js';

function generators(...images: number[][]): GeneratedSpace {
  return {
    kind: 'generators',
    name: 'group',
    generators: images.map((list, index) => ({ name: `g${index}`, images: list })),
  };
}

describe('a generated space', () => {
  test('is the Cayley graph of the group: prefix reversals make pancakes', () => {
    const reversals = generators([1, 0, 2, 3, 4], [2, 1, 0, 3, 4], [3, 2, 1, 0, 4], [4, 3, 2, 1, 0]);
    expect(plainSpaceSearch(generatedSpace(reversals)).histogram).toEqual(publishedHistogram('pancake:5'));
  });

  test('is reversible where the generators are closed under inverses', () => {
    expect(generatedSpace(generators([1, 2, 3, 0], [3, 0, 1, 2])).reversible).toBe(true);
    expect(generatedSpace(generators([1, 0, 3, 2])).reversible).toBe(true);
    expect(generatedSpace(generators([1, 2, 3, 0])).reversible).toBe(false);
  });

  test('goes forwards alone along a generator without its inverse', () => {
    expect(plainSpaceSearch(generatedSpace(generators([1, 2, 3, 4, 0]))).histogram).toEqual([1, 1, 1, 1, 1]);
    expect(plainSpaceSearch(generatedSpace(generators([1, 2, 3, 4, 0], [4, 0, 1, 2, 3]))).histogram).toEqual([1, 2, 2]);
  });

  test('has the same distribution for the inverse generators', () => {
    const there = plainSpaceSearch(generatedSpace(generators([1, 2, 3, 4, 0], [1, 0, 2, 3, 4])));
    const back = plainSpaceSearch(generatedSpace(generators([4, 0, 1, 2, 3], [1, 0, 2, 3, 4])));
    expect(there.histogram.reduce((sum, states) => sum + states)).toBe(120);
    expect(back.histogram).toEqual(there.histogram);
  });

  test('may have one point, and the identity as a generator', () => {
    expect(plainSpaceSearch(generatedSpace(generators([0]))).histogram).toEqual([1]);
    expect(plainSpaceSearch(generatedSpace(generators([0, 1, 2], [1, 0, 2]))).histogram).toEqual([1, 1]);
  });

  test.each([
    [generators(), 'a space takes 1 to 1000 generators, found 0'],
    [generators([]), "generator 'g0' permutes 0 points; at least 1 and at most 13 can be enumerated"],
    [
      generators(Array.from({ length: 14 }, (_, point) => point)),
      "generator 'g0' permutes 14 points; at least 1 and at most 13 can be enumerated",
    ],
    [
      generators([1, 0, 2], [1, 0]),
      "generator 'g1' permutes 2 points, but 'g0' permutes 3; all generators need the same points",
    ],
    [generators([1, 1, 2]), "generator 'g0' takes both point 0 and point 1 to point 1"],
    [generators([1, 2, 3]), "generator 'g0' takes point 2 to 3; points are 0 to 2"],
    [generators([1, -1, 0]), "generator 'g0' takes point 1 to -1; points are 0 to 2"],
    [{ ...generators([1, 0]), name: '' }, 'generators need a name for their space, of 1 to 100 characters on one line'],
    [
      { ...generators(), generators: [{ name: 'a b', images: [0] }] },
      "a generator has a name of 1 to 40 characters without spaces, found 'a b'",
    ],
    [
      {
        ...generators(),
        generators: [
          { name: 'a', images: [0] },
          { name: 'a', images: [0] },
        ],
      },
      "two generators are called 'a'",
    ],
  ] satisfies [GeneratedSpace, string][])('refuses wrong generators (%#)', (source, message) => {
    expect(() => generatedSpace(source)).toThrow(new InputError(message));
  });
});
