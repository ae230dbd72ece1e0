/** The coordinator of a run that a queue hands out: it alone decides when a layer is complete, by the files of its portions. */

import type { Queue, QueueEvents } from 'bullmq';
import type { HandOut } from '../disk/disk-run.js';
import { type AskedPortions, makePortions, type PortionSearch, type Traffic } from '../disk/make-portions.js';
import { portionsToMake } from '../disk/portions-to-make.js';
import { announceRun, BEAT, forgetWorker, HeardWorkers, withdrawRun } from './announcements.js';
import { CoordinatorLock } from './coordinator-lock.js';
import { QueueError } from './errors.js';
import { beforeFarewell } from './farewell.js';
import { type HandedOut, HandedOutLayer } from './handed-out-layer.js';
import { FORMAT, QUEUE, type WorkerReport } from './job.js';
import { RedisServer } from './redis-server.js';

export interface CoordinatorOptions {
  /** The server's address, such as redis://:password@host:6379/1. */
  readonly url: string;
  /** The version of the program, which all workers must have. */
  readonly program: string;
  readonly onEvent?: ((event: QueueEvent) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type QueueEvent =
  /** A line to be shown. */
  | { readonly type: 'note'; readonly message: string }
  | ({ readonly type: 'portions' } & HandedOut)
  /** Those that have said something lately. */
  | { readonly type: 'workers'; readonly workers: readonly NamedReport[] };

export interface NamedReport extends WorkerReport {
  readonly id: string;
}

/** A layer of no more portions is made here: to hand it out would take as long. */
const MOST_OWN_PORTIONS = 2;

export class Coordinator {
  readonly #server: RedisServer;
  readonly #lock: CoordinatorLock;
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  readonly #heard: HeardWorkers;
  readonly #options: CoordinatorOptions;
  readonly #beat: NodeJS.Timeout;
  /** Aborted if another coordinator has taken over. */
  readonly #displaced = new AbortController();
  #workers: ReadonlyMap<string, WorkerReport> = new Map();
  #run: string | undefined;

  private constructor(server: RedisServer, lock: CoordinatorLock, options: CoordinatorOptions) {
    this.#server = server;
    this.#lock = lock;
    this.#options = options;
    this.#heard = new HeardWorkers(server);
    this.#queue = new server.bullmq.Queue(QUEUE, server.options);
    this.#events = new server.bullmq.QueueEvents(QUEUE, server.options);
    // The server's own connection says when it is gone and when it is back.
    this.#queue.on('error', () => {});
    this.#events.on('error', () => {});
    this.#beat = setInterval(() => this.#sayAndLook(), BEAT);
  }

  /** Connects to the server. @throws QueueError if it cannot be used, or another coordinator does */
  static async open(options: CoordinatorOptions): Promise<Coordinator> {
    const { url, onEvent } = options;
    const server = await RedisServer.connect(url, (message) => onEvent?.({ type: 'note', message }));
    try {
      const lock = new CoordinatorLock(server);
      await lock.take();
      const coordinator = new Coordinator(server, lock, options);
      await coordinator.#events.waitUntilReady();
      return coordinator;
    } catch (error) {
      server.disconnect();
      throw error;
    }
  }

  /** Has the portions of a layer made by workers, or makes a small layer here. */
  readonly handOut: HandOut = async (search, asked) => {
    // Workers read the manifest of the layer before.
    await asked.complete;
    const { program, signal = new AbortController().signal } = this.#options;
    const { run } = search.store;
    if (this.#run !== run) this.#announce(run);
    if (asked.portions.length <= MOST_OWN_PORTIONS) return makeHere(search, asked);
    const layer = new HandedOutLayer(this.#queue, this.#events, search.store, asked, {
      job: { run, program, format: FORMAT, layer: asked.depth },
      workers: () => this.#workers,
      signal: AbortSignal.any([signal, this.#displaced.signal]),
      onNote: (message) => this.#note(message),
      onProgress: (handedOut) => this.#options.onEvent?.({ type: 'portions', ...handedOut }),
    });
    return layer.made();
  };

  /** Leaves nothing behind on the server: the run is complete. */
  async finish(): Promise<void> {
    await this.#queue.obliterate({ force: true });
    await withdrawRun(this.#server);
  }

  /** Takes back what nobody has begun, and lets go of the server. Workers wait for the next coordinator. */
  async close(): Promise<void> {
    clearInterval(this.#beat);
    await beforeFarewell(this.#farewell());
    this.#server.disconnect();
  }

  async #farewell(): Promise<void> {
    // First, for it would wait for a server that is gone, and the process with it.
    const closing = this.#events.close().catch(() => {});
    await this.#queue.drain();
    await this.#lock.release();
    await closing;
    await this.#queue.close();
  }

  /** Says which run is handed out; what is not heard is said again a second later. */
  #announce(run: string): void {
    this.#run = run;
    this.#sayAndLook();
  }

  #note(message: string): void {
    this.#options.onEvent?.({ type: 'note', message });
  }

  #sayAndLook(): void {
    if (!this.#server.isReady) return;
    // A server that is lost meanwhile is told of by its own connection; the next beat says all again.
    void this.#exchange().catch(() => {});
  }

  async #exchange(): Promise<void> {
    const { program, onEvent } = this.#options;
    if (!(await this.#lock.renew())) {
      this.#displaced.abort(new QueueError('another coordinator has taken over'));
      return;
    }
    if (this.#run !== undefined) await announceRun(this.#server, { run: this.#run, program, format: FORMAT });
    this.#workers = await this.#heard.look();
    const workers: NamedReport[] = [];
    for (const [id, report] of this.#workers) {
      if (report.state !== 'refused') {
        workers.push({ id, ...report });
        continue;
      }
      this.#note(`the worker on ${report.host}, process ${report.pid}, has ended: ${report.reason}`);
      await forgetWorker(this.#server, id);
    }
    onEvent?.({ type: 'workers', workers });
  }
}

async function makeHere(search: PortionSearch, asked: AskedPortions): Promise<Traffic> {
  const toMake = await portionsToMake(search.store, asked.depth, asked.portions);
  return makePortions(search, { ...asked, ...toMake });
}
