import { describe, expect, test } from 'vitest';
import { answersEnds, type SolvedStates, statePath } from '#src/search/table-solver.js';
import { NO_STATE, type NumberedStates } from '#src/space/definition.js';
import { TableError } from '#src/table/contents.js';

/** States 0 to 5 in a row, with moves forward, and back if moves can be undone. State 5 is not connected. */
function row(reversible: boolean): NumberedStates {
  return {
    name: 'row',
    size: 6,
    starts: [1, 4],
    moves: ['forth', 'back'],
    reversible,
    neighbours(state, next) {
      next[0] = state < 4 ? state + 1 : NO_STATE;
      next[1] = reversible && state > 0 && state < 5 ? state - 1 : NO_STATE;
    },
    format: String,
    parse: Number,
  };
}

function solved(starts: readonly number[], paths: Readonly<Record<number, readonly string[]>>, reversible: boolean) {
  const table: SolvedStates = { space: row(reversible), starts, solve: (state) => paths[state as number] ?? null };
  return table;
}

describe('if moves can be undone', () => {
  const table = solved([1, 4], { 0: ['forth'], 1: [], 2: ['back'], 3: ['forth'], 4: [] }, true);

  test('a path leads to the nearest start, or back from it', () => {
    expect(statePath(table, { from: [3], to: [1, 4] })).toEqual({ states: [3, 4], moves: ['forth'] });
    expect(statePath(table, { from: [4, 1], to: [3] })).toEqual({ states: [4, 3], moves: ['back'] });
    expect(statePath(table, { from: [2], to: [4, 1] })).toEqual({ states: [2, 1], moves: ['back'] });
    expect(statePath(table, { from: [4], to: [1, 4] })).toEqual({ states: [4], moves: [] });
    expect(statePath(table, { from: [5], to: [1, 4] })).toBeNull();
  });

  test('the table answers questions from or to all of its starts, and no others', () => {
    expect(answersEnds(table, { from: [3], to: [1, 4] })).toBe(true);
    expect(answersEnds(table, { from: [4, 1], to: [3] })).toBe(true);
    expect(answersEnds(table, { from: [3], to: [4] })).toBe(false);
    expect(answersEnds(table, { from: [0, 3], to: [1, 4] })).toBe(false);
  });
});

describe('if moves cannot be undone', () => {
  const table = solved([0, 3], { 0: [], 1: ['forth'], 2: ['forth', 'forth'], 3: [], 4: ['forth'] }, false);

  test('a path leads from the nearest start', () => {
    expect(statePath(table, { from: [0, 3], to: [2] })).toEqual({ states: [0, 1, 2], moves: ['forth', 'forth'] });
    expect(statePath(table, { from: [0, 3], to: [4] })).toEqual({ states: [3, 4], moves: ['forth'] });
    expect(statePath(table, { from: [0, 3], to: [5] })).toBeNull();
  });

  test('the table answers questions from its starts, and no others', () => {
    expect(answersEnds(table, { from: [3, 0], to: [2] })).toBe(true);
    expect(answersEnds(table, { from: [2], to: [0, 3] })).toBe(false);
    expect(answersEnds(table, { from: [0], to: [2] })).toBe(false);
  });
});

test.each([
  ['end elsewhere', ['forth']],
  ['cannot be made', ['forth', 'forth', 'forth']],
])('fails if the moves of the table %s', (_, moves) => {
  const table = solved([1], { 2: moves }, true);
  expect(() => statePath(table, { from: [2], to: [1] })).toThrow(
    new TableError("row: the table's moves do not connect state 2 (number 2) and its start"),
  );
});
