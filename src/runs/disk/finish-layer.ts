/**
 * The beginning and the end of a layer, by the files in the folder: reading the facts of earlier layers, adding up the headers of the
 * layer's portions, and removing the files that the layer replaces.
 */

import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StorageError } from '../../base/storage/errors.js';
import { firstOf } from '../../engines/bits/run/kept-states.js';
import type { State } from '../../spaces/board/numbering/numbering.js';
import { isUnfinished, layerOfFile, ownLayerFiles } from '../saved/own-files.js';
import { latestDepth, layerManifestPath } from '../saved/saved-run.js';
import { DamagedError, LateError } from './files/errors.js';
import { type PortionHeader, readPortionHeader, TABLE, VISITED } from './files/portion-header.js';
import { eachOf, named } from './files/transfers.js';
import { whenVisible } from './files/when-visible.js';
import { type Layers, takeHeader } from './layer-files.js';
import type { PortionStore } from './portion-store.js';

/** A layer whose portions are all made. */
export interface MadeLayer {
  readonly fresh: number;
  readonly first: readonly State[];
}

/**
 * Reads the facts of all blocks from the files in a manifest, except for facts that are known already.
 * @param depth of the manifest's layer
 * @throws DamagedError that names a missing or damaged file; LateError
 */
export async function takeLayers(store: PortionStore, layers: Layers, depth: number): Promise<void> {
  store.staging.facts.gained.fill(0);
  const portions = layers.flatMap((ofColour, colour) => ofColour.map((layer, portion) => ({ colour, portion, layer })));
  // Headers of the last layer determine which blocks have gained states.
  const changed = portions.filter(({ colour, portion, layer }) => {
    return layer >= 0 && (layer === depth || layer !== store.files.visited[colour][portion]);
  });
  await eachOf(changed, async ({ colour, portion, layer }) => {
    const header = await headerOf(store, portion, layer, depth);
    await checkTable(store, header, colour);
    takePortion(store, header, colour, layer === depth);
  });
}

/** Checks that a portion's table exists, because it may not be read for several layers. @throws DamagedError */
export async function checkTable(
  store: PortionStore,
  { portion, tableLayer }: PortionHeader,
  colour: number,
): Promise<void> {
  if (tableLayer < 0) return;
  const path = store.path(TABLE, portion, tableLayer);
  const file = { bitset: TABLE, portion, layer: tableLayer } as const;
  const damaged = (message: string) => new DamagedError(message, file);
  const { size } = await named(path, 'read', () => stat(path)).catch((error) => {
    throw damaged(error.message);
  });
  const expected = store.fileBytes(TABLE, colour, portion);
  if (size === expected) return;
  throw damaged(`${path} should have ${expected} bytes, but has ${size}; begin again in an empty folder`);
}

/**
 * Adds up a layer whose portions are all made, and switches to its files.
 * @param portions that the layer may have added states to
 * @throws DamagedError that names a missing or damaged file; LateError
 */
export async function takeMadeLayer(
  store: PortionStore,
  depth: number,
  portions: readonly number[],
): Promise<MadeLayer> {
  const headers: PortionHeader[] = [];
  await eachOf([...portions.entries()], async ([k, portion]) => {
    headers[k] = await headerOf(store, portion, depth, depth - 1);
    if (headers[k].tableLayer === depth) await checkTable(store, headers[k], depth % 2);
  });
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

/**
 * Waits for a header that another process has written, and that may not be visible yet.
 * @param depth depth of the valid manifest; if a later one exists, the file may have been removed
 * @throws DamagedError, LateError
 */
async function headerOf(store: PortionStore, portion: number, layer: number, depth: number): Promise<PortionHeader> {
  const file = { bitset: VISITED, portion, layer } as const;
  const expected = store.expected(portion, layer);
  const read = () =>
    readPortionHeader(store.folder, expected).catch((error) => {
      throw error instanceof StorageError ? new DamagedError(error.message, file) : error;
    });
  const header = await whenVisible(read, store.patience, () => checkCurrent(store.folder, depth));
  if (header !== undefined) return header;
  throw new DamagedError(`${store.path(VISITED, portion, layer)} is missing; begin again in an empty folder`, file);
}

/**
 * @throws LateError Checks that the manifest of a depth is the latest. @throws LateError if there is a later manifest or none, so that
 * the run continues without this process
 */
export function checkCurrent(folder: string, depth: number): void {
  // A folder of a large run has some 100,000 names, so it is listed only if necessary.
  const [own, next] = [depth, depth + 1].map((layer) => existsSync(layerManifestPath(folder, layer)));
  const latest = next ? depth + 1 : own ? depth : latestDepth(folder);
  if (latest > depth || latest < 0) throw new LateError(folder, depth + 1);
}

/**
 * Rereads the facts of a portion's blocks before a layer, because they may have changed while the portion was made.
 * @throws DamagedError, LateError
 */
export async function retakePortion(store: PortionStore, depth: number, portion: number): Promise<void> {
  const colour = depth % 2;
  const layer = store.files.visited[colour][portion];
  if (layer >= 0) return takePortion(store, await headerOf(store, portion, layer, depth - 1), colour, false);
  const { held, marked, visitedSums, tableSums, gained } = store.staging.facts;
  for (const index of store.portions.indicesOf(colour, portion)) {
    for (const values of [held, visitedSums, gained]) values[index] = 0;
    if (store.hasTable) for (const values of [marked, tableSums]) values[index] = 0;
  }
}

/**
 * Returns the names of a run's obsolete files: those that a complete layer has replaced, and those of a killed process. Portions of the
 * layer in progress are never included, because the process that makes them may be about to rely on them.
 * @param depth depth of the valid manifest
 * @param isAlone true if no other process is writing, so that unfinished files of the next layer are obsolete too
 * @throws StorageError
 */
export async function unusedFiles(store: PortionStore, depth: number, isAlone = false): Promise<string[]> {
  const { folder, files } = store;
  const used = new Set([basename(layerManifestPath(folder, depth))]);
  for (const [bitset, layers] of [
    [VISITED, files.visited],
    [TABLE, files.table],
  ] as const) {
    const use = (portion: number, layer: number) => used.add(basename(store.path(bitset, portion, layer)));
    for (const ofColour of layers) for (const [portion, layer] of ofColour.entries()) use(portion, layer);
  }
  const names = await named(folder, 'read', () => ownLayerFiles(folder));
  const isOver = (name: string) => layerOfFile(name) <= depth || (isAlone && isUnfinished(name));
  return names.filter((name) => !used.has(name) && isOver(name));
}

/** Removes files one after another, because each removal occupies a thread that is needed for reading. @throws StorageError */
export async function removeFiles({ folder }: PortionStore, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const path = join(folder, name);
    await named(path, 'removed', () => rm(path, { force: true }));
  }
}
