import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { movesOfTurns } from '#src/spaces/permutation/generators.js';

/** Returns a cycle of the first n points. */
const turn = (n: number, points = n) =>
  Array.from({ length: points }, (_, point) => (point < n ? (point + 1) % n : point));

const namesOf = (moves: readonly { readonly name: string }[]) => moves.map(({ name }) => name).join(' ');

describe('the moves of turns', () => {
  // Names by expandonemove of src/cpp/readksolve.cpp in rokicki/twsearch.
  test.each([
    [2, 'U'],
    [3, "U U'"],
    [4, "U U2 U'"],
    [5, "U U2 U2' U'"],
    [6, "U U2 U3 U2' U'"],
  ])('of order %i have the names of twsearch', (order, names) => {
    expect(namesOf(movesOfTurns([{ name: 'U', images: turn(order) }], 'powers'))).toBe(names);
  });

  test('are the powers in their names', () => {
    const moves = movesOfTurns([{ name: 'U', images: turn(5) }], 'powers');
    expect(moves.map(({ images }) => images[0])).toEqual([1, 2, 3, 4]);
  });

  test('are turns and their inverses in the metric generators', () => {
    const turns = [
      { name: 'U', images: turn(5) },
      { name: 'R', images: turn(2, 5) },
    ];
    expect(namesOf(movesOfTurns(turns, 'generators'))).toBe("U U' R");
  });

  test('are listed once, whatever their names', () => {
    const turns = [
      { name: 'U', images: turn(4) },
      { name: 'U2', images: [2, 3, 0, 1] },
      { name: 'V', images: turn(4) },
    ];
    expect(namesOf(movesOfTurns(turns, 'powers'))).toBe("U U2 U'");
  });

  test('omit a turn that does nothing, unless there is no other', () => {
    const nothing = { name: 'N', images: [0, 1] };
    expect(namesOf(movesOfTurns([nothing, { name: 'U', images: [1, 0] }], 'powers'))).toBe('U');
    expect(namesOf(movesOfTurns([nothing, nothing], 'powers'))).toBe('N');
  });

  test('are refused if two different ones have the same name', () => {
    const turns = [
      { name: 'U', images: turn(4) },
      { name: 'U2', images: [1, 0, 2, 3] },
    ];
    expect(() => movesOfTurns(turns, 'powers')).toThrow(
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
    expect(namesOf(movesOfTurns(turns, 'generators'))).toBe("U U'");
  });
});
