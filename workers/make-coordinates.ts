/** Piscina entry point: one worker's share of a layer of a table of coordinates. */

import { type FoundRows, findRows, type LayerTask } from '../src/search/coordinates/coordinate-table.js';

export function release(): void {}

export default function makeCoordinates(task: LayerTask): FoundRows {
  return findRows(task);
}
