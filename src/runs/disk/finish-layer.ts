/**
 * The beginning and the end of a layer, by what is in the folder: what the files before it hold, which of its portions are made, how
 * many states their headers say, and the end of the files that it replaces.
 */

import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StorageError } from '../../base/storage/errors.js';
import { firstOf } from '../../engines/bits/run/kept-states.js';
import type { State } from '../../spaces/board/numbering/numbering.js';
import { ownLayerFiles } from '../saved/own-files.js';
import { layerManifestPath } from '../saved/saved-run.js';
import { type PortionHeader, readPortionHeader, sumOf, TABLE, VISITED, wordBytesOf } from './files/portion-header.js';
import { type FileRun, named, OpenFiles, TRANSFER_BYTES } from './files/transfers.js';
import { type Layers, takeHeader } from './layer-files.js';
import type { PortionStore } from './portion-store.js';

/** A layer, all portions of which are made. */
export interface MadeLayer {
  readonly fresh: number;
  readonly first: readonly State[];
}

/**
 * Takes the facts of all blocks from the files that a manifest names.
 * @param depth of its layer
 * @throws StorageError that names the file, if one is missing or damaged
 */
export async function takeLayers(store: PortionStore, layers: Layers, depth: number): Promise<void> {
  for (const [colour, ofColour] of layers.entries()) {
    for (const [portion, layer] of ofColour.entries()) {
      if (layer < 0) continue;
      const header = await headerOf(store, portion, layer);
      await checkTable(store, header, colour);
      takePortion(store, header, colour, layer === depth);
    }
  }
}

/** Checks that a portion's table is there: it may be layers before it is read. @throws StorageError */
async function checkTable(store: PortionStore, { portion, tableLayer }: PortionHeader, colour: number): Promise<void> {
  if (tableLayer < 0) return;
  const path = store.path(TABLE, portion, tableLayer);
  const { size } = await named(path, 'read', () => stat(path));
  const expected = store.fileBytes(TABLE, colour, portion);
  if (size === expected) return;
  throw new StorageError(`${path} should have ${expected} bytes and has ${size}; begin again in an empty folder`);
}

/**
 * Adds up a layer of which all portions are made, and goes over to its files.
 * @param portions that it may have added states to
 * @throws StorageError that names the file, if one is missing or damaged
 */
export async function takeMadeLayer(
  store: PortionStore,
  depth: number,
  portions: readonly number[],
): Promise<MadeLayer> {
  const headers = await Promise.all(portions.map((portion) => headerOf(store, portion, depth)));
  for (const header of headers) takePortion(store, header, depth % 2, true);
  const first = headers.map((header) => store.states(header.first));
  return {
    fresh: headers.reduce((sum, { fresh }) => sum + fresh, 0),
    first: firstOf(first, store.staging.layout, store.most),
  };
}

function takePortion(
  { staging, files, portions }: PortionStore,
  header: PortionHeader,
  colour: number,
  isLatest: boolean,
) {
  takeHeader(staging.facts, files, header, colour, portions.indicesOf(colour, header.portion), isLatest);
}

async function headerOf(store: PortionStore, portion: number, layer: number): Promise<PortionHeader> {
  const header = await readPortionHeader(store.folder, store.expected(portion, layer));
  if (header !== undefined) return header;
  throw new StorageError(`${store.path(VISITED, portion, layer)} is missing; begin again in an empty folder`);
}

/**
 * Returns whether a portion of the layer in progress is made. One that is cut short, or in which anything has changed, is not.
 * @throws StorageError if it cannot be read
 */
export async function isMade(store: PortionStore, depth: number, portion: number): Promise<boolean> {
  try {
    const header = await readPortionHeader(store.folder, store.expected(portion, depth));
    if (header === undefined) return false;
    const { blocks, tableLayer } = header;
    if (blocks === null) return true;
    return (
      (await fits(store, store.slotsOf(VISITED, portion, depth), blocks.visitedSums)) &&
      (tableLayer !== depth || (await fits(store, store.slotsOf(TABLE, portion, depth), blocks.tableSums)))
    );
  } catch (error) {
    // What is damaged, or gone, is made again.
    if (error instanceof StorageError) return false;
    throw error;
  }
}

/** Checks all blocks of a file. */
async function fits(
  { staging, staged }: PortionStore,
  { path, offset, bytes }: Pick<FileRun, 'path' | 'offset' | 'bytes'>,
  sums: Uint8Array,
): Promise<boolean> {
  const { slotBytes, blocks } = staged;
  const { slotsBegin, lanes } = staging;
  const memory = new Uint8Array(lanes[0].memory.buffer);
  const wordBytes = wordBytesOf(blocks);
  const expected = new DataView(sums.buffer, sums.byteOffset, sums.length);
  const atOnce = Math.max(1, Math.min(Math.floor(TRANSFER_BYTES / slotBytes), lanes[0].occupants.length));
  const slots = bytes / slotBytes;
  const files = new OpenFiles();
  try {
    for (let begin = 0; begin < slots; begin += atOnce) {
      const count = Math.min(atOnce, slots - begin);
      const at = { address: slotsBegin, bytes: count * slotBytes };
      await files.read(memory, [{ path, offset: offset + begin * slotBytes, ...at }]);
      for (let k = 0; k < count; k++) {
        const sum = expected.getUint32(4 * (begin + k), true);
        const address = slotsBegin + k * slotBytes;
        if (sum !== 0 && sumOf(memory.subarray(address, address + slotBytes), wordBytes) !== sum) return false;
      }
    }
    return true;
  } finally {
    await files.close();
  }
}

/**
 * Returns the names of a run's files that are in nobody's use: those that a complete layer has replaced, and what a process left
 * behind that was killed.
 * @param depth of the manifest that counts
 * @param made portions of the layer after it
 * @throws StorageError
 */
export async function unusedFiles(store: PortionStore, depth: number, made: readonly number[] = []): Promise<string[]> {
  const { folder, files } = store;
  const used = new Set([basename(layerManifestPath(folder, depth))]);
  for (const [bitset, layers] of [
    [VISITED, files.visited],
    [TABLE, files.table],
  ] as const) {
    const use = (portion: number, layer: number) => used.add(basename(store.path(bitset, portion, layer)));
    for (const ofColour of layers) for (const [portion, layer] of ofColour.entries()) use(portion, layer);
    for (const portion of made) use(portion, depth + 1);
  }
  const names = await named(folder, 'read', () => ownLayerFiles(folder));
  return names.filter((name) => !used.has(name));
}

/** Removes files one after another: each holds one of the threads that others are read by. @throws StorageError */
export async function removeFiles({ folder }: PortionStore, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const path = join(folder, name);
    await named(path, 'removed', () => rm(path, { force: true }));
  }
}
