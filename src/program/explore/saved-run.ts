/** A saved run: the search that signals stop and that can be resumed, the advice to resume it, and the options that go with `--resume`. */

import { isAbsolute, relative, resolve } from 'node:path';
import { InputError, shellCommand } from '../../base/text.js';
import { DamagedError, LateError } from '../../runs/disk/portion-file.js';
import { type ExploreEvent, StoppedError } from '../../runs/exploration/exploration.js';
import { hasManifest, type SavedRun } from '../../runs/exploration/saved-run.js';
import { SpaceError } from '../../space/definition.js';
import type { SpaceSource } from '../../space/space.js';
import { type Board, formatBoard, isFull, isSameBoard, METRICS, mapOf } from '../../spaces/board/board.js';
import { parsePatternTiles } from '../../spaces/board/pattern.js';
import { formatPosition, parsePosition } from '../../spaces/board/position.js';
import { boardOfSource } from '../../spaces/board-facts.js';
import { fileNameOf } from '../../spaces/names.js';
import { isModulePath, isPath } from '../../spaces/source-of-text.js';
import { oneOf } from '../arguments/option-values.js';
import { DEFAULT_FOLDER } from '../arguments/output.js';
import { spaceSourceOf } from '../arguments/space-argument.js';
import { endOnSignal } from '../terminal/call.js';
import { type Io, SignalError } from '../terminal/process.js';
import { type ExploreArguments, everySecondsOf, type LastingStore, memoryOf, STORES } from './request.js';
import type { ExplorationWatch } from './run-watch.js';
import type { SharedQueue } from './shared-queue.js';

/**
 * Time in which a repeated signal counts as one. `timeout` and similar programs signal the process and then its whole group;
 * nobody presses Ctrl-C twice this fast.
 */
const MILLISECONDS_OF_ONE = 50;

/** The folder of a saved search, and its queue. */
export interface SavedIn {
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

interface SavedSearch {
  readonly store: SavedIn;
  /** Last complete layer before the search: 0, or the layer that a saved run resumes from. */
  readonly depth: number;
  /** Files that are written after the search; from then on a signal ends the program immediately. */
  readonly paths: readonly string[];
  readonly watch: ExplorationWatch;
}

/** The signal and the events of a search. */
export interface SearchHooks {
  /** Aborted to end the search after the layer in progress. */
  readonly stop: AbortSignal;
  readonly onEvent: (event: ExploreEvent) => void;
}

/**
 * Runs a search that signals can stop.
 * @throws SignalError with the command to resume, if a signal has stopped the search; whatever the search throws
 */
export async function searchSaved<Outcome>(
  { store, depth, paths, watch }: SavedSearch,
  io: Io,
  search: (hooks: SearchHooks) => Promise<Outcome>,
): Promise<Outcome> {
  const stop = new AbortController();
  let complete = depth;
  let begun = false;
  let first = { status: 0, at: 0 };
  io.answerSignals((status) => {
    if (first.status === 0) {
      first = { status, at: performance.now() };
      if (store.queue !== undefined) {
        store.queue.cancel(new SignalError(status, `stopped, and workers wait; ${resumeAdvice(store)}`));
        return false;
      }
      watch.say(`finishing the layer of depth ${complete + 1} and saving; repeat to stop immediately`);
      stop.abort();
      return false;
    }
    if (performance.now() - first.at <= MILLISECONDS_OF_ONE) return false;
    watch.end();
    io.stderr.write(`antipode: stopped immediately; ${resumeAdvice(store)}\n`);
    return true;
  });
  const onEvent = (event: ExploreEvent) => {
    begun = true;
    if (event.type === 'layer') complete = event.depth;
    watch.on(event);
  };
  try {
    return await search({ stop: stop.signal, onEvent });
  } catch (error) {
    if (error instanceof StoppedError) {
      throw new SignalError(
        first.status,
        `stopped after the layer of depth ${error.depth}; ${error.folder === null ? NOTHING_SAVED : resumeAdvice(store)}`,
      );
    }
    // Resuming does not help if a space contradicts itself, a file is damaged, or another process leads the run.
    const isFinal = [SpaceError, SignalError, DamagedError, LateError].some((kind) => error instanceof kind);
    if (!begun || !(error instanceof Error) || isFinal) throw error;
    throw new Error(`${error.message}; ${resumeAdvice(store, ' once that is fixed')}`, { cause: error });
  } finally {
    endOnSignal(io, paths, () => `antipode: stopped immediately; ${resumeAdvice(store)}\n`);
  }
}

const NOTHING_SAVED = 'nothing has been saved';

/** Returns the advice to resume, if anything has been saved. @param when condition of resuming, with a leading blank */
export function resumeAdvice(store: SavedIn, when = ''): string {
  return hasManifest(store.folder) ? `to resume${when}: ${resumeText(store)}` : NOTHING_SAVED;
}

/** Options together with --resume: some change how the run continues, others name the saved run again. */

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
        : options.method !== undefined && options.method !== 'fast'
          ? `--method ${options.method}`
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
