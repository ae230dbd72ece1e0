/**
 * The coordinator of a run whose portions a queue hands out. Only the coordinator decides that a layer is complete, by the files of its
 * portions.
 */

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
  /** Address of the server, such as redis://:password@host:6379/1. */
  readonly url: string;
  /** Version of the program, which all workers must have. */
  readonly program: string;
  readonly onEvent?: ((event: QueueEvent) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type QueueEvent =
  /** Shows a line to the user. */
  | { readonly type: 'note'; readonly message: string }
  | ({ readonly type: 'portions' } & HandedOut)
  /** Reports of the active workers. */
  | { readonly type: 'workers'; readonly workers: readonly NamedReport[] };

export interface NamedReport extends WorkerReport {
  readonly id: string;
}

/** Maximum number of portions of a layer that the coordinator makes itself. Handing them out would take as long. */
const MOST_OWN_PORTIONS = 2;
const NOTHING_TO_DO =
  'the layers of this board are so small that the coordinator makes them itself: workers have nothing to do';

export class Coordinator {
  readonly #server: RedisServer;
  readonly #lock: CoordinatorLock;
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  readonly #heard: HeardWorkers;
  readonly #options: CoordinatorOptions;
  readonly #beat: NodeJS.Timeout;
  /** Aborted when another coordinator has taken over. */
  readonly #displaced = new AbortController();
  #workers: ReadonlyMap<string, WorkerReport> = new Map();
  #run: string | undefined;
  #isExchanging = false;

  private constructor(server: RedisServer, lock: CoordinatorLock, options: CoordinatorOptions) {
    this.#server = server;
    this.#lock = lock;
    this.#options = options;
    this.#heard = new HeardWorkers(server);
    this.#queue = new server.bullmq.Queue(QUEUE, server.options);
    this.#events = new server.bullmq.QueueEvents(QUEUE, server.options);
    // RedisServer's connection reports when the server is unreachable and when it is back.
    this.#queue.on('error', () => {});
    this.#events.on('error', () => {});
    this.#beat = setInterval(() => this.#exchangeReports(), BEAT);
  }

  /** Connects to the server. @throws QueueError if the server cannot be used, or another coordinator uses it */
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

  /**
   * Lets workers make the portions of a layer; makes a small layer itself.
   * @throws StorageError, WorkerError; QueueError if another coordinator has taken over
   */
  readonly handOut: HandOut = async (search, asked) => {
    // Workers read the manifest of the previous layer.
    await asked.complete;
    const { program, signal = new AbortController().signal } = this.#options;
    const { run } = search.store;
    if (this.#run !== run) {
      this.#announce(run);
      if (search.store.portions.count <= MOST_OWN_PORTIONS) this.#note(NOTHING_TO_DO);
    }
    if (asked.portions.length <= MOST_OWN_PORTIONS) return makeHere(search, asked);
    const layer = new HandedOutLayer(this.#queue, this.#events, search.store, asked, {
      job: { run, program, format: FORMAT, layer: asked.depth },
      workers: () => this.#workers,
      signal: AbortSignal.any([signal, this.#displaced.signal]),
      onNote: (message) => this.#note(message),
      onProgress: (handedOut) => this.#options.onEvent?.({ type: 'portions', ...handedOut }),
    });
    return layer.made().catch(async (error) => {
      throw await this.#server.explained(error);
    });
  };

  /**
   * Removes all data of a complete run from the server, if it answers within two seconds. Workers end because the folder tells that the
   * run is complete.
   */
  async finish(): Promise<void> {
    this.#run = undefined;
    await beforeFarewell(this.#queue.obliterate({ force: true }).then(() => withdrawRun(this.#server)));
  }

  /** Withdraws the jobs that no worker has begun, and disconnects. Workers wait for the next coordinator. */
  async close(): Promise<void> {
    clearInterval(this.#beat);
    await beforeFarewell(this.#farewell());
    this.#server.disconnect();
  }

  async #farewell(): Promise<void> {
    // Closed first, because it would wait for an unreachable server, and keep the process alive.
    const closing = this.#events.close().catch(() => {});
    await this.#queue.drain();
    await this.#lock.release();
    await closing;
    await this.#queue.close();
  }

  /** Announces a run immediately. If the announcement is lost, the next beat repeats it. */
  #announce(run: string): void {
    this.#run = run;
    this.#exchangeReports();
  }

  #note(message: string): void {
    this.#options.onEvent?.({ type: 'note', message });
  }

  #exchangeReports(): void {
    // A server that hangs answers many readings at once, with no reports of workers between them.
    if (!this.#server.isReady || this.#isExchanging) return;
    this.#isExchanging = true;
    // The connection reports the loss of a server. The next beat repeats everything.
    void this.#exchange()
      .catch(() => {})
      .finally(() => {
        this.#isExchanging = false;
      });
  }

  async #exchange(): Promise<void> {
    const { program, onEvent } = this.#options;
    if (!(await this.#lock.renew())) {
      this.#displaced.abort(new QueueError('another coordinator has taken over'));
      return;
    }
    if (this.#run !== undefined) await announceRun(this.#server, { run: this.#run, program, format: FORMAT });
    const { reports, lapsed } = await this.#heard.look();
    this.#workers = reports;
    for (const { host, pid } of lapsed.values()) {
      this.#note(`the worker on ${host}, process ${pid}, no longer reports: other workers take over its portions`);
    }
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
