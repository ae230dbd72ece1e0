/** The search that has a solution at any time: what it yields, checked by plain code, and how it ends. */

import { afterAll, describe, expect, test } from 'vitest';
import { type AnytimeOptions, type AnytimeSolution, type SearchQuestion, searchAnytime } from '#src/index.js';
import type { SpaceDefinition } from '#src/space/definition.js';
import { isNumbered } from '#src/space/space.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { openSpace } from '#src/spaces/open-space.js';
import { fullRows, plainMapSearch, plainPlay } from '../plain-map-search.js';
import { plainRank, plainSearch } from '../plain-search.js';
import { plainSpaceSearch } from '../plain-space-search.js';
import { newSeed } from '../seed.js';
import { ModuleFolder } from '../spaces.js';
import { count, rows } from '../suite.js';
import { check, flipped, korfInstances, type Searched, shuffled, yieldsOf } from './anytime/answers.js';
import { boardSpace, spaceOf } from './spaces.js';

describe('the answers are optimal, and all bounds and solutions before them are right', () => {
  const boards = [
    [3, 3, 'single', 'misplaced', 1],
    [3, 3, 'single', 'linear-conflict', 2],
    [2, 4, 'multi', undefined, 2],
    [2, 5, 'single', 'manhattan', 2],
    [3, 3, 'multi', undefined, 1],
  ] as const;
  test.each(rows(boards, [0, 1, 2]))(
    'on %dx%d in the metric %s with the heuristic %s and %d threads',
    async (rows, columns, metric, heuristic, threads) => {
      const name = `${rows}x${columns}`;
      const goal = Array.from({ length: rows * columns }, (_, cell) => (cell + 1) % (rows * columns));
      const { depths } =
        metric === 'single' ? plainSearch(rows, columns, goal) : plainMapSearch(fullRows(rows, columns), goal, 'multi');
      const random = new SeededRandom(newSeed());
      const space = boardSpace(name, undefined, metric);
      const spent = { solved: 0, unsolvable: 0 };
      while (spent.solved < count(5, 60)) {
        const from = shuffled(goal, random);
        const optimal = depths[plainRank(from)];
        const yields = await yieldsOf(space, { from }, { heuristic, threads });
        if (optimal < 0) {
          expect(yields).toMatchObject([{ moves: null, states: null, length: null, isProved: true }]);
          spent.unsolvable++;
          continue;
        }
        const map = fullRows(rows, columns);
        check(yields, optimal, (moves) => plainPlay(map, from, moves.join('')).join() === goal.join());
        expect(yields.at(-1)?.isProved).toBe(true);
        spent.solved++;
      }
    },
  );

  test.each(rows([1, 2], [1]))('of a stack of seven pancakes on %d threads', async (threads) => {
    const space = await openSpace({ kind: 'known', space: 'pancake:7' });
    if (!isNumbered(space)) throw new Error('its states have no numbers');
    const { depths } = plainSpaceSearch(space);
    const random = new SeededRandom(newSeed());
    for (let turn = 0; turn < count(10, 100); turn++) {
      const from = shuffled([1, 2, 3, 4, 5, 6, 7], random);
      const yields = await yieldsOf('pancake:7', { from: from.join('') }, { threads });
      check(yields, depths[space.parse(from.join(''))], (moves) => flipped(from, moves).join('') === '1234567');
      expect(yields.at(-1)?.isProved).toBe(true);
    }
  });
});

/** The hardest of Korf's instances of the 15-puzzle, by nodes; 0 is at home in the first cell. */
const { length: KORF_LENGTH, tiles: KORF } = korfInstances(15).sort((one, other) => other.nodes - one.nodes)[0];
const KORF_GOAL = Array.from({ length: 16 }, (_, cell) => cell);

describe('a position that no exact search solves in time', () => {
  test.each(rows([1, 2, 3], [0, 1]))('gets shorter solutions and higher bounds on %d threads', async (threads) => {
    const options = { heuristic: 'manhattan', threads };
    let first: AnytimeSolution | undefined;
    const isBetter = (now: AnytimeSolution) => {
      first ??= now;
      return (now.length as number) < (first.length as number) && now.bound > first.bound;
    };
    const yields = await yieldsOf('4x4', { from: KORF, to: KORF_GOAL }, options, isBetter);
    check(yields, KORF_LENGTH, (moves) => plainPlay(fullRows(4, 4), KORF, moves.join('')).join() === KORF_GOAL.join());
    expect(isBetter(yields.at(-1) as AnytimeSolution)).toBe(true);
  });

  test('ends at the time limit without an error, and says how the exact search ended', async () => {
    const yields = await yieldsOf('4x4', { from: KORF, to: KORF_GOAL }, { heuristic: 'misplaced', seconds: 0.2 });
    expect(yields.at(-1)).toMatchObject({
      isProved: false,
      exact: {
        name: 'LimitError',
        limit: 'no solution within the time limit of 0.2 s',
      },
    });
  });

  test('is searched on by the others if the exact search has no memory left', async () => {
    const board = boardSpace('4x4', KORF_GOAL, 'multi');
    const isEnough = ({ exact, length }: AnytimeSolution) => exact !== null && (length as number) < 80;
    const yields = await yieldsOf(board, { from: KORF }, { bytes: 4e6, threads: 2 }, isEnough);
    expect(yields.at(-1)?.exact).toMatchObject({ name: 'LimitError', limit: expect.stringContaining('memory') });
    check(yields, KORF_LENGTH, (moves) => plainPlay(fullRows(4, 4), KORF, moves.join('')).join() === KORF_GOAL.join());
  });

  test.each([0, 60])('is left when a signal aborts, if solutions are searched after %d s', async (after) => {
    const leaving = new AbortController();
    const reason = new Error('enough');
    const search = searchAnytime(
      '4x4',
      { from: KORF, to: KORF_GOAL },
      { heuristic: 'misplaced', signal: leaving.signal, after },
    );
    if (after === 0) await search.next();
    const next = (async () => {
      for await (const _ of search);
    })();
    setImmediate(() => leaving.abort(reason));
    await expect(next).rejects.toBe(reason);
    await expect(searchAnytime('4x4', { from: KORF }, { signal: leaving.signal }).next()).rejects.toBe(reason);
  });

  test('is left with the signal’s reason if a beam has just found a solution', async () => {
    for (let shorter = 1; shorter <= 3; shorter++) {
      const leaving = new AbortController();
      const reason = new Error('enough');
      const options = { heuristic: 'manhattan', threads: 1, signal: leaving.signal };
      let [length, found] = [Number.POSITIVE_INFINITY, 0];
      const leave = (now: AnytimeSolution) => {
        if ((now.length as number) < length) found++;
        length = now.length as number;
        if (found > shorter) leaving.abort(reason);
        return false;
      };
      await expect(yieldsOf('4x4', { from: KORF, to: KORF_GOAL }, options, leave)).rejects.toBe(reason);
    }
  });
});

test('after a while begins the search for solutions, unless the exact search has ended', async () => {
  const question = { from: '5 1 2 4 9 6 3 8 13 10 7 12 x 14 11 15' };
  const options = { heuristic: 'linear-conflict', after: 3600 };
  const first = { exact: null, seconds: 0 };
  const exact = { algorithm: 'idastar', distance: 9, expanded: expect.any(Number) };
  const soon = await yieldsOf('4x4', question, options);
  expect([soon[0], soon.at(-1)]).toMatchObject([first, { length: 9, bound: 9, isProved: true, exact }]);
  const late = await yieldsOf(
    '4x4',
    { from: KORF, to: KORF_GOAL },
    { heuristic: 'misplaced', seconds: 60, after: 0.1 },
    ({ length, seconds }) => seconds > 0.1 && (length as number) < 95,
  );
  expect(late[0]).toMatchObject({ length: expect.any(Number), seconds: 0 });
  check(late, KORF_LENGTH, (moves) => plainPlay(fullRows(4, 4), KORF, moves.join('')).join() === KORF_GOAL.join());
  const never = await yieldsOf(
    '4x4',
    { from: KORF, to: KORF_GOAL },
    { heuristic: 'misplaced', seconds: 0.1, after: 3600 },
  );
  expect(never.at(-1)).toMatchObject({
    isProved: false,
    exact: { limit: 'no solution within the time limit of 0.1 s' },
  });
});

/** A grid of 60 x 60 squares with a wall that has one gap: estimates behind it are far too low. */
const WALL = `{
  name: 'wall', size: 3600, starts: [0], moves: ['down', 'up', 'right', 'left'], reversible: true,
  heuristics: { steps: (state) => Math.floor(state / 60) + state % 60 },
  neighbours(state, next) {
    const isFree = (to) => Math.floor(to / 60) !== 30 || to % 60 === 59;
    const column = state % 60;
    next[0] = state < 3540 && isFree(state + 60) && isFree(state) ? state + 60 : -1;
    next[1] = state >= 60 && isFree(state - 60) && isFree(state) ? state - 60 : -1;
    next[2] = column < 59 && isFree(state + 1) && isFree(state) ? state + 1 : -1;
    next[3] = column > 0 && isFree(state - 1) && isFree(state) ? state - 1 : -1;
  },
  format: (state) => 's' + state,
  parse: (text) => Number(text.slice(1)),
}`;

describe('a space of one’s own', () => {
  const folder = new ModuleFolder();
  afterAll(() => folder.remove());
  const definition = new Function(`return ${WALL}`)() as SpaceDefinition;
  const from = 60 * 40;
  /** By way of the gap: 59 squares there and back, and 40 rows. */
  const optimal = 59 + 59 + 40;
  const replay = (moves: readonly string[]) => {
    const next = new Float64Array(4);
    const end = moves.reduce((state, move) => {
      definition.neighbours(state, next);
      return next[definition.moves.indexOf(move)];
    }, from);
    return end === 0;
  };

  test.each([
    ['a module', () => folder.write(`export default ${WALL};`), 2],
    ['an object', () => definition, 2],
  ] as const)('is searched as %s', async (_, space, threads) => {
    const yields = await yieldsOf(space(), { from }, { threads, seconds: 20 }, ({ length }) => length !== null);
    check(yields, optimal, replay);
    expect(yields.at(-1)?.length).not.toBeNull();
    expect(yields.at(-1)?.isProved).toBe(false);
  });

  test('that contradicts itself ends the search with an error', async () => {
    const wrong = {
      ...definition,
      heuristics: { steps: (state: number) => (state === 0 ? 0 : 40 + (state % 7) * 9) },
    };
    await expect(yieldsOf(wrong, { from })).rejects.toThrow(/^the heuristic steps of wall is not consistent/);
  });

  test.each<[string, Searched, SearchQuestion, AnytimeOptions, string]>([
    [
      'no heuristic',
      spaceOf([[1], [0]], { reversible: true }),
      {},
      {},
      'graph has no heuristic, so only shortest solutions can be found',
    ],
    [
      'another end',
      'pancake:5',
      { from: '21345', to: '21354' },
      {},
      'the heuristics of pancake:5 estimate the moves to its start',
    ],
    ['a wrong heuristic', '3x3', { from: '12345678x' }, { heuristic: 'pattern9' }, 'the heuristic must be one of'],
    ['a wrong delay', '3x3', {}, { after: -1 }, 'after must be a number of seconds from 0, found -1'],
    ['a wrong limit', '3x3', {}, { seconds: 0 }, 'seconds must be a number above 0, found 0'],
  ])('with %s is refused', async (_, space, question, options, message) => {
    await expect(yieldsOf(space, question, options)).rejects.toThrow(message);
  });
});

test('a puzzle too large to be numbered is solved, and its states are colourings', async () => {
  const stack = [3, 1, 5, 2, 4, 9, 8, 7, 6, 10, 14, 12, 13, 11, 20, 18, 15, 16, 17, 19];
  const yields = await yieldsOf(
    'pancake:20',
    { from: stack.join(' ') },
    { threads: 2, seconds: 30 },
    ({ length }) => length !== null,
  );
  const { moves, states, length } = yields.at(-1) as AnytimeSolution;
  expect(flipped(stack, moves as string[])).toEqual([...stack].sort((one, other) => one - other));
  expect(states?.[length as number]).toBeInstanceOf(Uint8Array);
});
