/**
 * The files of a portion. `visited-<portion>-<layer>` holds its visited bits after a layer. If the layer marks the table,
 * `table-<portion>-<layer>` holds its table bits. Both have a slot of whole pages for each block; the slots of `visited` follow a
 * header:
 *
 *     sealed    one MessagePack map (src/base/bytes.ts)
 *     zeros     up to a whole number of pages, the same for all layers of a portion
 *
 * A slot is a hole if its block holds nothing, and in `visited` also if the block is full. A layer that adds nothing to a portion
 * leaves a file with only the header. The contents of a file are determined by the run, the layer and the portion, so making it again
 * gives the same bytes.
 */

import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { sealed } from '../../base/bytes.js';
import { jsonExcerpt } from '../../base/text.js';
import type { Blocks } from '../../engines/boards/board-plan.js';
import { PAGE_BYTES } from '../../files/direct-file.js';
import { StorageError } from '../../files/files.js';
import { readSealed, type Seal } from '../../files/sealed-file.js';
import { BYTES_PER_WORD } from '../../spaces/board/numbering.js';

/** Returns the bytes of a block's slot: whole pages, so that transfers can bypass the system's cache. */
export function slotBytesOf(blocks: Blocks): number {
  return Math.ceil(wordBytesOf(blocks) / PAGE_BYTES) * PAGE_BYTES;
}

/** Returns the bytes of a slot without padding. */
export function wordBytesOf({ paddedWords }: Pick<Blocks, 'paddedWords'>): number {
  return paddedWords * BYTES_PER_WORD;
}

/** Returns the checksum of a block that is stored in a slot. */
export function sumOf(slot: Uint8Array, wordBytes: number): number {
  return crc32(slot.subarray(0, wordBytes));
}

/** The bitset that a file holds. */
export const VISITED = 1;
export const TABLE = 2;
const NAMES = { [VISITED]: 'visited', [TABLE]: 'table' } as const;
export type Bitset = keyof typeof NAMES;
export const BITSETS: readonly Bitset[] = [VISITED, TABLE];

export function portionPath(folder: string, bitset: Bitset, portion: number, layer: number): string {
  return join(folder, `${NAMES[bitset]}-${portion}-${layer}`);
}

/** Inverse of portionPath; returns undefined for other files. */
export function parsePortionFile(path: string): { bitset: Bitset; portion: number; layer: number } | undefined {
  const [, name, portion, layer] = /^(visited|table)-(\d+)-(\d+)$/.exec(basename(path)) ?? [];
  if (name === undefined) return undefined;
  return { bitset: name === NAMES[TABLE] ? TABLE : VISITED, portion: Number(portion), layer: Number(layer) };
}

/** The properties of a portion's blocks, by slot: 4 bytes each, little-endian. */
export interface PortionBlocks {
  /** Number of visited states. */
  readonly held: Uint8Array;
  /** Number of marked states; empty if there is no table. */
  readonly marked: Uint8Array;
  /** Checksums; 0 for blocks that are not stored. */
  readonly visitedSums: Uint8Array;
  readonly tableSums: Uint8Array;
  /** One byte per block: 1 if the block gained states in this layer. */
  readonly gained: Uint8Array;
}

export interface PortionHeader {
  /** Name of the run, so that files of other runs are detected. */
  readonly run: string;
  readonly layer: number;
  readonly portion: number;
  /** Number of states of this depth. */
  readonly fresh: number;
  /** First states of this depth, by number. */
  readonly first: readonly number[];
  /** Layer of the table's file; -1 if nothing is marked. */
  readonly tableLayer: number;
  /** Facts of the blocks; null if nothing was added. */
  readonly blocks: PortionBlocks | null;
}

const SEAL: Seal = { magic: 'ANTIPORT', version: 1, what: 'a portion of a layer' };
/** Maximum bytes of a block, of a first state, and of everything else. */
const BLOCK_BYTES = 17;
const FIRST_BYTES = 9;
const OTHER_BYTES = 512;

/**
 * Returns the bytes before the first slot.
 * @param most maximum number of states of a layer that are kept
 */
export function headBytesOf(slots: number, most: number): number {
  return Math.ceil((slots * BLOCK_BYTES + most * FIRST_BYTES + OTHER_BYTES) / PAGE_BYTES) * PAGE_BYTES;
}

/** Writes a header to the beginning of a file's memory. */
export function putHeader(head: Uint8Array, header: PortionHeader): void {
  head.fill(0);
  head.set(sealed(SEAL, header));
}

/** Expected properties of a file. */
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
 * @returns undefined if the file does not exist
 * @throws StorageError that names the file if it is damaged, truncated, or of another run
 */
export async function readPortionHeader(folder: string, expected: ExpectedPortion): Promise<PortionHeader | undefined> {
  const { run, portion, layer, slots, headBytes, slotBytes, table } = expected;
  const path = portionPath(folder, VISITED, portion, layer);
  const beginning = await readSealed(path, SEAL, headBytes);
  if (beginning === undefined) return undefined;
  // A file without these fields belongs to another program.
  const header = (beginning.contents ?? {}) as PortionHeader;
  const wrong = (detail: string) => new StorageError(`${path} ${detail}; begin again in an empty folder`);
  if (header.run !== run || header.portion !== portion || header.layer !== layer) {
    const [ofLayer, ofPortion, ofRun] = [header.layer, header.portion, header.run].map(jsonExcerpt);
    throw wrong(`is layer ${ofLayer} of portion ${ofPortion} of run ${ofRun}, not of run ${jsonExcerpt(run)}`);
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
  const ofTable = table ? 4 * slots : 0;
  const lengths = { held: 4 * slots, visitedSums: 4 * slots, marked: ofTable, tableSums: ofTable, gained: slots };
  return (Object.keys(lengths) as (keyof PortionBlocks)[]).every((name) => {
    const bytes: unknown = blocks[name];
    return bytes instanceof Uint8Array && bytes.length === lengths[name];
  });
}

/* Reasons for not making a portion that other processes need to know: files are damaged, or the layer is not the next one. */

/** A file of a run. */
export type PortionFile = { readonly bitset: Bitset; readonly portion: number; readonly layer: number };

/** Error of a damaged or missing file that a layer is made from. */
export class DamagedError extends StorageError {
  readonly file: PortionFile;

  constructor(message: string, file: PortionFile) {
    super(message);
    this.file = file;
  }
}

/** Error if another process has completed the layer meanwhile, and removed the files that it was made from. */
export class LayerCompleteError extends StorageError {
  constructor(folder: string, depth: number) {
    super(`another process has completed depth ${depth} in ${folder}`);
  }
}

/** Error if the previous layer has not been finished, as far as this machine can see. */
export class LayerNotReadyError extends StorageError {
  /** @param path of its manifest */
  constructor(path: string) {
    super(`${path} is missing: the previous layer has not been finished`);
  }
}
