import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { KNOWN_PUZZLES, makeKnownPuzzle } from '#src/spaces/puzzles/known-puzzles.js';

const EXAMPLES =
  'pancake:10, burnt-pancake:8, topspin:10,4, hanoi:4,10, cube-2x2x2, corners-3x3x3, cube-3x3x3, skewb, dino, pyraminx, jing-pyraminx, master-pyraminx, fto, m24, moonspinner, knight:8, solitaire:8,4';

function movesOf(text: string, metric: string): readonly string[] {
  const definition = makeKnownPuzzle(text, metric);
  return 'generators' in definition ? definition.generators.map(({ name }) => name) : definition.moves;
}

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

  test('are found regardless of capitals and spaces', () => {
    expect(makeKnownPuzzle(' Solitaire: 8, 4 ').name).toBe('solitaire:8,4');
    expect(makeKnownPuzzle('hanoi:3,4').name).toBe('hanoi:3,4');
  });

  test('have the usual metric by default', () => {
    expect(makeKnownPuzzle('cube-2x2x2').metric).toBe('half-turn');
    expect(movesOf('cube-2x2x2', 'half-turn')).toHaveLength(9);
    expect(movesOf('cube-2x2x2', 'quarter-turn')).toHaveLength(6);
    expect(movesOf('moonspinner', 'generators')).toEqual(['I', 'O', "O'"]);
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
    ['pancake:1', undefined, 'pancake:N takes 2 to 255 pancakes, such as pancake:10; found 1'],
    ['pancake:256', undefined, 'pancake:N takes 2 to 255 pancakes, such as pancake:10; found 256'],
    ['pancake:2.5', undefined, "pancake:N takes whole numbers, such as pancake:10; found '2.5'"],
    ['burnt-pancake:0', undefined, 'burnt-pancake:N takes 1 to 127 pancakes, such as burnt-pancake:8; found 0'],
    ['burnt-pancake:128', undefined, 'burnt-pancake:N takes 1 to 127 pancakes, such as burnt-pancake:8; found 128'],
    ['topspin:1,4', undefined, 'topspin:N,K takes 2 to 255 pieces, such as topspin:10,4; found 1'],
    ['topspin:256,4', undefined, 'topspin:N,K takes 2 to 255 pieces, such as topspin:10,4; found 256'],
    [
      'topspin:6,1',
      undefined,
      'topspin:N,K takes 2 to 6 pieces on the turntable of a ring of 6, such as topspin:10,4; found 1',
    ],
    [
      'topspin:6,7',
      undefined,
      'topspin:N,K takes 2 to 6 pieces on the turntable of a ring of 6, such as topspin:10,4; found 7',
    ],
    ['hanoi:2,3', undefined, 'hanoi:PEGS,DISCS takes 3 to 9 pegs, such as hanoi:4,10; found 2'],
    ['hanoi:10,3', undefined, 'hanoi:PEGS,DISCS takes 3 to 9 pegs, such as hanoi:4,10; found 10'],
    ['hanoi:4,0', undefined, 'hanoi:PEGS,DISCS takes 1 to 26 discs on 4 pegs, such as hanoi:4,10; found 0'],
    ['hanoi:3,34', undefined, 'hanoi:PEGS,DISCS takes 1 to 33 discs on 3 pegs, such as hanoi:4,10; found 34'],
    ['knight:0', undefined, 'knight:N takes 1 to 46340 squares a side, such as knight:8; found 0'],
    ['knight:46341', undefined, 'knight:N takes 1 to 46340 squares a side, such as knight:8; found 46341'],
    ['solitaire:0,1', undefined, 'solitaire:N,K takes 1 to 100 squares a side, such as solitaire:8,4; found 0'],
    ['solitaire:2,5', undefined, 'solitaire:N,K takes 1 to 4 pieces on 2x2, such as solitaire:8,4; found 5'],
    ['solitaire:8,0', undefined, 'solitaire:N,K takes 1 to 64 pieces on 8x8, such as solitaire:8,4; found 0'],
    [
      'solitaire:100,251',
      undefined,
      'solitaire:N,K takes 1 to 250 pieces on 100x100, such as solitaire:8,4; found 251',
    ],
    [
      'solitaire:8,32',
      undefined,
      'solitaire:8,32 is too large to number: it has about 1.8e+18 states, and 2^53 is the most that can be counted exactly',
    ],
    ['pyraminx', 'half-turn', "pyraminx has only one metric: leave it out; found 'half-turn'"],
    ['cube-2x2x2', 'slice', "the metric of cube-2x2x2 is half-turn or quarter-turn; found 'slice'"],
  ])("'%s' with metric %s", (text, metric, message) => {
    expect(messageOf(() => makeKnownPuzzle(text, metric))).toBe(message);
  });
});
