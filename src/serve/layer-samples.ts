/**
 * States of every depth, for the API. If a space can be enumerated again in little memory, this happens once, when states of a depth are
 * first requested, and a sample of each layer is kept. Otherwise random walks find states of the depth.
 */

import { checkMemory, freeMemory, MemoryError, type MemoryNeeds } from '../base/memory.js';
import { InputError } from '../base/text.js';
import { offeredThreads } from '../base/threads.js';
import { planBoard } from '../engines/boards/board-plan.js';
import { SpacePool } from '../space/space-module.js';
import { formatBoard } from '../spaces/board/board.js';
import { depthsBytes, threadsForDepths } from '../study/space-depths.js';
import type { Table } from '../table/table.js';
import type { SurveyOutcome, SurveyTask } from './layer-survey.js';
import { chosenOf, layerOf, type RandomSource, type SampledLayers } from './sampled-layers.js';
import type { Walks } from './walks.js';
import { IdleWorker, Once, type Slots } from './work.js';

/** States of a depth. */
interface Sample {
  readonly states: readonly string[];
  /** True if each state of the depth was equally likely; see RandomAnswer. */
  readonly uniform: boolean;
}

/** Options for the states of each depth of a served table. */
export interface SamplingOptions extends SurveyedFile {
  /** Queue shared by all served tables. */
  readonly queue?: Slots;
  /** Source of random choices. @default the machine's */
  readonly random?: RandomSource;
}

interface Sampling {
  /** Name of the space, for messages. */
  readonly name: string;
  readonly maxDepth: number;
  /** Enumerates the space; undefined if it is too large. */
  readonly survey: Surveying | undefined;
  /** Queue in which spaces are enumerated one after another: each can take all threads and the whole memory allowance. */
  readonly queue: Slots;
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

/*
 * Surveys: a space that is small enough is enumerated again for states of each depth. This happens in a worker, so that the server's main
 * thread can answer other requests meanwhile.
 */

/** Maximum size of the spaces that are enumerated again. */
interface SurveyLimits {
  readonly states: number;
  /** Bytes of memory. */
  readonly bytes: number;
}

const SURVEY_LIMITS: SurveyLimits = { states: 500e6, bytes: 1e9 };

/** The file of a served table. */
interface SurveyedFile {
  /** Path of the table; null if it is in memory. @default null */
  readonly path?: string | null;
  /** Path of the result of its exploration, which need not exist. @default the path beside the table */
  readonly result?: string | null;
  /** Module named for the table. */
  readonly module?: string | undefined;
  readonly limits?: SurveyLimits;
}

/** Approximate number of states kept of a layer. */
const PER_LAYER = 300;
/** Maximum number of states kept of all layers together, at 8 bytes each. If there are very many layers, fewer are kept of each. */
const MOST_KEPT = 1_000_000;
/** Maximum number of antipodes kept. */
const ANTIPODES = 1000;

/** Enumerates a space. @throws MemoryError if the machine lacks the memory; WorkerError; the signal's reason */
export type Surveying = (signal: AbortSignal) => Promise<SampledLayers>;

/**
 * Returns the function that surveys a table's space.
 * @param file file of the table; without its path, only boards can be enumerated
 * @param seed seed of the choice of states
 * @returns undefined if the space is too large
 */
export function surveyOf(
  table: Table,
  { path = null, module, limits = SURVEY_LIMITS }: SurveyedFile,
  seed: number,
): Surveying | undefined {
  const { fullName, space, histogram } = table;
  const { board: view, size } = space;
  const perLayer = Math.min(PER_LAYER, Math.floor(MOST_KEPT / histogram.length));
  if (size > limits.states || perLayer === 0) return undefined;
  const survey = { histogram, perLayer, antipodes: ANTIPODES };
  if (view !== null) {
    const { board, metric } = view;
    const plan = planBoard(board, { metric, table: false, fresh: false });
    if (plan.bytes > limits.bytes) return undefined;
    const threads = atMost(plan.threads);
    return (signal) => askWorker(formatBoard(board), plan, { kind: 'board', view, threads, ...survey }, signal);
  }
  const bytes = depthsBytes(table.claims);
  if (path === null || bytes > limits.bytes) return undefined;
  const threads = atMost(threadsForDepths(table.claims));
  return (signal) => askWorker(fullName, { bytes }, { kind: 'table', path, module, seed, threads, ...survey }, signal);
}

/** Limits threads to one less than the machine offers, leaving one for the server. @param worth number of threads that the survey can use */
function atMost(worth: number): number {
  return Math.max(1, Math.min(worth, offeredThreads() - 1));
}

async function askWorker(
  name: string,
  needs: MemoryNeeds,
  task: SurveyTask,
  signal: AbortSignal,
): Promise<SampledLayers> {
  signal.throwIfAborted();
  checkMemory(name, needs, task.threads + 1, freeMemory());
  const worker = new IdleWorker<SurveyTask, SurveyOutcome>(() => new SpacePool('survey-layers.cjs', 1));
  const outcome = await worker.run(task, 'while sampling the states of each depth', signal);
  if (outcome.kind === 'no memory') throw new MemoryError(outcome.message);
  return outcome.layers;
}
