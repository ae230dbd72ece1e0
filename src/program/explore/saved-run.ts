/** A saved run: the advice to resume it, the options that go with `--resume`, and the comparison of the run with a command line. */

import { isAbsolute, relative, resolve } from 'node:path';
import { InputError, shellCommand } from '../../base/text.js';
import { hasManifest, type SavedRun } from '../../runs/exploration/saved-run.js';
import type { SpaceSource } from '../../space/space.js';
import { type Board, formatBoard, isFull, isSameBoard, METRICS, mapOf } from '../../spaces/board/board.js';
import { parsePatternTiles } from '../../spaces/board/partition.js';
import { formatPosition, parsePosition } from '../../spaces/board/position.js';
import { boardOfSource } from '../../spaces/board-facts.js';
import { fileNameOf } from '../../spaces/names.js';
import { isModulePath, isPath } from '../../spaces/source-of-text.js';
import { flagOf, oneOf, refuse } from '../arguments/option-values.js';
import type { ExploreArguments } from '../arguments/options.js';
import { DEFAULT_FOLDER } from '../arguments/output.js';
import { spaceSourceOf } from '../arguments/space-argument.js';
import { everySecondsOf, type LastingStore, memoryOf, STORES } from './request.js';
import type { SharedQueue } from './shared-queue.js';

/** The folder of a saved search, and its queue. */
interface SavedIn {
  readonly folder: string;
  /** The queue that hands portions out to workers, if the run is shared. */
  readonly queue?: SharedQueue | undefined;
}

/** Returns the command that resumes a run. A queue's address can hold a password, so it is not repeated. */
export function resumeText({ folder, queue }: SavedIn): string {
  return queue === undefined ? shellCommand(['antipode', 'explore', '--resume', folder]) : 'repeat the same command';
}

/** Returns the advice for a folder whose run has saved nothing yet. */
export function unsavedText(folder: string): string {
  return `a run began in '${folder}', but has saved nothing yet: if it was killed, begin it again in the same folder`;
}

export const NOTHING_SAVED = 'nothing has been saved';

/** Returns the advice to resume, if anything has been saved. @param when condition of resuming, with a leading blank */
export function resumeAdvice(store: SavedIn, when = ''): string {
  return hasManifest(store.folder) ? `to resume${when}: ${resumeText(store)}` : NOTHING_SAVED;
}

/** Refuses options that never go with --resume, whatever the folder holds. @throws InputError */
export function refuseAnotherRun(options: ExploreArguments, folder: string): void {
  const { table, method } = options;
  const given = (['allGoals', 'partition', 'start', 'generators', 'antipodes'] as const).find(
    (name) => options[name] !== undefined,
  );
  const changed = given !== undefined ? flagOf(given) : !table ? '--no-table' : `--method ${method}`;
  const isOther = given !== undefined || !table || (method !== undefined && method !== 'fast');
  const other = (['checkpoint', 'work'] as const).find((name) => {
    const path = options[name];
    return path !== undefined && resolve(path) !== resolve(folder);
  });
  refuse({
    [`--resume continues a run with the options that it began with: leave out ${changed}, or begin another run`]:
      isOther,
    [`--resume continues the run in ${folder}, found --${other} ${options[other ?? 'work']}: leave out --${other}`]:
      other !== undefined,
  });
}

/**
 * Checks that options that name a run name the saved one.
 * @param text the space that was given together with --resume, if any
 * @throws InputError with both runs, if they differ
 */
export async function checkSameRun(
  { facts, store: kept }: SavedRun,
  text: string | undefined,
  options: ExploreArguments,
  folder: string,
): Promise<void> {
  const { goal, metric, store, map, pattern } = options;
  const { source } = facts;
  const check = (what: string, found: string, asked: string) => {
    if (found === asked) return;
    throw new InputError(
      `${folder} holds a run of ${what} ${found}, but the command asks for ${asked}: leave that out, or name another folder`,
    );
  };
  if (map !== undefined || text !== undefined) {
    const counted = source.kind === 'generators' && text !== undefined && isPath(text) && !isModulePath(text);
    const asked = await spaceSourceOf(text, { map, pattern, ...(counted && { metric: metric ?? source.metric }) });
    const areBoards = source.kind === 'board' && asked.kind === 'board';
    if (!areBoards || !isSameBoard(boardOfSource(source), boardOfSource(asked))) {
      check(areBoards ? 'board' : 'space', spaceText(source), spaceText(asked));
    }
  } else if (pattern !== undefined) {
    const tiles = parsePatternTiles(pattern).sort((one, other) => one - other);
    check('pattern', source.kind === 'pattern' ? source.tiles.join(' ') : 'none', tiles.join(' '));
  }
  if (metric !== undefined) {
    check('metric', facts.metric ?? 'none', source.kind === 'board' ? oneOf('--metric', metric, METRICS) : metric);
  }
  if (goal !== undefined) {
    if (source.kind !== 'board' && source.kind !== 'pattern') {
      throw new InputError('--goal is for boards, and the saved run is of another space: leave it out');
    }
    check('goal', source.goal, formatPosition(parsePosition(goal, boardOfSource(source))));
  }
  if (store !== undefined) check('store', kept, oneOf('--store', store, STORES));
}

/** Returns the space of a source as text, without its start. */
function spaceText(source: SpaceSource): string {
  switch (source.kind) {
    case 'board':
      return boardText(boardOfSource(source));
    case 'pattern':
      return `${boardText(boardOfSource(source))} pattern ${source.tiles.join(' ')}`;
    case 'known':
      return source.space;
    case 'module':
      return source.path;
    case 'generators': {
      // Files of the same name can have different moves.
      const { start: _, ...own } = source;
      return fileNameOf({ source: own, name: source.name });
    }
  }
}

/** Returns a board as text. A map is written as its rows, because maps of the same name can have different cells. */
export function boardText(board: Board): string {
  return isFull(board) ? formatBoard(board) : mapOf(board).join('/');
}

/**
 * Returns the store of the resumed run.
 * @throws InputError if an option is wrong, or is for the other store
 */
export function storeOfRun({ store }: SavedRun, options: ExploreArguments, folder: string): LastingStore {
  const { memory, checkpointEvery } = options;
  const onDisk = store === 'disk';
  refuse({
    '--checkpoint-every is for runs in memory, and the saved one is on disk, where every layer is saved: leave it out':
      onDisk && checkpointEvery !== undefined,
    '--memory is for runs on disk, and the saved one is in memory: leave it out': !onDisk && memory !== undefined,
  });
  if (onDisk) return { kind: 'disk', folder, memory: memoryOf(memory) };
  return { kind: 'checkpoints', folder, everySeconds: everySecondsOf(checkpointEvery) };
}

/**
 * Returns the folder of the results, by default the one chosen when the run began. Its path is relative if the folder is below the
 * working directory.
 */
export function outputOf({ output }: SavedRun, asked: string | undefined): string {
  if (asked !== undefined) return asked;
  if (output === null) return DEFAULT_FOLDER;
  const fromHere = relative(process.cwd(), output);
  const below = fromHere !== '' && !fromHere.startsWith('..') && !isAbsolute(fromHere);
  return below ? fromHere : output;
}
