import { describe, expect, test } from 'vitest';
import type { NumberedSpace } from '#src/space/space.js';
import { withPlainMoves } from '#src/verify/state-moves.js';
import { knownSpace } from '../../known-space.js';
import { plainSpaceSearch } from '../../plain-space-search.js';

type Numbering = NonNullable<NumberedSpace['group']>['numbering'];

/** Returns a space with some of its numbering replaced. */
function withNumbering(space: NumberedSpace, change: (numbering: Numbering) => Partial<Numbering>): NumberedSpace {
  const { group } = space;
  if (group === null) throw new Error('is no permutation puzzle');
  const { numbering } = group;
  const changed: Numbering = Object.assign(Object.create(Object.getPrototypeOf(numbering)), {
    ...numbering,
    numberOf: (colouring: Uint8Array) => numbering.numberOf(colouring),
    writeColouring: (state: number, colouring: Uint8Array) => numbering.writeColouring(state, colouring),
    ...change(numbering),
  });
  return { ...space, group: { ...group, numbering: changed } };
}

const pancakes = knownSpace('pancake:5');

describe('the check’s own moves', () => {
  test.each(['pancake:5', 'topspin:6,3', 'burnt-pancake:3'])('lead to the same states as those of %s', (name) => {
    const space = knownSpace(name);
    const { neighbours } = withPlainMoves(space);
    const [found, expected] = [new Float64Array(space.moves.length), new Float64Array(space.moves.length)];
    for (let state = 0; state < space.size; state++) {
      neighbours(state, found);
      space.neighbours(state, expected);
      expect(found).toEqual(expected);
    }
  });

  test('are those of the space itself if it is not a permutation puzzle', () => {
    const space = knownSpace('hanoi:3,3');
    expect(withPlainMoves(space)).toBe(space);
  });

  test('use neither rows nor bits: only the numbering and the points of the puzzle', () => {
    const lying = { ...pancakes, neighbours: () => expect.unreachable() };
    expect(plainSpaceSearch(withPlainMoves(lying)).histogram).toEqual([1, 4, 12, 35, 48, 20]);
  });
});

describe('a wrong numbering is found by a search', () => {
  test('if it gives two states the same number', () => {
    for (const [one, other] of [
      [3, 7],
      [7, 3],
      [0, 119],
    ]) {
      const merged = withNumbering(pancakes, ({ numberOf }) => ({
        numberOf: (colouring) => {
          const number = numberOf.call(pancakes.group?.numbering, colouring);
          return number === other ? one : number;
        },
      }));
      expect(() => plainSpaceSearch(withPlainMoves(merged))).toThrow(`the number ${one} belongs to two states`);
    }
  });

  test('if it writes a state that has another number', () => {
    const start = pancakes.starts[0];
    const shifted = (wrong: number) =>
      withNumbering(pancakes, (numbering) => ({
        writeColouring: (state, colouring) =>
          numbering.writeColouring(state === wrong ? (wrong + 1) % 120 : state, colouring),
      }));
    for (const wrong of [(start + 1) % 120, 60]) {
      expect(() => plainSpaceSearch(withPlainMoves(shifted(wrong)))).toThrow(
        `the number ${wrong} belongs to two states`,
      );
    }
    expect(() => withPlainMoves(shifted(start))).toThrow(`the number ${start} belongs to two states`);
  });

  test('if a state has no number', () => {
    const lacking = withNumbering(pancakes, ({ numberOf }) => ({
      numberOf: (colouring) => {
        const number = numberOf.call(pancakes.group?.numbering, colouring);
        return number === 64 ? -1 : number;
      },
    }));
    expect(() => plainSpaceSearch(withPlainMoves(lacking))).toThrow('the state that it leads to has no number');
  });
});
