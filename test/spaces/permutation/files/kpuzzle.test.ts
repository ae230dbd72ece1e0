import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { powerOf } from '#src/permutations/permutation.js';
import { imagesOfAlg } from '#src/spaces/permutation/kpuzzle.js';
import { parsePuzzle } from '#src/spaces/permutation/puzzle-file.js';

const ORBIT = { orbitName: 'A', numPieces: 2, numOrientations: 4 };
const PATTERN = { pieces: [0, 1], orientation: [0, 0] };
const SWAP = { A: { permutation: [1, 0], orientationDelta: [1, 0] } };

const puzzle = (fields: object) => ({
  name: 'pair',
  orbits: [ORBIT],
  defaultPattern: { A: PATTERN },
  moves: { U: SWAP },
  ...fields,
});
const read = (fields: object) => parsePuzzle(JSON.stringify(puzzle(fields)), 'file');
const readPattern = (pattern: object) => read({ defaultPattern: { A: { ...PATTERN, ...pattern } } });
const namesOf = (fields: object) =>
  read(fields)
    .generators.map(({ name }) => name)
    .join(' ');

describe('a KPuzzle', () => {
  test('has moves that take a piece to each place, turned by the number at the new place', () => {
    // The piece of place 1 moves to place 0, turned by 1.
    expect(read({}).generators[0]).toEqual({ name: 'U', images: [4, 5, 6, 7, 1, 2, 3, 0] });
  });

  test('can turn pieces by negative numbers', () => {
    const moves = { U: { A: { permutation: [1, 0], orientationDelta: [-3, 0] } } };
    expect(read({ moves }).generators).toEqual(read({}).generators);
  });

  test('has identical pieces', () => {
    expect(readPattern({ pieces: [0, 0] }).sets).toEqual([{ name: 'A', pieces: 2, turns: 4, solved: [1, 1] }]);
  });

  test('does not change orbits that a move omits', () => {
    const orbits = [ORBIT, { orbitName: 'B', numPieces: 2, numOrientations: 1 }];
    const defaultPattern = { A: PATTERN, B: PATTERN };
    const { generators } = read({ orbits, defaultPattern, moves: { V: { B: { permutation: [1, 0] } } } });
    expect(generators).toEqual([{ name: 'V', images: [0, 1, 3, 2] }]);
  });

  test('shows orientations modulo orientationMod', () => {
    expect(readPattern({ orientationMod: [0, 1] }).sets).toEqual([
      { name: 'A', pieces: 2, turns: 4, orientations: [0, null] },
    ]);
    expect(readPattern({ orientationMod: [1, 1] }).sets).toEqual([{ name: 'A', pieces: 2, turns: 1 }]);
    // Half turns do not show on either, so four quarter turns count as two.
    const { sets, generators } = readPattern({ orientationMod: [2, 2] });
    expect(sets).toEqual([{ name: 'A', pieces: 2, turns: 2 }]);
    expect(generators[0].images).toEqual([2, 3, 1, 0]);
    expect(readPattern({ orientationMod: [2, 1] }).sets).toEqual([
      { name: 'A', pieces: 2, turns: 2, orientations: [0, null] },
    ]);
  });

  test('counts derived moves as moves, but not rotations', () => {
    const moves = { U: SWAP, x: { A: { permutation: [1, 0] } } };
    expect(namesOf({ moves, derivedMoves: { D: '[x: U]', Uv: "x'", y: 'x D' } })).toBe(
      "U U2 U3 U4 U3' U2' U' D D3 D3' D'",
    );
  });

  test('can derive moves from derived moves', () => {
    const derived = { R: 'S2 S', S: "U'" };
    expect(namesOf({ derivedMoves: derived })).toBe("U U2 U3 U4 U3' U2' U'");
  });

  test.each([
    [{ name: 5 }, '"name" must be a text, found 5'],
    [{ orbits: {} }, '"orbits" must be a list, found an object'],
    [{ orbits: [5] }, 'orbit 1 must be a JSON object with "orbitName", "numPieces", "numOrientations"; found 5'],
    [{ orbits: [{ ...ORBIT, orbitName: '' }] }, 'the "orbitName" of orbit 1 must be a text, found ""'],
    [
      { orbits: [{ ...ORBIT, numPieces: 256 }] },
      'the "numPieces" of orbit "A" must be a whole number from 1 to 255, found 256',
    ],
    [{ orbits: [ORBIT, ORBIT] }, 'two orbits are called "A"'],
    [{ defaultPattern: undefined }, '"defaultPattern" must be a JSON object with "CORNERS"; found nothing'],
    [
      { defaultPattern: {} },
      'the default pattern of orbit "A" must be a JSON object with "pieces", "orientation"; found nothing',
    ],
    [
      { defaultPattern: { A: { orientation: [0, 0] } } },
      'the "pieces" of the default pattern of orbit "A" must be a list of 2 numbers, found nothing',
    ],
    [
      { defaultPattern: { A: { ...PATTERN, orientation: [0, 4] } } },
      'the "orientation" of the default pattern of orbit "A" must have numbers from 0 to 3, found 4',
    ],
    [
      { defaultPattern: { A: { ...PATTERN, orientationMod: [3, 0] } } },
      'an "orientationMod" of orbit "A" must be 0, 1, or the same divisor of 4 throughout; found 3 among others',
    ],
    [
      { defaultPattern: { A: { ...PATTERN, orientationMod: [2, 0] } } },
      'an "orientationMod" of orbit "A" must be 0, 1, or the same divisor of 4 throughout; found 2 among others',
    ],
    [
      { defaultPattern: { A: { ...PATTERN, pieces: [0, 0], orientationMod: [1, 0] } } },
      'identical pieces of orbit "A" must have the same "orientationMod"; those of piece 0 differ',
    ],
    [{ moves: {} }, 'the puzzle has no move, such as U; moves called x, y, z or Uv are rotations of the whole puzzle'],
    [
      { moves: { x: SWAP } },
      'the puzzle has no move, such as U; moves called x, y, z or Uv are rotations of the whole puzzle',
    ],
    [{ moves: { U: { B: {} } } }, 'move "U" has an orbit "B", which is not in "orbits"'],
    [{ moves: { U: { A: {} } } }, 'move "U" in orbit "A" has no "permutation"'],
    [
      { moves: { U: { A: { permutation: [0, 0] } } } },
      'the "permutation" of move "U" in orbit "A" must have each number from 0 to 1 once',
    ],
    [
      { moves: { U: { A: { permutation: [0, 2] } } } },
      'the "permutation" of move "U" in orbit "A" must have numbers from 0 to 1, found 2',
    ],
    [
      { moves: { U: { A: { permutation: [0, 1, 2] } } } },
      'the "permutation" of move "U" in orbit "A" must be a list of 2 numbers, found 3 numbers',
    ],
    [{ derivedMoves: { D: 5 } }, 'derived move "D" must be a text such as "[x: U]", found 5'],
    [{ derivedMoves: { D: 'F' } }, "'F' is not a move in the alg 'F'"],
    [{ derivedMoves: { D: 'E', E: "D'" } }, "move 'D' is defined in terms of itself"],
  ])('is refused with the field if it is wrong (%#)', (fields, message) => {
    expect(() => read(fields)).toThrow(new InputError(message));
  });

  test('is refused if its derived moves are nested too deeply', () => {
    const derivedMoves = Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [`D${index}_`, `D${index + 1}_`]),
    );
    expect(() => read({ derivedMoves })).toThrow(new InputError("move 'D50_' is nested more than 50 definitions deep"));
  });
});

const IDENTITY = [0, 1, 2, 3, 4];
const MOVES: Readonly<Record<string, readonly number[]>> = {
  A: [1, 2, 3, 4, 0],
  B: [1, 0, 2, 3, 4],
  '2-3Rw': [0, 2, 1, 3, 4],
};

const readAlg = (text: string) =>
  imagesOfAlg(text, IDENTITY, (word) => {
    const [, name, inverse] = /^(.*?)('?)$/.exec(word) ?? [];
    return MOVES[name] === undefined ? undefined : powerOf(MOVES[name], inverse === '' ? 1 : -1);
  });

describe('an alg', () => {
  test.each([
    ['a sequence from left to right', 'A B', [0, 2, 3, 4, 1]],
    ['nothing', '', IDENTITY],
    ['pauses, lines and comments', 'A . // A A\n B', [0, 2, 3, 4, 1]],
    ['layers', '2-3Rw', [0, 2, 1, 3, 4]],
  ])('is %s', (_, text, images) => {
    expect(readAlg(text)).toEqual(images);
  });

  test.each([
    ['(A B)2', 'A B A B'],
    ["(A B)'", "B' A'"],
    ["(A B)3'", "B' A' B' A' B' A'"],
    ['[A: B]', "A B A'"],
    ['[A, B]', "A B A' B'"],
    ['[A: [B, A]2]', "A B A B' A' B A B' A' A'"],
    ['((A)2 B)2', 'A A B A A B'],
  ])('has %s for %s', (text, moves) => {
    expect(readAlg(text)).toEqual(readAlg(moves));
  });

  test.each([
    ['A C', "'C' is not a move in the alg 'A C'"],
    ['(A', "expected ) at character 3 in the alg '(A'"],
    ['[A B]', "expected , or : at character 5 in the alg '[A B]'"],
    ['[A, B', "expected ] at character 6 in the alg '[A, B'"],
    ['A)', "unexpected ')' in the alg 'A)'"],
    ['A / B', "unexpected '/' in the alg 'A / B'"],
    [
      '('.repeat(50_000),
      "more than 20 brackets within each other in the alg '((((((((((((((((((((((((((((((((((((((((...'",
    ],
  ])('is quoted in the error if it is wrong: %#', (text, message) => {
    expect(() => readAlg(text)).toThrow(new InputError(message));
  });
});
