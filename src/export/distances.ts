/** The distance of every state, as an array. */

import { keepers } from '../explore/board-search.js';
import { type Replay, replayLayers } from '../explore/replay.js';
import { geometryOf, STATES_PER_WORD } from '../numbering/geometry.js';

/** Distances of one cell of the blank, by rank; the largest value of the type for states that are not reached. */
export type DistancesOfCell = Uint8Array | Uint16Array;

/** Bytes that a distance takes: there must be a value left for states that are not reached. */
export function bytesPerDistance(maxDepth: number): 1 | 2 {
  return maxDepth < 255 ? 1 : 2;
}

/**
 * Replays all layers and writes down the distance of each state.
 * @param onLayer called after each layer with its number of states
 * @returns an array for each cell of the blank; one or two bytes a state
 * @throws as replayLayers
 */
export async function distancesOf(
  replay: Omit<Replay, 'lastDepth'>,
  onLayer: (states: number) => void,
): Promise<DistancesOfCell[]> {
  const { board, histogram } = replay;
  const { arrangements } = geometryOf(board);
  const bytes = bytesPerDistance(histogram.length - 1);
  const distances = Array.from({ length: board.cells }, () =>
    bytes === 1 ? new Uint8Array(arrangements).fill(0xff) : new Uint16Array(arrangements).fill(0xffff),
  );
  await replayLayers(
    { ...replay, lastDepth: histogram.length },
    keepers({ most: 0 }),
    ({ depth, states, cells, runs }) => {
      for (const cell of cells) {
        for (const { firstWord, halves } of runs(cell)) writeDepth(distances[cell], firstWord, halves, depth);
      }
      onLayer(states);
    },
  );
  return distances;
}

function writeDepth(distances: DistancesOfCell, firstWord: number, halves: Uint32Array, depth: number): void {
  for (let half = 0; half < halves.length; half++) {
    const first = (firstWord + (half >> 1)) * STATES_PER_WORD + (half % 2) * 32;
    for (let bits = halves[half]; bits !== 0; bits &= bits - 1) {
      distances[first + 31 - Math.clz32(bits & -bits)] = depth;
    }
  }
}
