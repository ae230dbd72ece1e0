/** The run in a shared folder, or a new run that begins there. */

import { resolve } from 'node:path';
import { InputError } from '../../base/input-error.js';
import { BoardEnginePlan } from '../../engines/bits/engine.js';
import { FolderRun } from '../../runs/portions/folder-run.js';
import { latestRun } from '../../runs/portions/followed-layers.js';
import type { SavedRun } from '../../runs/saved/manifest.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';
import { spaceSourceOf } from '../arguments/space-argument.js';
import { checkSameRun } from '../explore/resume-options.js';
import { needOfArguments } from '../explore/run/explore-arguments.js';
import { resumeText } from '../explore/run/saved-search.js';
import { ELSEWHERE } from '../explore/run/store-options.js';
import type { AskedLayer, PortionArguments } from './portion-arguments.js';

/**
 * Opens the run in a folder. If there is none, a board and layer 0 begin one.
 * @throws InputError if the folder holds no run, or another one; as FolderRun.open and FolderRun.begin
 */
export async function runOf(
  asked: AskedLayer,
  text: string | undefined,
  options: PortionArguments,
): Promise<FolderRun> {
  const { folder, layer, range, threads, memory } = asked;
  const isNamed = text !== undefined || options.map !== undefined;
  const saved = await latestRun(folder);
  if (saved !== undefined) {
    await checkRun(saved, text, options, folder);
    return FolderRun.open(folder, { threads, memory });
  }
  if (!isNamed || layer > 0 || range !== undefined) {
    throw new InputError(
      `there is no run in '${folder}': begin one with antipode portion <board> --work ${folder} --layer 0 --finish`,
    );
  }
  const source = await spaceSourceOf(text, options);
  if (source.kind !== 'board')
    throw new InputError(`portions are for boards and maps in the metric single: ${ELSEWHERE}`);
  const plan = BoardEnginePlan.of(source, needOfArguments(options));
  return FolderRun.begin(folder, plan, resolve(options.output ?? DEFAULT_FOLDER), { memory });
}

/** Checks that the options name the run that a folder holds. @throws InputError if they do not */
async function checkRun(
  saved: SavedRun,
  text: string | undefined,
  options: PortionArguments,
  folder: string,
): Promise<void> {
  if (saved.store !== 'disk') {
    throw new InputError(
      `${folder} holds a checkpoint of a run in memory, which has no portions: resume it with ${resumeText({ folder })}`,
    );
  }
  await checkSameRun(saved, text, options, folder);
  const check = (option: string, isSame: boolean, found: string) => {
    if (isSame) return;
    throw new InputError(`${folder} holds a run with ${found}: leave out ${option}, or name another folder`);
  };
  const { table, antipodes, output } = options;
  check('--no-table', table || !saved.table, 'a table');
  const listed = needOfArguments(options).antipodes;
  check('--antipodes', antipodes === undefined || listed === saved.antipodes, `${saved.antipodes} antipodes`);
  const isSameOutput = output === undefined || resolve(output) === saved.output;
  check('--output', isSameOutput, `its results in ${saved.output ?? DEFAULT_FOLDER}`);
}
