/**
 * The messages of the queue: numbers and validated names. A job requests portions of a layer, and never contains a path. The source
 * files are given by the manifest of the previous layer, which never changes.
 */

import { z } from 'zod';

/** Name of the queue in the database of an address. */
export const QUEUE = 'antipode';
/** Version of jobs and of the files of a run. */
export const FORMAT = 1;

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
  z.strictObject({ outcome: z.literal('late') }),
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

/** Reads an announcement; undefined if there is none. */
export function parseAnnouncement(text: string | null): Announcement | undefined {
  return announcement.safeParse(jsonOf(text)).data;
}

/** Reads a worker's report; undefined if it is not from this program. */
export function parseReport(text: string): WorkerReport | undefined {
  return workerReport.safeParse(jsonOf(text)).data;
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    // The text is from another program.
    return null;
  }
}

/** Returns the name of a job in the queue, which holds each name at most once. */
export function jobIdOf({ run, layer, first }: Pick<JobData, 'run' | 'layer' | 'first'>): string {
  return `${run}-${layer}-${first}`;
}
