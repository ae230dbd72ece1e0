import { beforeAll, describe, expect, test } from 'vitest';
import { grouped } from '#src/base/text.js';
import { explore, Table } from '#src/index.js';
import { factorial } from '#src/permutations/lehmer.js';
import type { SpaceAnswer } from '#src/serve/answers.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { FIRST_VIEW, type View } from '../../../src/page/explorer/view.js';
import { LESSONS, lessonAt, manhattanIn } from '../../../src/page/lessons/lessons.js';

let table: Table;
beforeAll(async () => {
  table = await Table.of((await explore({ space: '3x3' })).table);
});

test('lessons have five steps, each found by its lesson and number', () => {
  for (const { id, steps } of LESSONS) {
    expect(steps).toHaveLength(5);
    expect(steps.map((step, index) => lessonAt({ id, at: index + 1 })?.step === step)).not.toContain(false);
  }
  for (const at of [0, 6, 1.5, Number.NaN]) expect(lessonAt({ id: 'parity', at })).toBeNull();
  expect(lessonAt({ id: 'none', at: 1 })).toBeNull();
  expect(lessonAt(null)).toBeNull();
});

describe('the numbers in the texts', () => {
  const GOAL = '1 2 3 4 5 6 7 8 x';
  const space = { board: parseBoard('3x3'), goal: GOAL } as Partial<SpaceAnswer> as SpaceAnswer;
  const view: View = { ...FIRST_VIEW, state: '2 3 4 1 5 x 7 6 8', space };
  const stateOf = (id: string, at: number) => lessonAt({ id, at })?.step.state ?? '';
  const from = (depth: number) => table.histogram.slice(depth).reduce((sum, count) => sum + count, 0);

  test('are those of the spaces', () => {
    const found = LESSONS.flatMap(({ steps }) =>
      steps.flatMap(({ text, task }) => `${text} ${task}`.match(/\d[\d,]*\d|\b\d\b/g) ?? []),
    );
    const places = ['1', '2', '7', '8', '9'];
    const distance = `${table.distance(stateOf('astar', 1))}`;
    const known = [
      ...['15', '1,000', '2005', ...places, distance, '20', '30', `${table.maxDepth}`, grouped(from(0))],
      grouped(factorial(16) / factorial(9)),
    ];
    expect([...new Set(found)].sort()).toEqual([...new Set(known)].sort());
    expect([table.distance(stateOf('astar', 4)), table.distance(stateOf('astar', 5))]).toEqual([31, 31]);
    // A solution of 19 moves visits 20 positions.
    expect(distance).toBe('19');
    expect(from(20) / from(0)).toBeGreaterThan(0.5);
    expect(from(30) / from(0)).toBeLessThan(0.002);
    // The positions of the 24-puzzle, in a text about the 15-puzzle; 9! in one about the 8-puzzle.
    expect((factorial(25) / 2).toExponential(2)).toBe('7.76e+24');
    expect([factorial(9), factorial(9) / 2]).toEqual([362_880, from(0)]);
  });

  test('of antipodes are true of each of their moves', () => {
    const { moves } = table.neighbourhood(stateOf('god', 4));
    expect(moves.map(({ distance }) => distance)).toEqual([30, 30, 30]);
  });

  test('of the Manhattan distance never exceed the distance, and change by one with each move', () => {
    for (const state of ['2 3 4 1 5 x 7 6 8', '8 6 7 2 5 4 3 x 1', GOAL]) {
      const h = manhattanIn({ ...view, state });
      expect(h).toBeLessThanOrEqual(table.distance(state) ?? 0);
      for (const { to } of table.neighbourhood(state).moves) {
        expect(Math.abs(manhattanIn({ ...view, state: to }) - h)).toBe(1);
      }
    }
    expect(manhattanIn(view)).toBe(9);
  });
});
