/**
 * Sections: the pieces in which bits are written and read, each with a checksum.
 *
 * The blocks of a cell, one after the other as they are padded, are taken as one string of bytes. A section is a range of it that lies
 * together in memory and holds no block without states. Direct transfers are made of whole pages, so what lies in the
 * pages before its first byte and behind its last one is written too; it means nothing and is in no checksum.
 */

import { PAGE_BYTES } from '../../base/storage/direct-file.js';
import { StorageError } from '../../base/storage/errors.js';
import type { SharedExploration } from '../../engines/bits/kernel/memory.js';
import { type Blocks, blockAddress, type Layout } from '../../engines/bits/layout/blocks.js';
import { BYTES_PER_WORD } from '../../spaces/board/numbering/geometry.js';
import { type Part, SAVED_BITSETS, type SavedBitset } from './parts.js';

/** Pages of a section at most: long enough for a disk to be at its fastest, 1 ms of checksum. */
export const SECTION_BYTES = 4 * 2 ** 20;

export interface SavedSection {
  readonly bitset: SavedBitset;
  readonly cell: number;
  /** Range of the cell's bytes. */
  readonly begin: number;
  readonly bytes: number;
  /** Where its pages are in the file of its bitset; a multiple of PAGE_BYTES. */
  readonly offset: number;
  /** Bytes of its first page that are in front of it. */
  readonly lead: number;
  /** CRC-32 of its bytes. */
  readonly checksum: number;
}

/** A section that is to be written: what it will be, and its pages in memory. */
export interface SectionToWrite {
  readonly section: Omit<SavedSection, 'offset' | 'checksum'>;
  readonly pages: Uint8Array;
}

/** Bytes of a cell's blocks. */
export function bytesOfCell({ paddedWords, count }: Blocks): number {
  return bytesOfBlock({ paddedWords }) * count;
}

function bytesOfBlock({ paddedWords }: Pick<Blocks, 'paddedWords'>): number {
  return paddedWords * BYTES_PER_WORD;
}

/** Bytes that a section takes in its file. */
export function pageBytes({ lead, bytes }: Pick<SavedSection, 'lead' | 'bytes'>): number {
  return Math.ceil((lead + bytes) / PAGE_BYTES) * PAGE_BYTES;
}

/** The sections of a part, as its blocks are now: those that hold states. */
export function sectionsOf(memory: SharedExploration, { bitset, cells }: Part): SectionToWrite[] {
  const { layout, marks } = memory;
  const { count } = layout.blocks;
  const sections: SectionToWrite[] = [];
  for (const cell of cells) {
    for (let first = 0; first < count; ) {
      let end = first;
      const shardEnd = Math.min(count, (Math.floor(first / layout.blocksPerShard) + 1) * layout.blocksPerShard);
      while (end < shardEnd && marks.held[cell * count + end] > 0) end++;
      if (end > first) sections.push(...sectionsOfRun(memory, bitset, cell, first, end));
      first = Math.max(end, first + 1);
    }
  }
  return sections;
}

/** Of blocks first..end-1, which lie in one shard. */
function* sectionsOfRun(
  { layout, memories }: SharedExploration,
  bitset: SavedBitset,
  cell: number,
  first: number,
  end: number,
): Generator<SectionToWrite> {
  const { buffer } = memories[Math.floor(first / layout.blocksPerShard)];
  const blockBytes = bytesOfBlock(layout.blocks);
  const runEnd = end * blockBytes;
  let address = blockAddress(layout, layout[bitset], cell, first);
  for (let begin = first * blockBytes; begin < runEnd; ) {
    const lead = address % PAGE_BYTES;
    const section = { bitset, cell, begin, bytes: Math.min(runEnd - begin, SECTION_BYTES - lead), lead };
    yield { section, pages: new Uint8Array(buffer, address - lead, pageBytes(section)) };
    begin += section.bytes;
    address += section.bytes;
  }
}

/** The bytes of a section in memory, in pieces, one for each shard that it comes to lie in. */
export function* placesOf(
  { layout, memories }: SharedExploration,
  { bitset, cell, begin, bytes }: SavedSection,
): Generator<Uint8Array> {
  const shardBytes = layout.blocksPerShard * bytesOfBlock(layout.blocks);
  const end = begin + bytes;
  for (let from = begin; from < end; ) {
    const shard = Math.floor(from / shardBytes);
    const to = Math.min(end, (shard + 1) * shardBytes);
    const base = blockAddress(layout, layout[bitset], cell, 0);
    yield new Uint8Array(memories[shard].buffer, base + from - shard * shardBytes, to - from);
    from = to;
  }
}

/** The blocks of its cell that a section has bytes of: first..end-1. */
export function blocksOfSection({ begin, bytes }: SavedSection, blocks: Blocks): { first: number; end: number } {
  const blockBytes = bytesOfBlock(blocks);
  return { first: Math.floor(begin / blockBytes), end: Math.ceil((begin + bytes) / blockBytes) };
}

/** A section as people are told of it: 'blank cell 4, blocks 120..283'. */
export function sectionText(section: SavedSection, blocks: Blocks): string {
  const { first, end } = blocksOfSection(section, blocks);
  return `blank cell ${section.cell}, blocks ${first}..${end - 1}`;
}

/** A section as a manifest has it: seven numbers. */
export function packSection({ bitset, cell, begin, bytes, offset, lead, checksum }: SavedSection): number[] {
  return [SAVED_BITSETS.indexOf(bitset), cell, begin, bytes, offset, lead, checksum];
}

/**
 * @param numbers as packSection makes them
 * @throws StorageError if they are no section of this layout
 */
export function unpackSection(numbers: unknown, { cells, blocks }: Layout): SavedSection {
  const wrong = new StorageError('the manifest lists a section that no checkpoint of this board has');
  if (!Array.isArray(numbers) || numbers.length !== 7) throw wrong;
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) throw wrong;
  const [index, cell, begin, bytes, offset, lead, checksum] = numbers as number[];
  const bitset = SAVED_BITSETS[index];
  const fits =
    bitset !== undefined &&
    cell < cells &&
    bytes > 0 &&
    begin + bytes <= bytesOfCell(blocks) &&
    lead < PAGE_BYTES &&
    lead + bytes <= SECTION_BYTES &&
    offset % PAGE_BYTES === 0;
  if (!fits) throw wrong;
  return { bitset, cell, begin, bytes, offset, lead, checksum };
}
