/** The part of a work folder's manifest beside the exploration: the number of states of each block, which slots are checked against. */

import { StorageError } from '../../base/storage/errors.js';
import { isMarked } from '../../engines/bits/single/colour-layers.js';
import type { SavedRun } from '../saved/manifest.js';
import { manifestPath } from '../saved/saved-run.js';
import type { BlockCounts } from './shared-staging.js';

/** Little-endian, 4 bytes a block; null if the files beside the manifest have not been made yet. */
export interface DiskDetails {
  readonly held: Uint8Array | null;
  readonly marked: Uint8Array | null;
}

export const NOTHING_MADE: DiskDetails = { held: null, marked: null };

/** A copy of the counts as they are now. */
export function diskDetails({ held, marked }: BlockCounts): DiskDetails {
  return { held: new Uint8Array(held.buffer).slice(), marked: new Uint8Array(marked.buffer).slice() };
}

/** Returns whether there are files beside the manifest from which the run can be resumed. */
export function hasFiles({ details }: SavedRun): boolean {
  return (details as Partial<DiskDetails> | null)?.held instanceof Uint8Array;
}

/** Fills the counts. @throws StorageError if they are not those of the board and the histogram */
export function readCounts(folder: string, { histogram, details }: SavedRun, counts: BlockCounts): void {
  const { held, marked } = details as DiskDetails;
  const markedStates = histogram.filter((_, depth) => isMarked(depth));
  const fits =
    fill(counts.held, held, histogram) && (counts.marked.length === 0 || fill(counts.marked, marked, markedStates));
  if (fits) return;
  throw new StorageError(`${manifestPath(folder)}: the counts of blocks are not those of the exploration`);
}

function fill(counts: Uint32Array, bytes: Uint8Array | null, histogram: readonly number[]): boolean {
  if (bytes?.length !== counts.byteLength) return false;
  new Uint8Array(counts.buffer).set(bytes);
  return counts.reduce((sum, count) => sum + count, 0) === histogram.reduce((sum, count) => sum + count, 0);
}
