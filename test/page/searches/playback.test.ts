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
import type { ComparedSearch, ComparisonLine } from '../../../src/serve/answers.js';

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
