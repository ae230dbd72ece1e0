/** The reports of the coordinator and the workers on the server. They are repeated every second, in case the server loses them. */

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Announcement, parseAnnouncement, parseReport, type WorkerReport } from './messages.js';
import { type RedisServer, RUN, WORKERS } from './redis-server.js';

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
  return parseAnnouncement(await client.get(RUN));
}

/** Removes a worker's report. */
export async function forgetWorker({ client }: RedisServer, id: string): Promise<void> {
  await client.hdel(WORKERS, id);
}

/** The last new report of a worker, and the number of readings since then. */
interface LastReport {
  readonly beat: number;
  readonly readings: number;
}

/** Reports by the ids of their workers. */
type Reports = ReadonlyMap<string, WorkerReport>;

/** The workers whose reports a coordinator reads. The clocks of machines differ, so it counts the readings since a report changed. */
export class WorkerRegistry {
  readonly #server: RedisServer;
  /** Reports by the ids of workers. */
  #last = new Map<string, LastReport>();

  constructor(server: RedisServer) {
    this.#server = server;
  }

  /** Returns the reports of the workers that still report, and once the last reports of workers that have stopped. */
  async look(): Promise<{ readonly reports: Reports; readonly lapsed: Reports }> {
    const last = new Map<string, LastReport>();
    const reports = new Map<string, WorkerReport>();
    const lapsed = new Map<string, WorkerReport>();
    for (const [id, text] of Object.entries(await this.#server.client.hgetall(WORKERS))) {
      const report = parseReport(text);
      const before = this.#last.get(id);
      const readings = report !== undefined && before?.beat === report.beat ? before.readings + 1 : 0;
      if (report === undefined || readings > READINGS_UNTIL_LAPSE) {
        if (report !== undefined) lapsed.set(id, report);
        await forgetWorker(this.#server, id);
        continue;
      }
      last.set(id, { beat: report.beat, readings });
      reports.set(id, report);
    }
    this.#last = last;
    return { reports, lapsed };
  }
}

/* The repeated reports of a worker to its coordinator: its current work, and finally the reason for its end. */

export class WorkerReporter {
  readonly #server: RedisServer;
  readonly #id = randomUUID();
  readonly #beat: NodeJS.Timeout;
  #report: WorkerReport;

  /** @param threads number of threads; 0 if it is unknown */
  constructor(server: RedisServer, threads: number) {
    this.#server = server;
    this.#report = {
      host: hostname(),
      pid: process.pid,
      threads,
      state: 'waiting',
      layer: null,
      portions: null,
      bytesRead: 0,
      bytesWritten: 0,
      reason: null,
      beat: 0,
    };
    this.#beat = setInterval(() => this.say({}), BEAT);
  }

  /** Reports a change. If the report is lost, the next beat repeats it. */
  say(change: Partial<WorkerReport>): void {
    // The refusal is the last report, even if a job is still in progress.
    if (this.#report.state === 'refused') return;
    this.#report = { ...this.#report, ...change };
    if (this.#server.isReady) void this.#put().catch(() => {});
  }

  /** Reports that a job is done. @param bytesRead,bytesWritten of the job */
  sayMade(bytesRead: number, bytesWritten: number): void {
    const { bytesRead: readBefore, bytesWritten: writtenBefore } = this.#report;
    this.say({ bytesRead: readBefore + bytesRead, bytesWritten: writtenBefore + bytesWritten });
  }

  /** Reports the reason why this worker ends. No other report follows. */
  async refuse(reason: string): Promise<void> {
    this.stop();
    this.#report = { ...this.#report, state: 'refused', layer: null, portions: null, reason: reason.slice(0, 1000) };
    await this.#put();
  }

  stop(): void {
    clearInterval(this.#beat);
  }

  /** Removes the report of a worker that has ended. The coordinator removes a refusal after showing the reason. */
  async forget(): Promise<void> {
    if (this.#report.state !== 'refused') await forgetWorker(this.#server, this.#id);
  }

  async #put(): Promise<void> {
    this.#report = { ...this.#report, beat: this.#report.beat + 1 };
    await this.#server.client.hset(WORKERS, this.#id, JSON.stringify(this.#report));
  }
}
