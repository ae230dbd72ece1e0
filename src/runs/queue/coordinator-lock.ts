/**
 * A lock on the server that only one coordinator can hold. A second coordinator would do no harm, but all work would be done twice. The
 * lock expires automatically. If its holder was a process of this machine that has ended, the lock can be taken immediately.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, parseOwner, thisProcess } from '../../base/storage/process-owner.js';
import { QueueError } from './errors.js';
import { COORDINATOR, type RedisServer } from './redis-server.js';

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

export class CoordinatorLock {
  readonly #server: RedisServer;
  readonly #self = thisProcess();
  readonly #holder = JSON.stringify({ ...this.#self, token: randomUUID() });

  constructor(server: RedisServer) {
    this.#server = server;
  }

  /**
   * Takes the lock, after waiting until the lock of an ended coordinator expires. @throws QueueError if another coordinator is active
   */
  async take(): Promise<void> {
    const { client, shown, advice } = this.#server;
    const end = performance.now() + LAPSE + BETWEEN_ATTEMPTS;
    for (;;) {
      const holder = await client.get(COORDINATOR);
      const owner = holder === null ? undefined : parseOwner(holder);
      const ended = owner !== undefined && !isAlive(owner, this.#self) ? holder : null;
      if (await this.#take(ended ?? '')) return;
      const isRenewed = performance.now() > end;
      if (isRenewed || (owner !== undefined && owner.host === this.#self.host && ended === null)) {
        const by = owner === undefined ? '' : `: process ${owner.pid} on ${owner.host}`;
        throw new QueueError(`another coordinator is at work on ${shown}${by}; wait until it ends, or ${advice}`);
      }
      await wait(BETWEEN_ATTEMPTS);
    }
  }

  /** Renews the lock before it expires. @returns false if another coordinator holds it */
  async renew(): Promise<boolean> {
    return this.#take('');
  }

  async release(): Promise<void> {
    await this.#server.client.eval(RELEASE, 1, COORDINATOR, this.#holder);
  }

  async #take(ended: string): Promise<boolean> {
    return (await this.#server.client.eval(TAKE, 1, COORDINATOR, this.#holder, LAPSE, ended)) === 1;
  }
}
