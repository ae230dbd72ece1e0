/**
 * The journal: table slots of one portion, on the disk before they are written to their places. A table slot that is half written
 * when the program is killed could not be made again from anything else.
 *
 *     page(s)   8 bytes "ANTIJRNL", u32 LE depth, u32 LE number of slots n, n times (u32 LE slot of the table, u32 LE its
 *               checksum), u32 LE CRC-32 of all that; zeros
 *     slots
 *
 * Once it is whole it can be applied any number of times. One that is not whole had not begun to be applied.
 */

import { crc32 } from 'node:zlib';
import { PAGE_BYTES } from '../../../base/storage/direct-file.js';
import { pageMemory } from '../../../base/storage/page-memory.js';
import { checksumOf, onesOfSlot, TABLE } from './slots.js';
import type { SlotRun, WorkFile } from './work-file.js';

const MAGIC = 'ANTIJRNL';
const PREFIX_BYTES = 16;
const ENTRY_BYTES = 8;
const CHECKSUM_BYTES = 4;
/** Of 4 million slots: more than a lane can hold. */
const MOST_HEAD_BYTES = 2 ** 25;

/** Bytes in front of so many slots. */
function headBytes(slots: number): number {
  return Math.ceil((PREFIX_BYTES + slots * ENTRY_BYTES + CHECKSUM_BYTES) / PAGE_BYTES) * PAGE_BYTES;
}

/**
 * Writes a journal over the one before, and waits until it is on the disk.
 * @param depth of the layer
 * @param runs of the table's file
 * @returns bytes that were written
 * @throws StorageError
 */
export async function writeJournal(
  journal: WorkFile,
  depth: number,
  memory: Uint8Array,
  runs: readonly SlotRun[],
  slotBytes: number,
): Promise<number> {
  const slots = runs.reduce((sum, { count }) => sum + count, 0);
  const head = pageMemory(headBytes(slots));
  const view = new DataView(head.buffer);
  head.set(Buffer.from(MAGIC, 'latin1'));
  view.setUint32(8, depth, true);
  view.setUint32(12, slots, true);
  const inJournal: SlotRun[] = [];
  let entry = 0;
  for (const { first, count, address } of runs) {
    inJournal.push({ first: entry, count, address });
    for (let k = 0; k < count; k++) {
      const begin = address + k * slotBytes;
      const at = PREFIX_BYTES + entry++ * ENTRY_BYTES;
      view.setUint32(at, first + k, true);
      view.setUint32(at + 4, checksumOf(memory.subarray(begin, begin + slotBytes)), true);
    }
  }
  const end = PREFIX_BYTES + slots * ENTRY_BYTES;
  view.setUint32(end, crc32(head.subarray(0, end)), true);
  await journal.writeHead(head);
  const bytes = await journal.write(memory, inJournal, head.length);
  await journal.sync();
  return head.length + bytes;
}

/**
 * Applies a journal, if there is a whole one of this layer.
 * @param blockCount blocks of a cell
 * @throws StorageError if a file cannot be read or written
 */
export async function applyJournal(
  journal: WorkFile,
  table: WorkFile,
  depth: number,
  slotBytes: number,
  blockCount: number,
): Promise<void> {
  const entries = await readEntries(journal, depth);
  if (entries === undefined) return;
  const head = headBytes(entries.length);
  const slot = pageMemory(slotBytes);
  const read = async (k: number): Promise<boolean> => {
    const { index, checksum } = entries[k];
    await journal.read(slot, [{ first: k, count: 1, address: 0 }], head);
    const name = { bitset: TABLE, cell: Math.floor(index / blockCount), block: index % blockCount };
    return checksumOf(slot) === checksum && onesOfSlot(slot, name) !== undefined;
  };
  for (const k of entries.keys()) if (!(await read(k))) return;
  for (const [k, { index }] of entries.entries()) {
    await read(k);
    await table.write(slot, [{ first: index, count: 1, address: 0 }]);
  }
  await table.sync();
}

async function readEntries(
  journal: WorkFile,
  depth: number,
): Promise<{ readonly index: number; readonly checksum: number }[] | undefined> {
  const begin = pageMemory(PAGE_BYTES);
  await journal.readHead(begin);
  const prefix = new DataView(begin.buffer);
  if (Buffer.from(begin.subarray(0, 8)).toString('latin1') !== MAGIC || prefix.getUint32(8, true) !== depth)
    return undefined;
  const slots = prefix.getUint32(12, true);
  if (headBytes(slots) > MOST_HEAD_BYTES) return undefined;
  const head = pageMemory(headBytes(slots));
  const end = PREFIX_BYTES + slots * ENTRY_BYTES;
  if ((await journal.readHead(head)) < end + CHECKSUM_BYTES) return undefined;
  const view = new DataView(head.buffer);
  if (view.getUint32(end, true) !== crc32(head.subarray(0, end))) return undefined;
  return Array.from({ length: slots }, (_, k) => ({
    index: view.getUint32(PREFIX_BYTES + k * ENTRY_BYTES, true),
    checksum: view.getUint32(PREFIX_BYTES + k * ENTRY_BYTES + 4, true),
  }));
}
