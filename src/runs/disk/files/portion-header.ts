/**
 * The files of a portion. `visited-<portion>-<layer>` holds its visited bits as a layer left them, and if the layer marks the table
 * `table-<portion>-<layer>` its table bits. Both have a slot of whole pages for each block; in front of those of `visited` is a
 * header:
 *
 *     sealed    one MessagePack map (src/base/storage/sealed-file.ts)
 *     zeros     up to a whole number of pages, the same for all layers of a portion
 *
 * A slot is a hole if its block holds nothing, and in `visited` also if the block is full. A layer that adds nothing to a portion
 * leaves a file with the header alone. All that a file has follows from the run, the layer and the portion: whoever makes it again
 * makes the same bytes.
 */

import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { PAGE_BYTES } from '../../../base/storage/direct-file.js';
import { StorageError } from '../../../base/storage/errors.js';
import { readSealedBeginning, type Seal, sealed } from '../../../base/storage/sealed-file.js';
import type { Blocks } from '../../../engines/bits/layout/blocks.js';
import { BYTES_PER_WORD } from '../../../spaces/board/numbering/geometry.js';

/** Bytes of the slot of a block: whole pages, so that it can be read and written past the system's cache. */
export function slotBytesOf(blocks: Blocks): number {
  return Math.ceil(wordBytesOf(blocks) / PAGE_BYTES) * PAGE_BYTES;
}

/** Bytes of a slot that carry something. */
export function wordBytesOf({ paddedWords }: Pick<Blocks, 'paddedWords'>): number {
  return paddedWords * BYTES_PER_WORD;
}

/** The checksum of a block that is stored in a slot. */
export function sumOf(slot: Uint8Array, wordBytes: number): number {
  return crc32(slot.subarray(0, wordBytes));
}

/** Which bitset a file is of. */
export const VISITED = 1;
export const TABLE = 2;
const NAMES = { [VISITED]: 'visited', [TABLE]: 'table' } as const;
export type Bitset = keyof typeof NAMES;

export function portionPath(folder: string, bitset: Bitset, portion: number, layer: number): string {
  return join(folder, `${NAMES[bitset]}-${portion}-${layer}`);
}

/** The inverse of portionPath; undefined of other files. */
export function portionFileOf(path: string): { bitset: Bitset; portion: number; layer: number } | undefined {
  const [, name, portion, layer] = /^(visited|table)-(\d+)-(\d+)$/.exec(basename(path)) ?? [];
  if (name === undefined) return undefined;
  return { bitset: name === NAMES[TABLE] ? TABLE : VISITED, portion: Number(portion), layer: Number(layer) };
}

/** The properties of a portion's blocks, by slot: 4 bytes each, little-endian. */
export interface PortionBlocks {
  /** Visited states. */
  readonly held: Uint8Array;
  /** Marked states; nothing if there is no table. */
  readonly marked: Uint8Array;
  /** Checksums; 0 of blocks that are not stored. */
  readonly visitedSums: Uint8Array;
  readonly tableSums: Uint8Array;
  /** 1 byte each: 1 if the block gained states in this layer. */
  readonly gained: Uint8Array;
}

export interface PortionHeader {
  /** The run's name, so that no file of another one is taken for its own. */
  readonly run: string;
  readonly layer: number;
  readonly portion: number;
  /** States of this depth. */
  readonly fresh: number;
  /** The first ones of them, by number. */
  readonly first: readonly number[];
  /** The layer of the table's file; -1 if nothing is marked. */
  readonly tableLayer: number;
  /** Null if nothing was added. */
  readonly blocks: PortionBlocks | null;
}

const SEAL: Seal = { magic: 'ANTIPORT', version: 1, what: 'a portion of a layer' };
/** Bytes of a block, of a first state, and of everything else, at most. */
const BLOCK_BYTES = 17;
const FIRST_BYTES = 9;
const OTHER_BYTES = 512;

/**
 * Returns the bytes in front of the first slot.
 * @param most states of a layer that are kept
 */
export function headBytesOf(slots: number, most: number): number {
  return Math.ceil((slots * BLOCK_BYTES + most * FIRST_BYTES + OTHER_BYTES) / PAGE_BYTES) * PAGE_BYTES;
}

/** Writes a header to the beginning of a file's memory. */
export function putHeader(head: Uint8Array, header: PortionHeader): void {
  head.fill(0);
  head.set(sealed(SEAL, header));
}

/** What is expected of a file. */
export interface ExpectedPortion {
  readonly run: string;
  readonly portion: number;
  readonly layer: number;
  readonly slots: number;
  readonly headBytes: number;
  readonly slotBytes: number;
  /** True if the run has a table. */
  readonly table: boolean;
}

/**
 * Reads the header of a portion's file.
 * @returns undefined if there is no such file
 * @throws StorageError that names the file, if it is damaged, cut, or of another run
 */
export async function readPortionHeader(folder: string, expected: ExpectedPortion): Promise<PortionHeader | undefined> {
  const { run, portion, layer, slots, headBytes, slotBytes, table } = expected;
  const path = portionPath(folder, VISITED, portion, layer);
  const beginning = await readSealedBeginning(path, SEAL, headBytes);
  if (beginning === undefined) return undefined;
  // Of another program, if it has none of the fields.
  const header = (beginning.contents ?? {}) as PortionHeader;
  const wrong = (detail: string) => new StorageError(`${path} ${detail}; begin again in an empty folder`);
  if (header.run !== run || header.portion !== portion || header.layer !== layer) {
    throw wrong(`is layer ${header.layer} of portion ${header.portion} of run ${header.run}, not of run ${run}`);
  }
  if (!fits(header, slots, table)) throw wrong('has a header that does not match its run');
  const length = header.blocks === null ? headBytes : headBytes + slots * slotBytes;
  if (beginning.length !== length) throw wrong(`should have ${length} bytes, but has ${beginning.length}`);
  return header;
}

function fits({ blocks, fresh, first, tableLayer, layer }: PortionHeader, slots: number, table: boolean): boolean {
  const areNumbers =
    Number.isSafeInteger(fresh) && Number.isInteger(tableLayer) && tableLayer <= layer && Array.isArray(first);
  if (!areNumbers || typeof blocks !== 'object') return false;
  if (blocks === null) return fresh === 0 && first.length === 0;
  const { held, marked, visitedSums, tableSums, gained } = blocks;
  const isLong = (bytes: unknown, length: number) => bytes instanceof Uint8Array && bytes.length === length;
  const ofTable = table ? 4 * slots : 0;
  return (
    isLong(held, 4 * slots) &&
    isLong(visitedSums, 4 * slots) &&
    isLong(marked, ofTable) &&
    isLong(tableSums, ofTable) &&
    isLong(gained, slots)
  );
}
