/** Tables of patterns made one state at a time, without the engine. */

import { PatternDatabases, type PatternTable } from '#src/search/patterns/pattern-databases.js';
import { type Board, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition, type Position } from '#src/spaces/board/position.js';
import { bitOfArrangement, VECTOR_BITS, vectorsFor } from '#src/spaces/pattern/bit-address.js';
import { writePatternMoves } from '#src/spaces/pattern/geometry.js';
import { partitionOf } from '#src/spaces/pattern/partition.js';
import { PatternStates } from '#src/spaces/pattern/states.js';

const NO_STATE = -1;

/** Returns a table, from the depths of a breadth-first search. */
export function tableOf(board: Board, goal: Position, tiles: readonly number[]): PatternTable {
  const pattern = { board, goal, tiles };
  const states = new PatternStates(pattern);
  const { geometry } = states;
  const { count } = geometry.arrangements;
  const depths = new Int16Array(geometry.states).fill(-1);
  const next = new Float64Array(4 * tiles.length);
  let layer = [states.goal];
  depths[states.goal] = 0;
  for (let depth = 1; layer.length > 0; depth++) {
    const fresh: number[] = [];
    for (const state of layer) {
      writePatternMoves(geometry, state, next, NO_STATE);
      for (const to of next) {
        if (to === NO_STATE || depths[to] >= 0) continue;
        depths[to] = depth;
        fresh.push(to);
      }
    }
    layer = fresh;
  }
  const placementBits = vectorsFor(count) * VECTOR_BITS;
  const bits = new Uint8Array((geometry.placements * placementBits) / 8);
  for (let placement = 0; placement < geometry.placements; placement++) {
    for (let arrangement = 0; arrangement < count; arrangement++) {
      if (((depths[placement * count + arrangement] >> 1) & 1) === 0) continue;
      const bit = placement * placementBits + bitOfArrangement(arrangement);
      bits[bit >> 3] |= 1 << (bit & 7);
    }
  }
  return { pattern, bytes: () => [bits] };
}

/** Returns the databases of a partition. */
export function databasesOf(name: string, text?: string, goalCell?: number): PatternDatabases {
  const board = parseBoard(name);
  const goal = orderedPosition(board, goalCell);
  return new PatternDatabases(partitionOf(board, goal, text).patterns.map((tiles) => tableOf(board, goal, tiles)));
}
