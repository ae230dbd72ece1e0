/** `antipode portion --finish`: checks and completes a layer, and prints the portions of the next one. */

import { countOf } from '../../base/text/numbers.js';
import { LateError } from '../../runs/disk/files/errors.js';
import { PATIENCE } from '../../runs/disk/open-search.js';
import type { FolderRun } from '../../runs/portions/folder-run.js';
import { portionsText } from '../../runs/portions/portion-range.js';
import { latestDepth } from '../../runs/saved/saved-run.js';
import { resumeText } from '../explore/run/saved-search.js';
import type { Io } from '../process/io.js';

/** Completes a layer. @throws Error if portions are missing, or a later layer is complete; StorageError that names a damaged file */
export async function finishLayer(run: FolderRun, layer: number, io: Io): Promise<void> {
  const portions = await nextPortions(run, layer, io);
  if (portions.length === 0) {
    io.stderr.write(`all layers are complete; to write the table and the result: ${resumeText(run)}\n`);
  }
  io.stdout.write(portions.map((portion) => `${portion}\n`).join(''));
}

async function nextPortions(run: FolderRun, layer: number, io: Io): Promise<readonly number[]> {
  const { folder } = run;
  try {
    // The process that completed the layer may have been killed before it printed the portions.
    if (layer > 0 && latestDepth(folder) === layer) return await run.portionsOf(layer + 1);
    return await completed(run, layer, io);
  } catch (error) {
    if (!(error instanceof LateError)) throw error;
    const latest = latestDepth(folder);
    // Another process has completed the layer at the same time.
    if (latest === layer) return nextPortions(run, layer, io);
    const state =
      latest < 0 ? `the run in ${folder} is over` : `layer ${latest} is complete: use --layer ${latest} --finish`;
    throw new Error(`layer ${layer} is not the latest, ${state}`, { cause: error });
  }
}

async function completed(run: FolderRun, layer: number, io: Io): Promise<readonly number[]> {
  const finishing = await run.finish(layer, (missing) => {
    io.stderr.write(`layer ${layer}: waiting up to ${PATIENCE / 1000} s for ${portionsText(missing)}\n`);
  });
  if (finishing.outcome === 'missing') {
    throw new Error(
      `layer ${layer} is not complete, missing or damaged: ${portionsText(finishing.portions)}; make them with --portion <n>, then repeat --finish`,
    );
  }
  const { fresh, next } = finishing;
  if (fresh > 0) io.stderr.write(`layer ${layer} is complete: ${countOf(fresh, 'state')}\n`);
  return next;
}
