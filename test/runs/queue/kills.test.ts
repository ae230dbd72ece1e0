/**
 * SIGKILL at random moments, of workers, of the coordinator, and of Redis, and workers that are suspended: the results are those of a
 * single process in memory.
 */

import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#src/spaces/board/random.js';
import { LEFT_OUT, RedisProcess, WITHOUT_REDIS } from '../../redis/redis-process.js';
import { newSeed } from '../../seed.js';
import { FULL } from '../../suite.js';
import { newFolder } from '../folders.js';
import { BOARD, beginRun, expectedFound } from './begun-run.js';
import type { SharedRun } from './coordinate.js';
import { type Coordinator, type QueueWorker, startCoordinator, startWorker } from './processes.js';

const VICTIMS = ['worker', 'workers', 'coordinator', 'redis', 'emptied redis', 'coordinator and redis', 'all'] as const;
type Victim = (typeof VICTIMS)[number];

/** The processes of a run. A process that ends because Redis is unreachable is restarted with the same command. */
class Siege {
  readonly run: SharedRun;
  readonly #redis: RedisProcess;
  readonly #random: SeededRandom;
  #coordinator: Coordinator;
  #workers: QueueWorker[];

  constructor(run: SharedRun, redis: RedisProcess, random: SeededRandom) {
    this.run = run;
    this.#redis = redis;
    this.#random = random;
    this.#coordinator = startCoordinator(run);
    this.#workers = [startWorker(run), startWorker(run)];
  }

  /** Resolves with the results when the coordinator has reported them. */
  get found() {
    return this.#coordinator.events.find((event) => event.type === 'found')?.found;
  }

  /** Waits until a random process reports something or one of them ends, and then for a random time. */
  async moment(): Promise<void> {
    const processes = [this.#coordinator, ...this.#workers];
    // Workers report nothing while no coordinator runs.
    const ends = processes.map((one) => one.ended);
    await Promise.race([processes[this.#random.below(processes.length)].next(), ...ends]);
    await setTimeout(this.#random.below(150));
    this.#again();
  }

  async kill(victim: Victim): Promise<void> {
    const isAny = (...victims: Victim[]) => victims.includes(victim);
    const worker = this.#random.below(this.#workers.length);
    const workers = isAny('workers', 'all') ? this.#workers : isAny('worker') ? [this.#workers[worker]] : [];
    const isRedis = isAny('redis', 'emptied redis', 'coordinator and redis', 'all');
    const isCoordinator = isAny('coordinator', 'coordinator and redis', 'all');
    await Promise.all([
      ...workers.map((one) => one.kill()),
      ...(isCoordinator ? [this.#coordinator.kill()] : []),
      ...(isRedis ? [this.#redis.kill()] : []),
    ]);
    const isEmpty = isAny('emptied redis') || (isAny('all') && this.#random.below(2) === 0);
    if (isRedis) await (isEmpty ? this.#redis.startEmpty() : this.#redis.startAgain());
    this.#again();
  }

  /** Restarts the processes that have ended. */
  #again(): void {
    // Workers may now end normally.
    if (this.found !== undefined) return;
    if (this.#coordinator.end !== undefined) {
      checkEnd(this.#coordinator);
      this.#coordinator = startCoordinator(this.run);
    }
    this.#workers = this.#workers.map((worker) => {
      // If all states are found, no layer follows.
      if (worker.end === undefined || worker.end.status === 0) return worker;
      checkEnd(worker);
      return startWorker(this.run);
    });
  }

  async end(): Promise<void> {
    await Promise.all([this.#coordinator.ended, ...this.#workers.map((worker) => worker.kill())]);
  }
}

/** Expects that processes end only by a kill, or because Redis is unreachable when they start. */
function checkEnd({ end }: Coordinator | QueueWorker): void {
  if (end?.status === 'SIGKILL') return;
  expect(end).toEqual({ status: 1, errors: expect.stringMatching(/^QueueError: \S+ cannot be used: .*\n$/) });
}

describe.skipIf(WITHOUT_REDIS)(`a run on several machines${LEFT_OUT}`, () => {
  test.runIf(FULL)('finds the same after 100 kills', { timeout: 900_000 }, async () => {
    const random = new SeededRandom(newSeed());
    const redis = await RedisProcess.start();
    let kills = 0;
    while (kills < 100) {
      const siege = new Siege({ url: redis.url, work: newFolder(), board: BOARD }, redis, random);
      while (siege.found === undefined) {
        await siege.moment();
        if (kills === 100 || siege.found !== undefined) continue;
        kills++;
        await siege.kill(VICTIMS[random.below(VICTIMS.length)]);
      }
      await siege.end();
      expect(siege.found).toEqual(await expectedFound());
    }
  });
});

describe.skipIf(WITHOUT_REDIS)(`a suspended worker${LEFT_OUT}`, () => {
  test.runIf(FULL)('that continues a portion layers later ends its job without an error', async () => {
    const { url } = await RedisProcess.start();
    const run = { url, work: newFolder(), board: BOARD };
    // Far from the end: layers pass while the sleeper starts, and in each sleep.
    await beginRun(run.work, 40);
    const coordinator = startCoordinator(run);
    const sleeper = startWorker(run);
    const worker = startWorker(run);
    for (let sleep = 0; sleep < 5; sleep++) {
      const begun = () => sleeper.events.filter(({ type }) => type === 'making').length;
      const before = begun();
      await expect.poll(begun, { interval: 1 }).toBeGreaterThan(before);
      sleeper.signal('SIGSTOP');
      const depth = () => coordinator.events.findLast((event) => event.type === 'layer')?.depth ?? 0;
      const asleep = depth();
      await expect.poll(depth).toBeGreaterThan(asleep + 2);
      sleeper.signal('SIGCONT');
    }
    const { found } = await coordinator.until((event) => event.type === 'found');
    expect(found).toEqual(await expectedFound());
    for (const { ended } of [coordinator, sleeper, worker]) expect(await ended).toEqual({ status: 0, errors: '' });
    const notes = [coordinator, sleeper, worker].map(({ events }) => events.filter(({ type }) => type === 'note'));
    expect(notes).toEqual([[], [], []]);
  });
});
