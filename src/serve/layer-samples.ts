/**
 * States of every depth, for the API. A small space is enumerated again when states of a depth are first requested, and a sample of each
 * layer is kept. Of a large space, random states and walks find states of a depth at once. It is enumerated only for depths that they do
 * not reach, and for its antipodes, and only while a client waits.
 */

import { freeMemory } from '#machine/machine.js';
import { checkMemory, MemoryError, type MemoryUse } from '../base/memory.js';
import { total } from '../base/statistics.js';
import { InputError } from '../base/text.js';
import { offeredThreads } from '../base/threads.js';
import { onThread } from '../base/worker-pool.js';
import { planBoard } from '../engines/boards/board-plan.js';
import { predecessorStates } from '../space/answers.js';
import { readState, writeState } from '../space/definition.js';
import type { BoardView } from '../space/space.js';
import { SpacePool } from '../space/space-module.js';
import { formatBoard } from '../spaces/board/board.js';
import { geometryOf, numberOf } from '../spaces/board/numbering.js';
import { formatPosition } from '../spaces/board/position.js';
import { randomPosition, SeededRandom } from '../spaces/board/random.js';
import { sampleLayers, sharesOf } from '../study/board-replay.js';
import { depthsBytes, depthsOfSpace, threadsForDepths } from '../study/table-replay.js';
import { contentsOfSections, type SharedContents, TableError } from '../table/contents.js';
import { sharedContents } from '../table/parts.js';
import { Table } from '../table/table.js';
import { claimedAntipodes, resultPath } from '../table/table-file.js';
import type { RandomAnswer } from './answers.js';
import { type Abandoned, isPauseDue, newSlots, Once, pause, type Slots, WhileAwaited } from './work.js';

/** A served table's file, and what sampling its space shares with others. */
export interface SamplingOptions {
  /** Path of the table; null if it is in memory. @default null */
  readonly path?: string | null;
  /** Path of the result of its exploration, which need not exist. @default the path beside the table */
  readonly result?: string | null;
  /** Antipodes that an exploration has listed, in place of a result. */
  readonly antipodes?: readonly string[];
  /** Module named for the table. */
  readonly module?: string | undefined;
  /** Maximum size of the spaces that are enumerated again. */
  readonly limits?: { readonly states: number; readonly bytes: number };
  /** Queues shared by all served tables. */
  readonly queues?: SurveyQueues;
  /** Source of random choices. @default seeded at random */
  readonly random?: SeededRandom;
}

/**
 * Spaces are enumerated one after another, since a large one can take all threads and the whole memory allowance. Small ones have a queue
 * of their own, so that they do not wait for large ones.
 */
export interface SurveyQueues {
  readonly small: Slots;
  readonly large: Slots;
}

export function newSurveyQueues(): SurveyQueues {
  return { small: newSlots(1), large: newSlots(1) };
}

/** Maximum number of states of a small space, which is enumerated in about a second. */
const SMALL = 2_000_000;

/** @param states null if they are more than 10^308 */
export function isSmall(states: number | null): boolean {
  return states !== null && states <= SMALL;
}

/** Samples of each depth, as ranks. */
export interface SampledLayers {
  /** Ranks of the states of each depth. */
  readonly layers: readonly (readonly number[])[];
  /** Ranks of the first antipodes, ascending. */
  readonly antipodes: readonly number[];
}

/** Enumerates a space. @throws MemoryError if the machine lacks the memory; WorkerError; the signal's reason */
export type Surveying = (signal: AbortSignal) => Promise<SampledLayers>;

export type LayerSamples = ReturnType<typeof layerSamples>;

/**
 * @param name name of the space, for messages
 * @param survey enumerates the space; null if it is too large
 * @param isLarge false if the survey takes no longer than a client will wait
 */
export function layerSamples(
  name: string,
  table: Table,
  { random = new SeededRandom(Math.random() * 2 ** 32), ...options }: SamplingOptions,
  survey: Surveying | null = surveyOf(table, options, random.below(2 ** 32)),
  isLarge = !isSmall(table.space.size),
) {
  const { path = null, result = path && resultPath(path), queues = newSurveyQueues() } = options;
  const claims = async () => options.antipodes ?? (result === null ? [] : claimedAntipodes(result));
  const walks = walksIn(table, claims, random);
  const queue = isLarge ? queues.large : queues.small;
  const surveys = survey && new WhileAwaited((signal) => queue.run(() => survey(signal), signal));
  const stateTexts = (states: readonly number[]) => states.map((state) => writeState(table.space, state));

  /** Returns the survey; undefined if the space is too large, or if the machine lacks the memory at present. */
  async function surveyed(abandoned: Abandoned): Promise<SampledLayers | undefined> {
    try {
      // A client that has closed its side can still read: it gets what takes a second.
      return await surveys?.get(isLarge ? abandoned() : undefined);
    } catch (error) {
      if (error instanceof MemoryError) return undefined;
      throw error;
    }
  }

  return {
    /**
     * Chooses random states of a depth, as ServedTable.random.
     * @throws InputError if the depth is out of range; the errors of the enumeration or a walk; the reason of an abandoned enumeration
     */
    async random(
      depth: number,
      count: number,
      abandoned: Abandoned,
    ): Promise<Pick<RandomAnswer, 'states' | 'uniform'>> {
      const { maxDepth } = table;
      if (!(Number.isInteger(depth) && depth >= 0 && depth <= maxDepth)) {
        throw new InputError(`the depth in ${name} must be a whole number from 0 to ${maxDepth}, found ${depth}`);
      }
      const all = table.histogram[depth];
      const wanted = Math.min(count, all);
      let survey = isLarge ? surveys?.value : await surveyed(abandoned);
      if (survey === undefined) {
        const drawn = await walks.draw(depth, wanted);
        if (drawn.length === wanted) return { states: drawn, uniform: true };
        const ends = await walks.to(depth, wanted);
        if (isLarge && ends.length < wanted) survey = await surveyed(abandoned);
        if (survey === undefined) return { states: ends, uniform: ends.length === all };
      }
      const left = survey.layers[depth].slice();
      const chosen = Array.from(
        { length: Math.min(count, left.length) },
        () => left.splice(random.below(left.length), 1)[0],
      );
      return { states: stateTexts(chosen), uniform: true };
    },

    /** Returns the first antipodes. @throws as `random` */
    async antipodes(count: number, abandoned: Abandoned): Promise<readonly string[]> {
      const survey = await surveyed(abandoned);
      if (survey === undefined) return (await walks.antipodes.get()).slice(0, count);
      return stateTexts(survey.antipodes.slice(0, count));
    },

    /** Stops a running enumeration; its callers get an AbortError. */
    close: (): void => surveys?.close(),
  };
}

/*
 * Surveys: a space that is small enough is enumerated again for states of each depth. This happens in a worker, so that the server's main
 * thread can answer other requests meanwhile.
 */

export const SURVEY_LIMITS = { states: 500e6, bytes: 1e9 };
/** Approximate number of states kept of a layer. */
const PER_LAYER = 300;
/** Maximum number of states kept of all layers together, at 8 bytes each. If there are very many layers, fewer are kept of each. */
const MOST_KEPT = 1_000_000;
/** Maximum number of antipodes kept. */
const ANTIPODES = 1000;

/** Returns the function that surveys a table's space; null if the space is too large. */
function surveyOf(
  table: Table,
  { path = null, module, limits = SURVEY_LIMITS }: SamplingOptions,
  seed: number,
): Surveying | null {
  const { fullName, space, histogram } = table;
  const { board: view, size } = space;
  const perLayer = Math.min(PER_LAYER, Math.floor(MOST_KEPT / histogram.length));
  if (size > limits.states || perLayer === 0) return null;
  const survey = { histogram, perLayer, antipodes: ANTIPODES };
  if (view !== null) {
    const plan = planBoard(view.board, { metric: view.metric, table: false, fresh: false });
    if (plan.bytes > limits.bytes) return null;
    const task = { of: { view }, threads: atMost(plan.threads), ...survey };
    return (signal) => askWorker(formatBoard(view.board), plan, task, signal);
  }
  const bytes = depthsBytes(table.header);
  if (bytes > limits.bytes) return null;
  const threads = atMost(threadsForDepths(table.header));
  return (signal) => {
    const of = path === null ? { contents: sharedContents(table.contents), seed } : { path, module, seed };
    return askWorker(fullName, { bytes }, { of, threads, ...survey }, signal);
  };
}

/** Limits threads to one less than the machine offers, leaving one for the server. @param worth number of threads that the survey can use */
export function atMost(worth: number): number {
  return Math.max(1, Math.min(worth, offeredThreads() - 1));
}

async function askWorker(
  name: string,
  memory: MemoryUse,
  task: SurveyTask,
  signal: AbortSignal,
): Promise<SampledLayers> {
  signal.throwIfAborted();
  checkMemory(name, memory, task.threads + 1, freeMemory());
  const pool = new SpacePool<SurveyTask, SurveyOutcome>('survey-layers', 1);
  const outcome = await onThread(pool, task, 'while sampling the states of each depth', { signal });
  if ('lacking' in outcome) throw new MemoryError(outcome.lacking);
  return outcome;
}

/* The task of the worker, which enumerates a space on its own threads. */

/** The task, as plain data. */
export interface SurveyTask {
  /** A board, which is enumerated again, or a table. */
  readonly of: { readonly view: BoardView } | SampledTable;
  /** Number of states of each depth. */
  readonly histogram: readonly number[];
  readonly threads: number;
  /** Number of states to keep of each layer; boards keep about three times as many. */
  readonly perLayer: number;
  /** Number of antipodes to keep in addition. */
  readonly antipodes: number;
}

/** A table in a file, with the module named for it, or in memory; and what random choices depend on. */
type SampledTable = { readonly seed: number } & (
  | { readonly path: string; readonly module?: string | undefined }
  | { readonly contents: SharedContents }
);

/** The outcome, or why the machine lacks the memory: an error would lose its class between two threads. */
export type SurveyOutcome = SampledLayers | { readonly lacking: string };

/** Enumerates a space. @throws TableError, SpaceError, WorkerError */
export async function sampleLayersOf(task: SurveyTask): Promise<SurveyOutcome> {
  try {
    return await ('view' in task.of ? sampleBoard(task.of.view, task) : sampleTable(task.of, task));
  } catch (error) {
    if (error instanceof MemoryError) return { lacking: error.message };
    throw error;
  }
}

/** Approximate maximum number of antipodes kept until they are sorted. */
const ANTIPODES_SORTED = 20_000;

/** Enumerates a board again: the search keeps a share of each layer. @throws MemoryError, WorkerError */
async function sampleBoard({ board, goal, metric }: BoardView, task: SurveyTask): Promise<SampledLayers> {
  const { histogram, threads, perLayer, antipodes } = task;
  const geometry = geometryOf(board);
  const last = histogram.length - 1;
  const shares = sharesOf(histogram, perLayer);
  shares[last] = Math.min(1, ANTIPODES_SORTED / histogram[last]);
  const kept = await sampleLayers(board, goal, shares, { metric, threads });
  const layers = kept.map((states) =>
    states.map((state) => numberOf(geometry, state)).sort((one, other) => one - other),
  );
  return { layers, antipodes: layers[last].slice(0, antipodes) };
}

/**
 * Samples the states of each depth by reading the distance of every state from the table. Reservoir sampling makes the states of a depth
 * equally likely: the first k are kept, and the n-th replaces one of them with probability k / n.
 *
 * Source: J. S. Vitter, "Random sampling with a reservoir", ACM Transactions on Mathematical Software 11 (1985), algorithm R.
 * @throws as depthsOfSpace, and TableError if the table is missing or has changed
 */
export async function sampleTable(
  of: SampledTable,
  { histogram, threads, perLayer, antipodes: mostAntipodes }: Omit<SurveyTask, 'of'>,
): Promise<SampledLayers> {
  const table = 'path' in of ? await Table.open(of.path, of) : await Table.of(contentsOfSections(of.contents));
  try {
    if (table.histogram.join() !== histogram.join()) {
      throw new TableError(`${table.file}: the table has changed since it was opened: restart the server`);
    }
    const depths = await depthsOfSpace(table, { threads });
    const layers: number[][] = histogram.map(() => []);
    const counts = new Float64Array(layers.length);
    const antipodes: number[] = [];
    const random = new SeededRandom(of.seed);
    for (let state = 0; state < depths.length; state++) {
      const depth = depths[state];
      // Not reached.
      if (depth >= layers.length) continue;
      const before = counts[depth]++;
      const place = before < perLayer ? before : random.below(before + 1);
      if (place < perLayer) layers[depth][place] = state;
      if (depth === layers.length - 1 && antipodes.length < mostAntipodes) antipodes.push(state);
    }
    return { layers, antipodes };
  } finally {
    table.close();
  }
}

/*
 * States of a depth in spaces that are not enumerated. If a good part of all states has the depth, random states are drawn until some
 * have it: all are equally likely. Otherwise walks begin at random states, at the starts, and at known antipodes. Each random move changes
 * the distance by one towards the depth, until the depth is reached or no such move exists. States on many shortest paths are found more
 * often.
 */

/** Maximum expected number of random states that are drawn; distances in spaces of large permutations take milliseconds. */
const MOST_EXPECTED = 200;
/** Number of random states drawn at most, by which chance hardly ever needs more. */
const MOST_DRAWN = 4 * MOST_EXPECTED;

/** Maximum number of walks for each requested state: few states have the maximum depth. */
const WALKS_PER_STATE = 20;
const WALKS_AT_LEAST = 200;
/** Maximum number of claimed antipodes that are looked up. */
const MOST_CLAIMS = 1000;

/**
 * Returns walks in the space of a table, by its distances. States are texts.
 * @param claims returns texts that may be antipodes
 */
function walksIn(table: Table, claims: () => Promise<readonly string[]>, random: SeededRandom) {
  const { space } = table;
  const starts = table.starts.map((state) => writeState(space, state));
  /** Number of states that randomState chooses from. */
  const states = space.board === null ? space.size : total(table.histogram);
  /** The claimed antipodes that are correct, in the order of the claims. */
  const antipodes = new Once(async () => checkedAntipodes(table, await claims()));

  /**
   * Returns a random state, all states being equally likely. On boards, it is a reachable state: on some maps, moves reach only a few of
   * the states that have ranks.
   */
  function randomState(): string {
    if (space.board === null) return writeState(space, random.state(space.size));
    return formatPosition(randomPosition(space.board.board, space.board.goal, random));
  }

  /**
   * Returns the neighbours of a state that have the distance `wanted`, which is one less or one more than the state's. There are none at
   * a smaller distance if moves cannot be undone and the space gives no predecessors.
   */
  function beside(state: string, distance: number, wanted: number): readonly string[] {
    if (space.reversible || wanted > distance) {
      const { moves } = table.neighbourhood(state);
      return moves.flatMap((move) => (move.distance === wanted ? [move.to] : []));
    }
    if (space.predecessors === undefined) return [];
    const before = predecessorStates(space, readState(space, state));
    return before.filter((each) => table.distance(each) === wanted).map((each) => writeState(space, each));
  }

  /** Walks to a depth. @returns undefined if the walk does not reach it */
  async function walk(begin: string, depth: number): Promise<string | undefined> {
    let state = begin;
    let distance = table.distance(begin);
    while (distance !== null && distance !== depth) {
      if (isPauseDue()) await pause();
      const wanted: number = distance + Math.sign(depth - distance);
      const next = beside(state, distance, wanted);
      if (next.length === 0) return undefined;
      state = next[random.below(next.length)];
      distance = wanted;
    }
    return distance === null ? undefined : state;
  }

  /** Draws different states of a depth; none if too few states have it. @throws TableError, SpaceError */
  async function draw(depth: number, wanted: number): Promise<string[]> {
    const found = new Set<string>();
    if ((wanted * states) / table.histogram[depth] > MOST_EXPECTED) return [];
    for (let drawn = 0; drawn < MOST_DRAWN && found.size < wanted; drawn++) {
      if (isPauseDue()) await pause();
      const state = randomState();
      if (table.distance(state) === depth) found.add(state);
    }
    return [...found];
  }

  /** Finds different states of a depth, possibly fewer than `wanted`. @throws TableError, SpaceError */
  async function to(depth: number, wanted: number): Promise<string[]> {
    const begins = [[], starts, await antipodes.get()];
    const found = new Set<string>();
    const walks = WALKS_AT_LEAST + WALKS_PER_STATE * wanted;
    for (let made = 0; made < walks && found.size < wanted; made++) {
      if (isPauseDue()) await pause();
      const known = begins[made % begins.length];
      const end = await walk(known.length === 0 ? randomState() : known[random.below(known.length)], depth);
      if (end !== undefined) found.add(end);
    }
    return [...found];
  }

  return { antipodes, draw, to };
}

async function checkedAntipodes(table: Table, claimed: readonly string[]): Promise<readonly string[]> {
  const states: string[] = [];
  for (const text of new Set(claimed.slice(0, MOST_CLAIMS))) {
    if (isPauseDue()) await pause();
    try {
      const state = table.normalize(text);
      if (table.distance(state) === table.maxDepth) states.push(state);
    } catch (error) {
      // The file beside a table can hold any text.
      if (!(error instanceof InputError)) throw error;
    }
  }
  return states;
}
