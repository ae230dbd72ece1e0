/**
 * A search that can be resumed: a first signal ends it in good order, after the layer in progress, a second one at once.
 */

import { shellCommand } from '../../../base/text/shell-command.js';
import { DamagedError, LateError } from '../../../runs/disk/files/errors.js';
import type { ExploreEvent } from '../../../runs/exploration/exploration.js';
import { StoppedError } from '../../../runs/exploration/stopped-error.js';
import { hasManifest } from '../../../runs/saved/saved-run.js';
import { SpaceError } from '../../../space/errors.js';
import { SignalError } from '../../process/exit.js';
import type { Io } from '../../process/io.js';
import { endOnSignal } from '../../process/signals.js';
import type { ExplorationWatch } from './exploration-watch.js';
import type { SharedQueue } from './shared-queue.js';

/**
 * One signal may come twice: `timeout`, like some that start programs, sends it to the process and then to its whole group.
 * Nobody presses Ctrl-C twice so fast.
 */
const MILLISECONDS_OF_ONE = 50;

/** The folder of a saved search, and its queue. */
export interface SavedIn {
  readonly folder: string;
  /** Hands the portions out to workers. */
  readonly queue?: SharedQueue | undefined;
}

/** Returns how to resume what a folder holds. The address of a queue may have a password, so it is not repeated. */
export function resumeText({ folder, queue }: SavedIn): string {
  return queue === undefined
    ? shellCommand(['antipode', 'explore', '--resume', folder])
    : 'give the same command again';
}

/** Returns what to do about a folder in which a run began, and has saved nothing. */
export function unsavedText(folder: string): string {
  return `a run began in '${folder}' and has saved nothing yet: if it was killed, begin it again in the same folder`;
}

export interface SavedSearch {
  readonly store: SavedIn;
  /** The last layer that is complete before it begins: 0, or the one that a saved run resumes from. */
  readonly depth: number;
  /** Files that are written afterwards; then a signal ends the program at once. */
  readonly paths: readonly string[];
  readonly watch: ExplorationWatch;
}

/** The signal and the events of a search. */
export interface SearchHooks {
  /** Aborted if the layer in progress is to be the last one. */
  readonly stop: AbortSignal;
  readonly onEvent: (event: ExploreEvent) => void;
}

/**
 * @throws SignalError that says how to resume, if a signal has stopped the search; what the search throws
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
      watch.say(`finishing the layer of depth ${complete + 1} and saving; once more to stop at once`);
      stop.abort();
      return false;
    }
    if (performance.now() - first.at <= MILLISECONDS_OF_ONE) return false;
    watch.end();
    io.stderr.write(`antipode: stopped at once; ${resumeAdvice(store)}\n`);
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
    // A space that contradicts itself will do so again, a damaged file stays damaged, and a run that another process leads is its own.
    const isFinal = [SpaceError, SignalError, DamagedError, LateError].some((kind) => error instanceof kind);
    if (!begun || !(error instanceof Error) || isFinal) throw error;
    throw new Error(`${error.message}; ${resumeAdvice(store, ' when that is put right')}`, { cause: error });
  } finally {
    endOnSignal(io, paths, () => `antipode: stopped at once; ${resumeAdvice(store)}\n`);
  }
}

const NOTHING_SAVED = 'nothing has been saved';

/** Returns how to resume, if anything has been saved. */
export function resumeAdvice(store: SavedIn, when = ''): string {
  return hasManifest(store.folder) ? `to go on${when}: ${resumeText(store)}` : NOTHING_SAVED;
}
