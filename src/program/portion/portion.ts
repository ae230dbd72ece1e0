/** `antipode portion`: makes portions of an exploration in a shared folder, as a job of a batch system. */

import { PATIENCE } from '../../runs/disk/open-search.js';
import type { FolderRun } from '../../runs/portions/folder-run.js';
import { latestDepth } from '../../runs/saved/saved-run.js';
import type { Io } from '../process/io.js';
import { finishLayer } from './finish-layer.js';
import { makeRange } from './make-range.js';
import { askedLayerOf, type PortionArguments } from './portion-arguments.js';
import { runOf } from './run-of-folder.js';

/** @param text a board that begins a run, or names the run in the folder; undefined if an option names it, or nothing does */
export async function portionCommand(text: string | undefined, options: PortionArguments, io: Io): Promise<void> {
  const asked = askedLayerOf(options);
  const run: FolderRun = await runOf(asked, text, options);
  const latest = latestDepth(run.folder);
  if (asked.layer > latest + 1) {
    // A network file system may show the manifests late.
    io.stderr.write(
      `layer ${asked.layer}: waiting up to ${PATIENCE / 1000} s for layer ${asked.layer - 1} to be complete; layer ${latest} is the latest\n`,
    );
  }
  try {
    await (asked.range === undefined
      ? finishLayer(run, asked.layer, io)
      : makeRange(run, asked.layer, asked.range, io));
  } finally {
    await run.close();
  }
}
