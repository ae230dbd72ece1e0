import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { KNOWN_PUZZLES, makeKnownPuzzle } from '#src/spaces/puzzles/known-puzzles.js';
import { knownSpace } from '../../known-space.js';

const EXAMPLES =
  'pancake:10, burnt-pancake:8, topspin:10,4, hanoi:4,10, cube-2x2x2, corners-3x3x3, skewb, dino, pyraminx, jing-pyraminx, m24, moonspinner, knight:8, solitaire:8,4';

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  return 'no error';
}

describe('built-in puzzles', () => {
  test('are listed with a valid example each', () => {
    expect(KNOWN_PUZZLES.map(({ example }) => example).join(', ')).toBe(EXAMPLES);
    for (const { name, example, summary } of KNOWN_PUZZLES) {
      expect(example.split(':')[0]).toBe(name);
      expect(summary).not.toContain('\n');
      expect(makeKnownPuzzle(example).name).toBe(example);
    }
  });

  test.each(KNOWN_PUZZLES)('$example satisfies the interface at its starts', ({ example }) => {
    const space = knownSpace(example);
    expect(new Set(space.moves).size).toBe(space.moves.length);
    expect(space.moves.filter((move) => /^$|\s/.test(move))).toEqual([]);
    expect(space.starts.length).toBeGreaterThan(0);
    const next = new Float64Array(space.moves.length);
    for (const start of space.starts) {
      expect(space.parse(space.format(start))).toBe(start);
      space.neighbours(start, next);
      for (const neighbour of next) {
        expect(neighbour === -1 || (Number.isInteger(neighbour) && neighbour >= 0 && neighbour < space.size)).toBe(
          true,
        );
      }
    }
  });

  test('are found regardless of capitals and spaces', () => {
    expect(makeKnownPuzzle(' Solitaire: 8, 4 ').name).toBe('solitaire:8,4');
    expect(makeKnownPuzzle('hanoi:3,4').name).toBe('hanoi:3,4');
  });

  test('have the usual metric by default', () => {
    expect(makeKnownPuzzle('cube-2x2x2').metric).toBe('half-turn');
    expect(knownSpace('cube-2x2x2', 'half-turn').moves.length).toBe(9);
    expect(knownSpace('cube-2x2x2', 'quarter-turn').moves.length).toBe(6);
    expect(knownSpace('moonspinner', 'generators').moves).toEqual(['I', 'O', "O'"]);
    expect(makeKnownPuzzle('pyraminx').metric).toBeUndefined();
  });
});

describe('anything but a built-in puzzle is refused', () => {
  test.each([
    ['rubik', undefined, `'rubik' is not a known space: known spaces are ${EXAMPLES}`],
    ['', undefined, `'' is not a known space: known spaces are ${EXAMPLES}`],
    [
      'pancakes:10',
      undefined,
      `'pancakes:10' is not a known space (did you mean pancake:10?): known spaces are ${EXAMPLES}`,
    ],
    [
      'cube2x2x2',
      undefined,
      `'cube2x2x2' is not a known space (did you mean cube-2x2x2?): known spaces are ${EXAMPLES}`,
    ],
    ['knigth:8', undefined, `'knigth:8' is not a known space (did you mean knight:8?): known spaces are ${EXAMPLES}`],
    ['x'.repeat(5000), undefined, `'${'x'.repeat(40)}...' is not a known space: known spaces are ${EXAMPLES}`],
    ['pancake', undefined, "pancake is written pancake:N, such as pancake:10; found 'pancake'"],
    ['hanoi:4', undefined, "hanoi is written hanoi:PEGS,DISCS, such as hanoi:4,10; found 'hanoi:4'"],
    ['hanoi:4,5,6', undefined, "hanoi is written hanoi:PEGS,DISCS, such as hanoi:4,10; found 'hanoi:4,5,6'"],
    ['pyraminx:4', undefined, "pyraminx has no parameters; found 'pyraminx:4'"],
    ['knight:8x8', undefined, "knight:N takes whole numbers, such as knight:8; found '8x8'"],
    ['knight:-3', undefined, "knight:N takes whole numbers, such as knight:8; found '-3'"],
    ['hanoi:4,', undefined, "hanoi:PEGS,DISCS takes whole numbers, such as hanoi:4,10; found ''"],
    ['knight:0', undefined, 'knight:N takes 1 to 46340 squares a side, such as knight:8; found 0'],
    ['pyraminx', 'half-turn', "pyraminx has only one metric: leave it out; found 'half-turn'"],
    ['cube-2x2x2', 'slice', "the metric of cube-2x2x2 is half-turn or quarter-turn; found 'slice'"],
  ])("'%s' with metric %s", (text, metric, message) => {
    expect(messageOf(() => makeKnownPuzzle(text, metric))).toBe(message);
  });
});
