import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { findPath } from '#src/search/nodes/searches.js';
import { StateNodes } from '#src/search/nodes/state-nodes.js';
import { Limits } from '#src/search/question/limits.js';
import { Watch } from '#src/search/question/progress.js';
import type { Path, StateEnds } from '#src/search/question/question.js';
import { search } from '#src/search/search.js';
import { NO_STATE, type NumberedStates, SpaceError } from '#src/space/definition.js';
import { count, rows } from '../../suite.js';
import { type Graph, spaceOf } from './graphs.js';

const SEARCHES = ['bfs', 'bidirectional'] as const;
type StateSearch = (typeof SEARCHES)[number];

function predecessorsIn(graph: Graph): (state: number) => number[] {
  return (state) => [...graph.keys()].filter((from) => graph[from].includes(state));
}

/** Returns the distances of all states from some states, -1 if there is no path; a minimal, independent implementation. */
function plainDistances(graph: Graph, from: readonly number[]): number[] {
  const distances: number[] = graph.map((_, state) => (from.includes(state) ? 0 : -1));
  for (let depth = 0; distances.includes(depth); depth++) {
    for (const [state, row] of graph.entries()) {
      if (distances[state] !== depth) continue;
      for (const next of row) if (next !== NO_STATE && distances[next] === -1) distances[next] = depth + 1;
    }
  }
  return distances;
}

/** Finds a path with limits that are never reached. */
function find(space: NumberedStates, ends: StateEnds, algorithm: StateSearch) {
  const limits = new Limits();
  const bothEnds = algorithm === 'bidirectional';
  const [start, goal] = [new StateNodes(space, ends.from, limits), new StateNodes(space, ends.to, limits, bothEnds)];
  return findPath(start, goal, bothEnds, limits, new Watch());
}

function expectLegal(graph: Graph, { from, to }: StateEnds, { states, moves }: Path<number>): void {
  expect(from).toContain(states[0]);
  expect(to).toContain(states[states.length - 1]);
  expect(states).toHaveLength(moves.length + 1);
  for (const [step, move] of moves.entries()) expect(graph[states[step]][Number(move.slice(1))]).toBe(states[step + 1]);
}

async function expectOptimal(space: NumberedStates, graph: Graph, question: StateEnds, algorithm: StateSearch) {
  const { path } = await find(space, question, algorithm);
  const reached = question.to.map((state) => plainDistances(graph, question.from)[state]).filter((depth) => depth >= 0);
  if (path === null) expect(reached).toEqual([]);
  else {
    expectLegal(graph, question, path);
    expect(path.moves.length).toBe(Math.min(...reached));
  }
}

async function expectOptimalForAllPairs(space: NumberedStates, graph: Graph, algorithm: StateSearch): Promise<void> {
  for (const from of graph.keys()) {
    for (const to of graph.keys()) await expectOptimal(space, graph, { from: [from], to: [to] }, algorithm);
  }
}

/** Returns the space of a knight on a board of n x n squares. */
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

/** A ring with an exit at 3 to a dead end; 7 is not connected. */
const oneWay: Graph = [[1], [2], [3], [4, 5], [0], [6], [], [7]];

describe.each(SEARCHES)('%s', (algorithm) => {
  test('finds a shortest path of a knight between all pairs of squares; the centre of 3x3 has none', async () => {
    for (const n of rows([3, 5], [0])) {
      const graph = knightGraph(n);
      await expectOptimalForAllPairs(spaceOf(graph, { reversible: true }), graph, algorithm);
    }
  });

  test('finds a shortest path between all pairs if moves cannot be undone', async () => {
    const space = spaceOf(oneWay, { predecessors: predecessorsIn(oneWay) });
    await expectOptimalForAllPairs(space, oneWay, algorithm);
  });

  test('finds a shortest path in any graph, whether its moves can be undone or not', async () => {
    const graphs = fc.integer({ min: 1, max: 12 }).chain((size) =>
      fc.tuple(
        fc.array(fc.array(fc.integer({ min: NO_STATE, max: size - 1 }), { minLength: 3, maxLength: 3 }), {
          minLength: size,
          maxLength: size,
        }),
        fc.boolean(),
        fc.array(fc.nat(size - 1), { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(size - 1), { minLength: 1, maxLength: 3 }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(graphs, async ([directed, reversible, from, to]) => {
        const graph = reversible ? withMovesBack(directed) : directed;
        const space = spaceOf(graph, reversible ? { reversible } : { predecessors: predecessorsIn(graph) });
        await expectOptimal(space, graph, { from, to }, algorithm);
      }),
      { numRuns: count(60, 500) },
    );
  });

  test('finds the same paths in a space too large for one bit per state', async () => {
    // Numbers far from each other, up to the maximum.
    const graph = knightGraph(5);
    const far = (state: number) => (state === NO_STATE ? NO_STATE : 2 ** 53 - 2 - state * 2 ** 40 - state);
    const space = spaceOf(graph, {
      size: 2 ** 53 - 1,
      reversible: true,
      neighbours(state, next) {
        next.set(graph[[...graph.keys()].findIndex((near) => far(near) === state)].map(far));
      },
    });
    for (const from of graph.keys()) {
      for (const to of graph.keys()) {
        const { path } = await find(space, { from: [far(from)], to: [far(to)] }, algorithm);
        const states = path?.states.map((state) => [...graph.keys()].findIndex((near) => far(near) === state)) ?? [];
        expectLegal(graph, { from: [from], to: [to] }, { states, moves: path?.moves ?? [] });
        expect(states.length - 1).toBe(plainDistances(graph, [from])[to]);
      }
    }
  });

  test('keeps thousands of states of a space too large for one bit per state', async () => {
    const side = 2 ** 20;
    const space = plane(side);
    const from = 300 * side + 300;
    const { path, stored } = await find(space, { from: [from], to: [from + 40 * side + 35] }, algorithm);
    expect(path?.moves).toHaveLength(75);
    expect(stored).toBeGreaterThan(2000);
  });

  test('needs no move from a state to itself', async () => {
    const graph = knightGraph(3);
    expect(await find(spaceOf(graph, { reversible: true }), { from: [4], to: [4] }, algorithm)).toEqual({
      path: { states: [4], moves: [] },
      expanded: 0,
      generated: 0,
      stored: 2,
    });
  });

  test('gives up at the limits of time and memory, and when a signal aborts', async () => {
    const space = plane(2 ** 20);
    const question = { from: 0, to: 2 ** 40 - 1 };
    await expect(search(space, question, { algorithm, seconds: 0.01 })).rejects.toMatchObject({
      name: 'LimitError',
      limit: 'no solution within the time limit of 0.01 s',
      advice: `raise it, or ${algorithm === 'bfs' ? 'use bidirectional' : 'explore the space and solve from its table'}`,
    });
    await expect(search(space, question, { algorithm, bytes: 1e6 })).rejects.toThrow(
      /^the search needs .* of memory and its limit is 1.00 MB \(no solution has fewer than \d+ moves\): raise it, or /,
    );
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(search(space, question, { algorithm, signal })).rejects.toThrow('enough');
  });

  test('names the state and the move of a neighbour out of range', async () => {
    const space = spaceOf([[1], [2], [7], [3]], { reversible: true });
    await expect(find(space, { from: [0], to: [3] }, algorithm)).rejects.toThrow(
      new SpaceError(
        'the space graph contradicts its interface, neighbours of state s2 (number 2): move m0 leads to 7, expected a state from 0 to 3, or -1 if it cannot be made',
      ),
    );
  });
});

test('searches from both ends if possible, otherwise from the start alone', async () => {
  const algorithmOf = async (space: NumberedStates) => (await search(space, { from: 0, to: 6 })).algorithm;
  expect(await algorithmOf(spaceOf(oneWay))).toBe('bfs');
  expect(await algorithmOf(spaceOf(oneWay, { predecessors: predecessorsIn(oneWay) }))).toBe('bidirectional');
  expect(await algorithmOf(spaceOf(withMovesBack(oneWay), { reversible: true }))).toBe('bidirectional');
  await expectOptimalForAllPairs(spaceOf(oneWay), oneWay, 'bfs');
});

test('searches a knight across 300x300 squares from both ends, the largest case of POJ 1915', async () => {
  const graph = knightGraph(300);
  const space = spaceOf(graph, { reversible: true });
  const { path, expanded } = await find(space, { from: [0], to: [300 * 300 - 1] }, 'bidirectional');
  // 299 + 299 squares, three per jump.
  expect(path?.moves).toHaveLength(200);
  expect(expanded).toBeLessThan(90_000);
});

test('counts what it expands, generates and stores', async () => {
  // 0 - 1 - 2 - 3 - 4 - 5 - 6
  const line = Array.from({ length: 7 }, (_, state) => [state - 1, state < 6 ? state + 1 : NO_STATE]);
  const space = spaceOf(line, { reversible: true });
  const question = { from: [0], to: [6] };
  // The last move, 5 to 6, is generated second.
  expect(await find(space, question, 'bfs')).toMatchObject({ expanded: 6, generated: 11, stored: 8 });
  // Layers alternate, forwards first: 0, 6, 1, 5, 2, 4. Then 4's move down meets 3.
  expect(await find(space, question, 'bidirectional')).toMatchObject({ expanded: 6, stored: 8 });
});

describe('a space that contradicts itself', () => {
  // A line of 60 states, and a move from 11 to 40 that no move undoes.
  const line = Array.from({ length: 60 }, (_, state) => [
    state > 0 ? state - 1 : NO_STATE,
    state < 59 ? state + 1 : NO_STATE,
    state === 11 ? 40 : NO_STATE,
  ]);

  test('has a move that is not undone, after both searches have passed it', async () => {
    const space = spaceOf(line, { reversible: true });
    await expect(find(space, { from: [40], to: [11] }, 'bidirectional')).rejects.toThrow(
      new SpaceError(
        'graph: no move leads from state s40 (number 40) to state s11 (number 11), although the space declares that moves can be undone',
      ),
    );
  });

  test('is reported, or the path still leads from start to goal', async () => {
    const graphs = fc.array(fc.array(fc.nat(9), { minLength: 2, maxLength: 2 }), { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(graphs, fc.nat(9), fc.nat(9), fc.boolean(), async (graph, from, to, reversible) => {
        const space = spaceOf(graph, reversible ? { reversible } : { predecessors: (state) => graph[state] });
        const found = await find(space, { from: [from], to: [to] }, 'bidirectional').catch((error) => {
          expect(error).toBeInstanceOf(SpaceError);
        });
        if (!found?.path) return;
        const { states, moves } = found.path;
        expect([states[0], states.at(-1)]).toEqual([from, to]);
        for (const [step, move] of moves.entries())
          expect(graph[states[step]][Number(move.slice(1))]).toBe(states[step + 1]);
      }),
      { numRuns: count(200, 2000) },
    );
  });

  test('wrongly declares that its moves can be undone', async () => {
    // There are two starts, so the single goal is expanded first. It leads to 1, and no move leads back.
    const space = spaceOf([[1], [0], [2], [1]], { reversible: true });
    await expect(find(space, { from: [0, 2], to: [3] }, 'bidirectional')).rejects.toThrow(
      new SpaceError(
        'graph: no move leads from state s1 (number 1) to state s3 (number 3), although the space declares that moves can be undone',
      ),
    );
  });

  test.each([
    [
      'throws',
      {
        neighbours() {
          throw new RangeError('out of\npancakes');
        },
      },
      'the space graph contradicts its interface, neighbours of state s0 (number 0) fails at move m0: out of·pancakes',
    ],
    [
      'omits a move',
      { neighbours() {} },
      'the space graph contradicts its interface, neighbours of state s0 (number 0): move m0 gives no number, expected a state from 0 to 3, or -1 if it cannot be made',
    ],
    [
      'gives a fraction and no text',
      {
        neighbours: (_: number, next: Float64Array) => next.fill(0.5),
        format() {
          throw new Error('no text');
        },
      },
      'the space graph contradicts its interface, neighbours of state number 0: move m0 leads to 0.5, expected a state from 0 to 3, or -1 if it cannot be made',
    ],
    [
      'gives predecessors out of range',
      { predecessors: () => [4] },
      'the space graph contradicts its interface, predecessors of state s3 (number 3): expected states from 0 to 3, found 4',
    ],
    [
      'gives predecessors that are not an array',
      { predecessors: () => undefined as unknown as number[] },
      'the space graph contradicts its interface, predecessors of state s3 (number 3): expected an array of states, found undefined',
    ],
    [
      'gives wrong predecessors',
      { predecessors: () => [0] },
      'graph: no move leads from state s0 (number 0) to state s3 (number 3), although the space lists the first as a predecessor',
    ],
  ])('%s', async (_, given, message) => {
    const space = spaceOf([[1], [2], [3], [3]], given);
    const algorithm = 'predecessors' in given ? 'bidirectional' : 'bfs';
    const from = algorithm === 'bfs' ? [0] : [0, 1];
    const found = find(space, { from, to: [3] }, algorithm);
    await expect(found).rejects.toThrow(SpaceError);
    await expect(found).rejects.toThrow(message);
  });
});

test.each([
  [{ from: 9, to: 0 }, {}, 'the states of graph are the numbers 0 to 7, found 9'],
  [{ from: 0, to: -1 }, {}, 'the states of graph are the numbers 0 to 7, found -1'],
  [{ from: 0.5, to: 0 }, {}, 'the states of graph are the numbers 0 to 7, found 0.5'],
  [
    { from: 0, to: 1 },
    { algorithm: 'bidirectional' as const },
    'graph has moves that cannot be undone and gives no predecessors, so it cannot be searched from the goal: use bfs',
  ],
  [{ from: 0, to: 1 }, { algorithm: 'astar' as const }, 'astar needs a heuristic, and graph has none: use bfs'],
])('refuses %j with %j', async (question, options, message) => {
  await expect(search(spaceOf(oneWay), question, options)).rejects.toThrow(new InputError(message));
});

/** Returns the graph with a move back for every move. */
function withMovesBack(graph: Graph): number[][] {
  const rows = graph.map((row) => [...row]);
  for (const [from, row] of graph.entries()) for (const to of row) if (to !== NO_STATE) rows[to].push(from);
  const most = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array.from({ length: most - row.length }, () => NO_STATE)]);
}

/** Squares of a huge board, one step up, down, left or right. */
function plane(side: number): NumberedStates {
  return spaceOf([[0, 0, 0, 0]], {
    name: 'plane',
    size: side * side,
    reversible: true,
    neighbours(state, next) {
      const column = state % side;
      next[0] = column > 0 ? state - 1 : NO_STATE;
      next[1] = column < side - 1 ? state + 1 : NO_STATE;
      next[2] = state >= side ? state - side : NO_STATE;
      next[3] = state < side * side - side ? state + side : NO_STATE;
    },
  });
}
