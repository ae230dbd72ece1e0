/** Coordinators and workers of a queue, each in a separate process, and their output. */

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFailed, onTestFinished } from 'vitest';
import type { WorkEvent } from '#src/runs/queue/worker.js';
import type { CoordinatorSays, SharedRun } from './coordinate.js';

export interface Ended {
  /** Exit status, or the signal that ended the process. */
  readonly status: number | string | null;
  readonly errors: string;
}

interface Waiting<Event> {
  readonly isIt: (event: Event) => boolean;
  readonly resolve: (event: Event) => void;
  readonly reject: (error: Error) => void;
}

/** A process that reports events in lines of JSON. It is killed when the test is over. */
export class QueueProcess<Event> {
  readonly events: Event[] = [];
  readonly ended: Promise<Ended>;
  /** End of the process; undefined as long as it runs. */
  end: Ended | undefined;
  readonly #child: ChildProcess;
  readonly #next: (() => void)[] = [];
  readonly #waiting = new Set<Waiting<Event>>();
  #errors = '';

  constructor(script: string, options: object, { env = {}, uid }: Place = {}) {
    const path = fileURLToPath(new URL(`../../fixtures/${script}`, import.meta.url));
    const child = spawn(process.execPath, [path, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    this.#child = child;
    createInterface(child.stdout).on('line', (line) => this.#hear(JSON.parse(line)));
    child.stderr.setEncoding('utf8').on('data', (text) => (this.#errors += text));
    this.ended = new Promise((resolve) => {
      child.on('close', (code, signal) => resolve({ status: signal ?? code, errors: this.#errors }));
    });
    void this.ended.then((end) => {
      this.end = end;
      for (const resolve of this.#next.splice(0)) resolve();
      const { status, errors } = end;
      for (const { reject } of this.#waiting) reject(new Error(`${script} ended with ${status}: ${errors}`));
    });
    onTestFailed(() => {
      const said = this.events.slice(-20).map((event) => JSON.stringify(event));
      process.stderr.write(`${[script, ...said, JSON.stringify(this.end) ?? 'runs', this.#errors].join('\n')}\n`);
    });
    onTestFinished(() => this.kill());
  }

  /** Resolves with the first past or future event of a kind. Rejects if the process ends without one. */
  until<Kind extends Event>(isIt: (event: Event) => event is Kind): Promise<Kind>;
  until(isIt: (event: Event) => boolean): Promise<Event>;
  until(isIt: (event: Event) => boolean): Promise<Event> {
    const said = this.events.find(isIt);
    if (said !== undefined) return Promise.resolve(said);
    return new Promise((resolve, reject) => this.#waiting.add({ isIt, resolve, reject }));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Resolves at the next event, or when the process ends. */
  async next(): Promise<void> {
    if (this.end === undefined) await new Promise<void>((resolve) => this.#next.push(resolve));
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Kills the process, even if it is suspended, and waits for its end. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  #hear(event: Event): void {
    this.events.push(event);
    for (const resolve of this.#next.splice(0)) resolve();
    for (const waiting of this.#waiting) {
      if (!waiting.isIt(event)) continue;
      this.#waiting.delete(waiting);
      waiting.resolve(event);
    }
  }
}

/** Environment of a process. */
export interface Place {
  readonly env?: Readonly<Record<string, string>>;
  /** User of the process; by default the user of the tests. */
  readonly uid?: number;
}

export type Coordinator = QueueProcess<CoordinatorSays>;
export type QueueWorker = QueueProcess<WorkEvent>;

export function startCoordinator(run: SharedRun, place?: Place): Coordinator {
  return new QueueProcess('coordinate.mjs', run, place);
}

export function startWorker(run: Omit<SharedRun, 'board'>, place?: Place): QueueWorker {
  return new QueueProcess('work.mjs', run, place);
}
