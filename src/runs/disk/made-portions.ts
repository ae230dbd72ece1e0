/**
 * The portions of a layer that are made, by the files in the folder: the facts of earlier layers, the sum of the headers of a layer's
 * portions, the portions that are missing or damaged, and the files that a layer replaces.
 */

import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { firstOf } from '../../engines/boards/observers.js';
import { StorageError } from '../../files/files.js';
import {
  BITSETS,
  type Bitset,
  DamagedError,
  LayerCompleteError,
  type PortionHeader,
  readPortionHeader,
  sumOf,
  TABLE,
  VISITED,
  wordBytesOf,
} from './portion-file.js';
import type { Layers, PortionStore } from './portion-store.js';
import { named } from './run-folder.js';
import { latestDepth, layerManifestPath, layerOfFile, ownLayerFiles } from './saved-run.js';
import { eachOf, OpenFiles, whenVisible } from './work-files.js';

/** A layer whose portions are all made: the number of its states, and the first ones. */
export type MadeLayer = Awaited<ReturnType<typeof takeMadeLayer>>;

/**
 * Reads the facts of all blocks from the files in a manifest, except for facts that are known already.
 * @param depth of the manifest's layer
 * @throws DamagedError that names a missing or damaged file; LayerCompleteError
 */
export async function takeLayers(store: PortionStore, layers: Layers, depth: number): Promise<void> {
  store.shared.facts.gained.fill(0);
  const portions = layers.flatMap((ofColour, colour) => ofColour.map((layer, portion) => ({ colour, portion, layer })));
  // Headers of the last layer determine which blocks have gained states.
  const changed = portions.filter(({ colour, portion, layer }) => {
    return layer >= 0 && (layer === depth || layer !== store.files[VISITED][colour][portion]);
  });
  await eachOf(changed, async ({ portion, layer }) => {
    const header = await headerOf(store, portion, layer, depth);
    await checkTable(store, header);
    store.take(header, layer === depth);
  });
}

/** Checks that a portion's table exists, because it may not be read for several layers. @throws DamagedError */
async function checkTable(store: PortionStore, { layer, portion, tableLayer }: PortionHeader): Promise<void> {
  if (tableLayer < 0) return;
  const path = store.path(TABLE, portion, tableLayer);
  const file = { bitset: TABLE, portion, layer: tableLayer } as const;
  const damaged = (message: string) => new DamagedError(message, file);
  const { size } = await named(path, 'read', () => stat(path)).catch((error) => {
    throw damaged(error.message);
  });
  const expected = store.fileBytes(TABLE, layer % 2, portion);
  if (size === expected) return;
  throw damaged(`${path} should have ${expected} bytes, but has ${size}; begin again in an empty folder`);
}

/**
 * Adds up a layer whose portions are all made, and switches to its files.
 * @param portions that the layer may have added states to
 * @throws DamagedError that names a missing or damaged file; LayerCompleteError
 */
export async function takeMadeLayer(store: PortionStore, depth: number, portions: readonly number[]) {
  const headers: PortionHeader[] = [];
  await eachOf([...portions.entries()], async ([k, portion]) => {
    headers[k] = await headerOf(store, portion, depth, depth - 1);
    if (headers[k].tableLayer === depth) await checkTable(store, headers[k]);
  });
  for (const header of headers) store.take(header, true);
  const first = headers.map((header) => store.states(header.first));
  return {
    fresh: headers.reduce((sum, { fresh }) => sum + fresh, 0),
    first: store.numbers(firstOf(first, store.shared.layout, store.most)),
  };
}

/**
 * Waits for a header that another process has written, and that may not be visible yet.
 * @param depth depth of the valid manifest; if a later one exists, the file may have been removed
 * @throws DamagedError, LayerCompleteError
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
 * Checks that the manifest of a depth is the latest.
 * @throws LayerCompleteError if there is a later one, or none: the run goes on elsewhere
 */
export function checkCurrent(folder: string, depth: number): void {
  // A folder of a large run has some 100,000 names, so it is listed only if necessary.
  const [own, next] = [depth, depth + 1].map((layer) => existsSync(layerManifestPath(folder, layer)));
  const latest = next ? depth + 1 : own ? depth : latestDepth(folder);
  if (latest > depth || latest < 0) throw new LayerCompleteError(folder, depth + 1);
}

/**
 * Performs an action on the files of a depth.
 * @throws the errors of `action`; LayerCompleteError instead of a StorageError if another process has completed a later layer meanwhile
 */
export async function unlessComplete<Outcome>(
  folder: string,
  depth: number,
  action: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof StorageError) checkCurrent(folder, depth);
    throw error;
  }
}

/**
 * Rereads the facts of a portion's blocks before a layer, because they may have changed while the portion was made.
 * @throws DamagedError, LayerCompleteError
 */
export async function retakePortion(store: PortionStore, depth: number, portion: number): Promise<void> {
  const colour = depth % 2;
  const layer = store.files[VISITED][colour][portion];
  if (layer >= 0) return store.take(await headerOf(store, portion, layer, depth - 1), false);
  for (const index of store.portions.indicesOf(colour, portion)) {
    // Facts of the table are empty without a table, and stay so.
    for (const values of Object.values(store.shared.facts)) values[index] = 0;
  }
}

/**
 * Removes a run's obsolete files: those that a complete layer has replaced, and those of a killed process. Portions of the layer in
 * progress are never removed, because the process that makes them may be about to rely on them.
 * @param depth depth of the valid manifest
 * @param isAlone true if no other process is writing, so that unfinished files of the next layer are obsolete too
 * @throws StorageError
 */
export async function removeUnused(store: PortionStore, depth: number, isAlone = false): Promise<void> {
  const { folder, files } = store;
  const used = new Set([basename(layerManifestPath(folder, depth))]);
  for (const bitset of BITSETS) {
    for (const ofColour of files[bitset]) {
      for (const [portion, layer] of ofColour.entries()) used.add(basename(store.path(bitset, portion, layer)));
    }
  }
  const names = await named(folder, 'read', () => ownLayerFiles(folder));
  // Unfinished files have names with a dot.
  const isOver = (name: string) => layerOfFile(name) <= depth || (isAlone && name.startsWith('.'));
  // One after another, because each removal occupies a thread that is needed for reading.
  for (const name of names.filter((each) => !used.has(each) && isOver(each))) {
    const path = join(folder, name);
    await named(path, 'removed', () => rm(path, { force: true }));
  }
}

/* Checks of a portion's files. */

/**
 * The care of a check: headers and lengths; the checksums of the layer's own files, too; or also those of an older table, which the
 * next layers are made from.
 */
type Care = 'lengths' | 'checksums' | 'all checksums';

/** Returns the state of a portion's files of a layer. Truncated and modified files are damaged. */
export async function portionState(store: PortionStore, layer: number, portion: number, care: Care) {
  /** Returns true if all blocks of a file match their checksums. @throws StorageError if it cannot be read */
  async function haveSums(bitset: Bitset, layerOfFile: number, sums: Uint8Array): Promise<boolean> {
    const { pages, board } = store;
    const expected = new DataView(sums.buffer, sums.byteOffset, sums.length);
    const slots = sums.length / 4;
    const atOnce = Math.floor(pages.length / board.slotBytes);
    const files = new OpenFiles();
    try {
      for (let slot = 0; slot < slots; slot += atOnce) {
        const run = { colour: layerOfFile % 2, portion, slot, count: Math.min(atOnce, slots - slot), address: 0 };
        await files.read(pages, store.fileRuns(bitset, [run], layerOfFile));
        for (let k = 0; k < run.count; k++) {
          const sum = expected.getUint32(4 * (slot + k), true);
          if (sum !== 0 && sumOf(pages.subarray(k * board.slotBytes), wordBytesOf(board.blocks)) !== sum) return false;
        }
      }
      return true;
    } finally {
      await files.close();
    }
  }

  try {
    const header = await readPortionHeader(store.folder, store.expected(portion, layer));
    if (header === undefined) return 'missing';
    const { blocks, tableLayer } = header;
    const hasTable = tableLayer === layer || (care === 'all checksums' && tableLayer >= 0);
    // Truncated holes read as zeros.
    if (hasTable) await checkTable(store, header);
    if (care === 'lengths' || blocks === null) return 'made';
    const isIntact =
      (await haveSums(VISITED, layer, blocks.visitedSums)) &&
      (!hasTable || (await haveSums(TABLE, tableLayer, blocks.tableSums)));
    return isIntact ? 'made' : 'damaged';
  } catch (error) {
    if (error instanceof StorageError) return 'damaged';
    throw error;
  }
}

/**
 * Selects the portions that are not made yet.
 * @param portions in ascending order
 * @returns the numbers of the portions in ascending order, and those of them whose existing files are not intact, and are replaced. They
 * are not removed first: another process may have made them meanwhile, and a complete layer may rely on them
 * @throws StorageError
 */
export async function portionsToMake(store: PortionStore, layer: number, portions: readonly number[]) {
  const others: number[] = [];
  const replaced = new Set<number>();
  for (const portion of portions) {
    const state = await portionState(store, layer, portion, 'checksums');
    if (state === 'made') continue;
    others.push(portion);
    if (state === 'damaged' || existsSync(store.path(TABLE, portion, layer))) replaced.add(portion);
  }
  return { portions: others, replaced };
}

/**
 * Waits for portions that are not visible yet.
 * @param portions all portions of the layer
 * @param onWait called once with the portions that are not visible, if they are awaited
 * @returns the portions to make, or to make again if they are damaged, in ascending order
 * @throws StorageError; LayerCompleteError if the layer is complete
 */
export async function missingPortions(
  store: PortionStore,
  layer: number,
  portions: readonly number[],
  onWait?: (portions: readonly number[]) => void,
): Promise<readonly number[]> {
  const damaged: number[] = [];
  let missing = portions;
  let isAnnounced = false;
  const look = async () => {
    const still: number[] = [];
    await eachOf(missing, async (portion) => {
      const state = await portionState(store, layer, portion, 'lengths');
      if (state === 'damaged') damaged.push(portion);
      if (state === 'missing') still.push(portion);
    });
    missing = still;
    return still.length === 0 ? true : undefined;
  };
  await whenVisible(look, store.patience, () => {
    checkCurrent(store.folder, layer - 1);
    if (!isAnnounced) onWait?.(missing);
    isAnnounced = true;
  });
  return [...damaged, ...missing].sort((a, b) => a - b);
}
