/** What coordinator and workers say of themselves on the server, again and again: a server that has lost it all knows it a second later. */

import { type Announcement, parseAnnouncement, parseReport, type WorkerReport } from './job.js';
import type { RedisServer } from './redis-server.js';

const RUN = 'antipode:run';
const WORKERS = 'antipode:workers';
/** Milliseconds between two reports. */
export const BEAT = 1000;
/** Milliseconds after which a coordinator that has said nothing is taken to have ended. */
const LAPSE = 10_000;
/** Looks, one a beat, after which a worker that has said nothing is: time alone would pass while the server is gone, too. */
const LOOKS_UNTIL_LAPSE = LAPSE / BEAT;

/** Says which run is handed out. */
export async function announceRun({ client }: RedisServer, announced: Announcement): Promise<void> {
  await client.set(RUN, JSON.stringify(announced), 'PX', LAPSE);
}

/** Returns undefined if no coordinator is at work. */
export async function announcedRun({ client }: RedisServer): Promise<Announcement | undefined> {
  return parseAnnouncement(await client.get(RUN));
}

export async function withdrawRun({ client }: RedisServer): Promise<void> {
  await client.del(RUN);
}

export async function reportWorker({ client }: RedisServer, id: string, report: WorkerReport): Promise<void> {
  await client.hset(WORKERS, id, JSON.stringify(report));
}

export async function forgetWorker({ client }: RedisServer, id: string): Promise<void> {
  await client.hdel(WORKERS, id);
}

/** The last new report of a worker, and the looks since then. */
interface Heard {
  readonly beat: number;
  readonly looks: number;
}

/** Reports by the ids of their workers. */
type Reports = ReadonlyMap<string, WorkerReport>;

/** The workers that a coordinator hears of. */
export class HeardWorkers {
  readonly #server: RedisServer;
  /** By id. */
  #heard = new Map<string, Heard>();

  constructor(server: RedisServer) {
    this.#server = server;
  }

  /** Returns the reports of those that go on reporting, and the last ones of those that do not any more, once. */
  async look(): Promise<{ readonly reports: Reports; readonly lapsed: Reports }> {
    const heard = new Map<string, Heard>();
    const reports = new Map<string, WorkerReport>();
    const lapsed = new Map<string, WorkerReport>();
    for (const [id, text] of Object.entries(await this.#server.client.hgetall(WORKERS))) {
      const report = parseReport(text);
      const before = this.#heard.get(id);
      const looks = report !== undefined && before?.beat === report.beat ? before.looks + 1 : 0;
      if (report === undefined || looks > LOOKS_UNTIL_LAPSE) {
        if (report !== undefined) lapsed.set(id, report);
        await forgetWorker(this.#server, id);
        continue;
      }
      heard.set(id, { beat: report.beat, looks });
      reports.set(id, report);
    }
    this.#heard = heard;
    return { reports, lapsed };
  }
}
