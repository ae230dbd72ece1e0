/** A worker of a queue. It makes portions of a run in a shared folder, until the run is complete. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Job, Worker } from 'bullmq';
import { EarlyError } from '../disk/files/errors.js';
import { FolderRun } from '../portions/folder-run.js';
import type { Making } from '../portions/making.js';
import { announcedRun, BEAT } from './announcements.js';
import { beforeFarewell } from './farewell.js';
import { FORMAT, type JobData, type JobResult, parseJob, QUEUE } from './job.js';
import { RedisServer, WAITING } from './redis-server.js';
import { checkVersion, type FolderOfWorker, otherFolder, untilAnnounced, WatchedRun } from './run-in-folder.js';
import { WorkerReporter } from './worker-reporter.js';

export interface WorkOptions extends FolderOfWorker {
  /** Address of the server, the same as the coordinator's. */
  readonly url: string;
  /** Maximum number of worker threads, 1..256. @default the number of processors */
  readonly threads?: number | undefined;
  /** Bytes of memory that the worker may allocate. */
  readonly memory: number;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: WorkEvent) => void) | undefined;
  /** @internal Milliseconds after which a job that is not renewed is handed to another worker. @default 10,000 */
  readonly lockMilliseconds?: number | undefined;
}

export type WorkEvent =
  /** Shows a line to the user. */
  | { readonly type: 'note'; readonly message: string }
  /** Called when the memory is allocated, before portions of this space are made. */
  | { readonly type: 'opened'; readonly run: string; readonly space: string }
  | { readonly type: 'making'; readonly layer: number; readonly first: number; readonly last: number }
  /** Called when the server is connected, and when a job has ended in any outcome. */
  | { readonly type: 'waiting' }
  | {
      readonly type: 'made';
      readonly layer: number;
      readonly first: number;
      readonly last: number;
      readonly bytesRead: number;
      readonly bytesWritten: number;
      readonly seconds: number;
    };

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
    const { signal, folder, threads, memory, patience } = this.#options;
    this.#options.onEvent?.({ type: 'waiting' });
    const pause = () => this.#pause();
    if (!(await untilAnnounced(this.#server, this.#options, pause))) return;
    this.#run = await FolderRun.open(folder, { threads, memory, signal, patience });
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
      await beforeFarewell(this.#worker.close(true));
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
    await beforeFarewell(this.#reporter.refuse(error.message));
  }

  async leave(): Promise<void> {
    this.#reporter.stop();
    const farewell = async () => {
      // Waits for the job in progress.
      await this.#worker?.pause();
      await this.#reporter.forget();
    };
    await beforeFarewell(farewell());
    // Forced, because it would wait for an unreachable server.
    await this.#worker?.close(true);
    await this.#run?.close();
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
      if (!isOurs) return { outcome: 'late' };
      return await this.#make(run, asked);
    } catch (error) {
      if (!(error instanceof EarlyError)) {
        this.#unfit.abort(error);
        // Otherwise the answer to this job would fetch the next one.
        void this.#worker?.pause(true);
      }
      // The coordinator hands the job out again. The report gives the reason why this worker ends.
      return { outcome: 'late' };
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
      if (making.outcome === 'made') this.#noteMade(making, range, (performance.now() - begin) / 1000);
      if (making.outcome === 'damaged') this.#note(making.message);
      return resultOf(making);
    } finally {
      this.#isMaking = false;
      this.#reporter.say({ state: 'waiting', layer: null, portions: null });
      onEvent?.({ type: 'waiting' });
    }
  }

  #noteMade(
    { bytesRead, bytesWritten }: Extract<Making, { outcome: 'made' }>,
    range: Pick<JobData, 'layer' | 'first' | 'last'>,
    seconds: number,
  ): void {
    this.#reporter.sayMade(bytesRead, bytesWritten);
    this.#options.onEvent?.({ type: 'made', ...range, bytesRead, bytesWritten, seconds });
  }

  #note(message: string): void {
    this.#options.onEvent?.({ type: 'note', message });
  }
}

function resultOf(making: Making): JobResult {
  switch (making.outcome) {
    case 'made':
      return { outcome: 'made', bytesRead: making.bytesRead, bytesWritten: making.bytesWritten };
    case 'late':
      return { outcome: 'late' };
    case 'damaged':
      return { outcome: 'damaged', ...making.file };
  }
}
