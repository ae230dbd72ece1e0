/** Arrays of the distances of all states of a board. */

import { replayLayers, type TableReplay } from '../../runs/replay/replay.js';
import { geometryOf } from '../../spaces/board/numbering/geometry.js';

/** Distances for one cell of the blank, by rank; unreached states have the largest value of the type. */
export type DistancesOfCell = Uint8Array | Uint16Array;

/** Returns the bytes of a distance. One value is reserved for unreached states. */
export function bytesPerDistance(maxDepth: number): 1 | 2 {
  return maxDepth < 255 ? 1 : 2;
}

/**
 * Replays all layers and writes the distance of each state.
 * @param onLayer called after each layer with its number of states
 * @returns an array for each cell of the blank, in shared memory, with one or two bytes per state
 * @throws the errors of replayLayers
 */
export async function distancesOf(
  replay: Omit<TableReplay, 'lastDepth'>,
  onLayer: (states: number) => void,
): Promise<DistancesOfCell[]> {
  const { board, goalCell, histogram } = replay;
  const { arrangements } = geometryOf(board);
  const bytes = bytesPerDistance(histogram.length - 1);
  const distances = Array.from({ length: board.cells }, () => {
    const shared = new SharedArrayBuffer(bytes * arrangements);
    return bytes === 1 ? new Uint8Array(shared).fill(0xff) : new Uint16Array(shared).fill(0xffff);
  });
  // The goal, which no layer finds, is the first arrangement of its cell.
  distances[goalCell][0] = 0;
  const observers = { file: 'depths-of-layers.cjs', request: distances };
  for await (const { states } of replayLayers(replay, observers)) onLayer(states);
  return distances;
}
