/** The workers that search a space. Each worker opens the space for itself. This thread opens it too, unless it is a user's module. */

import { outlineOf, type SpaceOutline } from '../../space/facts.js';
import { SpacePool } from '../../space/space-pool.js';
import { leavesNothing, type SpaceSource } from '../../space/space-source.js';
import { loadSpace } from '../../spaces/open-space.js';
import { threadsToClaim } from './shared-search.js';
import { errorOf, type SpaceOutcome, type SpaceTask } from './tasks.js';

/** Outcome of a worker's task in this step. */
type OutcomeOf<Step extends SpaceTask['step']> = Extract<SpaceOutcome, { readonly step: Step }>;

export class SpaceWorkers {
  #source: SpaceSource;
  /** Maximum number of workers; undefined if the size of the space determines it. */
  readonly #asked: number | undefined;
  readonly #signal: AbortSignal | undefined;
  #pool: SpacePool<SpaceTask, SpaceOutcome> | undefined;
  #left = false;

  constructor(source: SpaceSource, threads: number | undefined, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#asked = threads;
    this.#signal = signal;
  }

  get threads(): number {
    return this.#opened.threads;
  }

  /**
   * Starts threads, at most as many as there is work for, which is known when the space is open. A user's module is opened on the first
   * worker, never on this thread, where nothing could terminate it.
   * @throws whatever `ask` throws
   */
  async open(): Promise<SpaceOutline> {
    if (this.#source.kind !== 'module') {
      const outline = outlineOf(await loadSpace(this.#source));
      this.#source = outline.source;
      this.#pool = newPool(threadsToClaim(outline, this.#asked));
      return outline;
    }
    this.#pool = newPool(1);
    const outline = await this.#openOnAll();
    const threads = threadsToClaim(outline, this.#asked);
    if (threads === 1) return outline;
    void this.#pool.leave(0, false);
    this.#pool = newPool(threads);
    return this.#openOnAll();
  }

  get #opened(): SpacePool<SpaceTask, SpaceOutcome> {
    if (this.#pool === undefined) throw new Error('the workers have no space');
    return this.#pool;
  }

  async #openOnAll(): Promise<SpaceOutline> {
    const [{ outline }] = await this.ask({ step: 'open', source: this.#source }, 'while it opened the space');
    // The source has the digest of a module, so that other threads load the same version.
    this.#source = outline.source;
    return outline;
  }

  /** Checks the promises of the space. @returns the texts of its starts @throws whatever `ask` throws */
  async check(): Promise<readonly string[]> {
    const [{ startTexts }] = await this.ask({ step: 'check', source: this.#source }, 'while it opened the space');
    return startTexts;
  }

  /** Measures how fast all workers together expand states. @returns states per second @throws whatever `ask` throws */
  async measure(words: Int32Array): Promise<number> {
    const outcomes = await this.ask({ step: 'speed', source: this.#source, words }, 'while its speed was measured');
    return outcomes.reduce((sum, { statesPerSecond }) => sum + statesPerSecond, 0);
  }

  /**
   * Gives all workers a task.
   * @param when the time of a failure, in the words of its message
   * @throws the error that a worker found in the space; WorkerError; the signal's reason
   */
  async ask<Step extends SpaceTask['step']>(
    task: SpaceTask & { readonly step: Step },
    when: string,
  ): Promise<OutcomeOf<Step>[]> {
    const outcomes = await this.#opened.runOnAll(task, when, this.#signal);
    for (const outcome of outcomes) if (outcome.step === 'failed') throw errorOf(outcome);
    return outcomes as OutcomeOf<Step>[];
  }

  /**
   * Ends the workers or makes them ready for another search. Has no effect after the first call. @param sharedBytes bytes of shared
   * memory in their tasks
   */
  async leave(sharedBytes: number): Promise<void> {
    if (this.#left) return;
    this.#left = true;
    await this.#pool?.leave(sharedBytes, leavesNothing(this.#source));
  }
}

function newPool(threads: number): SpacePool<SpaceTask, SpaceOutcome> {
  return new SpacePool('explore-space.cjs', threads);
}
