import { describe, expect, test } from 'vitest';
import { CompiledPatterns } from '#src/search/ida-star/compiled-patterns.js';
import type { Iteration } from '#src/search/ida-star/compiled-search.js';
import { Deepening, deepen, iterate, parallelSearch, positionsOf } from '#src/search/ida-star/ida-star.js';
import { longestSequence } from '#src/search/ida-star/move-sequences.js';
import type { PatternDatabases } from '#src/search/ida-star/pattern-databases.js';
import { findByPatterns } from '#src/search/ida-star/pattern-search.js';
import { Limits } from '#src/search/question/limits.js';
import { Watch } from '#src/search/question/progress.js';
import { search } from '#src/search/search.js';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { partitionOf } from '#src/spaces/board/partition.js';
import { orderedPosition, type Position } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { plainMove, plainNeighbourCells } from '../../plain-map-search.js';
import { plainSearch, plainUnrank } from '../../plain-search.js';
import { count, FULL, rows } from '../../suite.js';
import type { PlainExpansion } from '../plain-ida-star.js';
import { boardSpace } from '../spaces.js';
import { expectReports, watched } from '../watched.js';
import { databasesOf, newDatabases } from './made-tables.js';
import { PlainPatterns, plainIdaStar } from './plain-patterns.js';

/** A position 80 moves from the goal with the blank first, the maximum depth of 4x4. */
const FARTHEST = [15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0];

const TRANSPOSED = [0, 3, 6, 1, 4, 7, 2, 5, 8];

/** Board, cell of the goal's blank, partition, and the mirror image of each cell if a mirror keeps the blank's cell. */
const CASES: [name: string, goalCell: number, partition: string, mirror?: readonly number[]][] = [
  ['3x3', 8, '3-3-2', TRANSPOSED],
  ['3x3', 0, '4-4', TRANSPOSED],
  ['3x3', 1, '1 2 3 / 4 5 6 / 7 8', [2, 1, 0, 5, 4, 3, 8, 7, 6]],
  ['2x4', 7, '3-4'],
  ['3x4', 11, '4-4-3'],
  ['..../.#../....', 10, '4-3-3'],
];

function casesOf([name, goalCell, text, mirror]: (typeof CASES)[number]) {
  const board = parseBoard(name);
  const goal = orderedPosition(board, goalCell);
  const { patterns } = partitionOf(board, goal, text);
  return { board, goal, map: mapOf(board), plain: new PlainPatterns(mapOf(board), goal, patterns, mirror) };
}

function estimateOf(databases: PatternDatabases, start: Position, goal: Position): number {
  const compiled = new CompiledPatterns(databases, start, goal);
  compiled.close();
  return compiled.estimate;
}

/** Returns the position after random moves of the blank. */
function walkedFrom(rows: readonly string[], position: Position, moves: number, random: SeededRandom): Position {
  const beside = plainNeighbourCells(rows);
  let walked = position;
  for (let move = 0; move < moves; move++) {
    const cells = beside[walked.indexOf(0)];
    walked = plainMove(walked, cells[random.below(cells.length)]);
  }
  return walked;
}

describe.each(rows(CASES, [0, 3, 5]))('of %s, the goal with its blank on cell %i, patterns %s', (...each) => {
  const { board, goal, map, plain } = casesOf(each);
  const [name, goalCell, text, mirror] = each;
  const random = new SeededRandom(19);

  test('the estimate is the larger sum of distances in the patterns, of the position or of its mirror image', async () => {
    const databases = await databasesOf(name, text, goalCell);
    expect(databases.layout.mirror !== null).toBe(mirror !== undefined);
    for (let walk = 0; walk < count(60, 500); walk++) {
      const start = walkedFrom(map, goal, walk, random);
      expect(estimateOf(databases, start, goal)).toBe(plain.estimate(start));
    }
  });

  test('IDA* counts and reports the same nodes as the plain recursion', async () => {
    const databases = await databasesOf(name, text, goalCell);
    for (let walk = 0; walk < count(3, 12); walk++) {
      const start = walkedFrom(map, goal, 10 + count(14, 20) * walk, random);
      if (start.join() === goal.join()) continue;
      const expansions: PlainExpansion[] = [];
      const { generated, distance } = plainIdaStar(map, start, plain, longestSequence(board), (expansion) =>
        expansions.push(expansion),
      );
      const { result, reports } = await watched(boardSpace(board, goal), { from: start }, { databases });
      expectReports(reports, expansions, generated);
      expect(result).toMatchObject({ distance, generated, expanded: expansions.length, stored: distance + 1 });
    }
  });
});

test('the estimates of all positions of 3x3 do not exceed their distances, and only the goal has 0', async () => {
  const board = parseBoard('3x3');
  const goal = orderedPosition(board, 0);
  const databases = await databasesOf('3x3', '3-3-2', 0);
  const { depths } = plainSearch(3, 3, goal);
  for (let rank = 0; rank < depths.length; rank += count(211, 1)) {
    if (depths[rank] < 0) continue;
    const estimate = estimateOf(databases, plainUnrank(9, rank), goal);
    if (estimate > depths[rank] || (estimate === 0) !== (depths[rank] === 0)) expect.fail(`rank ${rank}: ${estimate}`);
  }
});

test('along random walks each move changes both sums by exactly one', () => {
  const rows = FULL ? ['....', '....', '....'] : ['...', '...', '...'];
  const beside = plainNeighbourCells(rows);
  const goal = orderedPosition(parseBoard(rows.join('/')));
  const patterns = FULL
    ? [
        [1, 2, 5, 6],
        [3, 4, 7, 8],
        [9, 10, 11],
      ]
    : [
        [1, 2, 4],
        [3, 5, 6],
        [7, 8],
      ];
  const plain = new PlainPatterns(rows, goal, patterns);
  const random = new SeededRandom(7);
  for (let walk = 0; walk < count(20, 2000); walk++) {
    let position: Position = walkedFrom(rows, goal, 100, random);
    let before = plain.distances(position);
    for (let move = 0; move < 20; move++) {
      const blank = position.indexOf(0);
      const to = beside[blank][random.below(beside[blank].length)];
      const tile = position[to];
      position = plainMove(position, to);
      const after = plain.distances(position);
      for (const [index, tiles] of patterns.entries()) {
        if (Math.abs(after[index] - before[index]) !== (tiles.includes(tile) ? 1 : 0)) expect.fail(position.join(' '));
      }
      before = after;
    }
  }
});

describe('one set of databases', () => {
  const board = parseBoard('3x3');

  test('serves every goal whose blank is on a symmetric cell, with any tiles', async () => {
    const databases = await databasesOf('3x3', '4-4');
    const random = new SeededRandom(3);
    for (const corner of [0, 2, 6, 8]) {
      const goal = randomPosition(board, orderedPosition(board), random).filter((tile) => tile !== 0);
      goal.splice(corner, 0, 0);
      expect(databases.serves(corner)).toBe(true);
      for (let walk = 0; walk < count(2, 5); walk++) {
        const start = walkedFrom(mapOf(board), goal, 60, random);
        const { distance, states } = await search(
          '3x3',
          { from: start, to: goal },
          { heuristic: 'pattern', databases },
        );
        const expected = await search('3x3', { from: start, to: goal }, { heuristic: 'manhattan' });
        expect([distance, states?.at(-1)]).toEqual([expected.distance, goal]);
      }
    }
  });

  test('refuses other goals and other boards', async () => {
    const databases = await databasesOf('3x3', '4-4');
    const options = { heuristic: 'pattern', databases };
    await expect(search('3x3', { from: '1 2 3 4 5 6 7 x 8', to: '1 2 3 4 x 5 6 7 8' }, options)).rejects.toThrow(
      'for goals with the blank on cell 8, but this goal has it on cell 4: use databases for that cell',
    );
    await expect(search('2x4', { from: '1 2 3 4 5 6 x 7' }, options)).rejects.toThrow(
      'the pattern databases are for 3x3, but the position is of 2x4: use databases for that board',
    );
  });

  test('reports damage found by a descent', async () => {
    const databases = await newDatabases('3x3', '4-4', undefined, (bits) => bits.fill(0));
    await expect(search('3x3', { from: '8 7 6 5 4 3 2 1 x' }, { heuristic: 'pattern', databases })).rejects.toThrow(
      'the table of the pattern 1 2 4 5 is damaged: a descent does not end at the goal; make it again',
    );
  });
});

describe('on 4x4', () => {
  const board = parseBoard('4x4');
  const goal = orderedPosition(board, 0);
  const problemOf = (start: Position) => ({ board, start, goal, metric: 'single' }) as const;

  /** Searches within each bound on two threads and on one. Returns the counts of all bounds and the length of the solution. */
  async function byThreads(databases: PatternDatabases, start: Position) {
    const limits = new Limits();
    const compiled = new CompiledPatterns(databases, start, goal);
    const parallel = parallelSearch(compiled, 2, limits);
    const [alone, together]: Iteration[][] = [[], []];
    try {
      for (let bound = compiled.estimate; ; bound += 2) {
        const counts = new Deepening(new Watch());
        const isFound = await iterate(compiled, bound, limits, counts);
        const { generated, expanded } = counts;
        const excess = compiled.leastExcess;
        const shared = await parallel.iterate(bound);
        expect(shared.moves?.length).toBe(isFound ? bound : undefined);
        if (isFound) return { alone, together, length: bound };
        alone.push({ generated, expanded, excess });
        together.push(shared);
      }
    } finally {
      await parallel.end();
      compiled.close();
    }
  }

  test('concurrent searches by several threads count the same nodes as one, and do not disturb each other', async () => {
    const databases = await databasesOf('4x4', '3-3-3-3-3', 0);
    const random = new SeededRandom(8);
    const starts = Array.from({ length: count(2, 3) }, () => walkedFrom(mapOf(board), goal, 150, random));
    const found = await Promise.all(starts.map((start) => byThreads(databases, start)));
    for (const [index, { alone, together, length }] of found.entries()) {
      expect(alone.length).toBeGreaterThan(1);
      expect(together).toEqual(alone);
      const expected = await search('4x4', { from: starts[index], to: goal }, { heuristic: 'linear-conflict' });
      expect(length).toBe(expected.distance);
    }
  });

  test.each(rows([1, 2], [1]))('%i threads end at the time limit, and when a signal aborts', async (threads) => {
    const databases = await databasesOf('4x4', '3-3-3-3-3', 0);
    const problem = problemOf(FARTHEST);
    const begin = performance.now();
    const limits = new Limits({ seconds: 0.15 });
    limits.begin();
    await expect(findByPatterns(problem, databases, { limits, threads, watch: new Watch() })).rejects.toThrow(
      'no solution within the time limit of 0.15 s',
    );
    const controller = new AbortController();
    const ended = findByPatterns(problem, databases, {
      limits: new Limits({ signal: controller.signal }),
      threads,
      watch: new Watch(),
    });
    setTimeout(() => controller.abort(new Error('enough')), 150);
    await expect(ended).rejects.toThrow('enough');
    expect(performance.now() - begin).toBeLessThan(20_000);
  });

  test('databases count towards the memory of the search', async () => {
    const databases = await databasesOf('4x4', '3-3-3-3-3', 0);
    const start = randomPosition(board, goal, new SeededRandom(5));
    await expect(
      findByPatterns(problemOf(start), databases, {
        limits: new Limits({ bytes: 100_000 }),
        threads: 1,
        watch: new Watch(),
      }),
    ).rejects.toThrow(/^the search needs .* of memory and its limit is 100 KB/);
  });
});

test('a search by threads begins below the moves that lead to its leaves', async () => {
  const databases = await databasesOf('3x3', '3-3-2', 0);
  const board = parseBoard('3x3');
  const goal = orderedPosition(board, 0);
  const random = new SeededRandom(23);
  const start = walkedFrom(mapOf(board), goal, 80, random);
  const compiled = new CompiledPatterns(databases, start, goal);
  const { path } = await deepen(positionsOf({ board, start, goal, metric: 'single' }), compiled, {
    limits: new Limits(),
    threads: 1,
    watch: new Watch(),
  });
  const moves = path?.moves.join('') ?? '';
  for (let first = 0; first < moves.length; first++) {
    compiled.begin(moves.slice(0, first), moves.length);
    expect(compiled.run(1e6)).toBe('arrived');
    expect(compiled.moves.length).toBe(moves.length - first);
  }
});
