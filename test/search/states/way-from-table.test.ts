import { describe, expect, test } from 'vitest';
import { answersFromTable, type SolvedSpace, wayFromTable } from '#src/search/states/way-from-table.js';
import type { NumberedStates } from '#src/space/definition.js';
import { NO_STATE } from '#src/space/definition.js';
import { TableError } from '#src/table/errors.js';

/** States in a row, 0 to 5; forth, and back where moves can be undone. State 5 is apart. */
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

function solved(starts: readonly number[], ways: Readonly<Record<number, readonly number[]>>, reversible: boolean) {
  const table: SolvedSpace = { space: row(reversible), starts, path: (state) => ways[state] ?? null };
  return table;
}

describe('where moves can be undone', () => {
  const table = solved([1, 4], { 0: [0], 1: [], 2: [1], 3: [0], 4: [] }, true);

  test('leads to the nearest start, and back from it', () => {
    expect(wayFromTable(table, { from: [3], to: [1, 4] })).toEqual({ states: [3, 4], moves: [0] });
    expect(wayFromTable(table, { from: [4, 1], to: [3] })).toEqual({ states: [4, 3], moves: [1] });
    expect(wayFromTable(table, { from: [2], to: [4, 1] })).toEqual({ states: [2, 1], moves: [1] });
    expect(wayFromTable(table, { from: [4], to: [1, 4] })).toEqual({ states: [4], moves: [] });
    expect(wayFromTable(table, { from: [5], to: [1, 4] })).toBeNull();
  });

  test('answers what begins or ends at its starts, all of them, and nothing else', () => {
    expect(answersFromTable(table, { from: [3], to: [1, 4] })).toBe(true);
    expect(answersFromTable(table, { from: [4, 1], to: [3] })).toBe(true);
    expect(answersFromTable(table, { from: [3], to: [4] })).toBe(false);
    expect(answersFromTable(table, { from: [0, 3], to: [1, 4] })).toBe(false);
  });
});

describe('where moves cannot be undone', () => {
  const table = solved([0, 3], { 0: [], 1: [0], 2: [0, 0], 3: [], 4: [0] }, false);

  test('leads from the nearest start', () => {
    expect(wayFromTable(table, { from: [0, 3], to: [2] })).toEqual({ states: [0, 1, 2], moves: [0, 0] });
    expect(wayFromTable(table, { from: [0, 3], to: [4] })).toEqual({ states: [3, 4], moves: [0] });
    expect(wayFromTable(table, { from: [0, 3], to: [5] })).toBeNull();
  });

  test('answers what begins at its starts, and nothing else', () => {
    expect(answersFromTable(table, { from: [3, 0], to: [2] })).toBe(true);
    expect(answersFromTable(table, { from: [2], to: [0, 3] })).toBe(false);
    expect(answersFromTable(table, { from: [0], to: [2] })).toBe(false);
  });
});

test.each([
  ['end elsewhere', [0]],
  ['cannot be made', [0, 0, 0]],
])('fails where the moves of the table %s', (_, moves) => {
  const table = solved([1], { 2: moves }, true);
  expect(() => wayFromTable(table, { from: [2], to: [1] })).toThrow(
    new TableError("row: the table's moves do not join state 2 (number 2) and its start"),
  );
});
