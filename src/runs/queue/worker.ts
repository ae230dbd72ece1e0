/** A worker of a queue. It makes portions of a run in a shared folder, until the run is complete. */

import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Job, Worker } from 'bullmq';
import { DamagedError, LayerCompleteError, LayerNotReadyError } from '../disk/portion-file.js';
import type { Traffic } from '../disk/portion-search.js';
import { PATIENCE } from '../disk/portion-store.js';
import { latestDepth, layerManifestPath, readSavedRun } from '../disk/saved-run.js';
import { type FolderRun, type FolderRunOptions, openFolderRun, runNameIn } from '../folder-run.js';
import {
  type Announcement,
  announcedRun,
  BEAT,
  FORMAT,
  type JobData,
  type JobResult,
  parseJob,
  workerReporter,
} from './messages.js';
import { connectServer, DELAYED, lastCommands, QUEUE, QueueError, WAITING } from './redis-server.js';

interface WorkOptions extends FolderRunOptions {
  /** Address of the server, the same as the coordinator's. */
  readonly url: string;
  /** Path of the shared folder on this machine. */
  readonly folder: string;
  /** Version of the program. */
  readonly program: string;
  readonly onEvent?: ((event: WorkEvent) => void) | undefined;
  /** @internal Milliseconds after which a job that is not renewed is handed to another worker. @default 10,000 */
  readonly lockMilliseconds?: number | undefined;
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
  const { url, folder, program, threads, memory, signal, onEvent, limits } = options;
  const note = (message: string) => onEvent?.({ type: 'note', message });
  const server = await connectServer(url, note);
  const reporter = workerReporter(server, threads ?? 0);
  /** Aborted with the error if the run cannot use this worker. */
  const unfit = new AbortController();
  const ended = AbortSignal.any([unfit.signal, ...(signal === undefined ? [] : [signal])]);
  let run: FolderRun | undefined;
  let isMaking = false;
  let worker: Worker<unknown, JobResult> | undefined;

  async function pause(): Promise<void> {
    await wait(BEAT, undefined, { signal: ended }).catch(() => {});
    ended.throwIfAborted();
  }

  /** @throws QueueError if the coordinator has another version */
  function checkVersion(coordinator: Announcement): void {
    if (coordinator.program === program && coordinator.format === FORMAT) return;
    throw new QueueError(
      `the coordinator is antipode ${coordinator.program}, but this worker is ${program}: install the same version on all machines`,
    );
  }

  /** Returns the error of a worker whose folder does not hold the coordinator's run. */
  const otherFolder = () =>
    new QueueError(`${folder} does not hold the run of the coordinator: give the folder that all machines share`);

  /**
   * Waits for a coordinator, and for its run in the folder.
   * @returns false if the run that the folder held is over
   * @throws QueueError if this worker has another version or another folder; StorageError; the reason to end
   */
  async function untilAnnounced(): Promise<boolean> {
    const isOver = endOfRun(folder, false);
    let announced: Announcement | undefined;
    let since = performance.now();
    for (;;) {
      const found = server.isReady() ? await server.untilAnswered(() => announcedRun(server)) : undefined;
      if (found?.run !== announced?.run) since = performance.now();
      announced = found;
      if (announced !== undefined) {
        checkVersion(announced);
        const held = await runNameIn(folder);
        if (held === announced.run) return true;
        if (held !== undefined || performance.now() - since > (limits?.patience ?? PATIENCE)) throw otherFolder();
      }
      if (await isOver()) return false;
      await pause();
    }
  }

  async function work(): Promise<void> {
    onEvent?.({ type: 'waiting' });
    if (!(await untilAnnounced())) return;
    const opened = await openFolderRun(folder, { threads, memory, signal, limits });
    run = opened;
    const { store, plan } = opened.driver;
    onEvent?.({ type: 'opened', run: store.run, space: plan.facts.name });
    reporter.say({ threads: plan.threads });
    worker = fetchJobs(opened);
    const isOver = endOfRun(folder, true);
    for (let passedOver = 0; !(await isOver()); ) {
      await pause();
      passedOver = (await isPassedOver()) ? passedOver + 1 : 0;
      if (passedOver < MOST_PASSED_OVER) continue;
      // BullMQ sometimes stops fetching if the server was restarted while it connected.
      await lastCommands(worker.close(true));
      worker = fetchJobs(opened);
      passedOver = 0;
    }
  }

  /** Begins to fetch jobs from the queue. */
  function fetchJobs(opened: FolderRun): Worker<unknown, JobResult> {
    const { lockMilliseconds: lockDuration = LOCK } = options;
    const fetching = new server.bullmq.Worker<unknown, JobResult>(QUEUE, (job) => answerTo(job, opened), {
      ...server.options,
      lockDuration,
      stalledInterval: lockDuration / 2,
      maxStalledCount: MOST_STALLS,
      runRetryDelay: BEAT,
    });
    // Errors are ignored: a job may have been handed to another worker, and The server's connection reports a lost server.
    fetching.on('error', () => {});
    return fetching;
  }

  /** Returns true if this worker fetches no jobs, or jobs wait in the queue and it has none. Delayed ones wait for ever if no worker fetches. */
  async function isPassedOver(): Promise<boolean> {
    if (!server.isReady() || isMaking) return false;
    if (!worker?.isRunning()) return true;
    // A lost server does not answer.
    const { client } = server;
    const jobs = Promise.all([client.llen(WAITING), client.zcard(DELAYED)]).then(([now, later]) => now + later);
    return (await Promise.race([jobs, wait(BEAT, 0)])) > 0;
  }

  async function answerTo({ data }: Job<unknown, JobResult>, opened: FolderRun): Promise<JobResult> {
    const { store } = opened.driver;
    const job = parseJob(data);
    if (job === undefined || job.last >= store.portions.count) {
      note('skipped a job that no coordinator has added');
      throw new server.bullmq.UnrecoverableError('this is not a job of antipode');
    }
    try {
      await checkCoordinator(job.run, store.run);
      const isOurs = job.run === store.run && job.program === program && job.format === FORMAT;
      // Other jobs are left over from an abandoned run.
      if (!isOurs) return { outcome: 'complete' };
      return await make(job, opened);
    } catch (error) {
      if (!(error instanceof LayerNotReadyError)) {
        unfit.abort(error);
        // Otherwise the answer to this job would fetch the next one.
        void worker?.pause(true);
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
  async function checkCoordinator(runOfJob: string, own: string): Promise<void> {
    const announced = await announcedRun(server);
    if (announced?.run !== runOfJob) return;
    checkVersion(announced);
    if (runOfJob !== own) throw otherFolder();
  }

  async function make({ layer, first, last }: JobData, opened: FolderRun): Promise<JobResult> {
    const range = { layer, first, last };
    const begin = performance.now();
    isMaking = true;
    reporter.say({ state: 'working', layer, portions: [first, last] });
    onEvent?.({ type: 'making', ...range });
    const portions = Array.from({ length: last - first + 1 }, (_, k) => first + k);
    try {
      const traffic = await opened.make(layer, portions);
      reporter.sayMade(traffic);
      onEvent?.({ type: 'made', ...range, ...traffic, seconds: (performance.now() - begin) / 1000 });
      return { outcome: 'made', ...traffic };
    } catch (error) {
      if (error instanceof LayerCompleteError) return { outcome: 'complete' };
      if (!(error instanceof DamagedError)) throw error;
      note(error.message);
      return { outcome: 'damaged', ...error.file };
    } finally {
      isMaking = false;
      reporter.say({ state: 'waiting', layer: null, portions: null });
      onEvent?.({ type: 'waiting' });
    }
  }

  try {
    await work();
  } catch (cause) {
    const error = (await server.explained(cause)) as Error;
    // The coordinator shows the reason why this worker ends.
    if (!signal?.aborted) await lastCommands(reporter.refuse(error.message));
    throw error;
  } finally {
    reporter.stop();
    const end = async () => {
      // Waits for the job in progress.
      await worker?.pause();
      await reporter.forget();
    };
    await lastCommands(end());
    // Forced, because it would wait for an unreachable server.
    await worker?.close(true);
    run?.driver.close();
    server.disconnect();
  }
}

/*
 * A worker's wait for the end of the run. The folder alone tells that a run is over: a coordinator announces nothing more, and the server
 * may lose what it has announced.
 */

/** Number of checks without a run after which the run is over. A single check may fall between two manifests. */
const CHECKS_AT_THE_END = 3;

/**
 * Returns a check for the end of a run: true if it has found all states, so that no layer follows, or if the folder no longer holds it,
 * because its results are written or the user has abandoned it. The check throws StorageError.
 * @param isSeen true if the folder has held the run already
 */
export function endOfRun(folder: string, isSeen: boolean): () => Promise<boolean> {
  /** The latest layer that was seen; -1 if there was none. */
  let depth = -1;
  let hasBegun = isSeen;
  let hasAll = false;
  /** Number of checks since the run was seen. */
  let checks = 0;

  async function look(): Promise<void> {
    depth = latestDepth(folder);
    if (depth < 0) return;
    hasBegun = true;
    // Undefined if a later manifest has replaced it meanwhile.
    const run = await readSavedRun(folder, depth);
    hasAll = run?.histogram.reduce((rest, count) => rest - count, run.facts.size) === 0;
  }

  return async () => {
    // A folder of a large run has some 100,000 names, so it is listed only once per layer.
    if (depth < 0 || !existsSync(layerManifestPath(folder, depth))) await look();
    checks = depth < 0 ? checks + 1 : 0;
    return hasAll || (hasBegun && checks >= CHECKS_AT_THE_END);
  };
}
