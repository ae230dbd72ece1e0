import { afterAll, describe, expect, test } from 'vitest';
import { numberOfSolutions, ServedTable } from '#src/serve/served-space.js';
import type { SpaceSource } from '#src/space/space.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { formatPosition, orderedPosition } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { loadSpace } from '#src/spaces/open-space.js';
import { Table } from '#src/table/table.js';
import { rows } from '../suite.js';
import { TableFolder } from './tables.js';
import { wholeEstimates } from './whole-estimates.js';

const folder = new TableFolder();
const opened: { close(): void }[] = [];
afterAll(() => {
  for (const each of opened) each.close();
  folder.remove();
});

async function served(path: string): Promise<{ table: Table; space: ServedTable }> {
  const table = await Table.open(path);
  const space = new ServedTable('id', table, { path, folder: folder.path });
  opened.push(space);
  return { table, space };
}

/**
 * Counts the shortest paths from a state to `to`, by a breadth-first search that begins there and does not use distances to the goal.
 * @returns the number of paths
 */
function plainCount<State>(from: State, to: State, nextOf: (state: State) => readonly State[]): number {
  const distances = new Map([[from, 0]]);
  const paths = new Map([[from, 1]]);
  const queue = [from];
  for (const state of queue) {
    if (state === to) return paths.get(state) as number;
    const distance = (distances.get(state) as number) + 1;
    for (const next of nextOf(state)) {
      if (!distances.has(next)) {
        distances.set(next, distance);
        queue.push(next);
      }
      if (distances.get(next) === distance) paths.set(next, (paths.get(next) ?? 0) + (paths.get(state) as number));
    }
  }
  return 0;
}

/** Returns the neighbours of a position of a full board, by the rows and columns of its text. */
function besideOn(rows: number, columns: number, multi: boolean) {
  return (text: string): string[] => {
    const tiles = text.split(' ');
    const blank = tiles.indexOf('x');
    const [row, column] = [Math.floor(blank / columns), blank % columns];
    return [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ].flatMap(([down, right]) => {
      const found: string[] = [];
      const moved = [...tiles];
      for (let cells = 1; cells <= (multi ? Math.max(rows, columns) : 1); cells++) {
        const [r, c] = [row + cells * down, column + cells * right];
        if (r < 0 || r >= rows || c < 0 || c >= columns) break;
        moved[(r - down) * columns + c - right] = moved[r * columns + c];
        moved[r * columns + c] = 'x';
        found.push(moved.join(' '));
      }
      return found;
    });
  };
}

describe.each(
  rows(
    [
      [2, 3, 'single'],
      [2, 3, 'multi'],
      [3, 3, 'single'],
      [3, 3, 'multi'],
    ] as const,
    [0, 1],
  ),
)('a state of %ix%i in the metric %s', (rows, columns, metric) => {
  const name = `${rows}x${columns}`;

  test('has as many shortest solutions as a plain search counts', async () => {
    const { space } = await served(await folder.board(name, { metric, name: `${name}-${metric}` }));
    const board = parseBoard(name);
    const random = new SeededRandom(2);
    for (let n = 0; n < 2; n++) {
      const text = formatPosition(randomPosition(board, orderedPosition(board), random));
      const { state, estimates, solutions } = await wholeEstimates(() => space.estimates(text));
      expect(state).toBe(text);
      expect(solutions).toBe(String(plainCount(text, space.facts.goal, besideOn(rows, columns, metric === 'multi'))));
      const { distance } = space.distance(text);
      for (const { value } of estimates) expect(value).toBeLessThanOrEqual(distance as number);
      expect(estimates.map(({ heuristic }) => heuristic)).toEqual(
        metric === 'multi' ? [] : ['misplaced', 'manhattan', 'linear-conflict', 'pattern'],
      );
    }
    expect(await space.estimates(space.facts.goal)).toMatchObject({ solutions: '1' });
    const unsolvable = formatPosition([2, 1, ...orderedPosition(board).slice(2)]);
    expect(await space.estimates(unsolvable)).toEqual({ state: unsolvable, estimates: [], solutions: '0' });
  });
});

test.each(
  rows(
    [
      ['pancake:7', 'gap'],
      ['hanoi:3,4', undefined],
      ['knight:8', undefined],
    ] as const,
    [0],
  ),
)('states of %s are estimated by %s, and their solutions counted', async (name, heuristic) => {
  const source: SpaceSource = { kind: 'known', space: name };
  const { table, space } = await served(await folder.space(source, 'known'));
  const definition = await loadSpace(source);
  const nextOf = (state: number) => {
    const next = new Float64Array(definition.moves.length).fill(Number.NaN);
    definition.neighbours(state, next);
    return [...next].filter((to) => to >= 0);
  };
  for (const state of [0, 1, 17, Math.floor(definition.size / 2), definition.size - 1].filter(
    (n) => n < definition.size,
  )) {
    const { estimates, solutions } = await space.estimates(definition.format(state));
    expect(solutions).toBe(String(plainCount(state, table.starts[0], nextOf)));
    const value = heuristic && definition.heuristics?.[heuristic](state);
    expect(estimates).toEqual(heuristic === undefined ? [] : [{ heuristic, value, note: null }]);
  }
});

test('solutions are not counted if they have too many states', async () => {
  const { table, space } = await served(await folder.board('3x3'));
  const state = table.space.parse('8 6 7 2 5 4 3 x 1');
  expect(await numberOfSolutions(table, state)).toBe(40n);
  expect(await numberOfSolutions(table, state, 100)).toBeNull();
  expect((await space.estimates('8 6 7 2 5 4 3 x 1')).solutions).toBe('40');
});
