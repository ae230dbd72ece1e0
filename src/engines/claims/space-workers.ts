/** The workers that search a space. Each opens it for itself. */

import type { SpaceOutline } from '../../space/facts.js';
import { SpacePool } from '../../space/space-pool.js';
import { leavesNothing, type SpaceSource } from '../../space/space-source.js';
import { threadsToClaim } from './shared-search.js';
import { errorOf, type SpaceOutcome, type SpaceTask } from './tasks.js';

/** What a worker did with a task of this step. */
type OutcomeOf<Step extends SpaceTask['step']> = Extract<SpaceOutcome, { readonly step: Step }>;

export class SpaceWorkers {
  #source: SpaceSource;
  /** The most to start; undefined if the size of the space determines their number. */
  readonly #asked: number | undefined;
  readonly #signal: AbortSignal | undefined;
  #pool: SpacePool<SpaceTask, SpaceOutcome>;
  #left = false;

  /** Starts the first thread: how many there is work for is known when it has opened the space. */
  constructor(source: SpaceSource, threads: number | undefined, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#asked = threads;
    this.#signal = signal;
    this.#pool = newPool(1);
  }

  get threads(): number {
    return this.#pool.threads;
  }

  /**
   * Opens the space on the first one, which gives way to more of them if the space is large enough. A user's module is never
   * loaded on this thread, where nothing could end it.
   * @throws as ask
   */
  async open(): Promise<SpaceOutline> {
    const outline = await this.#openOnAll();
    const threads = threadsToClaim(outline, this.#asked);
    if (threads === 1) return outline;
    void this.#pool.leave(0, leavesNothing(this.#source));
    this.#pool = newPool(threads);
    return this.#openOnAll();
  }

  async #openOnAll(): Promise<SpaceOutline> {
    const [{ outline }] = await this.ask({ step: 'open', source: this.#source }, 'while it opened the space');
    // With the digest of a module, so that further threads load no other one.
    this.#source = outline.source;
    return outline;
  }

  /** Checks the promises of the space. @returns the texts of its starts @throws as ask */
  async check(): Promise<readonly string[]> {
    const [{ startTexts }] = await this.ask({ step: 'check', source: this.#source }, 'while it opened the space');
    return startTexts;
  }

  /** Measures how fast all of them together expand states. @returns states per second @throws as ask */
  async measure(words: Int32Array): Promise<number> {
    const outcomes = await this.ask({ step: 'speed', source: this.#source, words }, 'while its speed was measured');
    return outcomes.reduce((sum, { statesPerSecond }) => sum + statesPerSecond, 0);
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

function newPool(threads: number): SpacePool<SpaceTask, SpaceOutcome> {
  return new SpacePool('explore-space.cjs', threads);
}
