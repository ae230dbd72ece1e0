import { describe, expect, test } from 'vitest';
import { longestSequence } from '#src/search/ida-star/move-sequences.js';
import { HEURISTICS } from '#src/search/question/heuristics.js';
import type { SearchProgress } from '#src/search/question/progress.js';
import { makeBoard, mapOf, parseBoard } from '#src/spaces/board/board.js';
import { partitionOf } from '#src/spaces/board/partition.js';
import { formatPosition, orderedPosition } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { knownSpace } from '../../known-space.js';
import { count, FULL } from '../../suite.js';
import { spaceOf } from '../board-questions.js';
import { databasesOf } from '../patterns/made-tables.js';
import { PlainPatterns, plainIdaStar as plainPatternSearch } from '../patterns/plain-patterns.js';
import { plainSchedule, sum, watched } from '../watched.js';
import { type PlainExpansion, plainIdaStar } from './plain-ida-star.js';

/** Returns the reports for the expansions of a plain search, without the last one. */
function reportsOf(expansions: readonly PlainExpansion[]): SearchProgress[] {
  return plainSchedule(expansions.length).map((nodes) => {
    const { bound, position, g, h, expanded, generated } = expansions[nodes - 1];
    const byBound = new Array<number>(bound + 1).fill(0);
    for (const expansion of expansions.slice(0, nodes)) byBound[expansion.bound]++;
    return {
      expanded,
      generated,
      stored: bound + 1,
      layers: { expanded: byBound, frontier: [] },
      backward: null,
      bound,
      current: { state: formatPosition([...position]), g, h },
    };
  });
}

/** Expects the reports of the plain search, then the whole count with the same node. */
function expectReports(reports: readonly SearchProgress[], expansions: readonly PlainExpansion[], generated: number) {
  const due = reportsOf(expansions);
  expect(reports.slice(0, -1)).toEqual(due);
  const { layers, ...last } = reports[reports.length - 1];
  const end = expansions[expansions.length - 1];
  expect(sum(layers.expanded)).toBe(expansions.length);
  expect(last).toMatchObject({ expanded: expansions.length, generated, stored: end.bound + 1, bound: end.bound });
}

describe('IDA* reports the same nodes as a plain recursion, for each bound of its iterations', () => {
  test.each(HEURISTICS)('with %s', async (heuristic) => {
    const board = makeBoard(3, 3);
    const goal = orderedPosition(board);
    const random = new SeededRandom(11);
    for (let instance = 0; instance < count(1, 8); instance++) {
      const start = randomPosition(board, goal, random);
      const expansions: PlainExpansion[] = [];
      const { generated } = plainIdaStar(board, start, goal, heuristic, (expansion) => expansions.push(expansion));
      const { result, reports } = await watched(spaceOf(board), { from: start }, { algorithm: 'idastar', heuristic });
      expectReports(reports, expansions, generated);
      const end = reports[reports.length - 1];
      // The node before the goal: the last one on the path that is expanded.
      const before = result.states?.at(-2) as number[];
      expect(end.current).toEqual({ state: formatPosition(before), g: (result.distance ?? 0) - 1, h: 1 });
    }
  });

  test.each([
    ['3x3', 8, '3-3-2', [0, 3, 6, 1, 4, 7, 2, 5, 8]],
    ['3x3', 1, '1 2 3 / 4 5 6 / 7 8', [2, 1, 0, 5, 4, 3, 8, 7, 6]],
    ['2x4', 7, '3-4', undefined],
  ] as const)('with patterns of %s, the blank on cell %i', async (name, goalCell, text, mirror) => {
    const board = parseBoard(name);
    const goal = orderedPosition(board, goalCell);
    const plain = new PlainPatterns(mapOf(board), goal, partitionOf(board, goal, text).patterns, mirror);
    const databases = await databasesOf(name, text, goalCell);
    const random = new SeededRandom(5);
    for (let instance = 0; instance < count(1, 8); instance++) {
      const start = randomPosition(board, goal, random);
      const expansions: PlainExpansion[] = [];
      const { generated } = plainPatternSearch(mapOf(board), start, plain, longestSequence(board), (expansion) =>
        expansions.push(expansion),
      );
      const { reports } = await watched(spaceOf(board, goal), { from: start }, { databases });
      expectReports(reports, expansions, generated);
    }
  });

  test('on other spaces, compared with a plain recursion over their moves', async () => {
    const space = knownSpace('burnt-pancake:5');
    const goal = space.starts[0];
    const estimate = space.heuristics?.gap ?? (() => 0);
    const random = new SeededRandom(3);
    for (let instance = 0; instance < count(3, 20); instance++) {
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

test('several threads report between iterations, and count the same nodes in every iteration but the last', async () => {
  const from = '5 13 2 14 9 4 1 11 12 8 15 6 3 7 10 x';
  const options = { algorithm: 'idastar', heuristic: FULL ? 'manhattan' : 'linear-conflict', seconds: 60 } as const;
  const alone = await watched('4x4', { from }, options);
  const together = await watched('4x4', { from }, { ...options, threads: 2 });
  expect(together.result.distance).toBe(alone.result.distance);
  const [last, lastTogether] = [alone, together].map(({ reports }) => reports[reports.length - 1]);
  expect(lastTogether.layers.expanded.slice(0, -1)).toEqual(last.layers.expanded.slice(0, -1));
  for (const { layers, expanded } of together.reports) expect(sum(layers.expanded)).toBe(expanded);
  expect(lastTogether.expanded).toBe(together.result.expanded);
});
