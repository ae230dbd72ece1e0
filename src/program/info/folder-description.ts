/** Describes the folder of an unfinished exploration by its manifest. The folder is not changed, and can be in use. */

import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { InputError } from '../../base/input-error.js';
import { bytesText, grouped, secondsText, shareText } from '../../base/text/numbers.js';
import { isBegun, ownFiles, ownManifests } from '../../runs/saved/own-files.js';
import { readSavedRun } from '../../runs/saved/saved-run.js';
import { resumeText, unsavedText } from '../explore/run/saved-search.js';
import { factsText } from '../terminal/facts-text.js';
import type { Description } from './description.js';

/** @throws InputError if the folder holds no exploration; StorageError if its manifest is damaged */
export async function folderDescription(folder: string): Promise<Description> {
  const run = await readSavedRun(folder);
  if (run === undefined) {
    throw new InputError(
      (await isBegun(folder))
        ? unsavedText(folder)
        : `there is no unfinished exploration in '${folder}': give the folder of --checkpoint or --work`,
    );
  }
  const { store, facts, table, antipodes, output, histogram, seconds } = run;
  const states = histogram.reduce((sum, count) => sum + count, 0);
  const bytes = await bytesIn(folder);
  const resume = resumeText({ folder });
  const result = {
    kind: store === 'memory' ? 'checkpoint' : 'work folder',
    path: resolve(folder),
    space: facts.name,
    metric: facts.metric,
    size: facts.size,
    depth: histogram.length - 1,
    states,
    histogram,
    seconds,
    table,
    antipodes,
    output,
    bytes,
    resume,
  };
  const lines: [string, string][] = [
    ['space', facts.name],
    ['metric', facts.metric ?? 'the only one of the space'],
    ['complete', `up to depth ${result.depth}, after ${secondsText(seconds)}`],
    ['states so far', `${grouped(states)} of up to ${grouped(facts.size)}, ${shareText(states / facts.size)}`],
    ['table', table ? 'is made' : 'is not made'],
    ['results', output === null ? 'in the --output folder' : `in ${output}`],
    ['size', bytesText(bytes)],
    ['resume', resume],
    ...(store === 'disk'
      ? [['', 'or, if it began with --queue or antipode portion, repeat the command that began it'] as [string, string]]
      : []),
  ];
  const title = store === 'memory' ? `${folder}: a checkpoint` : `${folder}: the work folder of a run on disk`;
  return { result, text: (width) => factsText(title, lines, width) };
}

async function bytesIn(folder: string): Promise<number> {
  const names = [...(await ownFiles(folder)), ...ownManifests(folder)];
  // A run in progress can replace files meanwhile.
  const sizes = names.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}
