import { describe, expect, test } from 'vitest';
import type { NumberedGroupView, NumberedSpace, PuzzleSource } from '#src/space/space.js';
import { groupSpace } from '#src/spaces/permutation/group-space.js';
import { plainRanks, withPlainMoves } from '#src/verify/state-moves.js';
import { knownSpace } from '../../known-space.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { plainArrangements } from '../../spaces/permutation/colourings/plain-states.js';

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

/** Returns a puzzle of pieces in a row, whose moves swap neighbours. @param states given if its states are ranked */
function rowOf(solved: readonly number[], states?: number): NumberedGroupView {
  const places = solved.map((_, place) => place);
  const generators = places.slice(1).map((place) => ({
    name: `${place}`,
    images: places.with(place, place - 1).with(place - 1, place),
  }));
  const definition = { name: 'row', generators, sets: [{ name: 'row', pieces: solved.length, turns: 1, solved }] };
  const source: PuzzleSource = { kind: 'generators', ...definition };
  const block = [...new Set(solved)].map(() => 0);
  const ranked = { ...source, numbering: { frames: 'ordered', block, word: null, states } } as const;
  const { group } = groupSpace(definition, states === undefined ? source : ranked);
  if (group === null) throw new Error('is not a permutation puzzle');
  return group;
}

test.each([[[5, 5]], [[6, 4]], [[4, 4, 4]], [[1, 12, 2]]])(
  'the check’s ranks are indices in lexicographic order: %j pieces of each kind',
  (counts) => {
    const states = plainArrangements(counts);
    const solved = counts.flatMap((pieces, kind) => new Array<number>(pieces).fill(kind + 1));
    const ranks = plainRanks(rowOf(solved, states.length));
    if (ranks === null) throw new Error('the states are not ranked');
    const written = new Uint8Array(states[0].length);
    const wrong = states.filter((state, number) => {
      ranks.writeColouring(number, written);
      return ranks.numberOf(Uint8Array.from(state)) !== number || written.join() !== state.join();
    });
    expect(wrong).toEqual([]);
    expect(ranks.numberOf(written.fill(0))).toBe(-1);
  },
);

test('states in words or several blocks have no such ranks', () => {
  expect(plainRanks(rowOf([1, 2, 3, 4, 5, 6]))).toBe(null);
});
