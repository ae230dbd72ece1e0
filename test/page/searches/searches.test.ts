import { describe, expect, test } from 'vitest';
import {
  currentOf,
  effortOf,
  endStream,
  endText,
  fewestExpanded,
  isOver,
  newPlayback,
  type Playback,
  playOn,
  receive,
  resultText,
  waitingLines,
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

  test('names inversions, steps and the condition on both', () => {
    expect(whyUnsolvable(parityOf(board, [2, 1, 3, 4, 5, 0, 7, 8, 6], goal))).toBe(
      'Unsolvable: sorting the tiles takes an even number of swaps (6 inversions, counting the blank), ' +
        'but the blank is 1 step from its goal cell, an odd number. ' +
        'Every move is one swap and one step, so both numbers must be odd or both even.',
    );
    expect(whyUnsolvable(parityOf(board, [2, 1, 3, 4, 5, 6, 7, 8, 0], goal))).toMatch(
      /an odd number of swaps \(1 inversion, .* the blank is on its goal cell, 0 steps away, an even number\./,
    );
  });

  test('does not blame parity if it is right', () => {
    expect(whyUnsolvable({ inversions: 2, steps: 2, agrees: true })).toBe(
      'Unsolvable: the parity is right, but no moves on this board lead to the goal.',
    );
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

function withLines(...lines: readonly ComparisonLine[]): Playback {
  return lines.reduce(receive, newPlayback('1 x', [BFS, ASTAR]));
}

describe('the playback of a comparison', () => {
  test('shows the lines one by one, each for its search, and skips none', () => {
    let now = withLines(report(BFS, 2), report(BFS, 3), finished(BFS, 4), report(ASTAR, 2), finished(ASTAR, 2));
    expect(now.searches.map(effortOf)).toEqual([null, null]);
    const seen: (number | undefined)[][] = [];
    while (waitingLines(now) > 0) {
      now = playOn(now, 1);
      seen.push(now.searches.map((search) => effortOf(search)?.expanded));
    }
    expect(seen).toEqual([
      [2, undefined],
      [3, undefined],
      [4, undefined],
      [4, 2],
      [4, 2],
    ]);
    expect(isOver(now)).toBe(false);
    expect(isOver(endStream(now, 'ended'))).toBe(true);
  });

  test('can show all received lines together', () => {
    const now = playOn(withLines(report(BFS, 2), finished(BFS, 4), report(ASTAR, 2)), Number.POSITIVE_INFINITY);
    expect(now.searches.map((search) => effortOf(search)?.expanded)).toEqual([4, 2]);
    expect(currentOf(now)).toBe(1);
  });

  test('continues after the stream has ended, until every line is shown', () => {
    const ended = endStream(withLines(finished(BFS, 4), finished(ASTAR, 2)), 'ended');
    expect(isOver(ended)).toBe(false);
    expect(currentOf(ended)).toBe(0);
    expect(isOver(playOn(ended, 2))).toBe(true);
    expect(currentOf(playOn(ended, 2))).toBe(1);
  });

  test('shows nothing more when stopped', () => {
    const stopped = endStream(playOn(withLines(report(BFS, 2), finished(BFS, 4)), 1), 'stopped');
    expect(isOver(stopped)).toBe(true);
    expect(receive(stopped, finished(BFS, 4))).toBe(stopped);
    expect(resultText(stopped.searches[0])).toBe('not finished');
    expect(endText(stopped)).toBe('The comparison was stopped.');
  });

  test('gives the fewest nodes expanded by a search that found a solution', () => {
    const play = (...lines: readonly ComparisonLine[]) => playOn(endStream(withLines(...lines), 'ended'), 9);
    const both = play(finished(BFS, 1400), finished(ASTAR, 1234));
    expect(fewestExpanded(both)).toBe(1234);
    expect(endText(both)).toBe('The comparison is complete. Fewest nodes expanded: A* with Manhattan, 1,234.');
    const failed = play(finished(BFS, 1400), { ...ASTAR, failed: 'more than 10 s' });
    expect(fewestExpanded(failed)).toBe(1400);
    expect(fewestExpanded(play(finished(BFS, 5, null)))).toBe(null);
    expect(endText(play(finished(BFS, 5, null)))).toBe('The comparison is complete.');
  });

  test('reports why a search gave up, and how far it came', () => {
    const gaveUp = playOn(withLines(report(BFS, 9), { ...BFS, failed: 'more than 256 MB' }), 2);
    expect(resultText(gaveUp.searches[0])).toBe('gave up at depth 1: more than 256 MB');
    expect(effortOf(gaveUp.searches[0])?.expanded).toBe(9);
    expect(endText(gaveUp)).toBe('Breadth-first: gave up at depth 1: more than 256 MB.');
  });
});
