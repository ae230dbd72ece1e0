/** How many states each block has after a complete layer, in a file of its own: what slots are checked against. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../storage/errors.js';
import { readSealed, type Seal, writeSealed } from '../storage/sealed-file.js';
import type { BlockCounts } from './shared-staging.js';
import { named } from './work-file.js';

const SEAL: Seal = { magic: 'ANTICNTS', version: 1, what: 'the counts of blocks' };

function countsPath(folder: string, depth: number): string {
  return join(folder, `counts-${depth}`);
}

/** @throws StorageError */
export async function writeCounts(folder: string, depth: number, { held, marked }: BlockCounts): Promise<void> {
  const path = countsPath(folder, depth);
  const contents = { depth, held: littleEndian(held), marked: littleEndian(marked) };
  await named(path, 'written', () => writeSealed(path, SEAL, contents));
}

/** Fills the counts from the file. @throws StorageError where it does not fit them or the histogram */
export async function readCounts(
  folder: string,
  histogram: readonly number[],
  { held, marked }: BlockCounts,
): Promise<void> {
  const depth = histogram.length - 1;
  const path = countsPath(folder, depth);
  const contents = (await readSealed(path, SEAL)) as
    | { depth: number; held: Uint8Array; marked: Uint8Array }
    | undefined;
  if (contents === undefined) throw new StorageError(`${path} is missing: the work folder is incomplete`);
  const fits =
    contents.depth === depth &&
    contents.held?.length === held.byteLength &&
    contents.marked?.length === marked.byteLength;
  if (fits) {
    new Uint8Array(held.buffer).set(contents.held);
    new Uint8Array(marked.buffer).set(contents.marked);
  }
  const markedStates = histogram.filter((_, of) => (of >> 1) % 2 === 1).reduce((sum, count) => sum + count, 0);
  const states = histogram.reduce((sum, count) => sum + count, 0);
  if (!fits || sumOf(held) !== states || (marked.length > 0 && sumOf(marked) !== markedStates)) {
    throw new StorageError(`${path} is not of this exploration: its counts are not those of depth ${depth}`);
  }
}

/** @throws the file system's error */
export async function removeCounts(folder: string, depth: number): Promise<void> {
  await rm(countsPath(folder, depth), { force: true });
}

function littleEndian(counts: Uint32Array): Uint8Array {
  return new Uint8Array(counts.buffer);
}

function sumOf(counts: Uint32Array): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}
