/**
 * The independent referee of patterns: a breadth-first search over the cells of a few tiles and of the blank, in which a move of one of
 * these tiles costs one and any other costs nothing. Nothing of src is used.
 */

import { plainNeighbourCells } from './plain-map-search.js';

export interface PlainPatternState {
  /** The tiles on their cells, 0 for the blank, -1 for any other tile. */
  readonly position: readonly number[];
  readonly depth: number;
}

/**
 * Yields all states that can be reached, each cell of the blank being another state.
 * @param rows of `.` for a cell and `#` for none
 * @param goal 0 for the blank
 */
export function* plainPatternSearch(
  rows: readonly string[],
  goal: readonly number[],
  tiles: readonly number[],
): Generator<PlainPatternState, void> {
  const beside = plainNeighbourCells(rows);
  const followed = [0, ...tiles];
  const keyOf = (cells: readonly number[]) => cells.reduce((key, cell) => key * goal.length + cell, 0);
  const cellsOf = (key: number) => {
    const cells: number[] = [];
    for (let rest = key; cells.length < followed.length; rest = Math.floor(rest / goal.length)) {
      cells.unshift(rest % goal.length);
    }
    return cells;
  };
  const depths = new Int8Array(goal.length ** followed.length).fill(-1);
  const start = keyOf(followed.map((tile) => goal.indexOf(tile)));
  let layer = [start];
  depths[start] = 0;
  for (let depth = 0; layer.length > 0; depth++) {
    const next: number[] = [];
    // Grows by what the blank reaches for nothing.
    for (const key of layer) {
      if (depths[key] !== depth) continue;
      const cells = cellsOf(key);
      const position = goal.map((_, cell) => (cells.includes(cell) ? followed[cells.indexOf(cell)] : -1));
      yield { position, depth };
      for (const to of beside[cells[0]]) {
        const moved = cells.map((cell) => (cell === to ? cells[0] : cell));
        const cost = cells.includes(to) ? 1 : 0;
        moved[0] = to;
        const after = keyOf(moved);
        if (depths[after] >= 0 && depths[after] <= depth + cost) continue;
        depths[after] = depth + cost;
        (cost === 0 ? layer : next).push(after);
      }
    }
    layer = next;
  }
}
