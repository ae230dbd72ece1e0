/** The disk space that checkpoints take. */

import { PAGE_BYTES } from '../../base/storage/direct-file.js';
import { StorageError } from '../../base/storage/errors.js';
import { freeSpace } from '../../base/storage/free-space.js';
import { bytesText } from '../../base/text/numbers.js';
import type { EnginePlan } from '../../engines/engine.js';
import { SECTION_BYTES } from './sections.js';

/** Bytes of a manifest without its sections, rounded up: 10,000 first states of a layer, and everything else. */
const MANIFEST_BYTES = 2 ** 18;
/** Bytes of a section in a manifest: seven numbers. */
const PACKED_SECTION_BYTES = 40;

/** Returns the maximum bytes of one checkpoint on a disk. Two checkpoints exist while one is written. */
export function checkpointBytes({ snapshotRows }: Pick<EnginePlan, 'snapshotRows'>): number {
  return snapshotRows.reduce((sum, rowBytes) => {
    // Adjacent sections begin and end on whole pages; others have at least a block between them.
    const sections = Math.ceil(rowBytes / SECTION_BYTES) + 1;
    return sum + rowBytes + sections * (2 * PAGE_BYTES + PACKED_SECTION_BYTES);
  }, MANIFEST_BYTES);
}

/**
 * Checks that a disk has space for two checkpoints.
 * @param present bytes of checkpoints that exist already
 * @throws StorageError with both figures if the space is insufficient; the file system's error
 */
export async function checkCheckpointRoom(folder: string, plan: EnginePlan, present: number): Promise<void> {
  const needed = 2 * checkpointBytes(plan);
  const free = await freeSpace(folder);
  if (needed - present <= free) return;
  throw new StorageError(
    `${folder} has ${bytesText(free)} free, but two checkpoints of ${plan.label} take up to ${bytesText(needed)}: free up space, or choose a folder on another disk`,
  );
}
