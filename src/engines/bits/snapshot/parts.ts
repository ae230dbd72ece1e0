/**
 * The parts of a checkpoint, and when each of them does not change.
 *
 * In the metric `single` a layer of depth d reads the cells of one colour and writes those of the other. A checkpoint of depth
 * D is
 *
 *     visited   of the colour that layer D read: its states of depth D - 1 and less
 *     table     of both colours, as layer D left it
 *
 * The visited bits of the other colour are what the moves make of the first (rebuildColour of src/engines/bits/run/board-search.ts), so
 * it is one and a half bits a state. The first part holds still while layer D is searched, and only then. The table of a
 * colour changes in the layers that mark it, those of depth 2 mod 4 and of depth 3 mod 4, and holds still for the three layers
 * in between. With D = 0 mod 4, over the layers
 *
 *     D-1   D   D+1   D+2
 *     ===========               table of the cells of even depths
 *           ===                 visited, of the cells of odd depths
 *           ===============     table of the cells of odd depths
 *
 * so that a checkpoint can be written while four layers are searched. In the metric `multi` both bits of every state may
 * change in every layer, and are written in between.
 */

import type { Metric } from '../../../spaces/board/metric.js';
import type { SnapshotPart } from '../../snapshot.js';

/** The bitsets that are saved, each in a file of its own, with a row for each blank cell. */
export const SAVED_BITSETS = ['visited', 'table'] as const;

/** The properties of an exploration that determine what is saved. */
export interface SavedBits {
  readonly metric: Metric;
  readonly table: boolean;
  /** Cells of the blank at even and at odd depth. */
  readonly cells: readonly [readonly number[], readonly number[]];
}

/** Depths after which the layers of a colour mark its table again. */
const MARKING_PERIOD = 4;

/** @param depth at least 1 */
export function partsOf({ metric, table, cells }: SavedBits, depth: number): SnapshotPart[] {
  if (metric === 'multi') {
    return SAVED_BITSETS.map((file) => ({ file, rows: cells[0], from: depth + 1, until: depth + 1 }));
  }
  const visited: SnapshotPart = { file: 'visited', rows: cells[(depth - 1) % 2], from: depth, until: depth + 1 };
  if (!table) return [visited];
  return [visited, ...[0, 1].map((colour): SnapshotPart => tablePart(cells[colour], lastMarking(colour, depth)))];
}

function tablePart(cells: readonly number[], marking: number): SnapshotPart {
  return { file: 'table', rows: cells, from: marking + 1, until: marking + MARKING_PERIOD };
}

/** Returns the last layer up to a depth that marks the table of a colour; negative if there was none. */
function lastMarking(colour: number, depth: number): number {
  // Depths of -2 and -1 stand for the beginning.
  return depth - ((depth + MARKING_PERIOD - 2 - colour) % MARKING_PERIOD);
}

/**
 * Of which depth a checkpoint should be that may begin now and be written beside the search.
 * @param next the layer that is searched next
 * @returns undefined if it is better begun before a later layer
 */
export function depthToSave({ metric, table }: SavedBits, next: number): number | undefined {
  if (metric === 'multi') return next - 1;
  if (!table) return next;
  return (next + 1) % MARKING_PERIOD === 0 ? next + 1 : undefined;
}
