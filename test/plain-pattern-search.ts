/**
 * The independent referee of patterns: a breadth-first search over the cells of a few tiles and of the blank. A move of one of these tiles
 * costs one, and any other move costs nothing. It uses no code of src.
 */

import { plainNeighbourCells } from './plain-map-search.js';

export interface PlainPatternState {
  /** Tile on each cell, with 0 for the blank and -1 for any other tile. */
  readonly position: readonly number[];
  readonly depth: number;
}

/**
 * Yields all reachable states. Different cells of the blank are different states.
 * @param rows texts with `.` for a cell and `#` for a missing cell
 * @param goal tile on each cell, with 0 for the blank
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
    // The layer grows during the loop, by states that moves of cost 0 reach.
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
