/** The queue that hands a run's portions out to workers: the program opens, watches, cancels and closes it. */

import type { HandOut } from '../../runs/disk/disk-run.js';
import { Coordinator, type QueueEvent } from '../../runs/queue/coordinator.js';
import type { Io } from '../terminal/process.js';
import { QueueProgress } from '../terminal/queue-progress.js';

interface SharedQueueOptions {
  /** The address of the server. */
  readonly url: string;
  /** The version of the program. */
  readonly program: string;
}

export class SharedQueue {
  /** The live lines of the workers. */
  readonly progress = new QueueProgress();
  readonly #options: SharedQueueOptions;
  readonly #canceller = new AbortController();
  #coordinator: Coordinator | undefined;
  /** Prints a line. */
  #say: (message: string) => void = () => {};

  constructor(options: SharedQueueOptions) {
    this.#options = options;
  }

  /** Aborted when the run is to end immediately. */
  get signal(): AbortSignal {
    return this.#canceller.signal;
  }

  /** Connects to the server. @throws QueueError */
  async open({ stderr }: Io): Promise<void> {
    this.#say = (message) => stderr.write(`antipode: ${message}\n`);
    const { signal } = this;
    this.#coordinator = await Coordinator.open({ ...this.#options, signal, onEvent: this.#on });
  }

  /** Sets the function that prints notes, above the live lines. */
  sayBy(say: (message: string) => void): void {
    this.#say = (message) => say(`antipode: ${message}`);
  }

  /** Has workers make portions. The queue must be open. */
  readonly handOut: HandOut = (search, asked) => this.#opened.handOut(search, asked);

  /** Ends the run. @param reason error that the run rejects with */
  cancel(reason: Error): void {
    this.#canceller.abort(reason);
  }

  /** Ends the workers, once the run is complete and its results are written. */
  async finish(): Promise<void> {
    await this.#opened.finish();
  }

  /** Disconnects from the server. Unless the run is finished, workers wait. */
  async close(): Promise<void> {
    await this.#coordinator?.close();
  }

  get #opened(): Coordinator {
    return this.#coordinator as Coordinator;
  }

  readonly #on = (event: QueueEvent): void => {
    if (event.type === 'note') this.#say(event.message);
    else this.progress.on(event);
  };
}
