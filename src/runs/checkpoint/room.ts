/** The room that checkpoints take on a disk. */

import { PAGE_BYTES } from '../../base/storage/direct-file.js';
import { StorageError } from '../../base/storage/errors.js';
import { freeSpace } from '../../base/storage/free-space.js';
import { bytesText } from '../../base/text/numbers.js';
import type { EnginePlan } from '../../engines/engine.js';
import { SECTION_BYTES } from './sections.js';

/** The first states of a layer, 10,000 of them, and all else that a manifest has beside its sections; rounded up. */
const MANIFEST_BYTES = 2 ** 18;
/** Seven numbers. */
const PACKED_SECTION_BYTES = 40;

/** Returns the most bytes that one checkpoint takes on a disk; there are two of them while one is written. */
export function checkpointBytes({ snapshotRows }: Pick<EnginePlan, 'snapshotRows'>): number {
  return snapshotRows.reduce((sum, rowBytes) => {
    // Sections that follow each other begin and end on whole pages; others have a gap of at least a block between them.
    const sections = Math.ceil(rowBytes / SECTION_BYTES) + 1;
    return sum + rowBytes + sections * (2 * PAGE_BYTES + PACKED_SECTION_BYTES);
  }, MANIFEST_BYTES);
}

/**
 * Checks that a disk has room for two checkpoints.
 * @param present bytes of checkpoints that are there already
 * @throws StorageError with both figures, if it has not; the file system's error
 */
export async function checkCheckpointRoom(folder: string, plan: EnginePlan, present: number): Promise<void> {
  const needed = 2 * checkpointBytes(plan);
  const free = await freeSpace(folder);
  if (needed - present <= free) return;
  throw new StorageError(
    `${folder} has ${bytesText(free)} free, but two checkpoints of ${plan.label} take up to ${bytesText(needed)}: free up space, or choose a folder on another disk`,
  );
}
