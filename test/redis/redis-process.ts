/** A test's own redis-server, on a free port of 127.0.0.1, with its own folder. It ends with the test. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../program/run.js';
import { FULL } from '../suite.js';
import type { Certificates } from './certificates.js';

const PROGRAM = 'redis-server';
const NEEDED = `no ${PROGRAM}: expected it on the PATH; apt-get install redis-server`;
const IS_THERE = spawnSync(PROGRAM, ['--version']).error === undefined;

/** True if tests that need the server are skipped. In full mode they fail instead. */
export const WITHOUT_REDIS = !IS_THERE && !FULL;

/** Part of the name of a skipped test. */
export const LEFT_OUT = WITHOUT_REDIS ? ` (left out: ${NEEDED})` : '';

export interface RedisOptions {
  readonly password?: string;
  /** Certificates for TLS, with which plain connections are refused. */
  readonly certificates?: Certificates;
  /** Policy of a server that evicts keys, such as `allkeys-lru`. */
  readonly maxmemoryPolicy?: string;
}

export class RedisProcess {
  readonly port: number;
  readonly #words: readonly string[];
  readonly #folder: string;
  readonly #protocol: string;
  readonly #password: string | undefined;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string, { password, certificates, maxmemoryPolicy }: RedisOptions) {
    this.port = port;
    this.#folder = folder;
    this.#password = password;
    this.#protocol = certificates === undefined ? 'redis' : 'rediss';
    this.#words = [
      ...['--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes', '--appendfsync', 'always'],
      ...(certificates === undefined
        ? ['--port', String(port)]
        : [...certificates.redisWords, '--tls-port', String(port)]),
      ...(password === undefined ? [] : ['--requirepass', password]),
      ...(maxmemoryPolicy === undefined ? [] : ['--maxmemory', '100mb', '--maxmemory-policy', maxmemoryPolicy]),
    ];
  }

  /** Starts a server, and waits until it answers. */
  static async start(options: RedisOptions = {}): Promise<RedisProcess> {
    if (!IS_THERE) throw new Error(NEEDED);
    const redis = new RedisProcess(await freePort(), temporaryFolder(), options);
    onTestFinished(() => redis.kill());
    await redis.startAgain();
    return redis;
  }

  /** Returns the address of the server, with its password if it has one. */
  get url(): string {
    return this.urlWith(this.#password);
  }

  urlWith(password: string | undefined): string {
    return `${this.#protocol}://${password === undefined ? '' : `:${password}@`}127.0.0.1:${this.port}`;
  }

  /** Kills the server by SIGKILL, as if the machine had stopped. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    this.#process = undefined;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** Restarts the server with its saved data. */
  async startAgain(): Promise<void> {
    const child = spawn(PROGRAM, this.#words, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process = child;
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('close', () => process.off('exit', end));
    const said: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      said.push(line);
      if (line.includes('Ready to accept connections')) {
        child.stdout.resume();
        return;
      }
    }
    throw new Error(`${PROGRAM} did not start: ${said.join('\n')}`);
  }

  /** Restarts the server without data. */
  async startEmpty(): Promise<void> {
    rmSync(join(this.#folder, 'appendonlydir'), { recursive: true, force: true });
    await this.startAgain();
  }
}

/** Returns a port on which no server listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
