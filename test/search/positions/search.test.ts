import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { contendersOf } from '#src/search/comparison.js';
import { CompiledProblem } from '#src/search/ida-star/compiled-problem.js';
import { Deepening, iterate, ParallelSearch } from '#src/search/ida-star/ida-star.js';
import { PositionNodes } from '#src/search/nodes/position-nodes.js';
import { findByAStar } from '#src/search/nodes/searches.js';
import { HEURISTICS, heuristicFor } from '#src/search/question/heuristics.js';
import { Limits } from '#src/search/question/limits.js';
import { ALGORITHMS, Watch } from '#src/search/question/progress.js';
import { positionsOfEachDepth } from '#src/search/samples.js';
import type { TableSolver } from '#src/search/table-solver.js';
import { type Board, makeBoard, mapOf, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition, type Position } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import type { BoardWalker } from '#src/table/board-walker.js';
import { exploreBoard } from '../../board-exploration.js';
import { walkerOf } from '../../board-walkers.js';
import { plainMapSearch, plainMove } from '../../plain-map-search.js';
import { plainNeighbours, plainRank, plainSearch, plainUnrank } from '../../plain-search.js';
import { count, FULL, rows } from '../../suite.js';
import { boardTables, searchBoard } from '../board-questions.js';
import { plainIdaStar } from '../ida-star/plain-ida-star.js';

const board = makeBoard(3, 3);
const contenders = contendersOf(ALGORITHMS, HEURISTICS);

async function tableOf(shape: Board, goalCell: number): Promise<BoardWalker> {
  const { table } = await exploreBoard({ board: shape, goal: orderedPosition(shape, goalCell), antipodes: 0 });
  if (table === null) throw new Error('no table');
  return walkerOf(table);
}

/** Returns the position after the blank's moves, followed from square to square of the grid. @throws if a move is not legal */
function follow(shape: Board, position: Position, moves: string): Position {
  const steps: Readonly<Record<string, readonly [number, number]>> = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };
  const places = mapOf(shape).flatMap((row, r) => [...row].flatMap((mark, c) => (mark === '.' ? [`${r} ${c}`] : [])));
  let current = position;
  for (const move of moves) {
    const [row, column] = places[current.indexOf(0)].split(' ').map(Number);
    const target = places.indexOf(`${row + steps[move][0]} ${column + steps[move][1]}`);
    if (target < 0) throw new Error(`illegal move ${move} in ${moves}`);
    current = plainMove(current, target);
  }
  return current;
}

describe.each(
  rows(
    [
      ['in the corner', [1, 2, 3, 4, 5, 6, 7, 8, 0], count(1, 40)],
      ['in the centre', [1, 2, 3, 8, 0, 4, 7, 6, 5], count(1, 6)],
      ['on an edge, the tiles mixed', [5, 0, 2, 7, 1, 8, 3, 6, 4], count(1, 6)],
    ] as const,
    [2],
  ),
)('on positions of every depth of 3x3, with the goal’s blank %s', (_, goal, each) => {
  let starts: Position[];
  let solver: TableSolver;
  let depths: Int16Array;
  beforeAll(async () => {
    const table = await tableOf(board, goal.indexOf(0));
    solver = boardTables(board, goal, (cell) => (cell === table.goalCell ? table : undefined));
    starts = positionsOfEachDepth(solver, table.histogram, each);
    ({ depths } = plainSearch(3, 3, goal));
    // There are 31 or 32 depths; the first and the last have fewer positions.
    expect(starts.length).toBeGreaterThan(each === 40 ? 1000 : 25 * each);
  });

  test.each(contenders.map((contender) => [contender.algorithm, contender.heuristic] as const))(
    '%s %s finds a solution of the table’s length',
    async (algorithm, heuristic) => {
      for (const start of starts) {
        const options = { heuristic: heuristic ?? undefined, tables: solver, threads: 1 };
        const result = await searchBoard(algorithm, { board, start, goal }, options);
        const depth = depths[plainRank(start)];
        if (result.distance !== depth || result.moves?.length !== depth) {
          throw new Error(`${algorithm} ${heuristic}: ${result.moves} from ${start}, expected ${depth} moves`);
        }
        const right = result.algorithm === algorithm && result.heuristic === heuristic && result.seconds > 0;
        if (!right) throw new Error(`${algorithm} ${heuristic}: ${JSON.stringify(result)}`);
        if (follow(board, start, result.moves).join() !== goal.join())
          throw new Error(`${algorithm} ${heuristic}: ${result.moves} from ${start} do not lead to ${goal}`);
      }
    },
  );
});

describe('no algorithm stores or expands more than it needs', () => {
  const goal = orderedPosition(board);
  const random = new SeededRandom(7);
  const starts = Array.from({ length: count(1, 4) }, () => randomPosition(board, goal, random));

  test('breadth-first search: all nodes nearer than the goal, some at its distance, none beyond', async () => {
    for (const start of starts) {
      const { histogram, depths } = plainSearch(3, 3, start);
      const distance = depths[plainRank(goal)];
      const upTo = (depth: number) => histogram.slice(0, depth + 1).reduce((sum, count) => sum + count, 0);
      const { expanded, stored, generated } = await searchBoard('bfs', { board, start, goal });
      expect(expanded).toBeGreaterThan(upTo(distance - 2));
      expect(expanded).toBeLessThanOrEqual(upTo(distance - 1));
      expect(stored).toBeGreaterThan(upTo(distance - 1));
      expect(stored).toBeLessThanOrEqual(upTo(distance));
      expect(generated).toBeGreaterThanOrEqual(stored - 1);
    }
  });

  test('bidirectional search: at most the layers of both sides before they meet', async () => {
    for (const start of starts) {
      const ahead = plainSearch(3, 3, start);
      const behind = plainSearch(3, 3, goal);
      const distance = ahead.depths[plainRank(goal)];
      const { stored, expanded } = await searchBoard('bidirectional', { board, start, goal });
      // The search uses one of the possible divisions of the distance between the sides.
      const sizes = Array.from({ length: distance + 1 }, (_, depth) => {
        const sum = (histogram: readonly number[], to: number) =>
          histogram.slice(0, to + 1).reduce((total, count) => total + count, 0);
        return sum(ahead.histogram, depth) + sum(behind.histogram, distance - depth);
      });
      expect(stored).toBeLessThanOrEqual(Math.max(...sizes.slice(2, -2)));
      expect(stored).toBeLessThan(181_440 / 4);
      expect(expanded).toBeLessThan(stored);
    }
  });

  test.each(HEURISTICS)('A* with %s: every node with f below the distance once, none with f above it', async (name) => {
    const heuristic = heuristicFor(name, board, goal);
    for (const start of starts) {
      const { depths } = plainSearch(3, 3, start);
      const distance = depths[plainRank(goal)];
      let below = 0;
      let within = 0;
      for (const [rank, depth] of depths.entries()) {
        if (depth < 0) continue;
        const f = depth + heuristic.estimate(plainUnrank(9, rank));
        if (f < distance) below++;
        if (f <= distance) within++;
      }
      const { expanded, stored } = await searchBoard('astar', { board, start, goal }, { heuristic: name });
      expect(expanded).toBeGreaterThanOrEqual(below);
      expect(expanded).toBeLessThan(within);
      expect(stored).toBeGreaterThan(expanded);
    }
  });

  test.each(HEURISTICS)('IDA* with %s: the same nodes as the plain recursion', async (name) => {
    for (const start of starts) {
      const plain = plainIdaStar(board, start, goal, name);
      const { distance, generated, expanded, stored } = await searchBoard(
        'idastar',
        { board, start, goal },
        { heuristic: name, threads: 1 },
      );
      expect({ distance, generated, expanded }).toEqual(plain);
      expect(stored).toBe(plain.distance + 1);
    }
  });

  test('IDA* with conflicts on oblong boards: the same nodes as the plain recursion', async () => {
    for (const [rows, columns] of [
      [2, 5],
      [5, 2],
      [3, 4],
      [2, 8],
    ]) {
      const shape = makeBoard(rows, columns);
      const end = orderedPosition(shape, 1);
      let start = end;
      const random = new SeededRandom(5);
      for (let moves = 0; moves < 120; moves++) {
        const neighbours = plainNeighbours(rows, columns, start);
        start = neighbours[random.below(neighbours.length)];
      }
      const plain = plainIdaStar(shape, start, end, 'linear-conflict');
      const { distance, generated, expanded } = await searchBoard(
        'idastar',
        { board: shape, start, goal: end },
        { heuristic: 'linear-conflict', threads: 1 },
      );
      expect({ distance, generated, expanded }).toEqual(plain);
    }
  });
});

interface KorfInstance {
  readonly number: number;
  readonly length: number;
  readonly nodes: number;
  readonly start: Position;
}

describe('the 100 instances of R. E. Korf', () => {
  const shape = makeBoard(4, 4);
  const goal = Array.from({ length: 16 }, (_, cell) => cell);
  const instances = readFileSync(new URL('../../reference/korf-15-puzzle.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line): KorfInstance => {
      const [number, length, nodes, ...start] = line.split(' ').map(Number);
      return { number, length, nodes, start };
    });
  const easy = instances.filter(({ nodes }) => nodes < count(10_000_000, 40_000_000));

  test('the easy ones are solved in the published length with the published number of nodes', async () => {
    expect(instances).toHaveLength(100);
    expect(easy.length).toBeGreaterThan(count(1, 5));
    for (const { length, nodes, start } of easy) {
      const problem = { board: shape, start, goal };
      const manhattan = await searchBoard('idastar', problem, { heuristic: 'manhattan', threads: 1 });
      expect([manhattan.distance, manhattan.generated]).toEqual([length, nodes]);
      expect(follow(shape, start, manhattan.moves ?? '')).toEqual(goal);
    }
  });

  test.runIf(FULL)(
    'linear conflict finds the published length with less than half of the published nodes',
    async () => {
      for (const { length, nodes, start } of instances.filter(
        (instance) => instance.nodes < count(20_000_000, 200_000_000),
      )) {
        const result = await searchBoard('idastar', { board: shape, start, goal }, { heuristic: 'linear-conflict' });
        expect(result.distance).toBe(length);
        expect(follow(shape, start, result.moves ?? '')).toEqual(goal);
        expect(result.generated).toBeLessThan(nodes / 2);
      }
    },
  );

  test.runIf(FULL)(
    'several threads find the same length and count the same nodes in every iteration but the last',
    async () => {
      const [{ start, length }] = instances.filter(({ number }) => number === 4);
      for (const threads of [2, 3]) {
        const result = await searchBoard('idastar', { board: shape, start, goal }, { heuristic: 'manhattan', threads });
        expect(result.distance).toBe(length);
        expect(follow(shape, start, result.moves ?? '')).toEqual(goal);
      }
      for (const name of ['manhattan', 'linear-conflict'] as const) {
        const limits = new Limits();
        const source = {
          kind: 'problem',
          board: shape,
          start,
          goal,
          heuristic: name,
        } as const;
        const compiled = new CompiledProblem(source, limits);
        const parallel = new ParallelSearch(compiled, 2, limits);
        for (let bound = compiled.estimate; bound < length; bound += 2) {
          const counts = new Deepening(new Watch());
          expect(await iterate(compiled, bound, limits, counts)).toBe(false);
          const { generated, expanded } = counts;
          const excess = compiled.leastExcess;
          expect(await parallel.iterate(bound)).toEqual({ generated, expanded, excess });
        }
        await parallel.end();
      }
    },
  );
});

describe('limits', () => {
  const shape = makeBoard(4, 4);
  const goal = orderedPosition(shape);
  const start = randomPosition(shape, goal, new SeededRandom(3));

  test.each(['astar', 'bidirectional', 'idastar'] as const)('%s gives up at its time limit', async (name) => {
    const begin = performance.now();
    await expect(
      searchBoard(name, { board: shape, start, goal }, { seconds: 0.2, heuristic: 'misplaced' }),
    ).rejects.toThrow('no solution within the time limit of 0.2 s');
    expect(performance.now() - begin).toBeLessThan(5000);
  });

  test('idastar also gives up on worker threads', async () => {
    const begin = performance.now();
    await expect(
      searchBoard('idastar', { board: shape, start, goal }, { seconds: 0.3, heuristic: 'misplaced', threads: 2 }),
    ).rejects.toThrow('time limit of 0.3 s');
    expect(performance.now() - begin).toBeLessThan(8000);
  });

  test.each(['bfs', 'astar', 'bidirectional'] as const)('%s allocates no more memory than its limit', async (name) => {
    await expect(
      searchBoard(name, { board: shape, start, goal }, { bytes: 5_000_000, heuristic: 'misplaced' }),
    ).rejects.toThrow(
      /^the search needs .*B of memory and its limit is 5\.00 MB( \(no solution has fewer than \d+ moves\))?: raise it, or use idastar$/,
    );
  });

  test.each(['astar', 'bidirectional', 'idastar'] as const)('a signal ends %s', async (name) => {
    const controller = new AbortController();
    const options = { heuristic: 'misplaced', threads: 2, signal: controller.signal } as const;
    const begin = performance.now();
    const ended = searchBoard(name, { board: shape, start, goal }, options);
    setTimeout(() => controller.abort(new Error('enough')), 250);
    await expect(ended).rejects.toThrow('enough');
    expect(performance.now() - begin).toBeLessThan(5000);
    await expect(searchBoard(name, { board: shape, start, goal }, options)).rejects.toThrow('enough');
  });

  test.runIf(FULL)('a time limit holds with many threads', async () => {
    const begin = performance.now();
    const options = { heuristic: 'misplaced', threads: 32, seconds: 1.5 } as const;
    await expect(searchBoard('idastar', { board: shape, start, goal }, options)).rejects.toThrow('time limit of 1.5 s');
    expect(performance.now() - begin).toBeLessThan(8000);
  });
});

test('A* reopens nodes if a heuristic is not consistent', async () => {
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
  for (let instance = 0; instance < count(3, 30); instance++) {
    const start = randomPosition(board, goal, random);
    const limits = new Limits();
    const nodes = new PositionNodes(board, 'single', start, limits);
    const { path } = await findByAStar(nodes, nodes.estimatesBy(jumping, goal), limits, new Watch());
    expect(path?.moves).toHaveLength(depths[plainRank(start)]);
    expect(path?.states.at(-1)).toEqual(goal);
  }
});

describe('other boards', () => {
  test.each(['1x2', '2x1', '1x7', '2x2', '2x4', '4x2', '../.#', '#.#/.../...', '.#.#/..../#.##', '.../.#./...'])(
    'positions of %s are solved by every algorithm',
    async (name) => {
      const shape = parseBoard(name);
      const goal = orderedPosition(shape, 0);
      const { depths } = plainMapSearch(mapOf(shape), goal);
      const random = new SeededRandom(1);
      for (let instance = 0; instance < count(1, 25); instance++) {
        const start = randomPosition(shape, goal, random);
        for (const { algorithm, heuristic } of contenders.filter((contender) => contender.algorithm !== 'table')) {
          const { distance, moves } = await searchBoard(
            algorithm,
            { board: shape, start, goal },
            { heuristic: heuristic ?? undefined, threads: 1 },
          );
          expect(distance).toBe(depths[plainRank(start)]);
          expect(follow(shape, start, moves ?? '')).toEqual(goal);
        }
      }
    },
  );

  test('5x5 is solved after a walk', async () => {
    const shape = makeBoard(5, 5);
    const goal = orderedPosition(shape, 12);
    let start = goal;
    const random = new SeededRandom(11);
    for (let moves = 0; moves < count(24, 40); moves++) {
      const neighbours = plainNeighbours(5, 5, start);
      start = neighbours[random.below(neighbours.length)];
    }
    const lengths = new Set<number | null>();
    for (const name of ['bidirectional', 'astar', 'idastar'] as const) {
      const { moves, distance } = await searchBoard(
        name,
        { board: shape, start, goal },
        { heuristic: 'linear-conflict' },
      );
      expect(follow(shape, start, moves ?? '')).toEqual(goal);
      lengths.add(distance);
    }
    expect(lengths.size).toBe(1);
  });

  test('an unsolvable position of a map is detected before any search', async () => {
    // Tiles keep their order in a ring, and so do those of a bent corridor.
    for (const [board, start] of [
      ['.../.#./...', '1 3 2 4 5 6 7 x'],
      ['../#./#.', '1 3 2 x'],
      ['..#/.../#..', '1 2 3 5 4 6 x'],
    ]) {
      for (const name of ['bfs', 'bidirectional', 'astar', 'idastar'] as const) {
        const result = await searchBoard(name, { board, start });
        expect(result).toMatchObject({ moves: null, distance: null, expanded: 0, generated: 0, stored: 0 });
      }
    }
  });

  test('an unsolvable position is detected by parity alone', async () => {
    const start = [2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];
    const shape = makeBoard(4, 4);
    for (const name of ['bfs', 'bidirectional', 'astar', 'idastar'] as const) {
      const result = await searchBoard(name, { board: shape, start, goal: orderedPosition(shape) });
      expect(result).toMatchObject({ moves: null, distance: null, expanded: 0, generated: 0, stored: 0 });
    }
  });

  test('boards and positions can be texts, and the goal can be omitted', async () => {
    const result = await searchBoard('astar', { board: '3x3', start: '2 3 4 1 5 x 7 6 8' });
    expect(result.distance).toBe(19);
    expect(await searchBoard('astar', { board: '3x3', start: '12345678x', goal: '1234567x8' })).toMatchObject({
      moves: 'l',
    });
  });

  test('unknown names and wrong options are refused', async () => {
    const question = { board: '3x3', start: '12345678x' };
    await expect(searchBoard('dfs' as 'bfs', question)).rejects.toThrow(
      "the algorithm must be one of table, bfs, bidirectional, astar, idastar; found 'dfs'",
    );
    await expect(searchBoard('astar', question, { heuristic: 'h' as 'manhattan' })).rejects.toThrow(
      'the heuristic must be one of',
    );
    await expect(searchBoard('astar', question, { seconds: Number.NaN })).rejects.toThrow(
      'seconds must be a number above 0',
    );
    await expect(searchBoard('astar', question, { bytes: -1 })).rejects.toThrow(
      'bytes must be a number above 0, found -1',
    );
    await expect(searchBoard('astar', question, { threads: 0 })).rejects.toThrow(
      'threads must be a whole number from 1 to 256',
    );
  });

  test('wrong positions, and a solver of another goal, are refused', async () => {
    const goal = orderedPosition(board);
    await expect(searchBoard('astar', { board, start: [1, 2, 3], goal })).rejects.toThrow('found 3');
    await expect(searchBoard('astar', { board, start: goal, goal: [1, 1, 1, 1, 1, 1, 1, 1, 0] })).rejects.toThrow(
      '8 times',
    );
    await expect(searchBoard('table', { board, start: goal, goal })).rejects.toThrow(
      'the algorithm table needs tables: give them as the option tables',
    );
    const solver = boardTables(board, orderedPosition(board, 0), () => undefined);
    await expect(searchBoard('table', { board, start: goal, goal }, { tables: solver })).rejects.toThrow(
      'the tables are those of 3x3-blank-0 with the goal x 1 2 3 4 5 6 7 8, not of 3x3 with the goal 1 2 3 4 5 6 7 8 x: open tables of that space',
    );
  });
});
