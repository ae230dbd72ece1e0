/** `antipode portion`: makes portions of an exploration in a shared folder, as a job of a batch system. */

import { resolve } from 'node:path';
import { bytesText, countOf, excerpt, InputError, secondsText } from '../../base/text.js';
import { BoardEnginePlan } from '../../engines/boards/engine.js';
import { LayerCompleteError } from '../../runs/disk/portion-file.js';
import { PATIENCE } from '../../runs/disk/portion-store.js';
import { type PortionRange, portionsText, rangeText } from '../../runs/disk/portions.js';
import { latestDepth, type SavedRun } from '../../runs/disk/saved-run.js';
import { beginFolderRun, type FolderRun, latestRun, openFolderRun } from '../../runs/folder-run.js';
import { elsewhere } from '../../runs/request.js';
import { firstDifference } from '../../runs/resumed-run.js';
import { flagOf, readFolder, readMemory, readThreads, refuse, wholeNumber } from '../arguments/option-values.js';
import type { PortionArguments } from '../arguments/options.js';
import { DEFAULT_FOLDER } from '../arguments/resources.js';
import { readSpaceSource } from '../arguments/space-argument.js';
import type { Io } from '../terminal/process.js';
import { requestOfArguments } from './request.js';
import { checkSameRun, resumeText } from './saved-run.js';

/** @param text a board that begins a run, or names the run in the folder; undefined if an option names it, or nothing does */
export async function portionCommand(text: string | undefined, options: PortionArguments, io: Io): Promise<void> {
  const { portion, finish } = options;
  const layer = wholeNumber('--layer', options.layer, 0, MOST_LAYERS);
  refuse({
    'give either --portion <n>, which makes it, or --finish, which checks and completes the layer':
      (finish === true) === (portion !== undefined),
    'layer 0 is the goal alone, and has no portions to make: use --finish': portion !== undefined && layer === 0,
  });
  const range = portion === undefined ? undefined : parseRange(portion);
  const run = await runOf(text, layer, range, options);
  const latest = latestDepth(run.driver.store.folder);
  if (layer > latest + 1) {
    // A network file system may show the manifests late.
    io.stderr.write(
      `layer ${layer}: waiting up to ${PATIENCE / 1000} s for layer ${layer - 1} to be complete; layer ${latest} is the latest\n`,
    );
  }
  try {
    if (range !== undefined) return await makeRange(run, layer, range, io);
    const portions = await nextPortions(run, layer, io);
    if (portions.length === 0) {
      io.stderr.write(`all layers are complete; to write the table and the result: ${resumeText(run.driver.store)}\n`);
    }
    io.stdout.write(portions.map((each) => `${each}\n`).join(''));
  } finally {
    run.driver.close();
  }
}

/** Limit of layer numbers: more than any board that can be numbered has. */
const MOST_LAYERS = 999_999;

/** Reads --portion: a number, or the first and the last one. @throws InputError */
function parseRange(text: string): PortionRange {
  const [, begin, end = begin] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  const [first, last] = [Number(begin), Number(end)];
  if (first <= last) return { first, last };
  throw new InputError(`--portion must be a whole number such as 3, or a range such as 3-7, found '${excerpt(text)}'`);
}

/**
 * Opens the run in a folder. If there is none, a board and layer 0 begin one.
 * @param range the portions to make, if the layer is not to be finished
 * @throws InputError if the folder holds no run, or another one; as openFolderRun and beginFolderRun
 */
async function runOf(
  text: string | undefined,
  layer: number,
  range: PortionRange | undefined,
  options: PortionArguments,
): Promise<FolderRun> {
  const { map, output, work } = options;
  const folder = readFolder('--work', work);
  const threads = readThreads(options.threads);
  const memory = readMemory(options.memory);
  const saved = await latestRun(folder);
  if (saved !== undefined) {
    await checkRun(saved, text, options);
    return openFolderRun(folder, { threads, memory });
  }
  refuse({
    [`there is no run in '${folder}': begin one with antipode portion <board> --work ${folder} --layer 0 --finish`]:
      (text === undefined && map === undefined) || layer > 0 || range !== undefined,
  });
  const source = await readSpaceSource(text, options);
  if (source.kind !== 'board') {
    throw new InputError(`portions are for boards and maps in the metric single: ${elsewhere('--checkpoint <dir>')}`);
  }
  const plan = BoardEnginePlan.of(source, requestOfArguments(options));
  return beginFolderRun(folder, plan, resolve(output ?? DEFAULT_FOLDER), { memory });
}

/** Checks that the options name the run that a folder holds. @throws InputError if they do not */
async function checkRun(saved: SavedRun, text: string | undefined, options: PortionArguments): Promise<void> {
  const { table, output, work: folder } = options;
  refuse({
    [`${folder} holds a checkpoint of a run in memory, which has no portions: resume it with ${resumeText({ folder })}`]:
      saved.store !== 'disk',
  });
  await checkSameRun(saved, text, options, folder);
  const antipodes = options.antipodes === undefined ? undefined : String(requestOfArguments(options).antipodes);
  const results = output === undefined ? output : resolve(output);
  const other = firstDifference(
    { ...saved, output: saved.output ?? DEFAULT_FOLDER },
    { table: table ? undefined : 'false', antipodes, output: results },
  );
  if (other === undefined) return;
  const { property, texts } = other;
  const found = property === 'antipodes' ? `with ${other.saved} antipodes` : texts[0];
  const option = property === 'table' ? '--no-table' : flagOf(property);
  throw new InputError(`${folder} holds a run ${found}: leave out ${option}, or name another folder`);
}

/**
 * Makes the portions of a range that the layer can add states to.
 * @throws InputError if there are none; StorageError that names a damaged file
 */
async function makeRange(run: FolderRun, layer: number, { first, last }: PortionRange, io: Io): Promise<void> {
  const begin = performance.now();
  try {
    const all = await run.portionsOf(layer);
    const portions = all.filter((portion) => portion >= first && portion <= last);
    if (portions.length === 0) {
      const found = all.length === 0 ? 'all layers are complete' : `it has work for ${portionsText(all)}`;
      throw new InputError(`layer ${layer} has no work for ${rangeText({ first, last })}: ${found}`);
    }
    const { bytesRead, bytesWritten } = await run.make(layer, portions);
    const seconds = secondsText((performance.now() - begin) / 1000);
    const done =
      bytesWritten === 0
        ? 'already made'
        : `${bytesText(bytesRead)} read, ${bytesText(bytesWritten)} written in ${seconds}`;
    io.stderr.write(`layer ${layer}, ${portionsText(portions)}: ${done}\n`);
  } catch (error) {
    if (!(error instanceof LayerCompleteError)) throw error;
    io.stderr.write(`layer ${layer} is already complete: nothing is left to do\n`);
  }
}

/**
 * Completes a layer. @returns the portions of the next one
 * @throws Error if portions are missing, or a later layer is complete; StorageError that names a damaged file
 */
async function nextPortions(run: FolderRun, layer: number, io: Io): Promise<readonly number[]> {
  const { folder } = run.driver.store;
  try {
    // The process that completed the layer may have been killed before it printed the portions.
    if (layer > 0 && latestDepth(folder) === layer) return await run.portionsOf(layer + 1);
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
  } catch (error) {
    if (!(error instanceof LayerCompleteError)) throw error;
    const latest = latestDepth(folder);
    // Another process has completed the layer at the same time.
    if (latest === layer) return nextPortions(run, layer, io);
    const state =
      latest < 0 ? `the run in ${folder} is over` : `layer ${latest} is complete: use --layer ${latest} --finish`;
    throw new Error(`layer ${layer} is not the latest, ${state}`, { cause: error });
  }
}
