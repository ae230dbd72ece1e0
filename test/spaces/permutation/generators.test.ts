import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import type { GeneratedSpace, NumberedSpace } from '#src/space/space.js';
import { generatedPuzzle, movesOfTurns } from '#src/spaces/permutation/generators.js';
import { groupSpace } from '#src/spaces/permutation/group-space.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { publishedHistogram } from '../puzzles/space-checks.js';

function generators(...images: number[][]): GeneratedSpace {
  return {
    kind: 'generators',
    name: 'group',
    generators: images.map((list, index) => ({ name: `g${index}`, images: list })),
  };
}

function generatedSpace(source: GeneratedSpace): NumberedSpace {
  return groupSpace(generatedPuzzle(source), source);
}

/** Returns generators of two sets: three pieces with two turns, and two pieces. */
function withSets(...images: number[][]): GeneratedSpace {
  return {
    ...generators(...images),
    sets: [
      { name: 'edges', pieces: 3, turns: 2 },
      { name: 'tiles', pieces: 2, turns: 1 },
    ],
  };
}

describe('a generated space', () => {
  test('is the Cayley graph of the group: prefix reversals give pancakes', () => {
    const reversals = generators([1, 0, 2, 3, 4], [2, 1, 0, 3, 4], [3, 2, 1, 0, 4], [4, 3, 2, 1, 0]);
    expect(plainSpaceSearch(generatedSpace(reversals)).histogram).toEqual(publishedHistogram('pancake:5'));
  });

  test('counts moves forwards if a generator lacks its inverse', () => {
    expect(plainSpaceSearch(generatedSpace(generators([1, 2, 3, 4, 0]))).histogram).toEqual([1, 1, 1, 1, 1]);
    expect(plainSpaceSearch(generatedSpace(generators([1, 2, 3, 4, 0], [4, 0, 1, 2, 3]))).histogram).toEqual([1, 2, 2]);
  });

  test('has the same distribution for the inverse generators', () => {
    const there = plainSpaceSearch(generatedSpace(generators([1, 2, 3, 4, 0], [1, 0, 2, 3, 4])));
    const back = plainSpaceSearch(generatedSpace(generators([4, 0, 1, 2, 3], [1, 0, 2, 3, 4])));
    expect(there.histogram.reduce((sum, states) => sum + states)).toBe(120);
    expect(back.histogram).toEqual(there.histogram);
  });

  test('moves pieces of several sets, some of them identical', () => {
    const space = generatedSpace({
      ...generators([2, 3, 1, 0, 4, 5, 7, 6, 8]),
      sets: [
        { name: 'edges', pieces: 3, turns: 2 },
        { name: 'tiles', pieces: 3, turns: 1, solved: [1, 2, 2] },
      ],
    });
    const { histogram } = plainSpaceSearch(space);
    expect(histogram).toEqual([1, 1, 1, 1]);
    expect(space.starts.map(space.format)).toEqual(['1 2 3 / 1 2 2']);
    expect([...Array(4).keys()].map(space.format).sort()).toEqual(
      ['1 2 3 / 1 2 2', '1+1 2+1 3 / 1 2 2', '2+1 1 3 / 2 1 2', '2 1+1 3 / 2 1 2'].sort(),
    );
  });

  test('can have one point, and the identity as a generator', () => {
    expect(plainSpaceSearch(generatedSpace(generators([0]))).histogram).toEqual([1]);
    expect(plainSpaceSearch(generatedSpace(generators([0, 1, 2], [1, 0, 2]))).histogram).toEqual([1, 1]);
  });

  test.each([
    [generators(), 'a space takes 1 to 1000 generators, found 0'],
    [generators([]), "generator 'g0' permutes 0 points; at least 1 and at most 255 are possible"],
    [
      generators(Array.from({ length: 256 }, (_, point) => point)),
      "generator 'g0' permutes 256 points; at least 1 and at most 255 are possible",
    ],
    [
      generators([1, 0, 2], [1, 0]),
      "generator 'g1' permutes 2 points, but 'g0' permutes 3; all generators need the same points",
    ],
    [generators([1, 1, 2]), "generator 'g0' takes both point 0 and point 1 to point 1"],
    [generators([1, 2, 3]), "generator 'g0' takes point 2 to 3; points are 0 to 2"],
    [generators([1, {} as number]), "generator 'g0' takes point 1 to an object; points are 0 to 1"],
    [generators([1, -1, 0]), "generator 'g0' takes point 1 to -1; points are 0 to 2"],
    [
      { ...generators([1, 0]), name: '' },
      "a puzzle has a name of 1 to 100 characters, none a control character; found ''",
    ],
    [
      { ...generators([1, 0]), name: 'group\u202ecba' },
      "a puzzle has a name of 1 to 100 characters, none a control character; found 'group\u00b7cba'",
    ],
    [
      { ...generators(), generators: [{ name: 'U\u200b', images: [0] }] },
      "a generator has a name of 1 to 40 characters, none a control character; found 'U\u00b7'",
    ],
    [
      { ...generators(), generators: [{ name: 'a b', images: [0] }] },
      "a generator has a name without spaces, found 'a b'",
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
    [
      withSets([2, 3, 0, 1, 4, 5, 7, 6, 8]),
      'sets of pieces must cover all points: found 8 in the sets, and 9 in the generators',
    ],
    [withSets([2, 4, 0, 1, 3, 5, 6, 7]), "generator 'g0' does not take every piece of edges to a place of that set"],
    [withSets([6, 7, 2, 3, 4, 5, 0, 1]), "generator 'g0' does not take every piece of edges to a place of that set"],
    [{ ...generators([1, 0]), sets: [] }, 'sets of pieces must be a list of at least one set'],
    [
      { ...generators([1, 0]), sets: [{ name: '', pieces: 2, turns: 1 }] },
      "a set of pieces has a name of 1 to 100 characters, none a control character; found ''",
    ],
    [
      { ...generators([1, 0]), sets: [{ name: 'tiles', pieces: 2, turns: 0 }] },
      'the set tiles must have 1 to 255 pieces and turns, found 2 and 0',
    ],
    [
      { ...generators([1, 0]), sets: [{ name: 'tiles', pieces: 2, turns: 1, solved: [1] }] },
      'the set tiles must have the number of a piece, from 1, for each of its 2 places when solved',
    ],
    [
      { ...generators([1, 0]), sets: [{ name: 'tiles', pieces: 1, turns: 2, orientations: [2] }] },
      'the set tiles must have a turn below 2, or null, for each of its 1 places when solved',
    ],
    [
      {
        ...generators([2, 3, 0, 1]),
        sets: [{ name: 'tiles', pieces: 2, turns: 2, solved: [1, 1], orientations: [0, null] }],
      },
      'the set tiles has pieces 1 whose turns show and others whose turns do not: give them different numbers',
    ],
  ] satisfies [GeneratedSpace, string][])('refuses wrong generators (%#)', (source, message) => {
    expect(() => generatedPuzzle(source)).toThrow(new InputError(message));
  });
});

/** Returns a cycle of the first n points. */
const turn = (n: number, points = n) =>
  Array.from({ length: points }, (_, point) => (point < n ? (point + 1) % n : point));

const U4 = { name: 'U', images: turn(4) };
const NOTHING = { name: 'N', images: [0, 1] };

describe('the moves of turns', () => {
  test.each([
    // Names by expandonemove of src/cpp/readksolve.cpp in rokicki/twsearch.
    ...[
      [2, 'U'],
      [3, "U U'"],
      [4, "U U2 U'"],
      [5, "U U2 U2' U'"],
      [6, "U U2 U3 U2' U'"],
    ].map(([order, names]) => ['powers', [{ name: 'U', images: turn(Number(order)) }], names] as const),
    // Turns and their inverses.
    [
      'generators',
      [
        { name: 'U', images: turn(5) },
        { name: 'R', images: turn(2, 5) },
      ],
      "U U' R",
    ],
    // Once, whatever their names.
    ['powers', [U4, { name: 'U2', images: [2, 3, 0, 1] }, { name: 'V', images: turn(4) }], "U U2 U'"],
    // Not those that do nothing, unless there is no other.
    ['powers', [NOTHING, { name: 'U', images: [1, 0] }], 'U'],
    ['powers', [NOTHING, NOTHING], 'N'],
  ] as const)('in the metric %s, of %j, are %s', (metric, turns, names) => {
    expect(
      movesOfTurns(turns, metric)
        .map(({ name }) => name)
        .join(' '),
    ).toBe(names);
  });

  test('are the powers in their names', () => {
    const moves = movesOfTurns([{ name: 'U', images: turn(5) }], 'powers');
    expect(moves.map(({ images }) => images[0])).toEqual([1, 2, 3, 4]);
  });

  test('are refused if two different ones have the same name', () => {
    expect(() => movesOfTurns([U4, { name: 'U2', images: [1, 0, 2, 3] }], 'powers')).toThrow(
      new InputError("two moves that differ are called 'U2': give one of the turns another name"),
    );
  });

  test('are refused if there are more than 1000', () => {
    // Cycles of 7, 11 and 13 points: order 1001.
    const of1001 = [...turn(7), ...turn(11).map((image) => 7 + image), ...turn(13).map((image) => 18 + image)];
    expect(movesOfTurns([{ name: 'U', images: of1001 }], 'powers')).toHaveLength(1000);
    const of2002 = [...of1001, 32, 31];
    const turns = [{ name: 'U', images: of2002 }];
    expect(() => movesOfTurns(turns, 'powers')).toThrow(
      new InputError(
        "move 'U' has more than 1000 powers; the metric generators, in which turns and their inverses are moves, has fewer",
      ),
    );
    expect(movesOfTurns(turns, 'generators')).toHaveLength(2);
  });
});
