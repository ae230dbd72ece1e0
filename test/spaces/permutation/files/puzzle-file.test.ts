import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { parsePuzzle } from '#src/spaces/permutation/files/puzzle-file.js';
import { RING_GAP, RING_KPUZZLE, RING_TWS } from './puzzles.js';

const RING_JSON = JSON.stringify({
  inverses: true,
  generators: [
    { name: 'F', permutation: '(1 11 7 5)(2 12 8 6)(3 10 9 4)' },
    { name: 'T', permutation: [5, 6, 4, 3, 1, 2, 7, 8, 9, 10, 11, 12] },
  ],
});

const imagesOf = (text: string, metric?: string) =>
  parsePuzzle(text, { name: 'file', metric })
    .generators.map(({ images }) => images.join(' '))
    .sort();

describe('the file of a puzzle', () => {
  test('gives the same moves in every format', () => {
    const moves = imagesOf(RING_TWS, 'generators');
    expect(moves).toHaveLength(3);
    expect(imagesOf(RING_KPUZZLE, 'generators')).toEqual(moves);
    expect(imagesOf(RING_GAP, 'generators')).toEqual(moves);
    expect(imagesOf(RING_JSON)).toEqual(moves);
  });

  test('gives the same powers in every format', () => {
    const powers = imagesOf(RING_TWS, 'powers');
    expect(powers).toHaveLength(4);
    expect(imagesOf(RING_KPUZZLE, 'powers')).toEqual(powers);
    expect(imagesOf(RING_GAP, 'powers')).toEqual(powers);
  });

  test('counts powers as moves if it comes from twsearch or cubing.js, otherwise turns and their inverses', () => {
    const read = (text: string) => {
      const { metric, generators } = parsePuzzle(text, { name: 'file' });
      return [metric, generators.map(({ name }) => name).join(' ')];
    };
    expect(read(RING_TWS)).toEqual(['powers', "F F2 F' T"]);
    expect(read(RING_KPUZZLE)).toEqual(['powers', "F F2 F' T"]);
    expect(read(RING_GAP)).toEqual(['generators', "F F' T"]);
    expect(read(RING_JSON)).toEqual([undefined, "F T F'"]);
  });

  test('gives its own name, or the name of the file', () => {
    const nameOf = (text: string) => parsePuzzle(text, { name: 'file' }).name;
    expect(nameOf(RING_TWS)).toBe('Ring');
    expect(nameOf(RING_KPUZZLE)).toBe('Ring');
    expect(nameOf(RING_GAP)).toBe('file');
    expect(nameOf(RING_JSON)).toBe('file');
    expect(nameOf(RING_TWS.replace('Name Ring\n', ''))).toBe('file');
    // PuzzleGeometry gives this name to all of its files.
    expect(nameOf(RING_TWS.replace('Ring', 'PuzzleGeometryPuzzle'))).toBe('file');
  });

  test('is recognized after a byte order mark, comments and empty lines', () => {
    expect(imagesOf(`\ufeff\r\n# ring\r\n\r\n${RING_TWS.replaceAll('\n', '\r\n')}`)).toEqual(imagesOf(RING_TWS));
    expect(imagesOf(`\ufeff\n  # ring (1,2)\n ${RING_GAP}`)).toEqual(imagesOf(RING_GAP));
    expect(imagesOf(`\ufeff \n${RING_KPUZZLE}`)).toEqual(imagesOf(RING_KPUZZLE));
  });

  test('is refused if the name of an orbit is wrong', () => {
    expect(() => parsePuzzle(RING_KPUZZLE.replaceAll('CORNERS', 'A'.repeat(101)), { name: 'file' })).toThrow(
      new InputError(
        `a set of pieces has a name of 1 to 100 characters, none a control character; found '${'A'.repeat(40)}...'`,
      ),
    );
  });

  test.each(['Ring', 'CORNERS', 'F'])('is refused if the name %s holds characters that reverse text', (name) => {
    expect(() => parsePuzzle(RING_TWS.replaceAll(name, `${name}\u202e`), { name: 'file' })).toThrow(
      `characters, none a control character; found '${name}\u00b7'`,
    );
  });

  test('can begin with a name in GAP that is a keyword in twsearch', () => {
    expect(imagesOf('Set := (1,2);')).toEqual(['1 0']);
    expect(imagesOf('Move:=(1,2);')).toEqual(['1 0']);
  });

  test.each([
    ['', 'the file is empty'],
    ['# nothing\n\n', 'the file is empty'],
    ['[[2,3,1], [2,1,3]]', 'a list of numbers is not a puzzle: in JSON, write {"generators": [[2,3,1],[2,1,3]]}'],
    [
      'hello world',
      "the file begins with 'hello world': expected a puzzle of twsearch (Set CORNERS 8 3), permutations in GAP's notation (Group((1,2,3),(1,2))), or JSON ({\"generators\": [[2,3,1]]})",
    ],
  ])('is refused in any other format: %j', (text, message) => {
    expect(() => parsePuzzle(text, { name: 'file' })).toThrow(new InputError(message));
  });

  test('is refused in an unknown metric', () => {
    expect(() => parsePuzzle(RING_TWS, { name: 'file', metric: 'quarter-turn' })).toThrow(
      new InputError("the metric of a puzzle in a file is powers or generators; found 'quarter-turn'"),
    );
  });
});
