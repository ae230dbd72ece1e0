import { describe, expect, test } from 'vitest';
import { publishedHistogram } from '#src/runs/exploration/published-layers.js';
import { HEURISTICS, heuristicFor } from '#src/search/question/heuristics.js';
import { ALGORITHMS, isInformed, LimitError, type SearchProgress } from '#src/search/question/progress.js';
import { search } from '#src/search/search.js';
import type { SpaceDefinition } from '#src/space/definition.js';
import { makeBoard } from '#src/spaces/board/board.js';
import { formatPosition, orderedPosition, type Position, parsePosition } from '#src/spaces/board/position.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { knownSpace } from '../known-space.js';
import { plainNeighbours, plainRank, plainSearch, plainUnrank } from '../plain-search.js';
import { count, FULL, rows } from '../suite.js';
import { type PlainExpansion, plainIdaStar } from './plain-ida-star.js';
import { plainLayers } from './plain-layers.js';
import { boardSpace, line, movedBy, openRubik } from './spaces.js';
import { expectReports, plainSchedule, sizesOf, sum, watched } from './watched.js';

const board = makeBoard(3, 3);
const GOAL = '1 2 3 4 5 6 7 8 x';
const ANTIPODE = '8 6 7 2 5 4 3 x 1';
const PANCAKES = knownSpace('pancake:6');
const SEARCHES = ALGORITHMS.filter((name) => name !== 'table');

test.each([
  ['3x3', '1 2 8 4 5 3 7 6 x'],
  ['burnt-pancake:5', '-3 5 -1 4 2'],
  ['knight:8', '7 6'],
])(
  'a search of %s counts the same nodes with or without reports, and its last report has these counts',
  async (space, from) => {
    for (const algorithm of SEARCHES) {
      if (isInformed(algorithm) && space === 'knight:8') continue;
      const { result, reports } = await watched(space, { from }, { algorithm });
      const { seconds, ...unwatched } = await search(space, { from }, { algorithm, threads: 1 });
      expect(result).toEqual({ ...unwatched, seconds: expect.any(Number) });
      expect(seconds).toBeGreaterThan(0);
      const { expanded, generated, stored } = result;
      expect(reports[reports.length - 1]).toMatchObject({ expanded, generated, stored });
      for (const { current } of reports) expect(current.h === null).toBe(!isInformed(algorithm));
    }
  },
);

test.each([
  // Both directions from 6, and the last move to 0.
  ['bfs', { expanded: 9, generated: 16, stored: 11 }],
  // The smaller layer is expanded next: 6, then 0, 1, 2, 3 and 4, whose neighbour 5 the other side has reached.
  ['bidirectional', { expanded: 6, generated: 11, stored: 9 }],
  // Each state on the path with its two neighbours; state 7, behind the first one, was also reached.
  ['astar', { expanded: 6, generated: 12, stored: 8 }],
  ['idastar', { expanded: 6, generated: 6, stored: 7 }],
] as const)('%s counts what it expands, generates and stores', async (algorithm, counts) => {
  const space = line(10, (state) => state);
  expect(await search(space, { from: 6 }, { algorithm })).toMatchObject({ distance: 6, ...counts });
  const stored = isInformed(algorithm) ? 1 : 2;
  expect(await search(space, {}, { algorithm })).toMatchObject({ distance: 0, expanded: 0, generated: 0, stored });
});

/* Breadth-first and bidirectional search. */

/** Returns the neighbours of a position, except the one that it was reached from. */
function nearPosition(state: string, parent: string | null): string[] {
  return plainNeighbours(3, 3, parsePosition(state, board))
    .map((position) => formatPosition([...position]))
    .filter((near) => near !== parent);
}

function nearPancakes(state: string): string[] {
  const next = new Float64Array(PANCAKES.moves.length);
  PANCAKES.neighbours(PANCAKES.parse(state), next);
  return Array.from(next, (near) => PANCAKES.format(near));
}

/** Returns the reports that are due in a search, and the last one. */
function dueOf(after: readonly SearchProgress[]): SearchProgress[] {
  const found = after[after.length - 1];
  // The goal is found during the expansion of the last node, so only the end is reported.
  return [...plainSchedule(after.length - 1).map((nodes) => after[nodes - 1]), found];
}

describe.each([
  ['bfs', false],
  ['bidirectional', true],
] as const)('%s reports what a plain search counts, node for node', (algorithm, bothEnds) => {
  test.each(rows(['x 1 2 4 5 3 7 8 6', '1 2 8 4 5 3 7 6 x', '2 3 4 1 5 x 7 6 8', ANTIPODE], [0, 1]))(
    'from the position %s',
    async (from) => {
      const { reports } = await watched('3x3', { from }, { algorithm });
      expect(reports).toEqual(dueOf(plainLayers(nearPosition, from, GOAL, bothEnds, false)));
    },
  );

  test.each(['2 1 3 4 5 6', '5 1 3 2 4 6', '4 6 2 5 1 3'])('from the pancakes %s', async (from) => {
    const { reports } = await watched('pancake:6', { from }, { algorithm });
    const goal = PANCAKES.format(PANCAKES.starts[0]);
    expect(reports).toEqual(dueOf(plainLayers(nearPancakes, from, goal, bothEnds, true)));
  });
});

test('reports come after 1, 2, 3 ... 64 nodes, then after every 5 % more, and at the end, with the published layers', async () => {
  const { result, reports } = await watched('3x3', { from: GOAL, to: ANTIPODE }, { algorithm: 'bfs' });
  const nodes = reports.map(({ expanded }) => expanded);
  expect(nodes.slice(0, 67)).toEqual([...Array.from({ length: 64 }, (_, index) => index + 1), 68, 72, 76]);
  expect(nodes).toEqual([...plainSchedule(result.expanded), result.expanded]);
  expect(nodes.length).toBeLessThan(250);
  const published = publishedHistogram(board, 8) ?? [];
  expect(published).toHaveLength(32);
  for (const { layers } of reports) {
    const sizes = sizesOf(layers);
    const complete = sizes.slice(0, -1);
    expect(complete).toEqual(published.slice(0, complete.length));
    expect(sizes[complete.length]).toBeLessThanOrEqual(published[complete.length]);
  }
  expect(reports[reports.length - 1].layers.expanded).toHaveLength(32);
});

test('bidirectional search finds the published layers of a puzzle too large for a table', async () => {
  const puzzle = await openRubik();
  const from = movedBy(puzzle, puzzle.starts[0], ['R', 'U', 'F', "L'", 'D2']);
  const { reports } = await watched(puzzle, { from }, { algorithm: 'bidirectional' });
  const end = reports[reports.length - 1];
  // T. Rokicki and others: positions of the 3x3x3 cube in the half-turn metric, cube20.org.
  const published = [1, 18, 243, 3240, 43_239];
  for (const side of [end.layers, end.backward ?? end.layers]) {
    const complete = sizesOf(side).slice(0, -1);
    expect(complete).toEqual(published.slice(0, complete.length));
    expect(complete.length).toBeGreaterThan(1);
  }
});

test('a board in the metric multi is counted too', async () => {
  const { result, reports } = await watched(
    boardSpace('2x4', undefined, 'multi'),
    { from: '7 6 5 4 3 1 2 x' },
    { algorithm: 'bidirectional' },
  );
  for (const { expanded, stored, layers, backward } of reports) {
    const sides = [layers, backward ?? layers];
    expect(sum(sides.map((side) => sum(side.expanded)))).toBe(expanded);
    expect(sum(sides.map((side) => sum(sizesOf(side))))).toBe(stored);
  }
  expect(reports[reports.length - 1]).toMatchObject({ expanded: result.expanded, stored: result.stored });
});

/* A*. */

describe('A* counts every node once, in the layer of its moves', () => {
  test.each(rows(HEURISTICS, [2]))('on boards with %s', async (heuristic) => {
    const shape = makeBoard(2, 4);
    const goal = orderedPosition(shape);
    const { estimate } = heuristicFor(heuristic, shape, goal);
    const { depths: toGoal } = plainSearch(2, 4, goal);
    const distance = Math.max(...toGoal);
    const start = plainUnrank(8, toGoal.indexOf(distance));
    const { depths } = plainSearch(2, 4, start);
    const options = { algorithm: 'astar', heuristic } as const;
    const { result, reports } = await watched(boardSpace(shape), { from: start }, options);
    expect(reports.map(({ expanded }) => expanded)).toEqual([...plainSchedule(result.expanded), result.expanded]);
    for (const { expanded, stored, layers, current } of reports) {
      expect(sum(layers.expanded)).toBe(expanded);
      expect(sum(sizesOf(layers))).toBe(stored);
      const position = parsePosition(current.state, shape);
      // With a consistent heuristic, each node is expanded on a shortest path to it.
      expect(current).toMatchObject({ g: depths[plainRank(position)], h: estimate(position) });
    }
    const below = new Array<number>(distance + 1).fill(0);
    const within = new Array<number>(distance + 1).fill(0);
    for (const [rank, depth] of depths.entries()) {
      if (depth < 0) continue;
      const f = depth + estimate(plainUnrank(8, rank));
      if (f < distance) below[depth]++;
      if (f <= distance) within[depth]++;
    }
    for (const [g, nodes] of reports[reports.length - 1].layers.expanded.entries()) {
      expect(nodes).toBeGreaterThanOrEqual(below[g]);
      expect(nodes).toBeLessThanOrEqual(within[g]);
    }
  });

  test('on other spaces, in the order in which it computes neighbours', async () => {
    const space = knownSpace('burnt-pancake:5');
    const asked: number[] = [];
    const logged: SpaceDefinition = {
      ...definitionOf(space),
      neighbours(state, next) {
        asked.push(state);
        space.neighbours(state, next);
      },
    };
    const question = { from: '-1 -2 -3 -4 -5' };
    await watched(logged, question, { algorithm: 'astar' });
    asked.length = 0;
    const { result, reports } = await watched(logged, question, { algorithm: 'astar' });
    const depths = new Map([[asked[0], 0]]);
    const closed = new Set<number>();
    const due = [...plainSchedule(result.expanded), result.expanded];
    expect(reports).toHaveLength(due.length);
    expect(result.expanded).toBeGreaterThan(64);
    let generated = 0;
    for (const state of asked.slice(0, result.expanded)) {
      closed.add(state);
      const depth = (depths.get(state) ?? 0) + 1;
      const next = new Float64Array(space.moves.length);
      space.neighbours(state, next);
      for (const near of next) {
        generated++;
        depths.set(near, Math.min(depth, depths.get(near) ?? depth));
      }
      if (!due.includes(closed.size)) continue;
      const expanded = new Array<number>(Math.max(...depths.values()) + 1).fill(0);
      const frontier = [...expanded];
      for (const [node, g] of depths) (closed.has(node) ? expanded : frontier)[g]++;
      expect(reports[due.indexOf(closed.size)]).toEqual({
        expanded: closed.size,
        generated,
        stored: depths.size,
        layers: { expanded, frontier },
        backward: null,
        bound: null,
        current: { state: space.format(state), g: depth - 1, h: space.heuristics?.gap(state) },
      });
    }
  });
});

/* IDA*. */

/** Returns the position after random moves. */
function walkedFrom(rowCount: number, columns: number, goal: Position, moves: number, seed: number): Position {
  const random = new SeededRandom(seed);
  let position = goal;
  for (let move = 0; move < moves; move++) {
    const neighbours = plainNeighbours(rowCount, columns, position);
    position = neighbours[random.below(neighbours.length)];
  }
  return position;
}

describe('IDA* reports the same nodes as a plain recursion, for each bound of its iterations', () => {
  test.each([
    [3, 3, 'misplaced', 200],
    [3, 3, 'manhattan', 300],
    [3, 3, 'linear-conflict', 300],
    [2, 5, 'linear-conflict', 300],
    [5, 2, 'linear-conflict', 200],
    [3, 4, 'linear-conflict', 160],
    [2, 8, 'linear-conflict', 120],
  ] as const)('on %ix%i with %s', async (rowCount, columns, heuristic, moves) => {
    const shape = makeBoard(rowCount, columns);
    const goal = orderedPosition(shape, 1);
    for (let instance = 0; instance < count(1, 3); instance++) {
      const start = walkedFrom(rowCount, columns, goal, moves, 5 + instance);
      const expansions: PlainExpansion[] = [];
      const { generated } = plainIdaStar(shape, start, goal, heuristic, (expansion) => expansions.push(expansion));
      const options = { algorithm: 'idastar', heuristic } as const;
      const { result, reports } = await watched(boardSpace(shape, goal), { from: start }, options);
      if (instance === 0) expect(expansions.length).toBeGreaterThan(50);
      expectReports(reports, expansions, generated);
      const end = reports[reports.length - 1];
      // The node before the goal: the last one on the path that is expanded.
      const before = result.states?.at(-2) as number[];
      expect(end.current).toEqual({ state: formatPosition(before), g: (result.distance ?? 0) - 1, h: 1 });
    }
  });

  test('on other spaces, compared with a plain recursion over their moves', async () => {
    const space = knownSpace('burnt-pancake:5');
    const goal = space.starts[0];
    const estimate = space.heuristics?.gap ?? (() => 0);
    const random = new SeededRandom(3);
    for (let instance = 0; instance < count(3, 10); instance++) {
      const from = random.below(space.size);
      const byBound = new Map<number, number>();
      let generated = 0;
      let bound = estimate(from);
      const solve = (path: readonly number[]): boolean => {
        const state = path[path.length - 1];
        if (state === goal) return true;
        byBound.set(bound, (byBound.get(bound) ?? 0) + 1);
        const next = new Float64Array(space.moves.length);
        space.neighbours(state, next);
        return Array.from(next).some((near) => {
          generated++;
          return !path.includes(near) && path.length + estimate(near) <= bound && solve([...path, near]);
        });
      };
      while (!solve([from])) bound++;
      const { result, reports } = await watched(space, { from }, { algorithm: 'idastar' });
      if (from === goal) {
        expect(reports).toEqual([]);
        continue;
      }
      const end = reports[reports.length - 1];
      expect(end.layers.expanded).toEqual(Array.from({ length: bound + 1 }, (_, layer) => byBound.get(layer) ?? 0));
      expect(end).toMatchObject({ generated, bound, backward: null, stored: result.stored });
      expect(reports.map(({ expanded }) => expanded)).toEqual([...plainSchedule(end.expanded), end.expanded]);
      for (const { current, bound, expanded, layers } of reports) {
        expect(current.h).toBe(estimate(space.parse(current.state)));
        expect(current.g + (current.h ?? 0)).toBeLessThanOrEqual(bound ?? 0);
        expect(sum(layers.expanded)).toBe(expanded);
      }
    }
  });
});

/** Returns the fields of a space that its author would write. */
function definitionOf(space: typeof PANCAKES): SpaceDefinition {
  const { name, size, starts, moves, reversible, heuristics } = space;
  return {
    name,
    size,
    starts,
    moves,
    reversible,
    ...(heuristics && { heuristics }),
    neighbours: (state, next) => space.neighbours(state, next),
    format: (state) => space.format(state),
    parse: (text) => space.parse(text),
  };
}

test.runIf(FULL)('several threads count the same nodes in every iteration but the last', async () => {
  const from = '5 13 2 14 9 4 1 11 12 8 15 6 3 7 10 x';
  const options = { algorithm: 'idastar', heuristic: 'manhattan', seconds: 60 } as const;
  const alone = await watched('4x4', { from }, options);
  const together = await watched('4x4', { from }, { ...options, threads: 2 });
  expect(together.result.distance).toBe(alone.result.distance);
  const [last, lastTogether] = [alone, together].map(({ reports }) => reports[reports.length - 1]);
  expect(lastTogether.layers.expanded.slice(0, -1)).toEqual(last.layers.expanded.slice(0, -1));
  expect(lastTogether.expanded).toBe(together.result.expanded);
});

/* The end. */

test.each([
  ['astar', { bytes: 3_000_000 }],
  ['bidirectional', { bytes: 3_000_000 }],
  ['astar', { seconds: 0.1 }],
  ['idastar', { seconds: 0.1 }],
] as const)('%s reports how far it came when it gives up at %j', async (algorithm, limits) => {
  const reports: SearchProgress[] = [];
  const heuristic = isInformed(algorithm) ? 'misplaced' : undefined;
  const options = { algorithm, heuristic, threads: 1, ...limits };
  const from = '15 14 8 12 10 11 9 13 2 6 5 1 3 4 7 x';
  const ended = search('4x4', { from }, { ...options, onProgress: (report) => reports.push(report) });
  const error = await ended.catch((thrown) => thrown);
  expect(error).toBeInstanceOf(LimitError);
  expect(error.limit).toMatch(
    'bytes' in limits
      ? /^the search needs .*B of memory and its limit is 3\.00 MB$/
      : /^no solution within the time limit of 0\.1 s$/,
  );
  // The position is 80 moves from the goal, and has 13 misplaced tiles.
  expect(error.lowerBound).toBeGreaterThan(13);
  expect(error.lowerBound).toBeLessThanOrEqual(80);
  expect(error.message).toContain(` (no solution has fewer than ${error.lowerBound} moves): raise it, or use `);
  const nodes = reports.map(({ expanded }) => expanded);
  const last = nodes.pop() ?? 0;
  expect(nodes).toEqual(plainSchedule(last));
  expect(last).toBeGreaterThan(1000);
});

test.each([
  ['3x3', ANTIPODE, 31],
  ['burnt-pancake:5', '-3 5 -1 4 2', 8],
  [`knight:${count(100, 300)}`, count(100, 300) === 100 ? '99 99' : '299 299', count(66, 200)],
] as const)(
  'searches of %s that have less and less memory prove less and less, and nothing wrong',
  async (space, from, distance) => {
    for (const algorithm of ['bfs', 'bidirectional', 'astar'] as const) {
      if (isInformed(algorithm) && space.startsWith('knight')) continue;
      let last: number = distance;
      let failures = 0;
      for (let bytes = count(4e6, 2e7); bytes > 1000; bytes /= count(8, 3)) {
        const error = await search(space, { from }, { algorithm, bytes }).catch((thrown) => thrown);
        if (!(error instanceof LimitError)) continue;
        expect(error.lowerBound).toBeLessThanOrEqual(last);
        last = error.lowerBound;
        failures++;
      }
      expect(failures).toBeGreaterThan(count(0, 2));
    }
  },
);

test('a large puzzle also ends with its last report, and counts all states in memory', async () => {
  const puzzle = await openRubik();
  const from = movedBy(puzzle, puzzle.starts[0], [...'RUFLDBRFULDB']);
  const reports: SearchProgress[] = [];
  const onProgress = (report: SearchProgress) => reports.push(report);
  const found = search(puzzle, { from }, { algorithm: 'bfs', bytes: 10_000_000, onProgress });
  await expect(found).rejects.toThrow(LimitError);
  const { expanded, stored, layers } = reports[reports.length - 1];
  expect(layers.expanded.slice(0, 3)).toEqual([1, 18, 243]);
  // Memory also holds the start, and the states that the last node led to.
  expect(stored).toBeGreaterThan(sum(sizesOf(layers)));
  expect(stored).toBeLessThan(18 * expanded);
});

test('a search without memory for its next node reports the one before', async () => {
  const limits = { algorithm: 'idastar', heuristic: 'gap', bytes: 500, onProgress: () => {} } as const;
  const found = search('pancake:7', { from: '5 2 7 4 6 1 3' }, limits);
  await expect(found).rejects.toMatchObject({ name: 'LimitError', lowerBound: 7 });
});

test.each([
  ['the start is the goal', GOAL],
  ['no moves lead to the goal', '2 1 3 4 5 6 7 8 x'],
])('nothing is reported if no node is expanded because %s', async (_, from) => {
  for (const algorithm of SEARCHES) expect((await watched('3x3', { from }, { algorithm })).reports).toEqual([]);
});

test('a search fails if onProgress throws', async () => {
  const onProgress = () => {
    throw new Error('enough');
  };
  for (const algorithm of SEARCHES) {
    await expect(search('3x3', { from: ANTIPODE }, { algorithm, onProgress })).rejects.toThrow('enough');
  }
});
