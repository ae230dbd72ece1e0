/** Worker threads of Node, as piscina runs them. */

import { createRequire } from 'node:module';
import type { MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';

/** A port by which a task reports while it runs. Pages have the type, too, so that it names none of Node's. */
export type Port = { postMessage(report: unknown): void; close(): void };

/** Returns a port to be sent with a task. @param onReport called with each report @param close ends the reports */
export function openPort<Report>(onReport: (report: Report) => void): {
  readonly port: Port;
  readonly close: () => void;
} {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', onReport);
  return { port: port2, close: () => port1.close() };
}

export class Workers {
  readonly #piscina: Piscina;

  /**
   * Starts threads.
   * @param file name of dist/workers without its ending; its default export performs a task
   * @param onFailure called with the error of a thread that failed outside of any task
   * @param heapMegabytes heap limit of each thread, without typed arrays, above which it dies; by default that of V8
   */
  constructor(file: string, count: number, onFailure: (cause: unknown) => void, heapMegabytes?: number) {
    this.#piscina = new Piscina({
      filename: createRequire(import.meta.url).resolve(`#workers/${file}.cjs`),
      minThreads: count,
      maxThreads: count,
      recordTiming: false,
      ...(heapMegabytes !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } }),
    });
    this.#piscina.on('error', onFailure);
  }

  /**
   * Runs a task on a thread that has none. @param name export that performs it @param transfer ports in the task, which are transferred
   * @throws the task's error, or that of a thread that has died
   */
  run(task: unknown, name: 'default' | 'release', transfer: readonly Port[]): Promise<unknown> {
    return this.#piscina.run(task, { name, transferList: transfer as MessagePort[] });
  }

  /** Ends the threads and their tasks. */
  destroy(): Promise<void> {
    return this.#piscina.destroy();
  }
}
