/** The table of a finished exploration, read from the files of its portions. */

import { closeSync, openSync, readSync } from 'node:fs';
import { StorageError } from '../../base/storage/errors.js';
import { reasonOf } from '../../base/storage/failure.js';
import { BYTES_PER_WORD } from '../../spaces/board/numbering/geometry.js';
import { sumOf, TABLE, wordBytesOf } from './files/portion-header.js';
import type { FilePlace } from './lanes/portions.js';
import type { PortionStore } from './portion-store.js';

/** Bytes per read. */
const PIECE_BYTES = 4 << 20;

/**
 * Yields the words of a blank cell, in pieces.
 * @throws StorageError that names the file and the block, if a file cannot be read or is damaged
 */
export function* tableWordsOnDisk(store: PortionStore, cell: number): Generator<Uint8Array> {
  const { blocks, slotBytes } = store.staged;
  const { marked, tableSums } = store.staging.facts;
  const slots = new Uint8Array(Math.max(1, Math.floor(PIECE_BYTES / slotBytes)) * slotBytes);
  const blockBytes = blocks.words * BYTES_PER_WORD;
  const wordBytes = wordBytesOf(blocks);
  for (let block = 0; block < blocks.count; ) {
    const { path, place, count } = runFrom(store, cell, block, slots.length / slotBytes);
    const words = new Uint8Array(count * blockBytes);
    const indices = Array.from({ length: count }, (_, k) => cell * blocks.count + block + k);
    if (indices.some((index) => marked[index] > 0)) {
      readFully(path, slots.subarray(0, count * slotBytes), place.slot * slotBytes);
      for (const [k, index] of indices.entries()) {
        // Blocks without marks are holes.
        if (marked[index] === 0) continue;
        const slot = slots.subarray(k * slotBytes, (k + 1) * slotBytes);
        if (sumOf(slot, wordBytes) !== tableSums[index]) {
          throw new StorageError(
            `${path}: blank cell ${cell}, block ${block + k} is damaged; begin again in an empty folder`,
          );
        }
        words.set(slot.subarray(0, blockBytes), k * blockBytes);
      }
    }
    yield words;
    block += count;
  }
}

/** Yields runs of blocks that are consecutive both in the table and in a file. @param most maximum number of blocks in a run */
function runFrom(
  store: PortionStore,
  cell: number,
  block: number,
  most: number,
): { readonly path: string; readonly place: FilePlace; readonly count: number } {
  const { portions, files } = store;
  const first = cell * portions.order.count + block;
  const key = portions.keyOf(first);
  const place = portions.placeOfKey(key);
  let count = 1;
  for (; count < most && block + count < portions.order.count; count++) {
    const next = portions.keyOf(first + count);
    if (next !== key + count || portions.placeOfKey(next).portion !== place.portion) break;
  }
  return { path: store.path(TABLE, place.portion, files.table[place.colour][place.portion]), place, count };
}

/** Reads bytes of a file. Bytes beyond its end read as zeros. @throws StorageError */
function readFully(path: string, target: Uint8Array, offset: number): void {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    throw new StorageError(`${path} cannot be read: ${reasonOf(error)}`);
  }
  try {
    let done = 0;
    while (done < target.length) {
      const bytes = readSync(file, target, done, target.length - done, offset + done);
      if (bytes === 0) break;
      done += bytes;
    }
    target.fill(0, done);
  } finally {
    closeSync(file);
  }
}
