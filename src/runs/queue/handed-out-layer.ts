/**
 * A layer while workers make its portions. The queue gives each job to one worker, and to another one if the first dies. Only the files
 * of a portion prove that it is made, never a message. If the files are missing, the portion is handed out again. Making it twice does
 * no harm.
 */

import { setTimeout as wait } from 'node:timers/promises';
import type { Queue, QueueEvents } from 'bullmq';
import { unlessAborted } from '../../base/threads.js';
import { portionState } from '../disk/made-portions.js';
import { DamagedError, LayerCompleteError, VISITED } from '../disk/portion-file.js';
import type { PortionRequest, Traffic } from '../disk/portion-search.js';
import type { PortionStore } from '../disk/portion-store.js';
import { type PortionRange, rangeText, runsOf } from '../disk/portions.js';
import { latestDepth } from '../disk/saved-run.js';
import { whenVisible } from '../disk/work-files.js';
import { type JobData, type JobResult, jobIdOf, parseResult, type WorkerReport } from './messages.js';
import type { RedisServer } from './redis-server.js';

/** The progress of a layer, with the traffic of the portions that are made. */
export interface HandedOut extends Traffic {
  readonly depth: number;
  /** Number of portions of the layer, of those that are made, and of those that workers are making. */
  readonly portions: number;
  readonly done: number;
  readonly inWork: number;
  /** Seconds since the layer was begun. */
  readonly seconds: number;
}

/** The coordinator's side of a layer: the fields of its jobs, its workers, and the listeners for progress. */
interface HandingOut {
  readonly server: RedisServer;
  readonly queue: Queue;
  readonly events: QueueEvents;
  readonly store: PortionStore;
  readonly request: PortionRequest;
  readonly job: Omit<JobData, 'first' | 'last'>;
  readonly workers: () => ReadonlyMap<string, WorkerReport>;
  readonly signal: AbortSignal;
  readonly onNote: (message: string) => void;
  readonly onProgress: (handedOut: HandedOut) => void;
}

/** An ended job. Its result is undefined if it failed. */
type Ended = { readonly jobId: string; readonly result: JobResult | undefined; readonly reason: string };

/** Milliseconds between two checks of all jobs. Messages may be lost, and the server may lose all jobs. */
const BETWEEN_CHECKS = 3000;
/** Milliseconds between two reports of progress. */
const BETWEEN_REPORTS = 1000;
/** Milliseconds without workers after which a note is shown. */
const WITHOUT_WORKERS = 5000;
/** Milliseconds until a failed job is handed out again, to prevent a busy loop. */
const PAUSE = 1000;

/** Hands out the portions of a layer, and resolves when all are made. @throws StorageError; the signal's reason */
export async function handOutLayer(handing: HandingOut): Promise<Traffic> {
  const { server, queue, events, store, request, job, workers, signal, onNote, onProgress } = handing;
  const { layer, portions } = request;
  const begin = performance.now();
  const ranges = cutJobs(portions, workers().size);
  /** Ranges of portions in progress, by the names of their jobs. */
  const open = new Map(ranges.map((range) => [jobIdOf({ ...job, ...range }), range]));
  const ended: Ended[] = [];
  /** Aborted when a job has ended. */
  let news = new AbortController();
  let done = 0;
  const traffic = { bytesRead: 0, bytesWritten: 0 };

  function noteEnd(end: Ended): void {
    if (!open.has(end.jobId)) return;
    ended.push(end);
    news.abort();
  }

  function reportProgress(): void {
    let inWork = 0;
    for (const { state, layer: worked, portions: range } of workers().values()) {
      if (state === 'working' && worked === layer && range !== null) inWork += range[1] - range[0] + 1;
    }
    const all = portions.length;
    const seconds = (performance.now() - begin) / 1000;
    onProgress({ depth: layer, portions: all, done, inWork: Math.min(inWork, all - done), ...traffic, seconds });
  }

  /** Adds jobs that the queue does not have yet. @param delay milliseconds until they are handed out */
  async function add(jobIds: readonly string[], delay = 0): Promise<void> {
    const jobs = jobIds.map((jobId) => ({
      name: 'portions',
      data: { ...job, ...open.get(jobId) },
      opts: { jobId, delay, removeOnComplete: true, removeOnFail: true },
    }));
    // The command waits if the server is unreachable.
    await unlessAborted(
      server.untilAnswered(() => queue.addBulk(jobs)),
      signal,
    );
  }

  async function untilMade(): Promise<void> {
    let checked = performance.now();
    let isLackNoted = false;
    while (open.size > 0) {
      reportProgress();
      if (!isLackNoted && workers().size === 0 && performance.now() - begin > WITHOUT_WORKERS) {
        onNote(`layer ${layer} waits for workers: start antipode worker with the same --queue and folder`);
        isLackNoted = true;
      }
      if (ended.length === 0) {
        news = new AbortController();
        await wait(BETWEEN_REPORTS, undefined, { signal: AbortSignal.any([news.signal, signal]) }).catch(() => {});
      }
      signal.throwIfAborted();
      for (const end of ended.splice(0)) await settle(end);
      if (performance.now() - checked < BETWEEN_CHECKS) continue;
      await lookForLost();
      checked = performance.now();
    }
    reportProgress();
  }

  /** Processes the answer to a job. @throws DamagedError if a source file of the layer is damaged; LayerCompleteError */
  async function settle({ jobId, result, reason }: Ended): Promise<void> {
    const range = open.get(jobId);
    // The end of the job has been reported twice.
    if (range === undefined) return;
    if (result?.outcome === 'damaged') await settleDamage(result);
    if (result?.outcome === 'made') {
      traffic.bytesRead += result.bytesRead;
      traffic.bytesWritten += result.bytesWritten;
    } else if (result === undefined) {
      onNote(`${rangeText(range)} of layer ${layer} will be handed out again: ${reason}`);
    }
    await settleRange(jobId, range, result?.outcome === 'made');
  }

  /** Closes a job if its portions are made, or hands it out again. @param isReported true if a worker has reported that they are made */
  async function settleRange(jobId: string, range: PortionRange, isReported: boolean): Promise<void> {
    if (await isMade(range, isReported ? store.patience : 0)) {
      open.delete(jobId);
      done += range.last - range.first + 1;
      return;
    }
    // Another coordinator has completed the layer while this process was suspended.
    if (latestDepth(store.folder) >= layer) throw new LayerCompleteError(store.folder, layer);
    await add([jobId], isReported ? 0 : PAUSE);
  }

  /** @param patience milliseconds to wait until files are visible */
  async function isMade({ first, last }: PortionRange, patience: number): Promise<boolean> {
    for (let portion = first; portion <= last; portion++) {
      const look = async () => {
        const state = await portionState(store, layer, portion, 'lengths');
        return state === 'missing' ? undefined : state;
      };
      if ((await whenVisible(look, patience, () => signal.throwIfAborted())) !== 'made') return false;
    }
    return true;
  }

  /**
   * Checks a file that a worker has reported as damaged, because the worker may have a faulty disk or memory. @throws DamagedError if
   * the file is damaged
   */
  async function settleDamage({ outcome: _, ...file }: Extract<JobResult, { outcome: 'damaged' }>): Promise<void> {
    const { bitset, portion } = file;
    const colour = file.layer % 2;
    const path = store.path(bitset, portion, file.layer);
    // An answer about any other file is from an earlier layer, or not from a worker.
    const isBase = store.files[bitset][colour][portion] === file.layer;
    const latest = store.files[VISITED][colour][portion];
    if (isBase && (await portionState(store, latest, portion, 'all checksums')) !== 'made') {
      throw new DamagedError(`${path} is damaged or missing; begin again in an empty folder`, file);
    }
    onNote(`a worker finds ${path} damaged or missing, but it is intact from here: check the worker's disk and memory`);
  }

  /** Hands out jobs again that the queue has lost. */
  async function lookForLost(): Promise<void> {
    for (const [jobId, range] of [...open]) {
      const state = await unlessAborted(
        server.untilAnswered(() => queue.getJobState(jobId)),
        signal,
      );
      if (state !== 'unknown' && state !== 'completed' && state !== 'failed') continue;
      await settleRange(jobId, range, false);
    }
  }

  const onCompleted = ({ jobId, returnvalue }: { jobId: string; returnvalue: unknown }) =>
    noteEnd({ jobId, result: parseResult(returnvalue), reason: 'its answer is not from this program' });
  const onFailed = ({ jobId, failedReason }: { jobId: string; failedReason: string }) =>
    noteEnd({ jobId, result: undefined, reason: failedReason });
  events.on('completed', onCompleted).on('failed', onFailed);
  try {
    await add([...open.keys()]);
    await untilMade();
    return traffic;
  } finally {
    events.off('completed', onCompleted).off('failed', onFailed);
  }
}

/* Cuts the portions of a layer into jobs of adjacent portions, which share their sources. */

/** Approximate number of jobs per worker in a layer, so that no worker waits long for the last job. */
const JOBS_OF_WORKER = 3;
/** Maximum number of portions of a job. More would not lengthen the runs that are read. */
const MOST_PORTIONS = 32;

/**
 * Returns the ranges of a layer's jobs.
 * @param portions in ascending order
 * @param workers 0 or more
 */
function cutJobs(portions: readonly number[], workers: number): PortionRange[] {
  const most = Math.min(MOST_PORTIONS, Math.ceil(portions.length / (JOBS_OF_WORKER * Math.max(1, workers))));
  return runsOf(portions, most);
}
