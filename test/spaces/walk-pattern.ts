/** Patterns in tests: their states, and the distance of each. */

import { parseBoard } from '#src/spaces/board/board.js';
import type { PatternGeometry } from '#src/spaces/board/pattern-geometry.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { type PatternStates, patternStates, placementMoves } from '#src/spaces/pattern-space.js';

export const NOT_REACHED = -1;

export function statesOf(name: string, tiles: readonly number[], blankCell?: number): PatternStates {
  const board = parseBoard(name);
  return patternStates({ board, goal: orderedPosition(board, blankCell), tiles });
}

const made = new WeakMap<PatternGeometry, ReturnType<typeof placementMoves>>();

/** Returns the neighbours of a state. */
export function neighboursOf({ geometry }: PatternStates, state: number): number[] {
  const next = new Float64Array(4 * geometry.tiles);
  const firstMoves = Array.from({ length: geometry.tiles }, (_, label) => 4 * label);
  const write = made.get(geometry) ?? placementMoves(geometry, firstMoves, NOT_REACHED);
  made.set(geometry, write);
  write(state, next);
  return [...next].filter((to) => to !== NOT_REACHED);
}

/** Returns the number of moves from each state to the goal. */
export function depthsOf(states: PatternStates): Int8Array {
  const depths = new Int8Array(states.geometry.states).fill(NOT_REACHED);
  depths[states.goal] = 0;
  const found = [states.goal];
  for (const state of found) {
    for (const to of neighboursOf(states, state)) {
      if (depths[to] !== NOT_REACHED) continue;
      depths[to] = depths[state] + 1;
      found.push(to);
    }
  }
  return depths;
}

/** Returns the text of a board's position in a pattern. */
export function textOf({ pattern }: PatternStates, position: readonly number[]): string {
  return position.map((tile) => (tile === 0 ? 'x' : pattern.tiles.includes(tile) ? tile : '.')).join(' ');
}
