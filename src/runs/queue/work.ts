/** A worker of a queue: makes the portions that it is handed, of a run in a folder that all machines share, until the run is complete. */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Job, Worker } from 'bullmq';
import { EarlyError } from '../disk/files/errors.js';
import { FolderRun, type Making } from '../portions/folder-run.js';
import { latestDepth, layerManifestPath } from '../saved/saved-run.js';
import { announcedRun, BEAT, forgetWorker, reportWorker } from './announcements.js';
import { QueueError } from './errors.js';
import { type Announcement, FORMAT, type JobData, type JobResult, parseJob, QUEUE, type WorkerReport } from './job.js';
import { RedisServer } from './redis-server.js';

export interface WorkOptions {
  /** The server's address, as of the coordinator. */
  readonly url: string;
  /** The folder that all machines share, by its path on this one. */
  readonly folder: string;
  /** The version of the program. */
  readonly program: string;
  /** The most worker threads, 1..256; by default as many as the machine offers. */
  readonly threads?: number | undefined;
  /** Bytes for all that is allocated. */
  readonly memory: number;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: WorkEvent) => void) | undefined;
  /** @internal Milliseconds after which a job is handed to another worker if this one is not heard of. @default 10,000 */
  readonly lockMilliseconds?: number | undefined;
  /** @internal Milliseconds to wait for files of others. @default 60,000 */
  readonly patience?: number | undefined;
}

export type WorkEvent =
  /** A line to be shown. */
  | { readonly type: 'note'; readonly message: string }
  /** The memory is allocated, and portions of this space are made from now on. */
  | { readonly type: 'opened'; readonly run: string; readonly space: string }
  | { readonly type: 'making'; readonly layer: number; readonly first: number; readonly last: number }
  /** The server is there; or a job has ended, whether its portions were made or not. */
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

/** Milliseconds until a job is handed to another worker. */
const LOCK = 10_000;
/** Jobs are handed out again as often as workers die. */
const MOST_STALLS = 1_000_000;
/** Milliseconds to wait for a run to be seen in the folder that a coordinator has announced. */
const PATIENCE = 60_000;
/** Looks at a folder without a run until the run is over: one may fall between two manifests. */
const LOOKS_AT_THE_END = 3;
/** Milliseconds that the server may take to hear that this is the end. */
const LONGEST_FAREWELL = 2000;

/**
 * Works until the run is complete.
 * @throws QueueError, StorageError if this worker is of no use to the run: another version, another folder, no room; MemoryError;
 * WorkerError; the signal's reason
 */
export async function workForQueue(options: WorkOptions): Promise<void> {
  const { url, onEvent } = options;
  const server = await RedisServer.connect(url, (message) => onEvent?.({ type: 'note', message }));
  const worker = new QueueWorker(server, options);
  try {
    await worker.work();
  } catch (error) {
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
  readonly #id = randomUUID();
  readonly #beat: NodeJS.Timeout;
  /** Aborted with the error if this worker is of no use any more. */
  readonly #unfit = new AbortController();
  #report: WorkerReport;
  #run: FolderRun | undefined;
  #worker: Worker<unknown, JobResult> | undefined;

  constructor(server: RedisServer, options: WorkOptions) {
    this.#server = server;
    this.#options = options;
    this.#report = {
      host: hostname(),
      pid: process.pid,
      threads: options.threads ?? 0,
      state: 'waiting',
      layer: null,
      portions: null,
      bytesRead: 0,
      bytesWritten: 0,
      reason: null,
      beat: 0,
    };
    this.#beat = setInterval(() => this.#say({}), BEAT);
  }

  async work(): Promise<void> {
    const { signal, folder, threads, memory, patience, lockMilliseconds: lockDuration = LOCK } = this.#options;
    this.#options.onEvent?.({ type: 'waiting' });
    await this.#join();
    this.#run = await FolderRun.open(folder, { threads, memory, signal, patience });
    const { run, spaceName: space } = this.#run;
    this.#options.onEvent?.({ type: 'opened', run, space });
    this.#say({ threads: this.#run.threads });
    const { Worker } = this.#server.bullmq;
    this.#worker = new Worker<unknown, JobResult>(QUEUE, (job) => this.#do(job), {
      ...this.#server.options,
      lockDuration,
      stalledInterval: lockDuration / 2,
      maxStalledCount: MOST_STALLS,
    });
    // A job that was handed to another worker meanwhile ends quietly; the server's own connection says when that is gone.
    this.#worker.on('error', () => {});
    await this.#untilOver();
  }

  /** Says why this worker ends, to the coordinator too. */
  async refuse(error: Error): Promise<void> {
    if (this.#options.signal?.aborted) return;
    clearInterval(this.#beat);
    const reason = error.message.slice(0, 1000);
    await this.#beforeFarewell(this.#put({ state: 'refused', layer: null, portions: null, reason }));
  }

  async leave(): Promise<void> {
    clearInterval(this.#beat);
    const { state } = this.#report;
    const farewell = async () => {
      await this.#worker?.close();
      // The coordinator shows the reason, and forgets it then.
      if (state !== 'refused') await forgetWorker(this.#server, this.#id);
    };
    await this.#beforeFarewell(farewell());
    await this.#run?.close();
  }

  /** Waits for something that the server may not be there for. */
  async #beforeFarewell(action: Promise<void>): Promise<void> {
    await Promise.race([action, wait(LONGEST_FAREWELL, undefined, { ref: false })]);
  }

  /** Waits for a coordinator, and for its run in the folder. @throws QueueError */
  async #join(): Promise<void> {
    const { folder, program, patience = PATIENCE } = this.#options;
    let asked: Announcement | undefined;
    let since = performance.now();
    for (;;) {
      const found = this.#server.isReady ? await announcedRun(this.#server) : undefined;
      if (found?.run !== asked?.run) since = performance.now();
      asked = found;
      if (asked !== undefined) {
        checkVersion(asked, program);
        const run = await FolderRun.nameIn(folder);
        if (run === asked.run) return;
        if (run !== undefined || performance.now() - since > patience) {
          throw otherFolder(folder);
        }
      }
      await this.#pause();
    }
  }

  /** Waits until the folder holds no run any more: its results are written, or the user has given it up. */
  async #untilOver(): Promise<void> {
    const { folder } = this.#options;
    let depth = latestDepth(folder);
    for (let looks = 0; looks < LOOKS_AT_THE_END; ) {
      await this.#pause();
      // A folder of a large run has some 100,000 names: it is listed once a layer.
      if (depth < 0 || !existsSync(layerManifestPath(folder, depth))) depth = latestDepth(folder);
      looks = depth < 0 ? looks + 1 : 0;
    }
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
      this.#note(`a job that is none of a coordinator is left alone`);
      throw new this.#server.bullmq.UnrecoverableError('this is no job of antipode');
    }
    try {
      await this.#checkJob(asked);
      if (asked.run !== run.run) return { outcome: 'late' };
      return await this.#make(run, asked);
    } catch (error) {
      if (!(error instanceof EarlyError)) {
        this.#unfit.abort(error);
        // Else the answer to this job would bring the next one.
        void this.#worker?.pause(true);
      }
      // The coordinator hands it out again. Why this worker ends, its report says.
      return { outcome: 'late' };
    }
  }

  /** @throws QueueError if the coordinator has changed, and this worker is of no use to it */
  async #checkJob({ run, program, format }: JobData): Promise<void> {
    const announced = await announcedRun(this.#server);
    // Others' jobs are left over from a run that was given up.
    if (announced?.run !== run) return;
    checkVersion({ run, program, format }, this.#options.program);
    if (run !== this.#run?.run) throw otherFolder(this.#options.folder);
  }

  async #make(run: FolderRun, { layer, first, last }: JobData): Promise<JobResult> {
    const { onEvent } = this.#options;
    const range = { layer, first, last };
    const begin = performance.now();
    this.#say({ state: 'working', layer, portions: [first, last] });
    onEvent?.({ type: 'making', ...range });
    const portions = Array.from({ length: last - first + 1 }, (_, k) => first + k);
    try {
      const making = await run.make(layer, portions);
      if (making.outcome === 'made') this.#noteMade(making, range, (performance.now() - begin) / 1000);
      if (making.outcome === 'damaged') this.#note(making.message);
      return resultOf(making);
    } finally {
      this.#say({ state: 'waiting', layer: null, portions: null });
      onEvent?.({ type: 'waiting' });
    }
  }

  #noteMade(
    { bytesRead, bytesWritten }: Extract<Making, { outcome: 'made' }>,
    range: Pick<JobData, 'layer' | 'first' | 'last'>,
    seconds: number,
  ): void {
    const { bytesRead: readBefore, bytesWritten: writtenBefore } = this.#report;
    this.#say({ bytesRead: readBefore + bytesRead, bytesWritten: writtenBefore + bytesWritten });
    this.#options.onEvent?.({ type: 'made', ...range, bytesRead, bytesWritten, seconds });
  }

  #note(message: string): void {
    this.#options.onEvent?.({ type: 'note', message });
  }

  #say(change: Partial<WorkerReport>): void {
    // That is the last word, whatever is still in work.
    if (this.#report.state === 'refused') return;
    this.#report = { ...this.#report, ...change };
    // What is not heard is said again a second later.
    if (this.#server.isReady) void this.#put({}).catch(() => {});
  }

  async #put(change: Partial<WorkerReport>): Promise<void> {
    this.#report = { ...this.#report, ...change, beat: this.#report.beat + 1 };
    await reportWorker(this.#server, this.#id, this.#report);
  }
}

/** @throws QueueError */
function checkVersion({ program, format }: Announcement, own: string): void {
  if (program === own && format === FORMAT) return;
  throw new QueueError(
    `the coordinator is antipode ${program}, and this worker is ${own}: install the same version on all machines`,
  );
}

function otherFolder(folder: string): QueueError {
  return new QueueError(
    `${folder} does not hold the run that the coordinator hands out: name the folder that all machines share`,
  );
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
