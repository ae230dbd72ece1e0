import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { contendersOf } from '#src/search/comparison.js';
import { PositionNodes } from '#src/search/nodes/position-nodes.js';
import { findByAStar } from '#src/search/nodes/searches.js';
import { HEURISTICS, heuristicFor } from '#src/search/question/heuristics.js';
import { Limits } from '#src/search/question/limits.js';
import { ALGORITHMS, isInformed, Watch } from '#src/search/question/progress.js';
import type { SearchQuestion } from '#src/search/question/question.js';
import { type SearchOptions, search } from '#src/search/search.js';
import type { TableSolver } from '#src/search/table-solver.js';
import { NO_STATE, type SpaceDefinition, SpaceError } from '#src/space/definition.js';
import type { NumberedSpace } from '#src/space/space.js';
import { makeBoard, mapOf, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition, type Position } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { knownSpace } from '../known-space.js';
import { plainMapSearch } from '../plain-map-search.js';
import { plainNeighbours, plainRank, plainSearch, plainUnrank } from '../plain-search.js';
import { plainSpaceSearch } from '../plain-space-search.js';
import { count, rows } from '../suite.js';
import { walked } from '../walked.js';
import {
  boardSpace,
  boardTables,
  type Graph,
  line,
  plane,
  SIDE_OF_PLANE,
  searchBoard,
  spaceOf,
  tableOf,
} from './spaces.js';

const SEARCHES = ALGORITHMS.filter((name) => name !== 'table');
const contenders = contendersOf(ALGORITHMS, HEURISTICS).map(
  ({ algorithm, heuristic }) => [algorithm, heuristic] as const,
);

/** Expects a shortest solution of a position. */
async function expectSolved(
  shape: string,
  goal: Position,
  start: Position,
  depth: number,
  options: SearchOptions,
  metric: 'single' | 'multi' = 'single',
) {
  const { algorithm, heuristic } = options;
  const result = await search(boardSpace(shape, goal, metric), { from: start }, { threads: 1, ...options });
  const moves = result.moves?.join('') ?? '';
  if (result.distance !== depth || result.moves?.length !== depth) {
    throw new Error(`${algorithm} ${heuristic}: ${moves} from ${start}, expected ${depth} moves`);
  }
  const right = result.algorithm === algorithm && result.heuristic === (heuristic ?? null) && result.seconds > 0;
  if (!right) throw new Error(`${algorithm} ${heuristic}: ${JSON.stringify(result)}`);
  if (walked(shape, start, moves).join() !== goal.join())
    throw new Error(`${algorithm} ${heuristic}: ${moves} from ${start} do not lead to ${goal}`);
}

describe.each(
  rows(
    [
      ['in the corner', [1, 2, 3, 4, 5, 6, 7, 8, 0], count(1, 6)],
      ['in the centre', [1, 2, 3, 8, 0, 4, 7, 6, 5], count(1, 2)],
      ['on an edge, the tiles mixed', [5, 0, 2, 7, 1, 8, 3, 6, 4], count(1, 2)],
    ] as const,
    [2],
  ),
)('on positions of every depth of 3x3, with the goal’s blank %s', (_, goal, each) => {
  let starts: Position[];
  let tables: TableSolver;
  let depths: Int16Array;
  beforeAll(async () => {
    const table = await tableOf('3x3', goal.indexOf(0));
    tables = boardTables('3x3', goal, (cell) => (cell === table.goalCell ? table : undefined));
    ({ depths } = plainSearch(3, 3, goal));
    const ranks: number[][] = [];
    // All ranks, scattered: their number and the prime have no common factor.
    for (let index = 0; index < depths.length; index++) {
      const rank = (index * 100_003) % depths.length;
      if (depths[rank] < 0) continue;
      ranks[depths[rank]] ??= [];
      if (ranks[depths[rank]].length < each) ranks[depths[rank]].push(rank);
    }
    // There are 31 or 32 depths; the first and the last have fewer positions.
    expect(ranks.flat().length).toBeGreaterThan(25 * each);
    starts = rows(ranks.flat(), [0, 10, 18, 24, 30]).map((rank) => plainUnrank(9, rank));
  });

  test.each(contenders)('%s %s finds a solution of the table’s length', async (algorithm, heuristic) => {
    for (const start of starts) {
      const options = { algorithm, heuristic: heuristic ?? undefined, tables };
      await expectSolved('3x3', goal, start, depths[plainRank(start)], options);
    }
  });
});

const SOLVED: (readonly [string, 'single' | 'multi'])[] = [
  ...['1x2', '2x1', '1x7', '2x2', '2x4', '4x2', '../.#', '#.#/.../...', '.#.#/..../#.##', '.../.#./...'].map(
    (name) => [name, 'single'] as const,
  ),
  ...['2x3', '3x2', '1x8', '2x4'].map((name) => [name, 'multi'] as const),
];

test.each(rows(SOLVED, [1, 2, 5, 7, 9, 10, 12]))(
  'positions of %s in the metric %s are solved by every algorithm',
  async (name, metric) => {
    const shape = parseBoard(name);
    const goal = orderedPosition(shape, metric === 'single' ? 0 : 1);
    const { depths } = plainMapSearch(mapOf(shape), goal, metric);
    const random = new SeededRandom(1);
    for (let instance = 0; instance < count(metric === 'single' ? 1 : 3, 8); instance++) {
      const start = randomPosition(shape, goal, random);
      for (const [algorithm, heuristic] of contenders) {
        if (algorithm === 'table' || (metric === 'multi' && heuristic !== null)) continue;
        const options = { algorithm, heuristic: heuristic ?? undefined };
        await expectSolved(name, goal, start, depths[plainRank(start)], options, metric);
      }
    }
  },
);

test('5x5 is solved after a walk', async () => {
  const goal = orderedPosition(makeBoard(5, 5), 12);
  let start = goal;
  const random = new SeededRandom(11);
  for (let moves = 0; moves < count(24, 40); moves++) {
    const neighbours = plainNeighbours(5, 5, start);
    start = neighbours[random.below(neighbours.length)];
  }
  const { distance } = await searchBoard('bidirectional', { board: '5x5', start, goal });
  for (const algorithm of ['astar', 'idastar'] as const) {
    await expectSolved('5x5', goal, start, distance as number, { algorithm, heuristic: 'linear-conflict' });
  }
});

// Tiles keep their order in a ring, and so do those of a bent corridor.
test.each([
  ['.../.#./...', '1 3 2 4 5 6 7 x'],
  ['../#./#.', '1 3 2 x'],
  ['..#/.../#..', '1 2 3 5 4 6 x'],
  ['4x4', '2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 x'],
])('an unsolvable position of %s is detected before any search', async (board, start) => {
  for (const name of SEARCHES) {
    const result = await searchBoard(name, { board, start });
    expect(result).toMatchObject({ moves: null, distance: null, expanded: 0, generated: 0, stored: 0 });
  }
});

test('A* reopens nodes if a heuristic is not consistent', async () => {
  const board = makeBoard(3, 3);
  const goal = orderedPosition(board);
  const { depths } = plainSearch(3, 3, goal);
  const manhattan = heuristicFor('manhattan', board, goal);
  // An admissible heuristic that drops to 0 at half of the positions.
  const estimate = (tiles: ArrayLike<number>) =>
    plainRank([...Array.from(tiles)]) % 2 === 0 ? manhattan.estimate(tiles) : 0;
  const jumping = {
    ...manhattan,
    estimate,
    change: (tiles: ArrayLike<number>, blank: number, cell: number) => {
      const after = Array.from(tiles);
      [after[blank], after[cell]] = [after[cell], 0];
      return estimate(after) - estimate(tiles);
    },
  };
  const random = new SeededRandom(4);
  for (let instance = 0; instance < count(2, 8); instance++) {
    const start = randomPosition(board, goal, random);
    const limits = new Limits();
    const nodes = new PositionNodes(board, 'single', start, limits);
    const { path } = await findByAStar(nodes, nodes.estimatesBy(jumping, goal), limits, new Watch());
    expect(path?.moves).toHaveLength(depths[plainRank(start)]);
    expect(path?.states.at(-1)).toEqual(goal);
  }
});

/* Numbered states. */

/** Returns the number of moves from each state to the nearest end, or back from it; infinite if no moves lead there. */
function plainDistances(graph: Graph, ends: readonly number[], back = false): number[] {
  const distances = graph.map((_, state) => (ends.includes(state) ? 0 : Number.POSITIVE_INFINITY));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [state, row] of graph.entries()) {
      for (const next of row.filter((to) => to !== NO_STATE)) {
        const [far, near] = back ? [next, state] : [state, next];
        if (distances[near] + 1 >= distances[far]) continue;
        distances[far] = distances[near] + 1;
        changed = true;
      }
    }
  }
  return distances;
}

/** Returns the graph with a move back for every move. */
function withMovesBack(graph: Graph): number[][] {
  const rows = graph.map((row) => [...row]);
  for (const [from, row] of graph.entries()) for (const to of row) if (to !== NO_STATE) rows[to].push(from);
  const most = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array.from({ length: most - row.length }, () => NO_STATE)]);
}

/** Expects a shortest path between the ends of a question, or none if the distance is infinite. */
async function expectShortest(
  space: SpaceDefinition | NumberedSpace,
  question: SearchQuestion,
  distance: number,
  algorithm: (typeof SEARCHES)[number],
) {
  const { moves, states, ...found } = await search(space, question, { algorithm });
  if (found.distance !== (Number.isFinite(distance) ? distance : null)) {
    expect.fail(`${algorithm} finds ${found.distance} moves of ${JSON.stringify(question)}, and there are ${distance}`);
  }
  if (moves === null || states === null) return;
  const ends = (end: SearchQuestion['from']) => (end === undefined ? space.starts : [end]);
  expect(ends(question.from)).toContain(states[0]);
  expect(ends(question.to)).toContain(states[moves.length]);
  const next = new Float64Array(space.moves.length);
  for (const [step, move] of moves.entries()) {
    space.neighbours(states[step] as number, next);
    expect(next[space.moves.indexOf(move)]).toBe(states[step + 1]);
  }
}

const graphs = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc.tuple(
    fc.array(fc.array(fc.integer({ min: NO_STATE, max: size - 1 }), { minLength: 3, maxLength: 3 }), {
      minLength: size,
      maxLength: size,
    }),
    fc.boolean(),
    fc.array(fc.nat(size - 1), { minLength: 1, maxLength: 3 }),
  ),
);

function predecessorsIn(graph: Graph): (state: number) => number[] {
  return (state) => [...graph.keys()].filter((from) => graph[from].includes(state));
}

/** Returns the graph of a knight on a board of n x n squares. */
function knightGraph(n: number): number[][] {
  const jumps = [-2, -1, 1, 2].flatMap((x) => [-2, -1, 1, 2].filter((y) => Math.abs(x * y) === 2).map((y) => [x, y]));
  return Array.from({ length: n * n }, (_, square) =>
    jumps.map(([x, y]) => {
      const column = (square % n) + x;
      const row = Math.floor(square / n) + y;
      return column >= 0 && column < n && row >= 0 && row < n ? row * n + column : NO_STATE;
    }),
  );
}

describe.each(SEARCHES)('%s', (algorithm) => {
  test.each([
    ...[2, 3, 4, 5].map((n) => knownSpace(`pancake:${n}`)),
    ...[1, 2, 3].map((n) => knownSpace(`burnt-pancake:${n}`)),
    ...(isInformed(algorithm) ? [] : [knownSpace('knight:3'), knownSpace('hanoi:3,3')]),
    ...(count(0, 1) === 1 ? [knownSpace('pancake:6'), knownSpace('burnt-pancake:4')] : []),
  ])('finds the distances of breadth-first search for all states of $name', async (space) => {
    const { depths } = plainSpaceSearch(space);
    for (const [from, depth] of depths.entries()) {
      await expectShortest(space, { from }, depth < 0 ? Number.POSITIVE_INFINITY : depth, algorithm);
    }
  });

  test('finds shortest paths in any graph, whether moves can be undone or not, by any consistent heuristic', async () => {
    await fc.assert(
      fc.asyncProperty(
        graphs,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async ([directed, reversible, starts], share) => {
          const graph = reversible ? withMovesBack(directed) : directed;
          const distances = plainDistances(graph, starts);
          // If no moves lead to a start, no estimate is too large, as long as all such states have the same one.
          const estimates = distances.map((distance) => Math.floor(share * Math.min(distance, graph.length)));
          const heuristics = { share: (state: number) => estimates[state] };
          const back = reversible ? {} : { predecessors: predecessorsIn(graph) };
          const space = spaceOf(graph, { reversible, starts, heuristics, ...back });
          for (const from of graph.keys()) await expectShortest(space, { from }, distances[from], algorithm);
          if (isInformed(algorithm)) return;
          const onward = plainDistances(graph, starts, true);
          for (const to of graph.keys()) await expectShortest(space, { to }, onward[to], algorithm);
        },
      ),
      { numRuns: count(10, 300) },
    );
  });

  test('searches a space too large for one bit per state', async () => {
    const space = plane((state) => (state % SIDE_OF_PLANE) + Math.floor(state / SIDE_OF_PLANE));
    const from = 40 * SIDE_OF_PLANE + 35;
    const found = await search(space, { from }, { algorithm });
    expect(found.distance).toBe(75);
    if (!isInformed(algorithm)) expect(found.stored).toBeGreaterThan(1000);
  });

  test('finds no path in circles and in dead ends', async () => {
    const graph = [
      [NO_STATE, NO_STATE],
      [2, 3],
      [1, 3],
      [3, NO_STATE],
      [0, 1],
    ];
    const space = spaceOf(graph, { heuristics: { zero: () => 0 }, predecessors: predecessorsIn(graph) });
    await expectShortest(space, { from: 1 }, Number.POSITIVE_INFINITY, algorithm);
    await expectShortest(space, { from: 4 }, 1, algorithm);
  });
});

test('the same paths are found in a space whose numbers are far from each other, up to the maximum', async () => {
  const graph = knightGraph(5);
  const far = (state: number) => (state === NO_STATE ? NO_STATE : 2 ** 53 - 2 - state * 2 ** 40 - state);
  const near = new Map([...graph.keys()].map((state) => [far(state), state]));
  const space = spaceOf(graph, {
    size: 2 ** 53 - 1,
    starts: [far(0)],
    reversible: true,
    neighbours: (state, next) => next.set(graph[near.get(state) as number].map(far)),
  });
  for (const algorithm of ['bfs', 'bidirectional'] as const) {
    for (const from of rows([...graph.keys()], [0, 7, 24])) {
      const distances = plainDistances(graph, [from]);
      for (const to of graph.keys()) {
        await expectShortest(space, { from: far(from), to: far(to) }, distances[to], algorithm);
      }
    }
  }
});

test('a knight crosses 300x300 squares from both ends, the largest case of POJ 1915', async () => {
  const { distance, expanded } = await search('knight:300', { from: '0 0', to: '299 299' });
  // 299 + 299 squares, three per jump.
  expect(distance).toBe(200);
  expect(expanded).toBeLessThan(90_000);
});

/* Heuristics and spaces that are wrong. */

describe.each(['astar', 'idastar'] as const)('%s', (algorithm) => {
  test('refuses every heuristic of a small space that is not consistent, and so every one that overestimates', async () => {
    const guess = fc.array(fc.nat(3), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(graphs, guess, async ([directed, reversible, starts], guessed) => {
        const graph = reversible ? withMovesBack(directed) : directed;
        const estimates = guessed.map((estimate, state) => (starts.includes(state) && guessed[0] > 0 ? 0 : estimate));
        const consistent =
          starts.every((start) => estimates[start] === 0) &&
          graph.every((row, state) => row.every((to) => to === NO_STATE || estimates[state] <= estimates[to] + 1));
        const space = spaceOf(graph, { reversible, starts, heuristics: { guess: (state) => estimates[state] } });
        const distances = plainDistances(graph, starts);
        for (const from of graph.keys()) {
          if (consistent) await expectShortest(space, { from }, distances[from], algorithm);
          else await expect(search(space, { from }, { algorithm })).rejects.toThrow(SpaceError);
        }
      }),
      { numRuns: count(15, 600) },
    );
  });

  test('names the move of an inconsistent heuristic that no sample has shown', async () => {
    // Between the sampled states: three hundred of a hundred thousand.
    const space = line(100_000, (state) => state - (state > 1234 ? 5 : 0));
    await expect(search(space, { from: 1300 }, { algorithm })).rejects.toThrow(
      new SpaceError(
        'the heuristic steps of line is not consistent: it estimates 1230 from state s1235 (number 1235) and 1234 from its neighbour s1234 (number 1234), and a move may change an estimate by at most 1',
      ),
    );
  });
});

describe('a space that contradicts itself', () => {
  test('has a move that is not undone, after both searches have passed it', async () => {
    // A line of 60 states, and a move from 11 to 40 that no move undoes.
    const graph = Array.from({ length: 60 }, (_, state) => [
      state > 0 ? state - 1 : NO_STATE,
      state < 59 ? state + 1 : NO_STATE,
      state === 11 ? 40 : NO_STATE,
    ]);
    const found = search(spaceOf(graph, { reversible: true }), { from: 40, to: 11 }, { algorithm: 'bidirectional' });
    await expect(found).rejects.toThrow(
      new SpaceError(
        'graph: no move leads from state s40 (number 40) to state s11 (number 11), although the space declares that moves can be undone',
      ),
    );
  });

  test('is reported, or the path still leads from start to goal', async () => {
    const anyGraph = fc.array(fc.array(fc.nat(9), { minLength: 2, maxLength: 2 }), { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(anyGraph, fc.nat(9), fc.nat(9), fc.boolean(), async (graph, from, to, reversible) => {
        const space = spaceOf(graph, reversible ? { reversible } : { predecessors: (state) => graph[state] });
        const found = await search(space, { from, to }, { algorithm: 'bidirectional' }).catch((error) => {
          expect(error).toBeInstanceOf(SpaceError);
        });
        if (!found?.states || !found.moves) return;
        expect([found.states[0], found.states.at(-1)]).toEqual([from, to]);
        for (const [step, move] of found.moves.entries())
          expect(graph[found.states[step] as number][Number(move.slice(1))]).toBe(found.states[step + 1]);
      }),
      { numRuns: count(30, 600) },
    );
  });

  const wrong = 'the space graph contradicts its interface, ';
  test.each<[string, Partial<SpaceDefinition>, string]>([
    [
      'throws',
      {
        neighbours() {
          throw new RangeError('out of\npancakes');
        },
      },
      `${wrong}neighbours of state s0 (number 0) fails at move m0: out of·pancakes`,
    ],
    [
      'leads out of range',
      { neighbours: (_, next) => next.fill(7) },
      `${wrong}neighbours of state s0 (number 0): move m0 leads to 7, expected a state from 0 to 3, or -1 if it cannot be made`,
    ],
    [
      'omits a move',
      { neighbours() {} },
      `${wrong}neighbours of state s0 (number 0): move m0 gives no number, expected a state from 0 to 3, or -1 if it cannot be made`,
    ],
    [
      'gives a fraction and no text',
      {
        neighbours: (_, next) => next.fill(0.5),
        format() {
          throw new Error('no text');
        },
      },
      `${wrong}neighbours of state number 0: move m0 leads to 0.5, expected a state from 0 to 3, or -1 if it cannot be made`,
    ],
    [
      'gives predecessors out of range',
      { predecessors: () => [4] },
      `${wrong}predecessors of state s3 (number 3): expected states from 0 to 3, found 4`,
    ],
    [
      'gives predecessors that are not an array',
      { predecessors: () => undefined as unknown as number[] },
      `${wrong}predecessors of state s3 (number 3): expected an array of states, found undefined`,
    ],
    [
      'gives wrong predecessors',
      { predecessors: () => [0] },
      'graph: no move leads from state s0 (number 0) to state s3 (number 3), although the space lists the first as a predecessor',
    ],
    [
      'wrongly declares that its moves can be undone',
      { reversible: true, starts: [0, 2], neighbours: (state, next) => next.fill([1, 0, 2, 1][state]) },
      'graph: no move leads from state s1 (number 1) to state s3 (number 3), although the space declares that moves can be undone',
    ],
  ])('%s', async (_, given, message) => {
    // There are two starts, so the single goal is expanded first if the search begins at both ends.
    const backward = 'predecessors' in given || given.reversible;
    const space = spaceOf([[1], [2], [3], [3]], { starts: backward ? [0, 1] : [0], ...given });
    const found = search(space, { to: 3 }, { algorithm: backward ? 'bidirectional' : 'bfs' });
    await expect(found).rejects.toThrow(SpaceError);
    await expect(found).rejects.toThrow(message);
  });
});
