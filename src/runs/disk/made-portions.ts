/** Checks of a portion's files, by their headers and lengths, or by the checksums of all blocks. */

import { StorageError } from '../../base/storage/errors.js';
import { type PortionHeader, readPortionHeader, sumOf, TABLE, VISITED, wordBytesOf } from './files/portion-header.js';
import { type FileRun, OpenFiles, TRANSFER_BYTES } from './files/transfers.js';
import { checkTable } from './finish-layer.js';
import type { PortionStore } from './portion-store.js';

/** Returns the state of a portion of the layer in progress, by the headers and lengths of its files. */
export async function stateOfPortion(
  store: PortionStore,
  depth: number,
  portion: number,
): Promise<'made' | 'damaged' | 'missing'> {
  try {
    const header = await readPortionHeader(store.folder, store.expected(portion, depth));
    if (header === undefined) return 'missing';
    if (header.tableLayer === depth) await checkTable(store, header, depth % 2);
    return 'made';
  } catch (error) {
    if (error instanceof StorageError) return 'damaged';
    throw error;
  }
}

/** Returns true if a portion of the layer in progress is made. Truncated or modified files do not count. */
export function isMade(store: PortionStore, depth: number, portion: number): Promise<boolean> {
  // The table may be that of an earlier attempt.
  return isIntact(store, portion, depth, ({ tableLayer }) => tableLayer === depth);
}

/** Returns true if the files that a portion's next layer is made from are intact. */
export function isBaseIntact(store: PortionStore, colour: number, portion: number): Promise<boolean> {
  const layer = store.files.visited[colour][portion];
  return isIntact(store, portion, layer, ({ tableLayer }) => tableLayer >= 0);
}

async function isIntact(
  store: PortionStore,
  portion: number,
  layer: number,
  hasTable: (header: PortionHeader) => boolean,
): Promise<boolean> {
  try {
    const header = await readPortionHeader(store.folder, store.expected(portion, layer));
    if (header === undefined) return false;
    const { blocks, tableLayer } = header;
    if (blocks === null) return true;
    if (!(await haveSums(store, store.slotsOf(VISITED, portion, layer), blocks.visitedSums))) return false;
    if (!hasTable(header)) return true;
    // Truncated holes read as zeros.
    await checkTable(store, header, layer % 2);
    return await haveSums(store, store.slotsOf(TABLE, portion, tableLayer), blocks.tableSums);
  } catch (error) {
    // Damaged and missing files are made again.
    if (error instanceof StorageError) return false;
    throw error;
  }
}

/** Returns true if all blocks of a file match their checksums. @throws StorageError if it cannot be read */
async function haveSums(
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
