/**
 * States of every depth, as the API gives them. Where a space can be enumerated again in little memory that is done once, when
 * a state of a certain depth is first asked for, and a sample of each layer is kept; elsewhere they are walked to.
 */

import { InputError } from '../board/input-error.js';
import { MemoryError } from '../explore/errors.js';
import { Once, type Turns } from './once.js';
import { chosenOf, type RandomSource } from './random-source.js';
import type { Sample } from './served-table.js';
import type { Walks } from './walks.js';

/** What an enumeration has kept. */
export interface Survey<State> {
  /** States of a depth, each as likely as any other; all of them, where they are few. */
  layer(depth: number): ArrayLike<State>;
  /** The first ones in the order of the numbering. */
  readonly antipodes: readonly State[];
}

/** Spaces of more states, or that take more memory to enumerate, are walked in. */
export interface SurveyLimits {
  readonly states: number;
  readonly bytes: number;
}

export const SURVEY_LIMITS: SurveyLimits = { states: 500e6, bytes: 1e9 };

/** How a table that is served gives states of its depths. */
export interface SamplingOptions {
  /** The table's file; by default null, it is in memory. */
  readonly path?: string | null;
  /** Shared by all tables that are served together. */
  readonly turns?: Turns;
  /** By default the machine's. */
  readonly random?: RandomSource;
  readonly limits?: SurveyLimits;
}

/** So many states are kept of a layer, about. */
export const STATES_KEPT = 300;
/** So many antipodes are kept. */
export const ANTIPODES_KEPT = 1000;

export interface Sampling<State> {
  /** What the space is called, for messages. */
  readonly name: string;
  readonly maxDepth: number;
  /** Enumerates the space; undefined where it is too large. */
  readonly survey: ((signal: AbortSignal) => Promise<Survey<State>>) | undefined;
  /** Spaces are enumerated one after the other: each by itself may take the memory that is allowed, and all threads. */
  readonly turns: Turns;
  readonly walks: Pick<Walks<unknown>, 'to' | 'antipodes'>;
  readonly random: RandomSource;
  text(state: State): string;
}

export class LayerSamples<State> {
  readonly #sampling: Sampling<State>;
  readonly #survey: Once<Survey<State> | undefined>;
  readonly #closing = new AbortController();

  constructor(sampling: Sampling<State>) {
    this.#sampling = sampling;
    this.#survey = new Once(() => this.#enumerate());
  }

  /**
   * @param depth,count,returns as ServedTable.random
   * @throws InputError where there is no such depth; what the enumeration or a walk throws
   */
  async random(depth: number, count: number): Promise<Sample> {
    const { name, maxDepth, walks, random } = this.#sampling;
    if (!(Number.isInteger(depth) && depth >= 0 && depth <= maxDepth)) {
      throw new InputError(`${name} has depths from 0 to ${maxDepth}, found ${depth}`);
    }
    const survey = await this.#enumerated();
    if (survey === undefined) return { states: await walks.to(depth, count), uniform: false };
    return { states: this.#textsOf(chosenOf(survey.layer(depth), count, random)), uniform: true };
  }

  /** @throws as random */
  async antipodes(count: number): Promise<readonly string[]> {
    const survey = await this.#enumerated();
    if (survey === undefined) return (await this.#sampling.walks.antipodes()).slice(0, count);
    return this.#textsOf(survey.antipodes.slice(0, count));
  }

  /** Ends an enumeration that is going on; who waits for it gets an AbortError. */
  close(): void {
    this.#closing.abort();
  }

  #textsOf(states: readonly State[]): string[] {
    return states.map((state) => this.#sampling.text(state));
  }

  /** @returns undefined where the space is too large, or the machine has not the memory at this time */
  async #enumerated(): Promise<Survey<State> | undefined> {
    try {
      return await this.#survey.get();
    } catch (error) {
      if (error instanceof MemoryError) return undefined;
      throw error;
    }
  }

  async #enumerate(): Promise<Survey<State> | undefined> {
    const { survey, turns } = this.#sampling;
    const { signal } = this.#closing;
    return survey && turns.take(() => survey(signal));
  }
}
