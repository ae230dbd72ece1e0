/**
 * How a block lies in a file: in a slot of whole pages, with a trailer at its end that says what it is.
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

import type { Blocks } from '../explore/blocks.js';
import { BYTES_PER_WORD } from '../numbering/word.js';
import { PAGE_BYTES } from '../storage/direct-file.js';

/** Five fields of 4 bytes. */
export const TRAILER_BYTES = 20;

/** Bytes of the slot of a block: whole pages, so that it can be read and written past the system's cache. */
export function slotBytesOf(blocks: Blocks): number {
  return Math.ceil((blocks.paddedWords * BYTES_PER_WORD + TRAILER_BYTES) / PAGE_BYTES) * PAGE_BYTES;
}
