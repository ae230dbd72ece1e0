/**
 * The coordinator of a run whose portions a queue hands out. Only the coordinator decides that a layer is complete, by the files of its
 * portions.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, parseOwner, thisProcess } from '../../files/folder-lock.js';
import type { HandOut } from '../disk/disk-run.js';
import { type HandedOut, handOutLayer } from './handed-out-layer.js';
import { announceRun, BEAT, FORMAT, forgetWorker, reportReader, type WorkerReport } from './messages.js';
import { COORDINATOR, connectServer, lastCommands, QUEUE, QueueError, type RedisServer, RUN } from './redis-server.js';

interface CoordinatorOptions {
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

export type NamedReport = WorkerReport & { readonly id: string };

/** Maximum number of portions of a layer that the coordinator makes itself. Handing them out would take as long. */
const MOST_OWN_PORTIONS = 2;
const NOTHING_TO_DO =
  'the layers of this board are so small that the coordinator makes them itself: workers have nothing to do';

/**
 * Connects to the server, and takes the lead.
 * @throws QueueError if the server cannot be used, or another coordinator uses it
 */
export async function openCoordinator({ url, program, onEvent, signal }: CoordinatorOptions) {
  const note = (message: string) => onEvent?.({ type: 'note', message });
  const server = await connectServer(url, note);
  const giveUp = (error: unknown): never => {
    server.disconnect();
    throw error;
  };
  const lock = await takeLock(server).catch(giveUp);
  const queue = new server.bullmq.Queue(QUEUE, server.options);
  const events = new server.bullmq.QueueEvents(QUEUE, server.options);
  // The server's connection reports when the server is unreachable and when it is back.
  queue.on('error', () => {});
  events.on('error', () => {});
  const readReports = reportReader(server);
  /** Aborted when another coordinator has taken over. */
  const displaced = new AbortController();
  const ended = AbortSignal.any([displaced.signal, ...(signal === undefined ? [] : [signal])]);
  let workers: ReadonlyMap<string, WorkerReport> = new Map();
  let announced: string | undefined;
  let isExchanging = false;

  function exchangeReports(): void {
    // A server that hangs answers many readings at once, with no reports of workers between them.
    if (!server.isReady() || isExchanging) return;
    isExchanging = true;
    // The connection reports the loss of a server. The next beat repeats everything.
    void server
      .untilAnswered(exchange)
      .catch(() => {})
      .finally(() => {
        isExchanging = false;
      });
  }

  async function exchange(): Promise<void> {
    if (!(await lock.renew())) {
      displaced.abort(new QueueError('another coordinator has taken over'));
      return;
    }
    if (announced !== undefined) await announceRun(server, { run: announced, program, format: FORMAT });
    const { reports, lapsed } = await readReports();
    workers = reports;
    for (const { host, pid } of lapsed.values()) {
      note(`the worker on ${host}, process ${pid}, no longer reports: other workers take over its portions`);
    }
    const named: NamedReport[] = [];
    for (const [id, report] of workers) {
      if (report.state !== 'refused') {
        named.push({ id, ...report });
        continue;
      }
      note(`the worker on ${report.host}, process ${report.pid}, has ended: ${report.reason}`);
      await forgetWorker(server, id);
    }
    onEvent?.({ type: 'workers', workers: named });
  }

  /**
   * Lets workers make the portions of a layer; makes a small layer itself.
   * @throws StorageError, WorkerError; QueueError if another coordinator has taken over
   */
  const handOut: HandOut = async (driver, request) => {
    // Workers read the manifest of the previous layer.
    await request.complete;
    const { store } = driver;
    const { run } = store;
    if (announced !== run) {
      announced = run;
      exchangeReports();
      if (store.portions.count <= MOST_OWN_PORTIONS) note(NOTHING_TO_DO);
    }
    if (request.portions.length <= MOST_OWN_PORTIONS) return driver.make(request);
    const job = { run, program, format: FORMAT, layer: request.layer };
    const onProgress = (handedOut: HandedOut) => onEvent?.({ type: 'portions', ...handedOut });
    return handOutLayer({
      ...{
        server,
        queue,
        events,
        store,
        request,
        job,
        workers: () => workers,
        signal: ended,
        onNote: note,
        onProgress,
      },
    }).catch(async (error) => {
      throw await server.explained(error);
    });
  };

  /**
   * Removes all data of a complete run from the server, if it answers within two seconds. Workers end because the folder tells that the
   * run is complete.
   */
  async function finish(): Promise<void> {
    announced = undefined;
    await lastCommands(queue.obliterate({ force: true }).then(() => server.client.del(RUN)));
  }

  /** Withdraws the jobs that no worker has begun, and disconnects. Workers wait for the next coordinator. */
  async function close(): Promise<void> {
    clearInterval(beat);
    const end = async () => {
      // Closed first, because it would wait for an unreachable server, and keep the process alive.
      const closing = events.close().catch(() => {});
      await queue.drain();
      await lock.release();
      await closing;
      await queue.close();
    };
    await lastCommands(end());
    server.disconnect();
  }

  await server.inTime(events.waitUntilReady()).catch(async (error) => {
    // Its connection would keep the process alive.
    await lastCommands(events.close());
    giveUp(error);
  });
  const beat = setInterval(exchangeReports, BEAT);
  return { handOut, finish, close };
}

/*
 * A lock on the server that only one coordinator can hold. A second coordinator would do no harm, but all work would be done twice. The
 * lock expires automatically. If its holder was a process of this machine that has ended, the lock can be taken immediately.
 */

/** Milliseconds until the lock expires. It is renewed every second. */
const LAPSE = 10_000;
/** Milliseconds between two attempts. */
const BETWEEN_ATTEMPTS = 500;

/** Takes the lock if it is free, or held by this coordinator, or by one that is known to have ended. Returns 1 if it is taken. */
const TAKE = `
local holder = redis.call('GET', KEYS[1])
if holder == false or holder == ARGV[1] or holder == ARGV[3] then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 1
end
return 0`;
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/**
 * Takes the lock, after waiting until the lock of an ended coordinator expires.
 * @returns functions that renew it before it expires, and return false if another coordinator holds it, and that release it
 * @throws QueueError if another coordinator is active
 */
async function takeLock({ client, untilAnswered, shown, advice }: RedisServer) {
  const self = thisProcess();
  const own = JSON.stringify({ ...self, token: randomUUID() });
  const take = (ended: string) =>
    untilAnswered(async () => (await client.eval(TAKE, 1, COORDINATOR, own, LAPSE, ended)) === 1);
  const end = performance.now() + LAPSE + BETWEEN_ATTEMPTS;
  for (;;) {
    const holder = await untilAnswered(() => client.get(COORDINATOR));
    const owner = holder === null ? undefined : parseOwner(holder);
    const ended = owner !== undefined && !isAlive(owner, self) ? holder : null;
    if (await take(ended ?? ''))
      return { renew: () => take(''), release: () => client.eval(RELEASE, 1, COORDINATOR, own) };
    const isRenewed = performance.now() > end;
    if (isRenewed || (owner !== undefined && owner.host === self.host && ended === null)) {
      const by = owner === undefined ? '' : `: process ${owner.pid} on ${owner.host}`;
      throw new QueueError(`another coordinator is at work on ${shown}${by}; wait until it ends, or ${advice}`);
    }
    await wait(BETWEEN_ATTEMPTS);
  }
}
