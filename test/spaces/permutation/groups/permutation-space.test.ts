import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NumberedStates } from '#src/space/definition.js';
import { inverseOf, permutationSpace } from '#src/spaces/permutation/groups/permutation-space.js';
import { count } from '../../../suite.js';

const permutation = (n: number) =>
  fc.shuffledSubarray(
    Array.from({ length: n }, (_, point) => point),
    { minLength: n },
  );

/** Moves of the same 1 to 13 points. */
const moves = fc
  .integer({ min: 1, max: 13 })
  .chain((n) => fc.array(permutation(n), { minLength: 1, maxLength: 3 }))
  .map((list) => list.map((images, move) => ({ name: `m${move}`, images })));

const state = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

function neighboursOf(space: NumberedStates, from: number): number[] {
  const next = new Float64Array(space.moves.length);
  space.neighbours(from, next);
  return [...next];
}

describe('a permutation puzzle', () => {
  const cycle = permutationSpace('cycle', [{ name: 'c', images: [1, 2, 0] }]);

  test('numbers its states by the places of the pieces', () => {
    expect(cycle.starts).toEqual([0]);
    expect([0, 1, 2, 3, 4, 5].map(cycle.format)).toEqual(['1 2 3', '1 3 2', '2 1 3', '3 1 2', '2 3 1', '3 2 1']);
    expect(cycle.parse('2 3 1')).toBe(4);
  });

  test('takes the piece on point i to point images[i]', () => {
    expect(neighboursOf(cycle, cycle.parse('1 2 3')).map(cycle.format)).toEqual(['3 1 2']);
  });

  test('knows predecessors where its moves cannot be undone', () => {
    expect(cycle.reversible).toBe(false);
    expect(cycle.predecessors?.(cycle.parse('3 1 2')).map(cycle.format)).toEqual(['1 2 3']);
  });

  test('is reversible where the moves are closed under inverses', () => {
    const both = permutationSpace('both', [
      { name: 'c', images: [1, 2, 0] },
      { name: 'd', images: [2, 0, 1] },
    ]);
    expect(both.reversible).toBe(true);
    expect(both.predecessors).toBeUndefined();
  });

  test('reads the texts that it writes', () => {
    fc.assert(
      fc.property(moves, state, (list, share) => {
        const space = permutationSpace('random', list);
        const from = Math.floor(share * space.size);
        expect(space.parse(space.format(from))).toBe(from);
      }),
    );
  });

  test('moves pieces as arrays would', () => {
    fc.assert(
      fc.property(moves, state, (list, share) => {
        const space = permutationSpace('random', list);
        const from = Math.floor(share * space.size);
        const pieces = space.format(from).split(' ');
        const expected = list.map(({ images }) => {
          const moved = [...pieces];
          for (const [point, image] of images.entries()) moved[image] = pieces[point];
          return moved.join(' ');
        });
        expect(neighboursOf(space, from).map(space.format)).toEqual(expected);
      }),
      { numRuns: count(15, 200) },
    );
  });

  test('has as predecessors the states that it is a neighbour of, each once', () => {
    fc.assert(
      fc.property(moves, state, (list, share) => {
        const space = permutationSpace('random', list);
        const from = Math.floor(share * space.size);
        if (space.predecessors === undefined) return;
        const before = space.predecessors(from);
        for (const one of before) expect(neighboursOf(space, one)).toContain(from);
        for (const next of neighboursOf(space, from)) expect(space.predecessors(next)).toContain(from);
        expect(new Set(before).size).toBe(before.length);
      }),
    );
  });

  test('has inverses that undo', () => {
    fc.assert(
      fc.property(permutation(9), (images) => {
        expect(inverseOf(images).map((point) => images[point])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
      }),
    );
  });
});
