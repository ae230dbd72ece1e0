/**
 * States of every depth, for the API. If a space can be enumerated again in little memory, this happens once, when states of a depth are
 * first requested, and a sample of each layer is kept. Otherwise random walks find states of the depth.
 */

import { InputError } from '../../base/input-error.js';
import { MemoryError } from '../../base/memory.js';
import { Once } from './once.js';
import { chosenOf, type RandomSource } from './random-source.js';
import { layerOf, type SampledLayers } from './sampled-layers.js';
import type { SurveyedFile, Surveying } from './survey.js';
import type { TaskQueue } from './task-queue.js';
import type { Walks } from './walks.js';

/** States of a depth. */
export interface Sample {
  readonly states: readonly string[];
  /** True if each state of the depth was equally likely; see RandomAnswer. */
  readonly uniform: boolean;
}

/** Options for the states of each depth of a served table. */
export interface SamplingOptions extends SurveyedFile {
  /** Queue shared by all served tables. */
  readonly queue?: TaskQueue;
  /** Source of random choices. @default the machine's */
  readonly random?: RandomSource;
}

export interface Sampling {
  /** Name of the space, for messages. */
  readonly name: string;
  readonly maxDepth: number;
  /** Enumerates the space; undefined if it is too large. */
  readonly survey: Surveying | undefined;
  /** Queue in which spaces are enumerated one after another: each can take all threads and the whole memory allowance. */
  readonly queue: TaskQueue;
  readonly walks: Pick<Walks, 'to' | 'antipodes'>;
  readonly random: RandomSource;
  /** Returns the text of a state, given its rank in the survey. */
  text(state: number): string;
}

export class LayerSamples {
  readonly #sampling: Sampling;
  readonly #survey: Once<SampledLayers | undefined>;
  readonly #closing = new AbortController();

  constructor(sampling: Sampling) {
    this.#sampling = sampling;
    this.#survey = new Once(() => this.#enumerate());
  }

  /**
   * Chooses random states of a depth, as ServedTable.random.
   * @throws InputError if the depth is out of range, and the errors of the enumeration or a walk
   */
  async random(depth: number, count: number): Promise<Sample> {
    const { name, maxDepth, walks, random } = this.#sampling;
    if (!(Number.isInteger(depth) && depth >= 0 && depth <= maxDepth)) {
      throw new InputError(`the depth in ${name} must be a whole number from 0 to ${maxDepth}, found ${depth}`);
    }
    const survey = await this.#enumerated();
    if (survey === undefined) return { states: await walks.to(depth, count), uniform: false };
    return { states: this.#textsOf(chosenOf(layerOf(survey, depth), count, random)), uniform: true };
  }

  /** Returns the first antipodes. @throws as `random` */
  async antipodes(count: number): Promise<readonly string[]> {
    const survey = await this.#enumerated();
    if (survey === undefined) return (await this.#sampling.walks.antipodes()).slice(0, count);
    return this.#textsOf(survey.antipodes.slice(0, count));
  }

  /** Stops a running enumeration; its callers get an AbortError. */
  close(): void {
    this.#closing.abort();
  }

  #textsOf(states: readonly number[]): string[] {
    return states.map((state) => this.#sampling.text(state));
  }

  /** Returns the survey; undefined if the space is too large, or if the machine lacks the memory at present. */
  async #enumerated(): Promise<SampledLayers | undefined> {
    try {
      return await this.#survey.get();
    } catch (error) {
      if (error instanceof MemoryError) return undefined;
      throw error;
    }
  }

  async #enumerate(): Promise<SampledLayers | undefined> {
    const { survey, queue } = this.#sampling;
    const { signal } = this.#closing;
    return survey && queue.run(() => survey(signal));
  }
}
