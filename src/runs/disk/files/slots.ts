/**
 * Slots hold blocks in a file: each has whole pages, with a trailer at its end that identifies the block.
 *
 *     words      as they lie in memory, little-endian
 *     zeros      up to a whole number of pages
 *     u32 LE     which bitset: 1 visited, 2 table
 *     u32 LE     blank cell
 *     u32 LE     block
 *     u32 LE     ones among its words
 *     u32 LE     CRC-32 of all bytes before it
 *
 * A slot at the wrong place, of another block, half written, or of an earlier layer is thereby known. One that was never written
 * is a hole in the file, all zeros, and is no slot.
 */

import { crc32 } from 'node:zlib';
import { PAGE_BYTES } from '../../../base/storage/direct-file.js';
import type { Blocks } from '../../../engines/bits/layout/blocks.js';
import { BYTES_PER_WORD } from '../../../spaces/board/numbering/geometry.js';

/** Five fields of 4 bytes. */
const TRAILER_BYTES = 20;
const CHECKSUM_BYTES = 4;

/** Bytes of the slot of a block: whole pages, so that it can be read and written past the system's cache. */
export function slotBytesOf(blocks: Blocks): number {
  return Math.ceil((blocks.paddedWords * BYTES_PER_WORD + TRAILER_BYTES) / PAGE_BYTES) * PAGE_BYTES;
}

/** Which bitset a slot is of. */
export const VISITED = 1;
export const TABLE = 2;

/** The trailer of a slot. */
export interface SlotName {
  readonly bitset: number;
  readonly cell: number;
  readonly block: number;
}

/** Makes a slot of the words that it begins with. @param held how many ones they have */
export function sealSlot(slot: Uint8Array, { bitset, cell, block }: SlotName, held: number): void {
  const trailer = trailerOf(slot);
  trailer.setUint32(0, bitset, true);
  trailer.setUint32(4, cell, true);
  trailer.setUint32(8, block, true);
  trailer.setUint32(12, held, true);
  trailer.setUint32(16, crc32(slot.subarray(0, -CHECKSUM_BYTES)), true);
}

/** The checksum in a sealed slot. */
export function checksumOf(slot: Uint8Array): number {
  return trailerOf(slot).getUint32(16, true);
}

/**
 * @returns the number of ones of a slot; 0 if it is a hole; undefined if it is damaged, or not the one that was expected
 */
export function onesOfSlot(slot: Uint8Array, { bitset, cell, block }: SlotName): number | undefined {
  const trailer = trailerOf(slot);
  if (trailer.getUint32(0, true) === 0) return slot.every((byte) => byte === 0) ? 0 : undefined;
  const right =
    trailer.getUint32(0, true) === bitset &&
    trailer.getUint32(4, true) === cell &&
    trailer.getUint32(8, true) === block &&
    trailer.getUint32(16, true) === crc32(slot.subarray(0, -CHECKSUM_BYTES));
  return right ? trailer.getUint32(12, true) : undefined;
}

function trailerOf(slot: Uint8Array): DataView {
  return new DataView(slot.buffer, slot.byteOffset + slot.length - TRAILER_BYTES, TRAILER_BYTES);
}
