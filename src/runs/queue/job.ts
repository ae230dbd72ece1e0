/**
 * The messages of the queue: numbers, and names that are checked. A job asks for portions of a layer, and never names a path. The
 * manifest of the layer before, which never changes, names the files that they are made from.
 */

import { z } from 'zod';

/** The queue's name in the database that an address names. */
export const QUEUE = 'antipode';
/** The version of jobs and of the files of a run. */
export const FORMAT = 1;

const count = z.int().min(0);

const jobData = z.strictObject({
  /** The run's name. */
  run: z.string().regex(/^[\da-f]{16}$/),
  /** The version of the program. */
  program: z.string().max(64),
  format: count,
  /** 1 or more. */
  layer: z.int().min(1),
  /** Portions first..last. */
  first: count,
  last: count,
});
export type JobData = z.infer<typeof jobData>;

const jobResult = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('made'), bytesRead: count, bytesWritten: count }),
  z.strictObject({ outcome: z.literal('late') }),
  z.strictObject({ outcome: z.literal('damaged'), bitset: z.literal([1, 2]), portion: count, layer: count }),
]);
/** A worker's answer to a job. The files count, not this. */
export type JobResult = z.infer<typeof jobResult>;

/** A coordinator's announcement of its run, by which workers of another one do not begin. */
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
  /** Counts the reports. */
  beat: count,
});
/** A worker's report, repeated every second. */
export type WorkerReport = z.infer<typeof workerReport>;

/** Reads a job; undefined if it is not one of a coordinator. */
export function parseJob(data: unknown): JobData | undefined {
  const { data: job } = jobData.safeParse(data);
  return job !== undefined && job.first <= job.last ? job : undefined;
}

/** Reads an answer; undefined if it is not one of this program. */
export function parseResult(value: unknown): JobResult | undefined {
  return jobResult.safeParse(value).data;
}

/** Reads an announcement; undefined if there is none. */
export function parseAnnouncement(text: string | null): Announcement | undefined {
  return announcement.safeParse(jsonOf(text)).data;
}

/** Reads a worker's report; undefined if it is not one of this program. */
export function parseReport(text: string): WorkerReport | undefined {
  return workerReport.safeParse(jsonOf(text)).data;
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    // Another program has written it.
    return null;
  }
}

/** Returns the job's name in the queue, which holds it once at most. */
export function jobIdOf({ run, layer, first }: Pick<JobData, 'run' | 'layer' | 'first'>): string {
  return `${run}-${layer}-${first}`;
}
