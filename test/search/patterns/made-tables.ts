/** Tables of patterns made one state at a time, without the engine. */

import { PatternDatabases } from '#src/search/ida-star/pattern-databases.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { type Pattern, partitionOf } from '#src/spaces/board/partition.js';
import { bitOfArrangement, placementBytes } from '#src/spaces/board/pattern-geometry.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { patternStates } from '#src/spaces/pattern-space.js';
import { depthsOf } from '../../spaces/walk-pattern.js';

/** Returns the bits of a pattern, from the depths of a breadth-first search. */
function bitsOf(pattern: Pattern): Uint8Array {
  const states = patternStates(pattern);
  const { geometry } = states;
  const { count } = geometry.arrangements;
  const depths = depthsOf(states);
  const placementBits = 8 * placementBytes(count);
  const bits = new Uint8Array(geometry.placements * placementBytes(count));
  for (let placement = 0; placement < geometry.placements; placement++) {
    for (let arrangement = 0; arrangement < count; arrangement++) {
      if (((depths[placement * count + arrangement] >> 1) & 1) === 0) continue;
      const bit = placement * placementBits + bitOfArrangement(arrangement);
      bits[bit >> 3] |= 1 << (bit & 7);
    }
  }
  return bits;
}

const made = new Map<string, Promise<PatternDatabases>>();

/** Returns the databases of a partition, which tests share. */
export function databasesOf(name: string, text: string, goalCell?: number): Promise<PatternDatabases> {
  const key = `${name} ${text} ${goalCell}`;
  const databases = made.get(key) ?? newDatabases(name, text, goalCell);
  made.set(key, databases);
  return databases;
}

/** Makes the databases of a partition. @param change damages the bits of each pattern */
export function newDatabases(
  name: string,
  text: string,
  goalCell?: number,
  change = (_bits: Uint8Array) => {},
): Promise<PatternDatabases> {
  const board = parseBoard(name);
  const goal = orderedPosition(board, goalCell);
  const patterns = partitionOf(board, goal, text).patterns.map((tiles) => ({ board, goal, tiles }));
  return PatternDatabases.load(patterns, (index, target) => {
    const bits = bitsOf(patterns[index]);
    change(bits);
    target.set(bits);
  });
}
