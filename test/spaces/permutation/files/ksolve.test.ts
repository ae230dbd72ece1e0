import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { parseKsolve } from '#src/spaces/permutation/ksolve.js';
import { RING_TWS } from './puzzles.js';

const SETS = 'Set A 3 2\nSet B 2 1\n';
const SOLVED = 'Solved\nEnd\n';
const MOVE = 'Move M\nA\n2 3 1\n1 0 0\nEnd\n';

const read = (text: string) => parseKsolve(text, 'powers');
const imagesOf = (text: string, name: string) => read(text).generators.find((move) => move.name === name)?.images;

describe('a puzzle in the language of twsearch', () => {
  test('has sets with one point for each orientation at each place', () => {
    const { name, sets } = read(RING_TWS);
    expect([name, sets]).toEqual(['Ring', [{ name: 'CORNERS', pieces: 4, turns: 3 }]]);
  });

  test('has moves that take a piece to each place', () => {
    const text = `Set A 3 1\n${SOLVED}Move M\nA\n2 3 1\nEnd\n`;
    expect(imagesOf(text, 'M')).toEqual([2, 0, 1]);
  });

  test('turns pieces by the number at their old place in a Move, and at their new place in a MoveTransformation', () => {
    // Move 13425,01201 is state 13425,02011: docs/ksolveformat.txt of rokicki/twsearch.
    const head = `Set A 5 3\n${SOLVED}`;
    const move = imagesOf(`${head}Move M\nA\n1 3 4 2 5\n0 1 2 0 1\nEnd\n`, 'M');
    const transformation = imagesOf(`${head}MoveTransformation M\nA\n0 2 3 1 4\n0 2 0 1 1\nEnd\n`, 'M');
    expect(move).toEqual(transformation);
    // The piece of place 3 moves to place 2, turned by 2.
    expect(move?.slice(6, 9)).toEqual([5, 3, 4]);
  });

  test('does not change sets that a move or the solved state omits, nor orientations without a row', () => {
    const { sets, generators } = read(`${SETS}${SOLVED}${MOVE}Move N\nB\n2 1\nEnd\n`);
    expect(sets).toEqual([
      { name: 'A', pieces: 3, turns: 2 },
      { name: 'B', pieces: 2, turns: 1 },
    ]);
    expect(generators.find(({ name }) => name === 'N')?.images).toEqual([0, 1, 2, 3, 4, 5, 7, 6]);
  });

  test('has identical pieces, and orientations that do not show', () => {
    const solved = 'Solved\nA\n1 17 17\n1 ? ?\nB\n? ?\nEnd\n';
    expect(read(`${SETS}${solved}${MOVE}`).sets).toEqual([
      { name: 'A', pieces: 3, turns: 2, solved: [1, 17, 17], orientations: [1, null, null] },
      { name: 'B', pieces: 2, turns: 1, solved: [1, 1] },
    ]);
  });

  test('counts from 0 in StartState', () => {
    expect(read(`${SETS}StartState\nA\n0 0 1\nEnd\n${MOVE}`).sets?.[0].solved).toEqual([1, 1, 2]);
  });

  test('takes one point for each place if no piece of a set turns, or if no turn shows', () => {
    const unturned = MOVE.replace('1 0 0\n', '');
    expect(read(`${SETS}${SOLVED}${unturned}`).sets?.[0].turns).toBe(1);
    expect(read(`${SETS}Solved\nA\n1 2 3\n? ? ?\nEnd\n${MOVE}`).sets?.[0]).toEqual({ name: 'A', pieces: 3, turns: 1 });
  });

  test('has moves made of others, in any order, and aliases that are not moves', () => {
    const text = `${SETS}${SOLVED}MoveSequence Q N P'\nMoveAlias P M\n${MOVE}Move N\nB\n2 1\nEnd\nMoveSequence R Q,Q2\n`;
    const { generators } = parseKsolve(text, 'generators');
    expect(generators.map(({ name }) => name).join(' ')).toBe("M M' N Q Q' R");
    // M' and the exchange of the pieces of B.
    expect(imagesOf(text, 'Q')).toEqual([2, 3, 4, 5, 1, 0, 7, 6]);
  });

  test('has rotations, which are not moves', () => {
    const text = `${SETS}${SOLVED}${MOVE.replace('Move M', 'Move Fv')}${MOVE.replace('Move M', 'Move x2')}MoveSequence R Fv x2'\nMove fv\nB\n2 1\nEnd\n`;
    expect(read(text).generators.map(({ name }) => name)).toEqual(['fv']);
  });

  test.each([
    ['Name A B', "line 1: expected Name NAME, found 'Name A B'"],
    [`${SETS}Name A`, 'line 3: Name comes first, and once'],
    ['Set A 3', "line 1: expected Set NAME PIECES ORIENTATIONS, found 'Set A 3'"],
    ['# sets\n\nSet A 0 1', "line 3: a set has 1 to 255 pieces, found '0'"],
    ['Set A 3 128', "line 1: a set has 1 to 127 orientations, found '128'"],
    [`${SETS}Set A 1 1`, "line 3: two sets are called 'A'"],
    [`${SETS}${SOLVED}Set C 1 1`, 'line 5: sets come before the solved state'],
    ['Solved\nEnd', 'line 1: sets come before Solved, such as Set CORNERS 8 3'],
    [`${SETS}${SOLVED}${SOLVED}`, 'line 5: the solved state appears twice'],
    [`${SETS}${MOVE}`, 'line 3: moves come after the solved state'],
    [SETS, 'there is no solved state; a section Solved, which ends with End, comes between sets and moves'],
    [
      `${SETS}${SOLVED}`,
      'the puzzle has no move, such as U; moves called x, y, z or Uv are rotations of the whole puzzle',
    ],
    [`${SETS}Solved\nA\n1 2 3`, "the file ends in 'Solved' of line 3, before its End"],
    [`${SETS}Solved\nC\n`, "line 4: expected a set, such as A, numbers or End, found 'C'"],
    [`${SETS}Solved\n1 2 3\n`, 'line 4: a set has a row of pieces and maybe one of orientations, after its name'],
    [`${SETS}Solved\nA\nB\n1 1\nEnd`, 'line 4: no row of pieces follows set A'],
    [`${SETS}Solved\nA\n1 2\nEnd`, 'line 5: set A has 3 pieces, found 2 numbers'],
    [`${SETS}Solved\nA\n0 1 2\nEnd`, "line 5: pieces of A are numbers from 1 to 255, found '0'"],
    [`${SETS}Solved\nA\n1 2 3\n0 0 2\nEnd`, "line 6: orientations of A are numbers from 0 to 1, found '2'"],
    [`${SETS}Solved\nA\n1 2 3\nA\n1 2 3\nEnd`, 'line 6: set A appears twice'],
    [`${SETS}Solved\nA\n1 1 2\n? 0 0\nEnd`, "line 4: identical pieces of A have '?' as orientation all or none"],
    [`${SETS}${SOLVED}Move M\nA\n1 1 2\nEnd`, 'line 6: a move of A must have each number from 1 to 3 once'],
    [`${SETS}${SOLVED}Move M\nA\n? 1 2\nEnd`, "line 7: pieces of A are numbers from 1 to 255, found '?'"],
    [`${SETS}${SOLVED}${MOVE}${MOVE}`, "line 10: two moves are called 'M'"],
    [`${SETS}${SOLVED}MoveAlias P M M`, "line 5: expected MoveAlias NAME MOVE, found 'MoveAlias P M M'"],
    [`${SETS}${SOLVED}MoveSequence P`, 'line 5: expected MoveSequence NAME MOVES'],
    [`${SETS}${SOLVED}MoveSequence P N2'`, "line 5: 'N2'' is not a move"],
    [`${SETS}${SOLVED}MoveSequence P Q\nMoveSequence Q P2`, "move 'P' is defined in terms of itself"],
    [
      `${SETS}${SOLVED}Illegal A 1 2`,
      'line 5: Illegal forbids states, and those that are left are not the states of a group: leave such a puzzle to twsearch',
    ],
    [
      `${SETS}Moves`,
      "line 3: expected Name, Set, Solved, StartState, Move, MoveTransformation, MoveAlias or MoveSequence, found 'Moves'",
    ],
    [
      `Set A 200 1\nSet B 30 2\n${SOLVED}Move M\nB\n${Array.from({ length: 30 }, (_, i) => i + 1).join(' ')}\n${'1 '.repeat(30)}\nEnd\n`,
      'the sets need 260 points, one for each orientation at each place; at most 255 are possible',
    ],
  ])('is refused with the line of the fault if it is wrong (%#)', (text, message) => {
    expect(() => read(text)).toThrow(new InputError(message));
  });
});
