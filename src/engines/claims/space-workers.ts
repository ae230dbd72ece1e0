/** The workers that search a space. Each opens it for itself. */

import { WorkerPool } from '../../base/threads/worker-pool.js';
import type { SpaceOutline } from '../../space/facts.js';
import { leavesNothing, type SpaceSource } from '../../space/space-source.js';
import { threadsToClaim } from './shared-search.js';
import { errorOf, type SpaceOutcome, type SpaceTask } from './tasks.js';

/** What a worker did with a task of this step. */
type OutcomeOf<Step extends SpaceTask['step']> = Extract<SpaceOutcome, { readonly step: Step }>;

export class SpaceWorkers {
  readonly #source: SpaceSource;
  /** The number that was asked for; undefined if the size of the space determines it. */
  readonly #asked: number | undefined;
  readonly #signal: AbortSignal | undefined;
  #pool: WorkerPool<SpaceTask, SpaceOutcome>;
  #left = false;

  /** Starts the threads; only the first one if their number is not given. */
  constructor(source: SpaceSource, threads: number | undefined, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#asked = threads;
    this.#signal = signal;
    this.#pool = newPool(threads ?? 1);
  }

  get threads(): number {
    return this.#pool.threads;
  }

  /**
   * Opens the space on all of them. Its size is known only then. So if their number was not given, the first one gives way to
   * more if they are worth it. A user's module is never loaded on this thread, where nothing could end it.
   * @throws as ask
   */
  async open(): Promise<SpaceOutline> {
    const outline = await this.#openOnAll();
    const threads = this.#asked ?? threadsToClaim(outline.size);
    if (threads <= this.threads) return outline;
    void this.#pool.leave(0, leavesNothing(this.#source));
    this.#pool = newPool(threads);
    return this.#openOnAll();
  }

  async #openOnAll(): Promise<SpaceOutline> {
    const [{ outline }] = await this.ask({ step: 'open', source: this.#source }, 'while it opened the space');
    return outline;
  }

  /** Checks the promises of the space. @returns the texts of its starts @throws as ask */
  async check(): Promise<readonly string[]> {
    const [{ startTexts }] = await this.ask({ step: 'check', source: this.#source }, 'while it opened the space');
    return startTexts;
  }

  /**
   * Gives all of them a task.
   * @param when for the message: the time at which a worker fails
   * @throws what a worker found wrong with the space; WorkerError; the signal's reason
   */
  async ask<Step extends SpaceTask['step']>(
    task: SpaceTask & { readonly step: Step },
    when: string,
  ): Promise<OutcomeOf<Step>[]> {
    const outcomes = await this.#pool.runOnAll(task, when, this.#signal);
    for (const outcome of outcomes) if (outcome.step === 'failed') throw errorOf(outcome);
    return outcomes as OutcomeOf<Step>[];
  }

  /** Ends them, or makes them ready for another search; the first time that it is called. @param sharedBytes of memory that their tasks were given to share */
  async leave(sharedBytes: number): Promise<void> {
    if (this.#left) return;
    this.#left = true;
    await this.#pool.leave(sharedBytes, leavesNothing(this.#source));
  }
}

function newPool(threads: number): WorkerPool<SpaceTask, SpaceOutcome> {
  return new WorkerPool('explore-space.cjs', threads);
}
