import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SpaceSource } from '#src/space/space.js';
import { isFull, mapOf, parseBoard, parseMap } from '#src/spaces/board/board.js';
import { spaceName } from '#src/spaces/board-facts.js';
import { describeSpace, fileNameOf, isSameSpace, type NamedSpace, spaceOfFileName } from '#src/spaces/names.js';
import { openSpace } from '#src/spaces/open-space.js';
import { KNOWN_PUZZLES } from '#src/spaces/puzzles/known-puzzles.js';
import { randomMap } from '../random-maps.js';
import { count } from '../suite.js';

/** Returns a board, with the name of a map if it has one. */
function board(text: string, goal?: string, metric: 'single' | 'multi' = 'single', mapName?: string): NamedSpace {
  const found = text.includes('x') ? parseBoard(text) : parseMap(text, mapName);
  const tiles = Array.from({ length: found.cells - 1 }, (_, tile) => String(tile + 1));
  const position = goal ?? [...tiles, 'x'].join(' ');
  const named = mapName === undefined ? {} : { mapName };
  const source: SpaceSource = { kind: 'board', board: text, ...named, metric, goal: position };
  return { source, name: spaceName(found, position.split(' ').indexOf('x'), metric) };
}

/** Returns a pattern of a board. @param tiles ascending */
function pattern({ source, name }: NamedSpace, tiles: readonly number[]): NamedSpace {
  if (source.kind !== 'board') throw new Error(`${name} is not a board`);
  const { metric: _, ...ofBoard } = source;
  return { source: { ...ofBoard, kind: 'pattern', tiles }, name: `${name} pattern ${tiles.join(' ')}` };
}

function known(space: string, name = space, start?: string): NamedSpace {
  return { source: { kind: 'known', space, ...(start !== undefined && { start }) }, name };
}

function module(path: string, start?: string): NamedSpace {
  const stem = path.replace(/^.*\//, '').replace(/\.js$/, '');
  if (start === undefined) return { source: { kind: 'module', path }, name: stem };
  return { source: { kind: 'module', path, start }, name: `${stem}-from-${start}` };
}

function generated(name: string, images: readonly (readonly number[])[]): NamedSpace {
  const generators = images.map((each, index) => ({ name: `g${index}`, images: each }));
  return { source: { kind: 'generators', name, generators }, name };
}

describe('files are named after', () => {
  // The digests come from sha256sum.
  test.each<[string, NamedSpace, string]>([
    ['a board', board('3x4'), '3x4'],
    ['a metric', board('3x4', undefined, 'multi'), '3x4-multi'],
    ['an ordered goal', board('3x3', '1 2 3 4 x 5 6 7 8'), '3x3-blank-4'],
    ['any other goal', board('3x3', '1 2 3 8 x 4 7 6 5'), '3x3-goal-1-2-3-8-x-4-7-6-5'],
    ['goal and metric', board('2x2', 'x 2 1 3', 'multi'), '2x2-multi-goal-x-2-1-3'],
    ['the rows of a map', board('..#/.../#..'), 'map-oox-ooo-xoo'],
    ['the rows of a map, its metric and goal', board('..#/...', 'x 1 2 3 4', 'multi'), 'map-oox-ooo-multi-blank-0'],
    ['a map without its margin', board('#../#..'), '2x2'],
    ['the file of a map', board('#.#/.../...', undefined, 'single', 'cross'), 'cross-2837a3'],
    ['tiles of a board', pattern(board('4x4'), [1, 2, 5, 6]), '4x4-pattern-1-2-5-6'],
    ['tiles and an ordered goal', pattern(board('2x2', 'x 1 2 3'), [1]), '2x2-blank-0-pattern-1'],
    ['tiles and any other goal', pattern(board('2x2', 'x 2 1 3'), [3]), '2x2-goal-x-2-1-3-pattern-3'],
    ['tiles of a map', pattern(board('#.#/.../...', undefined, 'single', 'cross'), [1, 2]), 'cross-2837a3-pattern-1-2'],
    ['a puzzle', known('pancake:10'), 'pancake-10'],
    ['a puzzle of two parameters', known('topspin:10,4'), 'topspin-10-4'],
    ['the metric of a puzzle', known('cube-2x2x2', 'cube-2x2x2-quarter-turn'), 'cube-2x2x2-quarter-turn'],
    ['a start', known('hanoi:3,4', 'hanoi:3,4-from-CCCC', 'cccc'), 'hanoi-3-4-from-CCCC'],
    ['a start with other characters', known('knight:8', 'knight:8-from-4,3', 'e4'), 'knight-8-from-4-3-477a24'],
    ['a module', module('/home/me/my-space.js'), 'my-space-984874'],
    ['a module and a start', module('/home/me/my-space.js', 'a1'), 'my-space-984874-from-a1'],
    ['a module of a hidden file', module('/home/me/.-.js'), 'space-631603'],
  ])('%s', (_, space, expected) => {
    expect(fileNameOf(space)).toBe(expected);
  });

  test('long names, shortened to what file systems allow', () => {
    const goal = ['x', ...Array.from({ length: 199 }, (_, tile) => tile + 1).toReversed()];
    const long = [
      board('1x200', goal.join(' ')),
      board('1x200', [...goal.slice(0, 198), goal[199], goal[198]].join(' ')),
      board(Array.from({ length: 15 }, (_, row) => `${'.'.repeat(15)}${row === 3 ? '.' : '#'}`).join('/')),
      module('/home/me/my-space.js', 'a'.repeat(1000)),
      module('/home/me/my-space.js', `${'a'.repeat(999)}b`),
      module(`/home/me/${'b'.repeat(250)}.js`),
      generated('c'.repeat(100), [[1, 0]]),
    ];
    const names = long.map(fileNameOf);
    expect(new Set(names).size).toBe(names.length);
    // Name of a file until it is complete: .<name>.<process>-<12 letters>.tmp
    for (const name of names) expect(`.${name}-general.result.json.4194304-0123456789ab.tmp`.length).toBeLessThan(256);
  });
});

const text = fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom(...'ab1-.,_ #/é') });
const path = fc
  .tuple(
    fc.constantFrom('/a/', '/a/b/'),
    text.filter((name) => !name.includes('/')),
  )
  .map((parts) => `${parts.join('')}.js`);
const shuffled = (cells: number) =>
  fc
    .shuffledSubarray(
      Array.from({ length: cells }, (_, tile) => (tile === 0 ? 'x' : String(tile))),
      { minLength: cells },
    )
    .map((tiles) => tiles.join(' '));
const metric = fc.constantFrom<'single' | 'multi'>('single', 'multi');
const boards = fc
  .oneof(
    fc.constantFrom('2x2', '2x3', '1x3'),
    randomMap(2, 6).map((rows) => rows.join('/')),
  )
  .chain((rows) => {
    const { cells } = parseBoard(rows);
    const name = rows.includes('x')
      ? fc.constant(undefined)
      : fc.option(
          text.filter((each) => /^[!-~]+$/.test(each)),
          { nil: undefined },
        );
    return fc
      .tuple(fc.option(shuffled(cells), { nil: undefined }), metric, name)
      .map(([goal, moved, mapName]) => board(rows, goal, moved, mapName));
  });

describe('of random spaces', () => {
  const spaces = fc.oneof(
    boards,
    fc
      .tuple(fc.constantFrom(undefined, '1 x 2 3 4', '2 x 1 3 4'), fc.constantFrom([1], [2], [1, 2]))
      .map(([goal, tiles]) => pattern(board('..#/...', goal), tiles)),
    fc.constantFrom('pancake:5', 'knight:3', 'hanoi:3,4').map((name) => known(name)),
    fc
      .tuple(fc.constantFrom('pancake:5', 'knight:3'), text)
      .map(([name, start]) => known(name, `${name}-from-${start}`, start)),
    fc.tuple(path, fc.option(text, { nil: undefined })).map(([file, start]) => module(file, start)),
    fc
      .tuple(
        text,
        fc.constantFrom(
          [[1, 0]],
          [[1, 2, 0]],
          [
            [1, 2, 0],
            [1, 0, 2],
          ],
        ),
      )
      .map(([name, images]) => generated(name, images)),
  );

  /** Returns the properties that make a space, with the name that a user gave to a map. */
  function propertiesOf({ source, name }: NamedSpace): string {
    if (source.kind !== 'board') return JSON.stringify([source, name]);
    const found = parseBoard(source.board);
    return JSON.stringify([mapOf(found), source.metric, source.goal, isFull(found) ? null : name]);
  }

  test('all names differ, begin with a letter or a digit, and stay in the folder', () => {
    fc.assert(
      fc.property(spaces, spaces, (one, other) => {
        const [first, second] = [one, other].map(fileNameOf);
        expect(first === second).toBe(propertiesOf(one) === propertiesOf(other));
        expect(first).toMatch(/^[A-Za-z0-9][A-Za-z0-9.-]*$/);
      }),
      { numRuns: count(500, 2000) },
    );
  });

  test('spaces with the same name are the same, and different ones have different descriptions', () => {
    fc.assert(
      fc.property(spaces, spaces, (one, other) => {
        if (fileNameOf(one) === fileNameOf(other)) expect(isSameSpace(one, other)).toBe(true);
        if (!isSameSpace(one, other))
          expect([describeSpace(one), one.source]).not.toEqual([describeSpace(other), other.source]);
        expect(isSameSpace(one, one)).toBe(true);
      }),
      { numRuns: count(100, 500) },
    );
  });
});

describe('the space of a name', () => {
  /** Returns the name of the files of the opened space of a name; undefined if no space has it. */
  async function again(name: string): Promise<string | undefined> {
    const source = await spaceOfFileName(name);
    if (source === undefined) return undefined;
    return fileNameOf({ source, name: (await openSpace(source)).fullName });
  }

  test('has this name, if the name has no digest', async () => {
    await fc.assert(
      fc.asyncProperty(boards, async (space) => {
        const name = fileNameOf(space);
        const { source } = space;
        const hasDigest = source.kind === 'board' && source.mapName !== undefined && !isFull(parseBoard(source.board));
        expect(await again(name)).toBe(hasDigest ? undefined : name);
      }),
      { numRuns: count(200, 1000) },
    );
  });

  const puzzles = KNOWN_PUZZLES.flatMap(({ example, metrics = [] }) =>
    [undefined, ...metrics.slice(1)].map((metric) => [example, metric] as const),
  );
  test.each(puzzles)('%s in the metric %s', async (space, metric) => {
    const source: SpaceSource = { kind: 'known', space, ...(metric !== undefined && { metric }) };
    const name = fileNameOf({ source, name: (await openSpace(source)).fullName });
    expect(await spaceOfFileName(name)).toEqual(source);
  });

  test.each(['hanoi-3-4-from-CCCC', '5x5', '6x6', '3x3-multi-goal-x-1-2-3-4-5-7-6-8'])('%s', async (name) => {
    expect(await again(name)).toBe(name);
  });

  test.each([
    '',
    'x',
    '3x',
    '3x3-',
    '3x3-single',
    '03x3',
    '100x100',
    '3x3-blank-8',
    '3x3-blank-9',
    '3x3-goal-1-2-3-4-5-6-7-8-x',
    '3x3-goal-1-2-3',
    '3x3-blank-4-goal-1-2-3-8-x-4-7-6-5',
    'map-oo-oo',
    'map-ox-xo',
    'map-oox-oo',
    'cross-2837a3',
    '4x4-pattern-1-2-5-6',
    'pancake',
    'pancake-08',
    'pancake-1',
    'pancake-10-4',
    'pancake-5-from-5-1-4-2-3-4d72d5',
    'knight-8-from-4-3-477a24',
    'hanoi-3-4-from-cccc',
    'hanoi-3-4-from-AAAD',
    'cube-2x2x2-half-turn',
    'cube-2x2x2-turn',
    'my-space-984874',
    'S5-ffed62',
    '3x3-result',
  ])('is unknown of %j', async (name) => {
    expect(await spaceOfFileName(name)).toBe(undefined);
  });
});

const cross = board('#.#/.../...', undefined, 'single', 'cross');

test.each<[boolean, NamedSpace, NamedSpace]>([
  [true, cross, board('#.#/.../...')],
  [false, cross, board('#.#/.../...', undefined, 'multi')],
  [false, board('3x3', '1 2 3 4 x 5 6 7 8'), board('3x3', '1 2 3 8 x 4 7 6 5')],
  [true, pattern(cross, [1, 2]), pattern(board('#.#/.../...'), [1, 2])],
  [false, pattern(cross, [1, 2]), pattern(cross, [1, 3])],
  [false, pattern(board('2x2'), [1]), pattern(board('2x2', 'x 1 2 3'), [1])],
  [false, pattern(board('2x2'), [1]), board('2x2')],
  [false, module('/a/b.js'), module('/a/b.js', 's')],
  [false, module('/a/b.js'), module('/c/b.js')],
  [false, generated('a', [[1, 0]]), generated('a', [[1, 2, 0]])],
])('that spaces are the same is %s: %o, %o', (same, one, other) => {
  expect(isSameSpace(one, other)).toBe(same);
});
