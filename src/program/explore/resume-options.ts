/** Options together with --resume: some change how the run continues, others name the saved run again. */

import { isAbsolute, relative, resolve } from 'node:path';
import { InputError } from '../../base/input-error.js';
import type { SavedRun } from '../../runs/saved/manifest.js';
import type { SpaceSource } from '../../space/space-source.js';
import { type Board, formatBoard, isFull, isSameBoard, mapOf } from '../../spaces/board/board.js';
import { METRICS } from '../../spaces/board/metric.js';
import { formatPosition, parsePosition } from '../../spaces/board/position.js';
import { boardOfSource } from '../../spaces/board/space/board-facts.js';
import { fileNameOf } from '../../spaces/file-name.js';
import { parsePatternTiles } from '../../spaces/pattern/pattern.js';
import { isModulePath, isPath } from '../../spaces/source-of-text.js';
import { oneOf } from '../arguments/option-values.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';
import { spaceSourceOf } from '../arguments/space-argument.js';
import type { ExploreArguments } from './run/explore-arguments.js';
import { everySecondsOf, type LastingStore, memoryOf, STORES } from './run/store-options.js';

/** Options that would change the run, in the order of the error messages. */
const ANOTHER_RUN = {
  allGoals: '--all-goals',
  partition: '--partition',
  start: '--start',
  generators: '--generators',
  antipodes: '--antipodes',
} as const;

/** Refuses options that never go with --resume, whatever the folder holds. @throws InputError */
export function refuseAnotherRun(options: ExploreArguments, folder: string): void {
  const names = Object.keys(ANOTHER_RUN) as (keyof typeof ANOTHER_RUN)[];
  const given = names.find((name) => options[name] !== undefined);
  const found =
    given !== undefined
      ? ANOTHER_RUN[given]
      : !options.table
        ? '--no-table'
        : options.method === 'general'
          ? '--method general'
          : undefined;
  if (found !== undefined) {
    throw new InputError(
      `--resume continues a run with the options that it began with: leave out ${found}, or begin another run`,
    );
  }
  for (const [option, path] of [
    ['--checkpoint', options.checkpoint],
    ['--work', options.work],
  ] as const) {
    if (path !== undefined && resolve(path) !== resolve(folder)) {
      throw new InputError(`--resume continues the run in ${folder}, found ${option} ${path}: leave out ${option}`);
    }
  }
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
  if (metric !== undefined && source.kind === 'board')
    check('metric', source.metric, oneOf('--metric', metric, METRICS));
  else if (metric !== undefined) check('metric', facts.metric ?? 'none', metric);
  if (goal !== undefined && (source.kind === 'board' || source.kind === 'pattern')) {
    check('goal', source.goal, formatPosition(parsePosition(goal, boardOfSource(source))));
  } else if (goal !== undefined)
    throw new InputError('--goal is for boards, and the saved run is of another space: leave it out');
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
  if (store === 'disk') {
    if (checkpointEvery === undefined) return { kind: 'disk', folder, memory: memoryOf(memory) };
    throw new InputError(
      '--checkpoint-every is for runs in memory, and the saved one is on disk, where every layer is saved: leave it out',
    );
  }
  if (memory !== undefined) {
    throw new InputError('--memory is for runs on disk, and the saved one is in memory: leave it out');
  }
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
