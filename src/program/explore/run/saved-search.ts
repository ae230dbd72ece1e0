/**
 * A search that can be resumed. A first signal ends it after the layer in progress, a second one immediately.
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

export interface SavedSearch {
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
