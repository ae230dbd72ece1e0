import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { parsePuzzle } from '#src/spaces/permutation/puzzle-file.js';
import { count } from '../../../suite.js';
import { RING_GAP, RING_KPUZZLE, RING_TWS } from './puzzles.js';

const RING_JSON = JSON.stringify({
  inverses: true,
  generators: [
    { name: 'F', permutation: '(1 11 7 5)(2 12 8 6)(3 10 9 4)' },
    { name: 'T', permutation: [5, 6, 4, 3, 1, 2, 7, 8, 9, 10, 11, 12] },
  ],
});

const imagesOf = (text: string, metric?: string) =>
  parsePuzzle(text, 'file', metric)
    .generators.map(({ images }) => images.join(' '))
    .sort();

describe('the file of a puzzle', () => {
  const F_POWERS = imagesOf(RING_TWS, 'powers');
  const F_GENERATORS = imagesOf(RING_TWS, 'generators');

  // twsearch and cubing.js count powers as moves, others turns and their inverses. JSON gives the moves themselves.
  test.each([
    ["twsearch's language", RING_TWS, 'Ring', 'powers', "F F2 F' T"],
    ['KPuzzle', RING_KPUZZLE, 'Ring', 'powers', "F F2 F' T"],
    ["GAP's language", RING_GAP, 'file', 'generators', "F F' T"],
    ['JSON', RING_JSON, 'file', undefined, "F T F'"],
  ])('gives the same moves in %s, with its own name or that of the file', (_, text, name, metric, moves) => {
    const read = parsePuzzle(text, 'file');
    expect([read.name, read.metric, read.generators.map((move) => move.name).join(' ')]).toEqual([name, metric, moves]);
    expect(imagesOf(text, metric && 'generators')).toEqual(F_GENERATORS);
    if (metric !== undefined) expect(imagesOf(text, 'powers')).toEqual(F_POWERS);
    expect([F_GENERATORS.length, F_POWERS.length]).toEqual([3, 4]);
  });

  test('has the name of the file if it has none, or that of PuzzleGeometry, which it gives to all of its files', () => {
    for (const head of ['', 'Name PuzzleGeometryPuzzle\n']) {
      expect(parsePuzzle(RING_TWS.replace('Name Ring\n', head), 'file').name).toBe('file');
    }
  });

  test('is recognized after a byte order mark, comments and empty lines', () => {
    expect(imagesOf(`\ufeff\r\n# ring\r\n\r\n${RING_TWS.replaceAll('\n', '\r\n')}`)).toEqual(imagesOf(RING_TWS));
    expect(imagesOf(`\ufeff\n  # ring (1,2)\n ${RING_GAP}`)).toEqual(imagesOf(RING_GAP));
    expect(imagesOf(`\ufeff \n${RING_KPUZZLE}`)).toEqual(imagesOf(RING_KPUZZLE));
  });

  test.each(['Ring', 'CORNERS', 'F'])('is refused if the name %s holds characters that reverse text', (name) => {
    expect(() => parsePuzzle(RING_TWS.replaceAll(name, `${name}\u202e`), 'file')).toThrow(
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
    expect(() => parsePuzzle(text, 'file')).toThrow(new InputError(message));
  });

  test('is refused in an unknown metric', () => {
    expect(() => parsePuzzle(RING_TWS, 'file', 'quarter-turn')).toThrow(
      new InputError("the metric of a puzzle in a file is powers or generators; found 'quarter-turn'"),
    );
  });
});

type Fields = Readonly<Record<string, unknown>>;

function file(permutations: Fields, more: Fields = {}): string {
  const generators = Object.entries(permutations).map(([name, permutation]) => ({ name, permutation }));
  return JSON.stringify({ name: 'group', generators, ...more });
}

const parse = (text: string) => parsePuzzle(text, 'file');

const imagesOfGeneratorFile = (permutations: Fields, more: Fields = {}) =>
  parse(file(permutations, more)).generators.map(({ images }) => images);

describe('a file of generators', () => {
  test('holds permutations in one-line or cycle notation', () => {
    const permutations = { list: [2, 3, 1, 5, 4], line: '2 3 1 5 4', commas: '2,3,1,5,4', cycles: '(1 2 3)(4,5)' };
    expect(imagesOfGeneratorFile(permutations)).toEqual(Array(4).fill([1, 2, 0, 4, 3]));
  });

  test('takes the number of points from its field, from a line, or from the largest point in a cycle', () => {
    expect(imagesOfGeneratorFile({ a: '(1 2)' })).toEqual([[1, 0]]);
    expect(imagesOfGeneratorFile({ a: '(1 2)', b: '(3 4)' })[0]).toEqual([1, 0, 2, 3]);
    expect(imagesOfGeneratorFile({ a: '(1 2)', b: '1 2 3' })[0]).toEqual([1, 0, 2]);
    expect(imagesOfGeneratorFile({ a: '(1 2)' }, { points: 5 })).toEqual([[1, 0, 2, 3, 4]]);
    expect(imagesOfGeneratorFile({ a: '()' }, { points: 2 })).toEqual([[0, 1]]);
  });

  test('adds inverses that are missing', () => {
    const { generators } = parse(
      file({ a: '(1 2 3)', b: '(1 2)', c: '(3 2 1)', d: '(1 3 2 4)' }, { inverses: true, points: 4 }),
    );
    expect(generators.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', "d'"]);
    expect(generators[4].images).toEqual([3, 2, 0, 1]);
  });

  test('can have only permutations, which count from 0 if one of them names the point 0', () => {
    const read = (...generators: unknown[]) => parse(JSON.stringify({ generators })).generators;
    const expected = [
      { name: 'g1', images: [1, 2, 0] },
      { name: 'g2', images: [1, 0, 2] },
    ];
    expect(read([2, 3, 1], [2, 1, 3])).toEqual(expected);
    expect(read([1, 2, 0], [1, 0, 2])).toEqual(expected);
    expect(read('(1 2 3)', '2 1 3')).toEqual(expected);
    expect(read('(0,1,2)', [[0, 1]])).toEqual(expected);
    expect(read([[1, 2, 3]], [[1, 2]])).toEqual(expected);
  });

  test('defines its moves itself and refuses a metric', () => {
    expect(() => parsePuzzle('{"generators": [[2, 1]]}', 'file', 'powers')).toThrow(
      new InputError(
        'generators in JSON are the moves themselves: leave out the metric, and add "inverses": true if inverses are moves',
      ),
    );
  });

  test.each([
    ['{', "the file is not JSON: Expected property name or '}' at line 1, column 2"],
    [
      '{"name": "x",\n  "generators": [1 2]}',
      "the file is not JSON: Expected ',' or ']' after array element at line 2, column 20",
    ],
    ['{"name": "x"}', 'a file of generators has no "generators"'],
    ['{"name": "x", "generators": {}}', '"generators" must be a list, found an object'],
    ['{"name": "x", "generators": []}', '"generators" is an empty list; at least one generator is needed'],
    ['{"name": 5, "generators": []}', '"name" must be a text, found 5'],
    ['{"name": "x", "generators": [{"name": "a"}]}', 'generator 1 has no "permutation"'],
    ['{"name": "x", "generators": [5]}', 'generator 1 must be a JSON object with "name", "permutation"; found 5'],
    [
      '{"name": "x", "permutations": {}, "generators": []}',
      'a file of generators has an unknown field "permutations"; known fields are "generators", "name", "points", "inverses"',
    ],
    [file({ a: '1 1 2' }), "generator 'a' takes both point 1 and point 2 to point 1"],
    [file({ a: [1, 3] }), "generator 'a' takes point 2 to 3; points are 1 to 2"],
    [file({ a: [2, 1, 0] }), "generator 'a' takes point 3 to 0; points are 1 to 3"],
    [file({ a: [1.5, 2] }), "generator 'a' takes point 1 to 1.5; points are 1 to 2"],
    [file({ a: [2, 1], b: [1, 2, 3] }), "generator 'b' permutes 3 points; expected 2"],
    [file({ a: [2, 1] }, { points: 3 }), "generator 'a' permutes 2 points; expected 3"],
    [file({ a: '(1 2)(2 3)' }), "generator 'a' has point 2 twice; a point is in one cycle at most"],
    [file({ a: '(1 4)' }, { points: 3 }), "generator 'a' has a cycle with point 4; points are 1 to 3"],
    [file({ a: '(0 1)' }), "generator 'a' has a cycle with point 0; points are 1 to 1"],
    [file({ a: '(1 256)' }), "generator 'a' needs 256 points; at most 255 are possible"],
    ['{"generators": [[1, 2, 0], [2, 3, 1]]}', "generator 'g2' takes point 1 to 3; points are 0 to 2"],
    ['{"generators": [[0, 1], "(1 2)"]}', "generator 'g2' has a cycle with point 2; points are 0 to 1"],
    [
      '{"generators": [[[1, 2.5]]]}',
      'the permutation of generator \'g1\' is written [2, 1, 3], "2 1 3", or in cycles "(1 2)(3 4 5)"; found a list',
    ],
    [file({ a: '()' }), 'no cycle names a point; give the number of points, such as "points": 5'],
    [
      file({ a: '(1 2' }),
      'the permutation of generator \'a\' is written [2, 1, 3], "2 1 3", or in cycles "(1 2)(3 4 5)"; found \'(1 2\'',
    ],
    [file({ a: '(1 2)' }, { points: 256 }), '"points" must be a whole number from 1 to 255, found 256'],
    [file({ a: '(1 2)' }, { inverses: 'yes' }), '"inverses" must be true or false, found "yes"'],
    [
      file({ a: '(1 2 3)', "a'": '(1 2)' }, { inverses: true }),
      "the inverse of generator 'a' would be called 'a'', which is the name of another generator",
    ],
  ])('is refused in one line if it is wrong (%#)', (text, message) => {
    expect(() => parse(text)).toThrow(new InputError(message));
  });

  test('is refused if it is nested too deeply', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const text of [deep, `{"name": "x", "generators": [{"name": "a", "permutation": [${deep}]}]}`]) {
      expect(() => parse(text)).toThrow(InputError);
    }
  });

  test('gives permutations or an input error of one line, whatever it holds', () => {
    const permutation = fc.oneof(
      fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 5 }),
      fc.shuffledSubarray([1, 2, 3, 4], { minLength: 3 }),
      fc.stringMatching(/^[()0-5 ,]{0,12}$/),
      fc.jsonValue({ maxDepth: 1 }),
    );
    const generator = fc.record({ name: fc.oneof(fc.string(), fc.constantFrom('a', 'b', "a'")), permutation });
    const fields = fc.record(
      {
        name: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 0 })),
        generators: fc.oneof(fc.array(generator, { maxLength: 3 }), fc.jsonValue({ maxDepth: 1 })),
        points: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.jsonValue({ maxDepth: 0 })),
        inverses: fc.oneof(fc.boolean(), fc.jsonValue({ maxDepth: 0 })),
      },
      { requiredKeys: ['name', 'generators'] },
    );
    const text = fc.oneof(
      { weight: 4, arbitrary: fields.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.string() },
    );
    fc.assert(
      fc.property(text, (read) => {
        try {
          for (const { images } of parse(read).generators) {
            if (new Set(images).size !== images.length) throw new Error('no permutation');
          }
        } catch (error) {
          if (!(error instanceof InputError) || /[\n\r]/.test(error.message)) throw error;
        }
      }),
      { numRuns: count(200, 100_000) },
    );
  });
});
