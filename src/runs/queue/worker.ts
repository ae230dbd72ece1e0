/** A worker of a queue. It makes portions of a run in a shared folder, until the run is complete. */

import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Job, Worker } from 'bullmq';
import { type DiskLimits, PATIENCE } from '../disk/layer-driver.js';
import { LayerNotReadyError } from '../disk/portion-file.js';
import type { Traffic } from '../disk/portion-search.js';
import { latestDepth, layerManifestPath, readSavedRun } from '../exploration/saved-run.js';
import { FolderRun } from '../folder-run.js';
import {
  type Announcement,
  announcedRun,
  BEAT,
  FORMAT,
  type JobData,
  type JobResult,
  parseJob,
  WorkerReporter,
} from './messages.js';
import { lastCommands, QUEUE, QueueError, RedisServer, WAITING } from './redis-server.js';

interface WorkOptions {
  /** Address of the server, the same as the coordinator's. */
  readonly url: string;
  /** Path of the shared folder on this machine. */
  readonly folder: string;
  /** Version of the program. */
  readonly program: string;
  /** Maximum number of worker threads, 1..256. @default the number of processors */
  readonly threads?: number | undefined;
  /** Bytes of memory that the worker may allocate. */
  readonly memory: number;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: WorkEvent) => void) | undefined;
  /** @internal Milliseconds after which a job that is not renewed is handed to another worker. @default 10,000 */
  readonly lockMilliseconds?: number | undefined;
  /** @internal */
  readonly limits?: DiskLimits | undefined;
}

export type WorkEvent =
  /** Shows a line to the user. */
  | { readonly type: 'note'; readonly message: string }
  /** Called when the memory is allocated, before portions of this space are made. */
  | { readonly type: 'opened'; readonly run: string; readonly space: string }
  | ({ readonly type: 'making' } & PortionsOfLayer)
  /** Called when the server is connected, and when a job has ended in any outcome. */
  | { readonly type: 'waiting' }
  | ({ readonly type: 'made'; readonly seconds: number } & PortionsOfLayer & Traffic);

type PortionsOfLayer = Pick<JobData, 'layer' | 'first' | 'last'>;

/** Milliseconds without renewal until a job is handed to another worker. */
const LOCK = 10_000;
/** Jobs are handed out again after each death of a worker, without a limit. */
const MOST_STALLS = 1_000_000;
/** Number of beats in which jobs wait although this worker has none, until it fetches jobs anew. */
const MOST_PASSED_OVER = 5;

/**
 * Works until the run is complete.
 * @throws QueueError or StorageError if the run cannot use this worker: another version, another folder, no space; MemoryError;
 * WorkerError; the signal's reason
 */
export async function workForQueue(options: WorkOptions): Promise<void> {
  const { url, onEvent } = options;
  const server = await RedisServer.connect(url, (message) => onEvent?.({ type: 'note', message }));
  const worker = new QueueWorker(server, options);
  try {
    await worker.work();
  } catch (cause) {
    const error = await server.explained(cause);
    await worker.refuse(error as Error);
    throw error;
  } finally {
    await worker.leave();
    server.disconnect();
  }
}

class QueueWorker {
  readonly #server: RedisServer;
  readonly #options: WorkOptions;
  readonly #reporter: WorkerReporter;
  /** Aborted with the error if the run cannot use this worker. */
  readonly #unfit = new AbortController();
  #run: FolderRun | undefined;
  #isMaking = false;
  #worker: Worker<unknown, JobResult> | undefined;

  constructor(server: RedisServer, options: WorkOptions) {
    this.#server = server;
    this.#options = options;
    this.#reporter = new WorkerReporter(server, options.threads ?? 0);
  }

  async work(): Promise<void> {
    const { signal, folder, threads, memory, limits } = this.#options;
    this.#options.onEvent?.({ type: 'waiting' });
    const pause = () => this.#pause();
    if (!(await untilAnnounced(this.#server, this.#options, pause))) return;
    this.#run = await FolderRun.open(folder, { threads, memory, signal, limits });
    const { run, spaceName: space } = this.#run;
    this.#options.onEvent?.({ type: 'opened', run, space });
    this.#reporter.say({ threads: this.#run.threads });
    this.#worker = this.#fetchJobs();
    const watched = new WatchedRun(folder, true);
    for (let passedOver = 0; !(await watched.isOver()); ) {
      await pause();
      passedOver = (await this.#isPassedOver()) ? passedOver + 1 : 0;
      if (passedOver < MOST_PASSED_OVER) continue;
      // BullMQ sometimes stops fetching if the server was restarted while it connected.
      await lastCommands(this.#worker.close(true));
      this.#worker = this.#fetchJobs();
      passedOver = 0;
    }
  }

  /** Begins to fetch jobs from the queue. */
  #fetchJobs(): Worker<unknown, JobResult> {
    const { lockMilliseconds: lockDuration = LOCK } = this.#options;
    const { Worker } = this.#server.bullmq;
    const worker = new Worker<unknown, JobResult>(QUEUE, (job) => this.#do(job), {
      ...this.#server.options,
      lockDuration,
      stalledInterval: lockDuration / 2,
      maxStalledCount: MOST_STALLS,
      runRetryDelay: BEAT,
    });
    // Errors are ignored: a job may have been handed to another worker, and RedisServer's connection reports a lost server.
    worker.on('error', () => {});
    return worker;
  }

  /** Returns true if jobs wait in the queue, and this worker has none. */
  async #isPassedOver(): Promise<boolean> {
    if (!this.#server.isReady || this.#isMaking) return false;
    // A lost server does not answer.
    return (await Promise.race([this.#server.client.llen(WAITING), wait(BEAT, 0)])) > 0;
  }

  /** Reports to the coordinator the reason why this worker ends. */
  async refuse(error: Error): Promise<void> {
    if (this.#options.signal?.aborted) return;
    await lastCommands(this.#reporter.refuse(error.message));
  }

  async leave(): Promise<void> {
    this.#reporter.stop();
    const end = async () => {
      // Waits for the job in progress.
      await this.#worker?.pause();
      await this.#reporter.forget();
    };
    await lastCommands(end());
    // Forced, because it would wait for an unreachable server.
    await this.#worker?.close(true);
    this.#run?.close();
  }

  async #pause(): Promise<void> {
    const { signal } = this.#options;
    const ends = [this.#unfit.signal, ...(signal === undefined ? [] : [signal])];
    const end = AbortSignal.any(ends);
    await wait(BEAT, undefined, { signal: end }).catch(() => {});
    end.throwIfAborted();
  }

  async #do(job: Job<unknown, JobResult>): Promise<JobResult> {
    const run = this.#run as FolderRun;
    const asked = parseJob(job.data);
    if (asked === undefined || asked.last >= run.portionCount) {
      this.#note('skipped a job that no coordinator has added');
      throw new this.#server.bullmq.UnrecoverableError('this is not a job of antipode');
    }
    try {
      await this.#checkCoordinator(asked.run);
      const isOurs = asked.run === run.run && asked.program === this.#options.program && asked.format === FORMAT;
      // Other jobs are left over from an abandoned run.
      if (!isOurs) return { outcome: 'complete' };
      return await this.#make(run, asked);
    } catch (error) {
      if (!(error instanceof LayerNotReadyError)) {
        this.#unfit.abort(error);
        // Otherwise the answer to this job would fetch the next one.
        void this.#worker?.pause(true);
      }
      // The coordinator hands the job out again. The report gives the reason why this worker ends.
      return { outcome: 'complete' };
    }
  }

  /**
   * Reads the announcement again, because the coordinator may have changed. Anyone may have added the job, so the job alone does not
   * end the worker.
   * @throws QueueError if the coordinator hands out the run of a job, but cannot use this worker
   */
  async #checkCoordinator(run: string): Promise<void> {
    const announced = await announcedRun(this.#server);
    if (announced?.run !== run) return;
    checkVersion(announced, this.#options.program);
    if (run !== this.#run?.run) throw otherFolder(this.#options.folder);
  }

  async #make(run: FolderRun, { layer, first, last }: JobData): Promise<JobResult> {
    const { onEvent } = this.#options;
    const range = { layer, first, last };
    const begin = performance.now();
    this.#isMaking = true;
    this.#reporter.say({ state: 'working', layer, portions: [first, last] });
    onEvent?.({ type: 'making', ...range });
    const portions = Array.from({ length: last - first + 1 }, (_, k) => first + k);
    try {
      const making = await run.make(layer, portions);
      if (making.outcome === 'made') {
        const { bytesRead, bytesWritten } = making;
        this.#reporter.sayMade(bytesRead, bytesWritten);
        onEvent?.({ type: 'made', ...range, bytesRead, bytesWritten, seconds: (performance.now() - begin) / 1000 });
      }
      if (making.outcome !== 'damaged') return making;
      const { message, ...damage } = making;
      this.#note(message);
      return damage;
    } finally {
      this.#isMaking = false;
      this.#reporter.say({ state: 'waiting', layer: null, portions: null });
      onEvent?.({ type: 'waiting' });
    }
  }

  #note(message: string): void {
    this.#options.onEvent?.({ type: 'note', message });
  }
}

/*
 * A worker's search for the announced run in the shared folder, and its wait for the end of the run. The folder alone tells that a run is
 * over: a coordinator announces nothing more, and the server may lose what it has announced.
 */

/** Number of checks without a run after which the run is over. A single check may fall between two manifests. */
const CHECKS_AT_THE_END = 3;

/** Waits between two checks. @throws to stop waiting */
type Pause = () => Promise<void>;

/** The run that a worker has seen in its folder. */
export class WatchedRun {
  readonly #folder: string;
  /** The latest layer that was seen; -1 if there was none. */
  #depth = -1;
  #isSeen: boolean;
  #hasAll = false;
  /** Number of checks since the run was seen. */
  #checks = 0;

  /** @param isSeen true if the folder has held the run already */
  constructor(folder: string, isSeen: boolean) {
    this.#folder = folder;
    this.#isSeen = isSeen;
  }

  /**
   * Returns true if the run is over: it has found all states, so that no layer follows, or the folder no longer holds it, because its
   * results are written or the user has abandoned it.
   * @throws StorageError
   */
  async isOver(): Promise<boolean> {
    // A folder of a large run has some 100,000 names, so it is listed only once per layer.
    if (this.#depth < 0 || !existsSync(layerManifestPath(this.#folder, this.#depth))) await this.#look();
    this.#checks = this.#depth < 0 ? this.#checks + 1 : 0;
    return this.#hasAll || (this.#isSeen && this.#checks >= CHECKS_AT_THE_END);
  }

  async #look(): Promise<void> {
    this.#depth = latestDepth(this.#folder);
    if (this.#depth < 0) return;
    this.#isSeen = true;
    // Undefined if a later manifest has replaced it meanwhile.
    const run = await readSavedRun(this.#folder, this.#depth);
    this.#hasAll = run?.histogram.reduce((rest, count) => rest - count, run.facts.size) === 0;
  }
}

/**
 * Waits for a coordinator, and for its run in the folder.
 * @returns false if the run that the folder held is over
 * @throws QueueError if this worker has another version or another folder; StorageError; whatever `pause` throws
 */
async function untilAnnounced(
  server: RedisServer,
  { folder, program, limits }: WorkOptions,
  pause: Pause,
): Promise<boolean> {
  const watched = new WatchedRun(folder, false);
  let asked: Announcement | undefined;
  let since = performance.now();
  for (;;) {
    const found = server.isReady ? await announcedRun(server) : undefined;
    if (found?.run !== asked?.run) since = performance.now();
    asked = found;
    if (asked !== undefined) {
      checkVersion(asked, program);
      const run = await FolderRun.nameIn(folder);
      if (run === asked.run) return true;
      if (run !== undefined || performance.now() - since > (limits?.patience ?? PATIENCE)) throw otherFolder(folder);
    }
    if (await watched.isOver()) return false;
    await pause();
  }
}

/** Compares versions. @param own version of this worker @throws QueueError if the coordinator has another version */
function checkVersion({ program, format }: Announcement, own: string): void {
  if (program === own && format === FORMAT) return;
  throw new QueueError(
    `the coordinator is antipode ${program}, but this worker is ${own}: install the same version on all machines`,
  );
}

/** Returns the error of a worker whose folder does not hold the coordinator's run. */
function otherFolder(folder: string): QueueError {
  return new QueueError(`${folder} does not hold the run of the coordinator: give the folder that all machines share`);
}
