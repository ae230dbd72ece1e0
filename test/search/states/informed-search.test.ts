import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { algorithmsFor } from '#src/search/algorithms.js';
import { LimitError } from '#src/search/question/progress.js';
import { search } from '#src/search/search.js';
import { NO_STATE, type SpaceDefinition, SpaceError, type StateHeuristic } from '#src/space/definition.js';
import type { NumberedSpace } from '#src/space/space.js';
import { openSpace } from '#src/spaces/open-space.js';
import { knownSpace } from '../../known-space.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { count } from '../../suite.js';
import { type Graph, spaceOf } from './graphs.js';

const INFORMED = ['astar', 'idastar'] as const;
type Informed = (typeof INFORMED)[number];

/** Returns the number of moves from each state to the nearest start, infinite if no moves lead there. */
function plainDistances(graph: Graph, starts: readonly number[]): number[] {
  const distances = graph.map((_, state) => (starts.includes(state) ? 0 : Number.POSITIVE_INFINITY));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [state, row] of graph.entries()) {
      for (const next of row) {
        if (next === NO_STATE || distances[next] + 1 >= distances[state]) continue;
        distances[state] = distances[next] + 1;
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

async function expectShortest(
  space: SpaceDefinition | NumberedSpace,
  graph: Graph | null,
  from: number,
  distance: number,
  by: Informed,
) {
  const { moves, states, ...found } = await search(space, { from }, { algorithm: by });
  if (found.distance !== (Number.isFinite(distance) ? distance : null)) {
    expect.fail(`${by} finds ${found.distance} moves from ${space.format(from)}, and there are ${distance}`);
  }
  if (moves === null || states === null) return;
  expect(states[0]).toBe(from);
  expect(space.starts).toContain(states[moves.length]);
  if (graph === null) return;
  for (const [step, move] of moves.entries()) {
    expect(graph[states[step] as number][space.moves.indexOf(move)]).toBe(states[step + 1]);
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

describe.each(INFORMED)('%s', (algorithm) => {
  test.each([
    ...[2, 3, 4, 5].map((n) => knownSpace(`pancake:${n}`)),
    ...[1, 2, 3].map((n) => knownSpace(`burnt-pancake:${n}`)),
    ...(count(0, 1) === 1 ? [knownSpace('pancake:7'), knownSpace('burnt-pancake:5')] : []),
  ])('finds the distances of breadth-first search for all states of $name', async (space) => {
    const { depths } = plainSpaceSearch(space);
    for (const [state, depth] of depths.entries()) await expectShortest(space, null, state, depth, algorithm);
  });

  test('finds shortest paths in any graph by any consistent heuristic, whether moves can be undone or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        graphs,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async ([directed, reversible, starts], share) => {
          const graph = reversible ? withMovesBack(directed) : directed;
          const distances = plainDistances(graph, starts);
          // If no moves lead to a start, no estimate is too large, as long as all such states have the same one.
          const estimates = distances.map((distance) => Math.floor(share * Math.min(distance, graph.length)));
          const space = spaceOf(graph, { reversible, starts, heuristics: { share: (state) => estimates[state] } });
          for (const state of graph.keys()) await expectShortest(space, graph, state, distances[state], algorithm);
        },
      ),
      { numRuns: count(30, 1000) },
    );
  });

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
        for (const state of graph.keys()) {
          if (consistent) await expectShortest(space, graph, state, distances[state], algorithm);
          else await expect(search(space, { from: state }, { algorithm })).rejects.toThrow(SpaceError);
        }
      }),
      { numRuns: count(40, 2000) },
    );
  });

  test('names the move of an inconsistent heuristic that no sample has shown', async () => {
    // Between the sampled states: three hundred of a hundred thousand.
    await expect(
      search(
        line(100_000, (state) => state - (state > 1234 ? 5 : 0)),
        { from: 1300 },
        { algorithm },
      ),
    ).rejects.toThrow(
      new SpaceError(
        'the heuristic steps of line is not consistent: it estimates 1230 from state s1235 (number 1235) and 1234 from its neighbour s1234 (number 1234), and a move may change an estimate by at most 1',
      ),
    );
  });

  test('counts what it expands, generates and stores', async () => {
    const space = line(10, (state) => state);
    // Each state on the path with its two neighbours; state 7, behind the first one, was also reached.
    expect(await search(space, { from: 6 }, { algorithm })).toMatchObject({
      heuristic: 'steps',
      distance: 6,
      expanded: 6,
      generated: algorithm === 'astar' ? 12 : 6,
      stored: algorithm === 'astar' ? 8 : 7,
    });
    expect(await search(space, {}, { algorithm })).toMatchObject({ distance: 0, expanded: 0, generated: 0, stored: 1 });
  });

  test('gives up at the limits of time and memory, and when a signal aborts', async () => {
    const space = plane(2 ** 20, () => 0);
    const from = 2 ** 40 - 1;
    await expect(search(space, { from }, { algorithm, seconds: 0.05 })).rejects.toMatchObject({
      name: 'LimitError',
      limit: 'no solution within the time limit of 0.05 s',
      advice: 'raise it, or explore the space and solve from its table',
    });
    const bytes = algorithm === 'astar' ? 1e6 : 200;
    await expect(search(space, { from }, { algorithm, bytes })).rejects.toThrow(
      algorithm === 'astar'
        ? /^the search needs .* of memory and its limit is 1.00 MB \(no solution has fewer than \d+ moves\): raise it, or use idastar$/
        : /^the search needs .* of memory and its limit is 200 bytes \(no solution has fewer than \d+ moves\): raise it, or explore the space and solve from its table$/,
    );
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(search(space, { from }, { algorithm, signal })).rejects.toThrow('enough');
  });

  test('searches a space too large for one bit per state', async () => {
    const side = 2 ** 20;
    const space = plane(side, (state) => Math.max(0, (state % side) + Math.floor(state / side) - 4));
    const { distance, expanded } = await search(space, { from: 6 * side + 5 }, { algorithm });
    expect(distance).toBe(11);
    expect(expanded).toBeGreaterThan(11);
  });

  test('finds no path in circles and in dead ends', async () => {
    const graph = [
      [NO_STATE, NO_STATE],
      [2, 3],
      [1, 3],
      [3, NO_STATE],
      [0, 1],
    ];
    const space = spaceOf(graph, { heuristics: { zero: () => 0 } });
    expect(await search(space, { from: 1 }, { algorithm })).toMatchObject({ distance: null, moves: null });
    expect(await search(space, { from: 4 }, { algorithm })).toMatchObject({ distance: 1, moves: ['m0'] });
  });

  test('uses the named heuristic, and the first one by default', async () => {
    const space = { ...line(10, (state) => state), heuristics: { zero: () => 0, steps: (state: number) => state } };
    expect((await search(space, { from: 5 }, { algorithm })).heuristic).toBe('zero');
    expect((await search(space, { from: 5 }, { algorithm, heuristic: 'steps' })).heuristic).toBe('steps');
    await expect(search(space, { from: 5 }, { algorithm, heuristic: 'gap' })).rejects.toThrow(
      new InputError("the heuristic must be one of zero, steps; found 'gap'"),
    );
  });

  test('estimates only the moves to the start', async () => {
    const elsewhere =
      'the heuristics of pancake:5 estimate the moves to its start, but this path ends elsewhere: use bfs or bidirectional, or search for a path to the start';
    for (const question of [{ from: '1 2 3 4 5', to: '2 1 3 4 5' }, { to: '2 1 3 4 5' }]) {
      await expect(search('pancake:5', question, { algorithm })).rejects.toThrow(new InputError(elsewhere));
    }
    expect((await search('pancake:5', { from: '2 1 3 4 5', to: 0 }, { algorithm })).moves).toEqual(['2']);
    const elsewhereStart = { kind: 'known', space: 'pancake:5', start: '21345' } as const;
    await expect(search(elsewhereStart, { from: 5 }, { algorithm })).rejects.toThrow(
      new InputError(`${algorithm} needs a heuristic, and pancake:5 has none for this start: use bfs or bidirectional`),
    );
    const ownStart = { ...elsewhereStart, start: '12345' };
    expect((await search(ownStart, { from: '2 1 3 4 5' }, { algorithm })).distance).toBe(1);
  });

  test('reports that a space has no heuristics', async () => {
    await expect(search('topspin:6,3', { from: 5 }, { algorithm })).rejects.toThrow(
      new InputError(`${algorithm} needs a heuristic, and topspin:6,3 has none: use bfs or bidirectional`),
    );
    await expect(search('knight:8', { from: 5 }, { heuristic: 'gap' })).rejects.toThrow(
      new InputError("knight:8 has no heuristic: leave out 'gap'"),
    );
  });
});

test('informed searches apply to spaces with heuristics, and are not the default', async () => {
  expect(algorithmsFor(await openSpace({ kind: 'known', space: 'pancake:5' }))).toEqual([
    'table',
    'bfs',
    'bidirectional',
    'astar',
    'idastar',
  ]);
  expect(algorithmsFor(await openSpace({ kind: 'known', space: 'hanoi:3,3' }))).not.toContain('astar');
  expect((await search('pancake:5', { from: 7 })).algorithm).toBe('bidirectional');
});

test('A* finds no path that is too long for its queue', async () => {
  const space = line(100_000, (state) => state);
  await expect(search(space, { from: 70_000 }, { algorithm: 'astar' })).rejects.toThrow(
    new LimitError('A* searches no deeper than 65535 moves'),
  );
  expect((await search(space, { from: 3000 }, { algorithm: 'idastar' })).distance).toBe(3000);
});

/** States in a row, with 0 as the start. */
function line(size: number, steps: StateHeuristic): SpaceDefinition {
  return spaceOf([[0, 0]], {
    name: 'line',
    size,
    reversible: true,
    heuristics: { steps },
    neighbours(state, next) {
      next[0] = state > 0 ? state - 1 : NO_STATE;
      next[1] = state < size - 1 ? state + 1 : NO_STATE;
    },
  });
}

/** Squares of a huge board, one step up, down, left or right. */
function plane(side: number, heuristic: StateHeuristic): SpaceDefinition {
  return spaceOf([[0, 0, 0, 0]], {
    name: 'plane',
    size: side * side,
    reversible: true,
    heuristics: { heuristic },
    neighbours(state, next) {
      const column = state % side;
      next[0] = column > 0 ? state - 1 : NO_STATE;
      next[1] = column < side - 1 ? state + 1 : NO_STATE;
      next[2] = state >= side ? state - side : NO_STATE;
      next[3] = state < side * side - side ? state + side : NO_STATE;
    },
  });
}
