import { describe, expect, test } from 'vitest';
import { publishedHistogram } from '#src/runs/published-layers.js';
import { heuristicFor } from '#src/search/question/heuristics.js';
import type { SearchProgress } from '#src/search/question/progress.js';
import type { SpaceDefinition } from '#src/space/definition.js';
import { makeBoard } from '#src/spaces/board/board.js';
import { formatPosition, orderedPosition, parsePosition } from '#src/spaces/board/position.js';
import { knownSpace } from '../../known-space.js';
import { plainNeighbours, plainRank, plainSearch, plainUnrank } from '../../plain-search.js';
import { rows } from '../../suite.js';
import { spaceOf } from '../board-questions.js';
import { moved, openRubik } from '../states/rubik.js';
import { plainSchedule, sizesOf, sum, watched } from '../watched.js';
import { plainLayers } from './plain-layers.js';

const board = makeBoard(3, 3);
const GOAL = '1 2 3 4 5 6 7 8 x';
const ANTIPODE = '8 6 7 2 5 4 3 x 1';
const PANCAKES = knownSpace('pancake:6');

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
  test.each(rows(['x 1 2 4 5 3 7 8 6', '2 3 4 1 5 x 7 6 8', ANTIPODE], [0, 1]))(
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

test('breadth-first search finds the published layers', async () => {
  const { reports } = await watched('3x3', { from: GOAL, to: ANTIPODE }, { algorithm: 'bfs' });
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
  const from = ['R', 'U', 'F', "L'", 'D2'].reduce<Uint8Array>(
    (state, move) => moved(puzzle, state, move),
    puzzle.starts[0],
  );
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

describe('A* counts every node once, in the layer of its moves', () => {
  test.each(rows(['misplaced', 'manhattan', 'linear-conflict'] as const, [2]))(
    'on boards with %s',
    async (heuristic) => {
      const { estimate } = heuristicFor(heuristic, board, orderedPosition(board));
      const { depths } = plainSearch(3, 3, parsePosition(ANTIPODE, board));
      const { result, reports } = await watched('3x3', { from: ANTIPODE }, { algorithm: 'astar', heuristic });
      expect(reports.map(({ expanded }) => expanded)).toEqual([...plainSchedule(result.expanded), result.expanded]);
      for (const { expanded, stored, layers, current } of reports) {
        expect(sum(layers.expanded)).toBe(expanded);
        expect(sum(sizesOf(layers))).toBe(stored);
        const position = parsePosition(current.state, board);
        // With a consistent heuristic, each node is expanded on a shortest path to it.
        expect(current).toMatchObject({ g: depths[plainRank(position)], h: estimate(position) });
      }
      const below = new Array<number>(32).fill(0);
      const within = new Array<number>(32).fill(0);
      for (const [rank, depth] of depths.entries()) {
        if (depth < 0) continue;
        const f = depth + estimate(plainUnrank(9, rank));
        if (f < 31) below[depth]++;
        if (f <= 31) within[depth]++;
      }
      for (const [g, nodes] of reports[reports.length - 1].layers.expanded.entries()) {
        expect(nodes).toBeGreaterThanOrEqual(below[g]);
        expect(nodes).toBeLessThanOrEqual(within[g]);
      }
    },
  );

  test('on other spaces, in the order in which it computes neighbours', async () => {
    const space = knownSpace('burnt-pancake:6');
    const asked: number[] = [];
    const logged: SpaceDefinition = {
      ...definitionOf(space),
      neighbours(state, next) {
        asked.push(state);
        space.neighbours(state, next);
      },
    };
    const question = { from: '-1 -2 -3 -4 -5 -6' };
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

test('a board in the metric multi is counted too', async () => {
  const { result, reports } = await watched(
    spaceOf(makeBoard(2, 4), undefined, 'multi'),
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
