/** Solutions that are shortened. They are replayed by plain code, and compared with plain breadth-first searches. */

import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { shorten } from '#src/search/anytime/shorten.js';
import type { SearchState } from '#src/search/question/question.js';
import type { Space } from '#src/space/space.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { openSpace } from '#src/spaces/open-space.js';
import { newSeed } from '../../seed.js';
import { count } from '../../suite.js';
import { boardSpace, type Graph, movedBy, openRubik, spaceOf } from '../spaces.js';

/** A space as plain code: states are texts. */
interface PlainSpace {
  /** Returns the states that moves lead to, by the names of the moves. */
  near(state: string): Map<string, string>;
  readonly start: string;
}

/** A board of rows of `.` and `#`: states are tiles in reading order, with 0 for the blank. */
function plainBoard(rows: readonly string[], reach: number): PlainSpace {
  const cells = rows.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === '.' ? [`${r},${c}`] : [])));
  const steps: Record<string, readonly number[]> = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };
  return {
    start: [...cells.slice(1).keys(), -1].map((tile) => tile + 1).join(' '),
    near(state) {
      const found = new Map<string, string>();
      for (const [name, [down, right]] of Object.entries(steps)) {
        const tiles = state.split(' ');
        let blank = tiles.indexOf('0');
        for (let count = 1; count <= reach; count++) {
          const [r, c] = cells[blank].split(',').map(Number);
          const next = cells.indexOf(`${r + down},${c + right}`);
          if (next < 0) break;
          [tiles[blank], tiles[next]] = [tiles[next], '0'];
          blank = next;
          found.set(reach === 1 ? name : `${name}${count}`, tiles.join(' '));
        }
      }
      return found;
    },
  };
}

function plainPancakes(size: number): PlainSpace {
  return {
    start: Array.from({ length: size }, (_, at) => at + 1).join(' '),
    near(state) {
      const pile = state.split(' ');
      const flips = Array.from({ length: size - 1 }, (_, at) => at + 2);
      return new Map(
        flips.map((flip) => [`${flip}`, [...pile.slice(0, flip).reverse(), ...pile.slice(flip)].join(' ')]),
      );
    },
  };
}

function plainGraph(graph: Graph): PlainSpace {
  return {
    start: 's0',
    near: (state) => new Map(graph[Number(state.slice(1))].map((to, move) => [`m${move}`, `s${to}`])),
  };
}

/** Returns the distance between two states; undefined if it is more than `most`. */
function plainDistance({ near }: PlainSpace, from: string, to: string, most: number): number | undefined {
  const met = new Set([from]);
  let layer = [from];
  for (let depth = 0; depth <= most; depth++) {
    if (layer.includes(to)) return depth;
    layer = layer.flatMap((state) => [...near(state).values()]).filter((state) => !met.has(state) && met.add(state));
  }
  return undefined;
}

function plainWalk({ near, start }: PlainSpace, length: number, random: SeededRandom) {
  const states = [start];
  const moves: string[] = [];
  while (moves.length < length) {
    const all = [...near(states[states.length - 1])];
    const [move, state] = all[random.below(all.length)];
    if (state === states[states.length - 2] && all.length > 1) continue;
    moves.push(move);
    states.push(state);
  }
  return { moves, states };
}

interface Case {
  readonly name: string;
  readonly space: Space | ReturnType<typeof spaceOf> | string;
  readonly plain: PlainSpace;
  readonly moves: number;
  /** Maximum distance that the plain search finds. */
  readonly most?: number;
  /** Maximum moves of the windows that are searched again. */
  readonly width: number;
  readonly end?: (state: string) => SearchState;
}

const full = (rows: number, columns: number) => Array.from({ length: rows }, () => '.'.repeat(columns));
const GRAPH: Graph = Array.from({ length: 300 }, (_, state) => [
  (state + 1) % 300,
  (7 * state + 3) % 300,
  (state * state + 5) % 300,
]);
const predecessors = (state: number) => [...GRAPH.keys()].filter((from) => GRAPH[from].includes(state));

async function rubikCase(): Promise<Case> {
  const space = await openRubik();
  const end = (state: string) => Uint8Array.from(state.split(','), Number);
  return {
    name: 'rubik',
    space,
    moves: 10,
    width: 2,
    end,
    plain: {
      start: space.starts[0].join(),
      near: (state) => new Map(space.moves.map((move) => [move, movedBy(space, end(state), [move]).join()])),
    },
  };
}

const CASES: readonly Case[] = [
  { name: '3x3', space: '3x3', plain: plainBoard(full(3, 3), 1), moves: 80, most: 12, width: 10 },
  { name: '3x4', space: '3x4', plain: plainBoard(full(3, 4), 1), moves: 90, width: 10 },
  { name: '4x4', space: '4x4', plain: plainBoard(full(4, 4), 1), moves: 60, width: 10 },
  { name: '6x6', space: '6x6', plain: plainBoard(full(6, 6), 1), moves: 90, width: 8 },
  {
    name: 'a map',
    space: '..#./..../.#../....',
    plain: plainBoard(['..#.', '....', '.#..', '....'], 1),
    moves: 90,
    width: 10,
  },
  {
    name: 'a map in the metric multi',
    space: boardSpace('..#/.../...', undefined, 'multi'),
    plain: plainBoard(['..#', '...', '...'], 2),
    moves: 50,
    most: 7,
    width: 7,
  },
  {
    name: '3x3 in the metric multi',
    space: boardSpace('3x3', undefined, 'multi'),
    plain: plainBoard(full(3, 3), 2),
    moves: 50,
    width: 6,
  },
  { name: 'pancake:6', space: 'pancake:6', plain: plainPancakes(6), moves: 30, most: 7, width: 7 },
  { name: 'pancake:30', space: 'pancake:30', plain: plainPancakes(30), moves: 12, width: 2 },
  { name: 'a directed graph', space: spaceOf(GRAPH), plain: plainGraph(GRAPH), moves: 40, most: 40, width: 10 },
  {
    name: 'a directed graph with predecessors',
    space: spaceOf(GRAPH, { predecessors }),
    plain: plainGraph(GRAPH),
    moves: 40,
    most: 40,
    width: 10,
  },
];

describe('a random walk', () => {
  test.each([...CASES.map(({ name }) => name), 'rubik'])('through %s is shortened', async (name) => {
    const {
      space,
      plain,
      moves,
      most = 0,
      width,
      end,
    } = CASES.find((each) => each.name === name) ?? (await rubikCase());
    for (let walks = count(1, 10); walks > 0; walks--) {
      const walk = plainWalk(plain, moves, new SeededRandom(newSeed()));
      const [first, last] = [walk.states[0], walk.states[moves]];
      const ends = { from: end?.(first) ?? first, to: end?.(last) ?? last };
      const result = await shorten(space, ends, walk.moves, { seconds: 0.1 });
      const states = [first];
      for (const move of result.moves) states.push(plain.near(states[states.length - 1]).get(move) as string);
      expect(states[result.length]).toBe(last);
      expect(new Set(states).size).toBe(states.length);
      expect(result.states).toHaveLength(result.moves.length + 1);
      expect(result.moves).toHaveLength(result.length);
      expect(result.length).toBeLessThanOrEqual(moves);
      expect(result.windows === result.length).toBe(result.isOptimal);
      const distance = plainDistance(plain, first, last, most);
      if (distance !== undefined) expect(result.length).toBeGreaterThanOrEqual(distance);
      if (distance !== undefined && result.isOptimal) expect(result.length).toBe(distance);
      if (most === 0) expect(result.length).toBeGreaterThan(0);
      const checked = Math.min(result.windows, width);
      const step = Math.max(1, Math.floor(result.length / 6));
      for (let at = 0; at + checked <= result.length; at += step) {
        expect(plainDistance(plain, states[at], states[at + checked], checked - 1)).toBeUndefined();
      }
    }
  });

  test('through 2x4 becomes a shortest path', async () => {
    const plain = plainBoard(full(2, 4), 1);
    const walk = plainWalk(plain, 150, new SeededRandom(newSeed()));
    const result = await shorten('2x4', { from: walk.states[0], to: walk.states[150] }, walk.moves.join(''));
    expect(result.isOptimal).toBe(true);
    expect(plainDistance(plain, walk.states[0], walk.states[150], 36)).toBe(result.length);
  });
});

test('a walk in a circle is no solution at all', async () => {
  const { moves, isOptimal, windows, states } = await shorten('6x6', {}, 'uldr'.repeat(3));
  expect({ moves, isOptimal, windows }).toEqual({ moves: [], isOptimal: true, windows: 0 });
  expect(states).toEqual([orderedPosition({ cells: 36 } as never)]);
});

test('without a question, a path from one of several starts to another is not called shortest', async () => {
  const line = spaceOf([[1], [2], [3], [3]], { starts: [0, 2] });
  expect(await shorten(line, {}, ['m0', 'm0'])).toMatchObject({ length: 2, isOptimal: false });
  expect(await shorten(line, {}, [])).toMatchObject({ length: 0, isOptimal: true });
});

test('both metrics of boards take both forms of moves', async () => {
  const from = '1 2 3 4 5 6 x 7 8';
  expect((await shorten('3x3', { from }, 'r2')).moves).toEqual(['r', 'r']);
  expect((await shorten(boardSpace('3x3', undefined, 'multi'), { from }, 'rr')).moves).toEqual(['r2']);
});

test('at a limit of time or memory, the solution is as short as it has become', async () => {
  const plain = plainBoard(full(5, 5), 1);
  const { moves, states } = plainWalk(plain, 400, new SeededRandom(newSeed()));
  const ends = { from: states[0], to: states[400] };
  const result = await shorten('5x5', ends, moves, { seconds: 0.05 });
  expect(result.length).toBeLessThanOrEqual(400);
  expect(result.seconds).toBeLessThan(2);
  expect(await shorten('5x5', ends, moves, { bytes: 1000 })).toMatchObject({ isOptimal: false });
});

test('a signal ends it', async () => {
  const { moves, states } = plainWalk(plainBoard(full(5, 5), 1), 400, new SeededRandom(newSeed()));
  const begin = performance.now();
  const signal = AbortSignal.timeout(20);
  await expect(shorten('5x5', { from: states[0], to: states[400] }, moves, { signal })).rejects.toThrow('timeout');
  expect(performance.now() - begin).toBeLessThan(2000);
});

describe('refused are', () => {
  test.each<readonly [string, Parameters<typeof shorten>, string]>([
    [
      'a move that does not exist',
      ['pancake:4', {}, '2 9'],
      "move 2 is not one of pancake:4: '9'; its moves are 2 3 4",
    ],
    ['a letter that is no move', ['3x3', {}, 'uxd'], "move 2 is not one of 3x3: 'x'; its moves are u d l r"],
    ['a move out of the board', ['3x3', {}, 'ulll'], "move 4, l, cannot be made in '1 2 3 x 4 5 7 8 6'"],
    ['a slide that is too far', [boardSpace('3x3', undefined, 'multi'), {}, 'u2u1'], 'move 2, u1, cannot be made in'],
    [
      'moves to another position',
      ['3x3', {}, 'u'],
      "the moves lead to '1 2 3 4 5 x 7 8 6', not to the goal '1 2 3 4 5",
    ],
    ['moves to another state', ['pancake:4', {}, ['2']], "the moves lead to '2 1 3 4', not to the goal '1 2 3 4'"],
    ['a state that does not exist', ['pancake:4', { from: '1 1' }, '2'], '1 1'],
    ['a list of other things', ['3x3', {}, [1] as never], 'the moves must be a text or a list of names, found a list'],
    ['a limit that is none', ['3x3', {}, '', { seconds: -1 }], 'seconds must be a number above 0, found -1'],
  ])('%s', async (_, call, message) => {
    const refused = expect(shorten(...call)).rejects;
    await refused.toThrow(InputError);
    await refused.toThrow(message);
  });

  test('moves of a large puzzle that lead elsewhere', async () => {
    const space = await openSpace({ kind: 'known', space: 'pancake:30' });
    await expect(shorten(space, {}, '2')).rejects.toThrow("the moves lead to '2 1 3 4");
  });
});
