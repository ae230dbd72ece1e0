/**
 * A layer while workers make its portions. The queue gives each job to one worker, and to another one if the first dies. Only the files
 * of a portion prove that it is made, never a message. If the files are missing, the portion is handed out again. Making it twice does
 * no harm.
 */

import { setTimeout as wait } from 'node:timers/promises';
import type { Queue, QueueEvents } from 'bullmq';
import { unlessAborted } from '../../base/threads.js';
import type { AskedPortions } from '../disk/layer-driver.js';
import { portionState } from '../disk/made-portions.js';
import { DamagedError, LayerCompleteError, VISITED } from '../disk/portion-file.js';
import type { Traffic } from '../disk/portion-search.js';
import type { PortionStore } from '../disk/portion-store.js';
import { type PortionRange, rangeText, runsOf } from '../disk/portions.js';
import { whenVisible } from '../disk/work-files.js';
import { latestDepth } from '../exploration/saved-run.js';
import { type JobData, type JobResult, jobIdOf, parseResult, type WorkerReport } from './messages.js';

/** The progress of a layer. */
export interface HandedOut {
  readonly depth: number;
  /** Number of portions of the layer, of those that are made, and of those that workers are making. */
  readonly portions: number;
  readonly done: number;
  readonly inWork: number;
  /** Bytes of the portions that are made. */
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** Seconds since the layer was begun. */
  readonly seconds: number;
}

/** The coordinator's side of a layer: the fields of its jobs, its workers, and the listeners for progress. */
interface HandingOut {
  readonly queue: Queue;
  readonly events: QueueEvents;
  readonly store: PortionStore;
  readonly asked: AskedPortions;
  readonly job: Omit<JobData, 'first' | 'last'>;
  readonly workers: () => ReadonlyMap<string, WorkerReport>;
  readonly signal: AbortSignal;
  readonly onNote: (message: string) => void;
  readonly onProgress: (handedOut: HandedOut) => void;
}

/** An ended job. */
interface Ended {
  readonly jobId: string;
  /** Result of the job; undefined if it failed. */
  readonly result: JobResult | undefined;
  readonly reason: string;
}

/** Milliseconds between two checks of all jobs. Messages may be lost, and the server may lose all jobs. */
const BETWEEN_CHECKS = 3000;
/** Milliseconds between two reports of progress. */
const BETWEEN_REPORTS = 1000;
/** Milliseconds without workers after which a note is shown. */
const WITHOUT_WORKERS = 5000;
/** Milliseconds until a failed job is handed out again, to prevent a busy loop. */
const PAUSE = 1000;

export class HandedOutLayer {
  readonly #with: HandingOut;
  readonly #begin = performance.now();
  /** Ranges of portions in progress, by the names of their jobs. */
  readonly #open = new Map<string, PortionRange>();
  readonly #ended: Ended[] = [];
  /** Aborted when a job has ended. */
  #news = new AbortController();
  #done = 0;
  #bytesRead = 0;
  #bytesWritten = 0;

  constructor(handing: HandingOut) {
    this.#with = handing;
  }

  /** Hands out all portions, and resolves when they are made. @throws StorageError; the signal's reason */
  async made(): Promise<Traffic> {
    const onCompleted = ({ jobId, returnvalue }: { jobId: string; returnvalue: unknown }) =>
      this.#hear({ jobId, result: parseResult(returnvalue), reason: 'its answer is not from this program' });
    const onFailed = ({ jobId, failedReason }: { jobId: string; failedReason: string }) =>
      this.#hear({ jobId, result: undefined, reason: failedReason });
    this.#with.events.on('completed', onCompleted).on('failed', onFailed);
    try {
      const ranges = cutJobs(this.#with.asked.portions, this.#with.workers().size);
      for (const range of ranges) this.#open.set(jobIdOf({ ...this.#with.job, ...range }), range);
      await this.#add([...this.#open.keys()]);
      await this.#untilMade();
      return { bytesRead: this.#bytesRead, bytesWritten: this.#bytesWritten };
    } finally {
      this.#with.events.off('completed', onCompleted).off('failed', onFailed);
    }
  }

  async #untilMade(): Promise<void> {
    let checked = performance.now();
    let isLackNoted = false;
    while (this.#open.size > 0) {
      this.#reportProgress();
      if (!isLackNoted && this.#with.workers().size === 0 && performance.now() - this.#begin > WITHOUT_WORKERS) {
        this.#with.onNote(
          `layer ${this.#with.asked.layer} waits for workers: start antipode worker with the same --queue and folder`,
        );
        isLackNoted = true;
      }
      if (this.#ended.length === 0) {
        this.#news = new AbortController();
        const signal = AbortSignal.any([this.#news.signal, this.#with.signal]);
        await wait(BETWEEN_REPORTS, undefined, { signal }).catch(() => {});
      }
      this.#with.signal.throwIfAborted();
      for (const ended of this.#ended.splice(0)) await this.#settle(ended);
      if (performance.now() - checked < BETWEEN_CHECKS) continue;
      await this.#lookForLost();
      checked = performance.now();
    }
    this.#reportProgress();
  }

  #hear(ended: Ended): void {
    if (!this.#open.has(ended.jobId)) return;
    this.#ended.push(ended);
    this.#news.abort();
  }

  #reportProgress(): void {
    const { layer: depth, portions } = this.#with.asked;
    let inWork = 0;
    for (const { state, layer, portions: range } of this.#with.workers().values()) {
      if (state === 'working' && layer === depth && range !== null) inWork += range[1] - range[0] + 1;
    }
    this.#with.onProgress({
      depth,
      portions: portions.length,
      done: this.#done,
      inWork: Math.min(inWork, portions.length - this.#done),
      bytesRead: this.#bytesRead,
      bytesWritten: this.#bytesWritten,
      seconds: (performance.now() - this.#begin) / 1000,
    });
  }

  /** Adds jobs that the queue does not have yet. @param delay milliseconds until they are handed out */
  async #add(jobIds: readonly string[], delay = 0): Promise<void> {
    const jobs = jobIds.map((jobId) => ({
      name: 'portions',
      data: { ...this.#with.job, ...this.#open.get(jobId) },
      opts: { jobId, delay, removeOnComplete: true, removeOnFail: true },
    }));
    // The command waits if the server is unreachable.
    await unlessAborted(this.#with.queue.addBulk(jobs), this.#with.signal);
  }

  /** Processes the answer to a job. @throws DamagedError if a source file of the layer is damaged; LayerCompleteError */
  async #settle({ jobId, result, reason }: Ended): Promise<void> {
    const range = this.#open.get(jobId);
    // The end of the job has been reported twice.
    if (range === undefined) return;
    if (result?.outcome === 'damaged') await this.#settleDamage(result);
    if (result?.outcome === 'made') {
      this.#bytesRead += result.bytesRead;
      this.#bytesWritten += result.bytesWritten;
    } else if (result === undefined) {
      this.#with.onNote(`${rangeText(range)} of layer ${this.#with.asked.layer} will be handed out again: ${reason}`);
    }
    await this.#settleRange(jobId, range, result?.outcome === 'made');
  }

  /**
   * Closes a job if its portions are made, or hands it out again. @param isAnnounced true if a worker has reported that they are made
   */
  async #settleRange(jobId: string, range: PortionRange, isAnnounced: boolean): Promise<void> {
    if (await this.#isMade(range, isAnnounced ? this.#with.store.patience : 0)) {
      this.#open.delete(jobId);
      this.#done += range.last - range.first + 1;
      return;
    }
    const { folder } = this.#with.store;
    const { layer } = this.#with.asked;
    // Another coordinator has completed the layer while this process was suspended.
    if (latestDepth(folder) >= layer) throw new LayerCompleteError(folder, layer);
    await this.#add([jobId], isAnnounced ? 0 : PAUSE);
  }

  /** @param patience milliseconds to wait until files are visible */
  async #isMade({ first, last }: PortionRange, patience: number): Promise<boolean> {
    for (let portion = first; portion <= last; portion++) {
      const look = async () => {
        const state = await portionState(this.#with.store, this.#with.asked.layer, portion, 'lengths');
        return state === 'missing' ? undefined : state;
      };
      const state = await whenVisible(look, patience, () => this.#with.signal.throwIfAborted());
      if (state !== 'made') return false;
    }
    return true;
  }

  /**
   * Checks a file that a worker has reported as damaged, because the worker may have a faulty disk or memory. @throws DamagedError if
   * the file is damaged
   */
  async #settleDamage({ bitset, portion, layer }: Extract<JobResult, { outcome: 'damaged' }>): Promise<void> {
    const { files } = this.#with.store;
    const path = this.#with.store.path(bitset, portion, layer);
    // An answer about any other file is late, or not from a worker.
    const isBase = files[bitset][layer % 2][portion] === layer;
    const latest = files[VISITED][layer % 2][portion];
    if (isBase && (await portionState(this.#with.store, latest, portion, 'all checksums')) !== 'made') {
      throw new DamagedError(`${path} is damaged or missing; begin again in an empty folder`, {
        bitset,
        portion,
        layer,
      });
    }
    this.#with.onNote(
      `a worker finds ${path} damaged or missing, but it is intact from here: check the worker's disk and memory`,
    );
  }

  /** Hands out jobs again that the queue has lost. */
  async #lookForLost(): Promise<void> {
    for (const [jobId, range] of [...this.#open]) {
      const state = await unlessAborted(this.#with.queue.getJobState(jobId), this.#with.signal);
      if (state !== 'unknown' && state !== 'completed' && state !== 'failed') continue;
      await this.#settleRange(jobId, range, false);
    }
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
