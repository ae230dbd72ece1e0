/** A Redis server, or a compatible one such as Valkey, and BullMQ, which keeps the queue on it. */

import { setTimeout as wait } from 'node:timers/promises';
import type * as BullMq from 'bullmq';
import type { Redis } from 'ioredis';
import { addressWithoutPassword, InputError } from '../../base/text.js';

/** The packages are optional peers, because exploring on one machine does not need them. */
const INSTALL =
  'a queue needs the packages bullmq and ioredis: npm install bullmq ioredis (with --global if antipode was installed globally)';

/** Name of the queue in the database of an address. */
export const QUEUE = 'antipode';
/** Keys of the announced run, of the reports of workers, and of the lock of the coordinator. */
export const RUN = 'antipode:run';
export const WORKERS = 'antipode:workers';
export const COORDINATOR = 'antipode:coordinator';
/** Keys of the jobs that no worker has fetched: a list, and the set of those that are handed out later. */
export const [WAITING, DELAYED] = bullKeys('wait', 'delayed');
/** Types of the keys in a database, those of BullMQ 6 included. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  string: [RUN, COORDINATOR, ...bullKeys('id', 'stalled-check')],
  hash: [WORKERS, ...bullKeys('meta')],
  list: bullKeys('wait', 'paused', 'active'),
  set: bullKeys('stalled'),
  zset: bullKeys('delayed', 'prioritized', 'completed', 'failed', 'marker'),
  stream: bullKeys('events'),
};

/** Maximum milliseconds until a server answers. */
const LONGEST_CONNECT = 10_000;
/** Milliseconds between two attempts to reach a lost server. */
const SHORTEST_RETRY = 100;
const LONGEST_RETRY = 1000;

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be resolved',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'it ended the connection; a server with TLS is rediss://',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS: write redis://',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS: write redis://',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed: add it to NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not from a known authority: add the authority to NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is not from a known authority: add the authority to NODE_EXTRA_CA_CERTS',
};

/** Shows a line to the user. */
type OnNote = (message: string) => void;

export type RedisServer = Awaited<ReturnType<typeof connectServer>>;

/**
 * Connects to a server. If the connection is lost later, it is retried, and commands wait for it.
 * @param url such as redis://:password@host:6379/1, rediss:// with TLS
 * @throws InputError if the address is wrong; QueueError if a package is missing, the server refuses the connection, or another
 * program uses our keys
 */
export async function connectServer(url: string, onNote: OnNote) {
  const shown = shownAddress(url);
  const [bullmq, ioredis] = await loadPackages();
  /** While it is true, all connections, including those of BullMQ, reconnect to a lost server. */
  let isUsed = false;
  let reason: Error | undefined;
  const client = new ioredis.Redis(url, {
    lazyConnect: true,
    // Required by BullMQ: commands wait without a limit.
    maxRetriesPerRequest: null,
    connectTimeout: LONGEST_CONNECT,
    retryStrategy: (times) => (isUsed ? Math.min(times * SHORTEST_RETRY, LONGEST_RETRY) : null),
  });
  client.on('error', (error) => {
    reason = error;
  });
  // ioredis would wait for the answer to its first commands for ever.
  client.on('connect', () => {
    setTimeout(() => {
      if (client.status !== 'connect') return;
      reason = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
      client.disconnect(isUsed);
    }, LONGEST_CONNECT).unref();
  });
  const disconnect = () => {
    isUsed = false;
    client.disconnect();
  };
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    disconnect();
    throw new QueueError(`${shown} cannot be used: ${reasonOf(reason ?? (error as Error), shown)}`);
  }
  isUsed = true;
  // BullMQ's connections have these options. It would give up lazy ones whose first attempt fails, although ioredis goes on.
  client.options.lazyConnect = false;
  let isLost = false;
  client.on('close', () => {
    if (!isLost && isUsed) onNote(`${shown} is unreachable: waiting for it`);
    isLost = true;
  });
  client.on('ready', () => {
    if (isLost) onNote(`${shown} is back`);
    isLost = false;
  });
  /**
   * Sends commands, and sends them again whenever the server is back, until they are answered: in rare cases, ioredis forgets commands of a
   * lost connection, and they would never end.
   * @param send does no harm if it is repeated
   */
  async function untilAnswered<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      let again = () => {};
      const isBack = new Promise<undefined>((resolve) => {
        again = () => resolve(undefined);
        client.once('ready', again);
      });
      const answered = await Promise.race([send().then((answer) => ({ answer })), isBack]).finally(() =>
        client.off('ready', again),
      );
      if (answered !== undefined) return answered.answer;
    }
  }

  /** Waits for an answer at the beginning. @throws QueueError if it takes too long */
  async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const late = new AbortController();
    const tooLate = wait(LONGEST_CONNECT, undefined, { signal: late.signal }).then(() => {
      throw new QueueError(`${shown} cannot be used: it does not answer (ETIMEDOUT)`);
    });
    return Promise.race([answer, tooLate]).finally(() => {
      tooLate.catch(() => {});
      late.abort();
    });
  }

  /** Advice to use another database, for a message. */
  const advice = `give another database, such as ${shown.replace(/\/\d+$/, '')}/1`;

  /** @throws QueueError if another program has written a key of ours, which would make commands fail or wait */
  async function checkTypes(): Promise<void> {
    const keys = Object.entries(TYPES).flatMap(([type, names]) => names.map((name) => [name, type] as const));
    // No pipeline: its answer would never come if the connection is lost meanwhile, and single commands are sent again.
    // A user who may not ask for types gets an error instead.
    const found = await untilAnswered(() => Promise.all(keys.map(([name]) => client.type(name).catch(() => 'none'))));
    for (const [k, [name, type]] of keys.entries()) {
      const actual = found[k];
      if (actual === type || actual === 'none') continue;
      throw new QueueError(
        `${shown} has a ${actual} under the name ${name}, where antipode keeps a ${type}: remove it, or ${advice}`,
      );
    }
  }

  try {
    await checkTypes();
    await untilAnswered(() => noteEviction(client, shown, onNote));
  } catch (error) {
    disconnect();
    throw error;
  }
  return {
    /** Address of the server without the password. */
    shown,
    advice,
    bullmq: bullmq as typeof BullMq,
    client,
    untilAnswered,
    inTime,
    disconnect,
    /** Options of all BullMQ objects. BullMQ's check of the version would print the warning of noteEviction on standard output. */
    options: { connection: client, skipVersionCheck: true },
    /** Returns true if the server can answer commands now. */
    isReady: () => client.status === 'ready',
    /** Returns an error in place of Redis's own if another program has written a key of ours meanwhile; otherwise the same one. */
    async explained(error: unknown): Promise<unknown> {
      if (!(error instanceof Error && error.message.startsWith('WRONGTYPE'))) return error;
      return checkTypes().then(
        () => error,
        (cause) => cause,
      );
    },
  };
}

async function noteEviction(client: Redis, shown: string, onNote: OnNote): Promise<void> {
  // The user of the server may not have permission for this command.
  const info = await client.info('memory').catch((error: Error) => error.message);
  const [, policy = 'unknown'] = /maxmemory_policy:(\S+)/.exec(info) ?? [];
  if (policy === 'noeviction') return;
  onNote(
    `${shown} may discard jobs when its memory is full (maxmemory-policy ${policy}): set it to noeviction; lost jobs are handed out again`,
  );
}

/** Returns keys of BullMQ's queue. */
function bullKeys(...names: readonly string[]): string[] {
  return names.map((name) => `bull:${QUEUE}:${name}`);
}

/** Returns the server's address without its password. @throws InputError if it is not the address of a server */
function shownAddress(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !['redis:', 'rediss:'].includes(parsed.protocol) || parsed.hostname === '') {
    throw new InputError(
      `a queue must be redis://host:6379, or rediss:// with TLS; found '${addressWithoutPassword(url)}'`,
    );
  }
  if (!/^(\/\d*)?$/.test(parsed.pathname)) {
    throw new InputError(`${addressWithoutPassword(url)}: the path must be the number of a database, such as /1`);
  }
  return `${parsed.protocol}//${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}`;
}

async function loadPackages() {
  try {
    return await Promise.all([import('bullmq'), import('ioredis')]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new QueueError(INSTALL);
  }
}

/** Returns the reason of a failure. @param shown address of the server */
function reasonOf(error: Error, shown: string): string {
  const [, refusal] = /^(NOAUTH|WRONGPASS)\b/.exec(error.message) ?? [];
  if (refusal === 'NOAUTH') return 'it requires a password: write redis://:password@host';
  if (refusal === 'WRONGPASS') return 'the user or the password is wrong';
  const { code = '' } = error as NodeJS.ErrnoException;
  // A server without TLS takes the handshake for a command and waits for its end.
  if (code === 'ETIMEDOUT' && shown.startsWith('rediss:'))
    return 'it does not answer: without TLS write redis:// (ETIMEDOUT)';
  const reason = REASONS[code];
  return reason === undefined ? error.message : `${reason} (${code})`;
}

/** Error of a queue that cannot be used: no server, no package, or another coordinator. The message says what to do. */
export class QueueError extends Error {
  override readonly name = 'QueueError';
}

/* The last commands to a server, which may be unreachable. */

/** Maximum milliseconds for these commands. */
const LONGEST_END = 2000;

/** Waits for the last commands to a server. Failures are ignored, because an unreachable server needs no commands. */
export async function lastCommands(commands: Promise<unknown>): Promise<void> {
  await Promise.race([commands.catch(() => {}), wait(LONGEST_END, undefined, { ref: false })]);
}
