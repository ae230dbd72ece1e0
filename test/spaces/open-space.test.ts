import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { SpaceError } from '#src/space/definition.js';
import { isLargePuzzle, isNumbered } from '#src/space/space.js';
import { numberedSpace, openNumberedSpace, openSpace } from '#src/spaces/open-space.js';
import { fixtureSpace, ModuleFolder } from '../spaces.js';

const modules = new ModuleFolder();
afterAll(() => modules.remove());

describe('a module of a space', () => {
  test('exports a space, or a function that makes one', async () => {
    expect((await openNumberedSpace(fixtureSpace('knight'))).moves).toContain('1,2');
    expect((await openNumberedSpace(fixtureSpace('pairings'))).size).toBe(150_000);
    expect((await openNumberedSpace(fixtureSpace('one-way-back'))).predecessors?.(1)).toContain(2);
  });

  test('can be CommonJS, also compiled', async () => {
    const space = `{ name: 'two', size: 2, starts: [0], moves: ['swap'], reversible: true,
      neighbours(state, next) { next[0] = 1 - state; }, format: String, parse: Number }`;
    expect((await openNumberedSpace(modules.write(`module.exports = ${space};`, 'a.cjs'))).size).toBe(2);
    expect(
      (
        await openNumberedSpace(
          modules.write(`exports.__esModule = true; exports.default = () => (${space});`, 'b.cjs'),
        )
      ).size,
    ).toBe(2);
  });

  test('begins at another start if one is given', async () => {
    const source = { ...fixtureSpace('one-way'), start: 's12' };
    const space = await openNumberedSpace(source);
    const next = new Float64Array(3);
    space.neighbours(12, next);
    expect({ starts: space.starts, next: [...next] }).toEqual({ starts: [12], next: [85, 6, 13] });
    expect(space.format(space.parse('s5'))).toBe('s5');
    expect(space.fullName).toBe('one-way-from-s12');
    await expect(openNumberedSpace({ ...source, start: 's60000' })).rejects.toThrow(
      new InputError("'s60000' is not a state of one way: expected s0 to s59999"),
    );
  });

  test('is refused if it does not exist or cannot be read', async () => {
    await expect(openSpace({ kind: 'thing' } as never)).rejects.toThrow(
      new InputError("the kind of a source must be board, pattern, known, module or generators; found 'thing'"),
    );
    await expect(openNumberedSpace({ kind: 'module', path: '/no/such.js' })).rejects.toThrow(
      new InputError('there is no module /no/such.js'),
    );
    await expect(openNumberedSpace(modules.write('', 'space.py'))).rejects.toThrow(
      'a module of a space ends in .js, .mjs, .cjs or .ts, found',
    );
    await expect(openNumberedSpace(modules.write('throw new Error("not\\ntoday");'))).rejects.toThrow(
      /^the module .* cannot be loaded: not·today$/,
    );
    await expect(openNumberedSpace(modules.write('export default {'))).rejects.toThrow(SpaceError);
  });

  test('in TypeScript is refused if Node does not run TypeScript', async () => {
    const { path } = modules.write('export default 1 as number;', 'space.ts');
    const stripsTypes = 'typescript' in process.features && process.features.typescript;
    await expect(openNumberedSpace({ kind: 'module', path })).rejects.toThrow(
      stripsTypes ? 'is not a state space' : `${path} is TypeScript, which Node ${process.versions.node} does not run`,
    );
  });
});

describe('a space without the interface is refused', () => {
  test.each([
    ['name: ""', 'name to be a text of at least one character, found ""'],
    ['metric: 3', 'metric to be a text, found 3'],
    ['size: 0', 'size to be a whole number from 1 to 2^53 - 1, found 0'],
    ['size: 2 ** 53', 'size to be a whole number from 1 to 2^53 - 1, found 9007199254740992'],
    ['size: 1.5', 'size to be a whole number from 1 to 2^53 - 1, found 1.5'],
    ['starts: 0', 'starts to be an array of at least one state, found 0'],
    ['starts: []', 'starts to be an array of at least one state, found an empty array'],
    ['starts: [0, 1000]', 'every start to be a state from 0 to 999, found 1000'],
    ['starts: ["a"]', 'every start to be a state from 0 to 999, found "a"'],
    ['moves: []', 'moves to be an array of 1 to 1000 names, found 0'],
    ['moves: new Array(1001).fill("a")', 'moves to be an array of 1 to 1000 names, found 1001'],
    ['moves: ["a", "a b"]', 'every name of a move to be a text without spaces, found "a b"'],
    ['moves: ["a", "a"]', 'every move to have another name, found "a"'],
    ['reversible: 1', 'reversible to be true or false, found 1'],
    ['neighbours: undefined', 'neighbours to be a function, found nothing'],
    ['format: null', 'format to be a function, found null'],
    ['parse: "x"', 'parse to be a function, found "x"'],
    ['predecessors: []', 'predecessors to be a function or left out, found an empty array'],
    ['heuristics: () => 0', 'heuristics to be an object of functions or left out, found a function'],
    ['heuristics: [() => 0]', 'heuristics to be an object of functions or left out, found an array'],
    ['heuristics: { zero: 0 }', 'the heuristic zero to be a function, found 0'],
    ['heuristics: { "a,b": () => 0 }', 'every name of a heuristic to be a text without spaces and commas, found "a,b"'],
  ])('%s', async (fields, message) => {
    const source = modules.ring(fields);
    await expect(openNumberedSpace(source)).rejects.toThrow(
      new SpaceError(`the default export of ${source.path} is not a state space: expected ${message}`),
    );
  });

  test('and so is a module without a default export', async () => {
    await expect(openNumberedSpace(modules.write('export const space = 1;'))).rejects.toThrow(
      'is not a state space: expected an object with the fields of a StateSpace, found nothing',
    );
  });
});

describe('a space that breaks its promises on sampled states is refused', () => {
  test.each([
    [
      'parse: () => 3',
      'the space ring contradicts its interface at state number 0: its text is "r0", but parse turns it into 3',
    ],
    ['parse: () => { throw new Error("no") }', 'state number 0: its text is "r0", but parse rejects it: no'],
    ['format: () => { throw new Error("no") }', 'state number 0: format fails: no'],
    ['format: () => "a\\nb"', 'state number 0: format must give a text of one line'],
    [
      'neighbours(state, next) { next[0] = -1; next[1] = (state + 1) % 1000; }',
      'the space ring says that its moves can be undone, but move right of state r0 (number 0) leads to r1 (number 1), and no move leads back; correct neighbours, or set reversible to false',
    ],
    [
      'neighbours(state, next) { next[0] = (state + 999) % 1000; next[1] = state + 1; }',
      'neighbours of state r999 (number 999): move right leads to 1000, expected a state from 0 to 999, or -1 if it cannot be made',
    ],
    ['neighbours(state, next) { next[1] = 0; }', 'state r0 (number 0): move left gives no number'],
    [
      'neighbours(state, next) { next[0] = -1; throw new Error("no"); }',
      'neighbours of state r0 (number 0) fails at move right: no',
    ],
    [
      'heuristics: { steps: (state) => state }',
      'the heuristic steps of ring is not consistent: it estimates 0 from state r0 (number 0) and 999 from its neighbour r999 (number 999), and a move may change an estimate by at most 1',
    ],
    [
      'heuristics: { one: () => 1 }',
      'the heuristic one of ring overestimates: it estimates 1 from state r0 (number 0), and it is a start, 0 moves away',
    ],
    [
      'heuristics: { zero: () => 0, half: (state) => Math.min(state, 1000 - state) / 2 }',
      'the heuristic half of ring must give a whole number of moves from 0, but gives 0.5 at state r999 (number 999)',
    ],
    [
      'heuristics: { nan: () => Number.NaN }',
      'the heuristic nan of ring must give a whole number of moves from 0, but gives NaN at state r0 (number 0)',
    ],
    [
      'heuristics: { none: () => { throw new Error("no\\nidea"); } }',
      'the heuristic none of ring fails at state r0 (number 0): no·idea',
    ],
  ])('%s', async (fields, message) => {
    const opening = openNumberedSpace(modules.ring(fields));
    await expect(opening).rejects.toThrow(SpaceError);
    await expect(opening).rejects.toThrow(message);
  });

  test('and so is a heuristic that a move lowers by more than 1 in a space whose moves cannot be undone', async () => {
    const line = (heuristic: string) => `reversible: false, moves: ['on'],
      neighbours(state, next) { next[0] = (state + 1) % 1000; }, heuristics: { h: (state) => ${heuristic} }`;
    // It can rise by any number: from 0 at the start to the number of remaining moves.
    expect(await openNumberedSpace(modules.ring(line('(1000 - state) % 1000')))).toHaveProperty('heuristics');
    await expect(openNumberedSpace(modules.ring(line('2 * ((1000 - state) % 1000)')))).rejects.toThrow(
      'the heuristic h of ring is not consistent: it estimates 1998 from state r1 (number 1) and 1996 from its neighbour r2 (number 2), and a move may lower an estimate by at most 1',
    );
  });

  test('but with a thousand moves only a few states are sampled', async () => {
    const source = modules.ring(`size: 1e6, moves: Array.from({ length: 1000 }, (_, move) => 'm' + move),
      neighbours(state, next) { next.fill(state); next[0] = 0; }, reversible: false`);
    expect((await openNumberedSpace(source)).moves).toHaveLength(1000);
  });
});

test('heuristics are kept for the starts of a space, and for no others', async () => {
  const source = modules.ring('starts: [0, 10], heuristics: { zero: () => 0 }');
  expect((await openNumberedSpace(source)).heuristics).toBeDefined();
  expect((await openNumberedSpace({ ...source, start: 'r10' })).heuristics).toBeDefined();
  expect((await openNumberedSpace({ ...source, start: 'r11' })).heuristics).toBeUndefined();
});

test.each([
  ['steps', { kind: 'module', path: '/a/my-space.test.js' }, 'my-space.test'],
  [undefined, { kind: 'known', space: 'cube' }, 'cube'],
  ['half-turn', { kind: 'known', space: 'cube' }, 'cube'],
  ['quarter-turn', { kind: 'known', space: 'cube' }, 'cube-quarter-turn'],
  ['quarter-turn', { kind: 'known', space: 'cube', start: 'x' }, 'cube-quarter-turn-from-solved'],
] as const)('a space with the metric %s and the source %o is called %s', (metric, source, name) => {
  const space = { name: 'cube', size: 1, starts: [0], moves: ['a'], reversible: true, neighbours: () => {} };
  const texts = { format: () => 'solved', parse: () => 0 };
  expect(numberedSpace({ ...space, ...texts, ...(metric !== undefined && { metric }) }, source).fullName).toBe(name);
});

describe('a board', () => {
  const source = { kind: 'board', board: '3x3', metric: 'multi', goal: '1 2 3 4 x 5 6 7 8' } as const;

  test('is a space of numbered states with its board', async () => {
    const space = await openSpace(source);
    if (!isNumbered(space)) throw new Error('3x3 has no numbers');
    expect([space.name, space.fullName, space.metric]).toEqual(['3x3', '3x3-multi-blank-4', 'multi']);
    expect([space.size, space.states, space.starts.map(space.format)]).toEqual([181_440, 181_440, [source.goal]]);
    expect(space.board).toMatchObject({ board: { cells: 9 }, goal: [1, 2, 3, 4, 0, 5, 6, 7, 8], metric: 'multi' });
    expect((await openSpace({ ...source, board: '..#/.../#..', mapName: 'z', goal: '1 2 3 4 5 6 x' })).fullName).toBe(
      'z-multi',
    );
  });

  test('too large to number is a space of positions', async () => {
    const goal = `${Array.from({ length: 24 }, (_, tile) => tile + 1).join(' ')} x`;
    const large = { kind: 'board', board: '5x5', metric: 'single', goal } as const;
    const space = await openSpace(large);
    if (isNumbered(space) || isLargePuzzle(space)) throw new Error('5x5 is a space of positions');
    expect([space.fullName, space.states, space.moves]).toEqual(['5x5', null, ['u', 'd', 'l', 'r']]);
    expect(space.format(space.parse(`  ${goal}`))).toBe(goal);
    await expect(openNumberedSpace(large)).rejects.toThrow('5x5 is too large to number');
    await expect(openSpace({ ...large, goal: '1 2 x' })).rejects.toThrow(InputError);
  });
});
