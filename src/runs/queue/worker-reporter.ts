/** The repeated reports of a worker to its coordinator: its current work, and finally the reason for its end. */

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { BEAT, forgetWorker, reportWorker } from './announcements.js';
import type { WorkerReport } from './job.js';
import type { RedisServer } from './redis-server.js';

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
    await reportWorker(this.#server, this.#id, this.#report);
  }
}
