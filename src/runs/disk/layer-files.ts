/** The layers of the files that hold a run's bits, for each portion: in the manifest, and with the facts of the blocks in memory. */

import { StorageError } from '../../base/storage/errors.js';
import type { SavedRun } from '../saved/manifest.js';
import { layerManifestPath } from '../saved/saved-run.js';
import type { PortionBlocks, PortionHeader } from './files/portion-header.js';
import type { Portions } from './lanes/portions.js';
import type { BlockFacts } from './lanes/shared-staging.js';

/** [colour][portion]: layer of the portion's file; -1 if it has none, because it holds nothing. */
export type Layers = readonly [number[], number[]];

/** The part of a manifest that only work folders have. Plain data. */
export interface DiskDetails {
  /** Name of the run. */
  readonly run: string;
  /** Order of the blocks, and number of places in a portion. */
  readonly outer: number;
  readonly low: number;
  readonly places: number;
  /** Layers of the files `visited`, whose headers give the layers of the table's files. */
  readonly layers: Layers;
}

/** The files that a layer is made from. */
export interface LayerFiles {
  readonly visited: Layers;
  readonly table: Layers;
}

/** Returns the layers of a run without files. */
export function noFiles({ count }: Portions): LayerFiles {
  const none = (): Layers => [new Array<number>(count).fill(-1), new Array<number>(count).fill(-1)];
  return { visited: none(), table: none() };
}

/**
 * Reads a manifest's details.
 * @param count number of blocks of a cell
 * @throws StorageError if the details do not match the board
 */
export function detailsOf(folder: string, { histogram, details }: SavedRun, count: number): DiskDetails {
  const found = details as Partial<DiskDetails> | null;
  const { run, outer = 0, low = 0, places = 0, layers } = found ?? {};
  const isLayer = (layer: number) => Number.isInteger(layer) && layer >= -1 && layer < histogram.length;
  const areLayers = (ofColour: unknown) =>
    Array.isArray(ofColour) && ofColour.length === Math.ceil(count / places) && ofColour.every(isLayer);
  const isDivisor = (part: number) => Number.isInteger(part) && part > 0 && count % part === 0;
  const right =
    typeof run === 'string' &&
    isDivisor(outer) &&
    isDivisor(low) &&
    count % (outer * low) === 0 &&
    Number.isInteger(places) &&
    places > 0 &&
    places <= count &&
    Array.isArray(layers) &&
    layers.length === 2 &&
    layers.every(areLayers);
  if (right) return found as DiskDetails;
  const path = layerManifestPath(folder, histogram.length - 1);
  throw new StorageError(`${path}: the portions do not match the exploration; begin again in an empty folder`);
}

/** Returns the facts of a portion's blocks for its header. @param indices indices of its blocks, by their slots */
export function blocksOfHeader(facts: BlockFacts, indices: Uint32Array): PortionBlocks {
  const packed = (values: Uint32Array) =>
    new Uint8Array(Uint32Array.from(values.length === 0 ? [] : indices, (index) => values[index]).buffer);
  return {
    held: packed(facts.held),
    marked: packed(facts.marked),
    visitedSums: packed(facts.visitedSums),
    tableSums: packed(facts.tableSums),
    gained: Uint8Array.from(indices, (index) => facts.gained[index]),
  };
}

/**
 * Takes over the facts of a portion from a header.
 * @param indices indices of its blocks, by their slots
 * @param isLatest true if the portion belongs to the last layer; otherwise none of its blocks has gained states
 */
export function takeHeader(
  facts: BlockFacts,
  files: LayerFiles,
  { layer, portion, tableLayer, blocks }: PortionHeader,
  colour: number,
  indices: Uint32Array,
  isLatest: boolean,
): void {
  if (blocks === null) return;
  files.visited[colour][portion] = layer;
  files.table[colour][portion] = tableLayer;
  const unpack = (values: Uint32Array, bytes: Uint8Array) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (values.length === 0) return;
    for (let slot = 0; slot < indices.length; slot++) values[indices[slot]] = view.getUint32(4 * slot, true);
  };
  unpack(facts.held, blocks.held);
  unpack(facts.marked, blocks.marked);
  unpack(facts.visitedSums, blocks.visitedSums);
  unpack(facts.tableSums, blocks.tableSums);
  for (let slot = 0; slot < indices.length; slot++) facts.gained[indices[slot]] = isLatest ? blocks.gained[slot] : 0;
}
