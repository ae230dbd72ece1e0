import { describe, expect, test } from 'vitest';
import {
  endText,
  isOver,
  momentsOf,
  newRace,
  nodesText,
  outcomeText,
  progressAt,
  type Race,
  receive,
  spanOf,
  winnerText,
} from '../../../src/page/searches/playback.js';
import { parityOf, whyUnsolvable } from '../../../src/page/states/tiles.js';
import type { ComparedSearch, ComparisonLine } from '../../../src/serve/answers.js';
import { parseBoard } from '../../../src/spaces/board/board.js';
import { isSolvable } from '../../../src/spaces/board/reachability.js';

function arrangements(tiles: readonly number[]): number[][] {
  if (tiles.length === 0) return [[]];
  return tiles.flatMap((tile) =>
    arrangements(tiles.filter((other) => other !== tile)).map((others) => [tile, ...others]),
  );
}

/** Boards on which parity alone decides. */
const DECIDED = ['2x2', '2x3', '3x2'];
/** A square with a tail, and a row, on which some positions of the right parity are unreachable. */
const UNDECIDED = ['..#/...', '1x4'];

describe('the parity', () => {
  for (const name of DECIDED) {
    test(`is right for exactly the solvable positions of ${name}, whatever the goal`, () => {
      const board = parseBoard(name);
      const all = arrangements(board.squares.map((_, cell) => cell));
      for (const goal of [all[0], all[all.length - 1], all[Math.floor(all.length / 3)]]) {
        for (const tiles of all) {
          expect(parityOf(board, tiles, goal).agrees).toBe(isSolvable(board, tiles, goal));
        }
      }
    });
  }

  for (const name of UNDECIDED) {
    test(`is right for every solvable position of ${name}, and for others`, () => {
      const board = parseBoard(name);
      const all = arrangements(board.squares.map((_, cell) => cell));
      const goal = all[all.length - 1];
      const agreeing = all.filter((tiles) => parityOf(board, tiles, goal).agrees);
      const solvable = all.filter((tiles) => isSolvable(board, tiles, goal));
      expect(agreeing).toEqual(expect.arrayContaining(solvable));
      expect(agreeing.length).toBeGreaterThan(solvable.length);
    });
  }

  test('counts inversions, and the minimum steps of the blank round missing cells', () => {
    const board = parseBoard('3x3');
    const goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    expect(parityOf(board, goal, goal)).toEqual({ inversions: 0, steps: 0, agrees: true });
    expect(parityOf(board, [2, 1, 3, 4, 5, 6, 7, 8, 0], goal)).toEqual({ inversions: 1, steps: 0, agrees: false });
    // The blank before all other tiles is in the wrong order with each of them.
    expect(parityOf(board, [0, 1, 2, 3, 4, 5, 6, 7, 8], goal)).toEqual({ inversions: 8, steps: 4, agrees: true });
    const map = parseBoard('.../.#./.#.');
    expect(parityOf(map, [1, 2, 3, 4, 5, 0, 6], [1, 2, 3, 4, 5, 6, 0]).steps).toBe(6);
  });
});

describe('the reason', () => {
  const board = parseBoard('3x3');
  const goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];

  test('names the parities of swaps and steps', () => {
    expect(whyUnsolvable(parityOf(board, [2, 1, 3, 4, 5, 0, 7, 8, 6], goal))).toBe(
      'Sorting the tiles takes an even number of swaps, but the blank is an odd number of steps from its goal cell.',
    );
    expect(whyUnsolvable(parityOf(board, [2, 1, 3, 4, 5, 6, 7, 8, 0], goal))).toBe(
      'Sorting the tiles takes an odd number of swaps, but the blank is an even number of steps from its goal cell.',
    );
  });

  test('does not blame parity if it is right', () => {
    expect(whyUnsolvable({ inversions: 2, steps: 2, agrees: true })).toBe('No moves on this board lead to the goal.');
  });
});

const BFS: ComparedSearch = { algorithm: 'bfs', heuristic: null };
const ASTAR: ComparedSearch = { algorithm: 'astar', heuristic: 'manhattan' };

function report(search: ComparedSearch, expanded: number): ComparisonLine {
  const layers = { expanded: [1, expanded - 1], frontier: [0, 2] };
  const current = { state: '1 x', g: 1, h: null };
  return {
    ...search,
    progress: { expanded, generated: expanded + 2, stored: expanded + 2, layers, backward: null, bound: null, current },
  };
}

function finished(search: ComparedSearch, expanded: number, distance: number | null = 3): ComparisonLine {
  return { ...search, distance, expanded, generated: expanded + 2, stored: expanded + 2, seconds: 0.1 };
}

function withLines(...lines: readonly ComparisonLine[]): Race {
  return lines.reduce(receive, newRace('1 x', [BFS, ASTAR]));
}

function at(race: Race, clock: number): Race {
  return { ...race, clock };
}

/** Returns a race whose searches have ended, or were stopped. */
function over(race: Race): Race {
  return { ...race, running: false };
}

describe('a race', () => {
  const both = withLines(
    ...[report(BFS, 1), report(BFS, 2), report(BFS, 4), finished(BFS, 4)],
    ...[report(ASTAR, 1), report(ASTAR, 3), finished(ASTAR, 3)],
  );

  test('shows all searches after the same number of nodes, and each at its end from then on', () => {
    expect(momentsOf(both)).toEqual([0, 1, 2, 3, 4]);
    const seen = momentsOf(both).map((clock) => both.lanes.map((lane) => progressAt(lane, clock)?.expanded));
    expect(seen).toEqual([
      [undefined, undefined],
      [1, 1],
      [2, 1],
      [2, 3],
      [4, 3],
    ]);
  });

  test('goes on as far as the reports of all searches reach', () => {
    const waiting = withLines(report(ASTAR, 1), report(ASTAR, 3), finished(ASTAR, 3));
    expect(momentsOf(waiting)).toEqual([0]);
    expect(waiting.lanes.map((lane) => outcomeText(waiting, lane))).toEqual([
      'running: 0 nodes so far',
      'ready to race',
    ]);
    const begun = [report(BFS, 1), report(BFS, 2)].reduce(receive, waiting);
    expect(momentsOf(begun)).toEqual([0, 1, 2]);
    expect(momentsOf(receive(begun, report(BFS, 4)))).toEqual([0, 1, 2, 3, 4]);
    expect(momentsOf(over(begun))).toEqual([0, 1, 2, 3]);
  });

  test('has lanes as long as the longest search, with room for more while that is not known', () => {
    expect(spanOf(both)).toBe(4);
    expect([9, 10].map((expanded) => spanOf(withLines(report(BFS, expanded))))).toEqual([10, 100]);
    const gaveUp = [report(BFS, 9), { ...BFS, failed: 'more than 256 MB' }] as const;
    expect(spanOf(withLines(...gaveUp))).toBe(10);
    expect(spanOf(withLines(...gaveUp, finished(ASTAR, 3)))).toBe(9);
    expect(spanOf(over(newRace('1 x', [BFS])))).toBe(1);
  });

  test('is over when the end of every search is shown', () => {
    expect(isOver(at(both, 4))).toBe(false);
    const ended = over(both);
    expect([3, 4].map((clock) => isOver(at(ended, clock)))).toEqual([false, true]);
    expect(receive(ended, report(BFS, 5))).toBe(ended);
  });

  test('names the first to find a solution as soon as it is known, and the others in their order at the end', () => {
    const ended = over(both);
    expect([2, 3].map((clock) => winnerText(at(ended, clock)))).toEqual([
      '',
      'A* with Manhattan finds a solution first, after 3 nodes.',
    ]);
    expect(endText(at(ended, 2))).toBe(null);
    expect(ended.lanes.map((lane) => nodesText(at(ended, 4), lane))).toEqual(['4 nodes (1.3×)', '3 nodes']);
    expect(endText(at(ended, 3))).toBe('A* with Manhattan: 3 nodes, distance 3, computed in 0.100 s.');
    expect(endText(at(ended, 4))).toBe(
      'The race is over. A* with Manhattan finds a solution first, after 3 nodes. Breadth-first: 4 nodes (1.3×), distance 3, computed in 0.100 s.',
    );
    const equal = over(withLines(finished(BFS, 1400), finished(ASTAR, 1400)));
    expect(winnerText(at(equal, 1400))).toBe(
      'Breadth-first and A* with Manhattan find a solution first, after 1,400 nodes.',
    );
    const none = over(withLines(finished(BFS, 5, null), finished(ASTAR, 7, null)));
    expect(endText(at(none, 7))).toBe(
      'The race is over. Breadth-first: 5 nodes, no solution, computed in 0.100 s. A* with Manhattan: 7 nodes, no solution, computed in 0.100 s.',
    );
  });

  test('of one search has no winner', () => {
    const alone = over(receive(newRace('1 x', [BFS]), finished(BFS, 9)));
    expect(endText(at(alone, 9))).toBe('The race is over. Breadth-first finds a solution after 9 nodes.');
  });

  test('reports why a search gave up, and how far it came', () => {
    const gaveUp = withLines(report(BFS, 9), { ...BFS, failed: 'more than 256 MB' }, finished(ASTAR, 1));
    expect(outcomeText(at(gaveUp, 1), gaveUp.lanes[0])).toBe('ready to race');
    expect(outcomeText(at(gaveUp, 9), gaveUp.lanes[0])).toBe('gave up (up to 1 move deep): more than 256 MB');
    expect(nodesText(at(gaveUp, 9), gaveUp.lanes[0])).toBe('9 nodes (>9.0×)');
    expect(endText(at(over(gaveUp), 9))).toBe(
      'The race is over. A* with Manhattan finds a solution first, after 1 node. Breadth-first: 9 nodes (>9.0×), gave up (up to 1 move deep): more than 256 MB.',
    );
  });

  test('that is stopped shows what was reported', () => {
    const stopped = over(withLines(report(ASTAR, 9)));
    expect(stopped.lanes.map((lane) => outcomeText(at(stopped, 9), lane))).toEqual(['not run', 'not finished']);
    expect(progressAt(stopped.lanes[1], 9)?.expanded).toBe(9);
    expect(outcomeText(stopped, stopped.lanes[1])).toBe('ready to race');
  });
});
