/** `antipode portion --portion`: makes portions of a layer. */

import { InputError } from '../../base/input-error.js';
import { StorageError } from '../../base/storage/errors.js';
import { bytesText, secondsText } from '../../base/text/numbers.js';
import { LateError } from '../../runs/disk/files/errors.js';
import { PATIENCE } from '../../runs/disk/open-search.js';
import type { FolderRun } from '../../runs/portions/folder-run.js';
import { type PortionRange, portionsText, rangeText } from '../../runs/portions/portion-range.js';
import { latestDepth } from '../../runs/saved/saved-run.js';
import type { Io } from '../process/io.js';

/**
 * Makes the portions of a range that the layer can add states to.
 * @throws InputError if there are none; StorageError that names a damaged file
 */
export async function makeRange(run: FolderRun, layer: number, range: PortionRange, io: Io): Promise<void> {
  if (latestDepth(run.folder) < layer - 1) {
    io.stderr.write(`waiting up to ${PATIENCE / 1000} s until layer ${layer - 1} is complete\n`);
  }
  const begin = performance.now();
  const portions = await withWorkIn(run, layer, range);
  const making = portions && (await run.make(layer, portions));
  if (portions === undefined || making === undefined || making.outcome === 'late') {
    io.stderr.write(`layer ${layer} is already complete: nothing is left to do\n`);
    return;
  }
  if (making.outcome === 'damaged') throw new StorageError(making.message);
  const { bytesRead, bytesWritten } = making;
  const seconds = (performance.now() - begin) / 1000;
  const done =
    bytesWritten === 0
      ? 'already made'
      : `${bytesText(bytesRead)} read, ${bytesText(bytesWritten)} written in ${secondsText(seconds)}`;
  io.stderr.write(`layer ${layer}, ${portionsText(portions)}: ${done}\n`);
}

/** Returns the portions to make; undefined if the layer is complete. @throws InputError if no portion of the range has work */
async function withWorkIn(
  run: FolderRun,
  layer: number,
  { first, last }: PortionRange,
): Promise<readonly number[] | undefined> {
  try {
    const all = await run.portionsOf(layer);
    const portions = all.filter((portion) => portion >= first && portion <= last);
    if (portions.length > 0) return portions;
    const found = all.length === 0 ? 'all layers are complete' : `it has work for ${portionsText(all)}`;
    throw new InputError(`layer ${layer} has no work for ${rangeText({ first, last })}: ${found}`);
  } catch (error) {
    if (error instanceof LateError) return undefined;
    throw error;
  }
}
