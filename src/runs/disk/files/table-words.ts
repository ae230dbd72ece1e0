/** The table of a finished exploration, read from its slots. */

import { closeSync, openSync, readSync } from 'node:fs';
import { StorageError } from '../../../base/storage/errors.js';
import { reasonOf } from '../../../base/storage/failure.js';
import type { Blocks } from '../../../engines/bits/layout/blocks.js';
import { BYTES_PER_WORD } from '../../../spaces/board/numbering/geometry.js';
import { onesOfSlot, TABLE } from './slots.js';

/** Bytes read at a time. */
const PIECE_BYTES = 4 << 20;

/**
 * The words of a blank cell, in pieces.
 * @param marked ones of each block of all cells
 * @throws StorageError that names the file and the block, if it cannot be read or is damaged
 */
export function* tableWordsOnDisk(
  path: string,
  blocks: Blocks,
  slotBytes: number,
  marked: Uint32Array,
  cell: number,
): Generator<Uint8Array> {
  const slotsOfPiece = Math.max(1, Math.floor(PIECE_BYTES / slotBytes));
  const blockBytes = blocks.words * BYTES_PER_WORD;
  const slots = new Uint8Array(slotsOfPiece * slotBytes);
  const file = opened(path);
  try {
    for (let first = 0; first < blocks.count; first += slotsOfPiece) {
      const count = Math.min(slotsOfPiece, blocks.count - first);
      readFully(file, slots.subarray(0, count * slotBytes), (cell * blocks.count + first) * slotBytes);
      const words = new Uint8Array(count * blockBytes);
      for (let k = 0; k < count; k++) {
        const block = first + k;
        const slot = slots.subarray(k * slotBytes, (k + 1) * slotBytes);
        if (onesOfSlot(slot, { bitset: TABLE, cell, block }) !== marked[cell * blocks.count + block]) {
          throw new StorageError(
            `${path}: blank cell ${cell}, block ${block} is damaged; begin again in an empty folder`,
          );
        }
        words.set(slot.subarray(0, blockBytes), k * blockBytes);
      }
      yield words;
    }
  } finally {
    closeSync(file);
  }
}

/** @throws StorageError */
function opened(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw new StorageError(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

/** Bytes beyond the file's end read as zeros. */
function readFully(file: number, target: Uint8Array, offset: number): void {
  let done = 0;
  while (done < target.length) {
    const bytes = readSync(file, target, done, target.length - done, offset + done);
    if (bytes === 0) break;
    done += bytes;
  }
  target.fill(0, done);
}
