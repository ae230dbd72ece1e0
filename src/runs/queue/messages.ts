/**
 * The messages of the queue: numbers and validated names. Jobs and their answers, and reports that are repeated every second, in case the
 * server loses them. A job requests portions of a layer, and never contains a path. The source
 * files are given by the manifest of the previous layer, which never changes.
 */

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import { type RedisServer, RUN, WORKERS } from './redis-server.js';

/** Version of jobs and of the files of a run. */
export const FORMAT = 2;

const count = z.int().min(0);

const jobData = z.strictObject({
  /** Name of the run. */
  run: z.string().regex(/^[\da-f]{16}$/),
  /** Version of the program. */
  program: z.string().max(64),
  format: count,
  /** Layer to make portions of, 1 or more. */
  layer: z.int().min(1),
  /** The portions `first` to `last`. */
  first: count,
  last: count,
});
export type JobData = z.infer<typeof jobData>;

const jobResult = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('made'), bytesRead: count, bytesWritten: count }),
  z.strictObject({ outcome: z.literal('complete') }),
  z.strictObject({ outcome: z.literal('damaged'), bitset: z.literal([1, 2]), portion: count, layer: count }),
]);
/** A worker's answer to a job. Only the files prove that portions are made, not this answer. */
export type JobResult = z.infer<typeof jobResult>;

/** A coordinator's announcement of its run, which keeps workers of other runs from starting. */
const announcement = z.strictObject({ run: z.string(), program: z.string(), format: count });
export type Announcement = z.infer<typeof announcement>;

const workerReport = z.object({
  host: z.string().max(256),
  pid: count,
  threads: count,
  state: z.enum(['waiting', 'working', 'refused']),
  layer: count.nullable(),
  portions: z.tuple([count, count]).nullable(),
  bytesRead: count,
  bytesWritten: count,
  reason: z.string().max(1000).nullable(),
  /** Number of the report. */
  beat: count,
});
/** A worker's report, repeated every second. */
export type WorkerReport = z.infer<typeof workerReport>;

/** Reads a job; undefined if it is not from a coordinator. */
export function parseJob(data: unknown): JobData | undefined {
  const { data: job } = jobData.safeParse(data);
  return job !== undefined && job.first <= job.last ? job : undefined;
}

/** Reads an answer; undefined if it is not from this program. */
export function parseResult(value: unknown): JobResult | undefined {
  return jobResult.safeParse(value).data;
}

/** Returns the name of a job in the queue, which holds each name at most once. */
export function jobIdOf({ run, layer, first }: Pick<JobData, 'run' | 'layer' | 'first'>): string {
  return `${run}-${layer}-${first}`;
}

/* The announcement of the coordinator, and the reports of the workers. */

/** Milliseconds between two reports. */
export const BEAT = 1000;
/** Milliseconds without an announcement after which a coordinator is taken to have ended. */
const LAPSE = 10_000;
/**
 * Number of readings without a new report after which a worker is taken to have ended. Elapsed time would also count while the server
 * is unreachable.
 */
const READINGS_UNTIL_LAPSE = LAPSE / BEAT;

/** Announces the run that is handed out. The announcement expires. */
export async function announceRun({ client }: RedisServer, announced: Announcement): Promise<void> {
  await client.set(RUN, JSON.stringify(announced), 'PX', LAPSE);
}

/** Returns the run that is handed out; undefined if no coordinator is active. */
export async function announcedRun({ client }: RedisServer): Promise<Announcement | undefined> {
  return announcement.safeParse(parseJson(await client.get(RUN))).data;
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    // The text is from another program.
    return null;
  }
}

/** Removes a worker's report. */
export async function forgetWorker({ client }: RedisServer, id: string): Promise<void> {
  await client.hdel(WORKERS, id);
}

/** The last new report of a worker, and the number of readings since then. */
type LastReport = { readonly beat: number; readonly readings: number };

/**
 * Returns a function that reads the reports of a coordinator's workers, by the ids of the workers: of those that still report, and once
 * the last reports of those that have stopped. The clocks of machines differ, so it counts the readings since a report changed.
 */
export function reportReader(server: RedisServer) {
  let last = new Map<string, LastReport>();
  return async () => {
    const next = new Map<string, LastReport>();
    const [reports, lapsed] = [new Map<string, WorkerReport>(), new Map<string, WorkerReport>()];
    for (const [id, text] of Object.entries(await server.client.hgetall(WORKERS))) {
      const report = workerReport.safeParse(parseJson(text)).data;
      const before = last.get(id);
      const readings = report !== undefined && before?.beat === report.beat ? before.readings + 1 : 0;
      const lasts = report !== undefined && readings <= READINGS_UNTIL_LAPSE;
      if (report !== undefined) (lasts ? reports : lapsed).set(id, report);
      if (lasts) next.set(id, { beat: report.beat, readings });
      else await forgetWorker(server, id);
    }
    last = next;
    return { reports, lapsed };
  };
}

/* The repeated reports of a worker to its coordinator: its current work, and finally the reason for its end. */

/** @param threads number of threads; 0 if it is unknown */
export function workerReporter(server: RedisServer, threads: number) {
  const id = randomUUID();
  const nothing = { layer: null, portions: null, bytesRead: 0, bytesWritten: 0, reason: null, beat: 0 };
  let report: WorkerReport = { host: hostname(), pid: process.pid, threads, state: 'waiting', ...nothing };
  const beat = setInterval(() => say({}), BEAT);
  const stop = () => clearInterval(beat);

  async function put(): Promise<void> {
    report = { ...report, beat: report.beat + 1 };
    await server.client.hset(WORKERS, id, JSON.stringify(report));
  }

  /** Reports a change. If the report is lost, the next beat repeats it. */
  function say(change: Partial<WorkerReport>): void {
    // The refusal is the last report, even if a job is still in progress.
    if (report.state === 'refused') return;
    report = { ...report, ...change };
    if (server.isReady()) void put().catch(() => {});
  }

  return {
    say,
    stop,
    /** Reports that a job is done, which has read and written these bytes. */
    sayMade: ({ bytesRead, bytesWritten }: Pick<WorkerReport, 'bytesRead' | 'bytesWritten'>) =>
      say({ bytesRead: report.bytesRead + bytesRead, bytesWritten: report.bytesWritten + bytesWritten }),
    /** Reports the reason why this worker ends. No other report follows. */
    async refuse(reason: string): Promise<void> {
      stop();
      report = { ...report, state: 'refused', layer: null, portions: null, reason: reason.slice(0, 1000) };
      await put();
    },
    /** Removes the report of a worker that has ended. The coordinator removes a refusal after showing the reason. */
    async forget(): Promise<void> {
      if (report.state !== 'refused') await forgetWorker(server, id);
    },
  };
}
