/**
 * The replay of a table's layers: by the bit engine for boards (board-replay.ts); for other spaces, whose table holds depths in any
 * order of states, read from the table, sorted and counted.
 */

import { freeMemory } from '#machine/machine.js';
import { bytesOf, copyParts } from '../base/bytes.js';
import { checkMemory, sharedArray } from '../base/memory.js';
import { branchingTogether, sumOfRows } from '../base/statistics.js';
import { InputError, jsonExcerpt } from '../base/text.js';
import { checkThreads, claims, newRoundCounters, threadsFor } from '../base/threads.js';
import { describeState, SpaceError } from '../space/definition.js';
import { factsOf, leavesNothing, type NumberedSpace, type SpaceFacts } from '../space/space.js';
import { SpacePool } from '../space/space-module.js';
import { TableError, type TableHeader } from '../table/contents.js';
import { sectionBytes } from '../table/header.js';
import { Table } from '../table/table.js';
import { boardReplay } from './board-replay.js';
import {
  checkLayer,
  type LayerReplay,
  MOST_STATES_COUNTED,
  type PassOptions,
  type StatesOfDepth,
} from './layer-replay.js';
import {
  BYTES_PER_DEPTH,
  BYTES_PER_STATE,
  bytesPerDepth,
  codeOfWords,
  type DepthArray,
  estimatedBy,
  holdsDepths,
  largestDepth,
  newDepths,
  positionMean,
  STATES_PER_BLOCK,
  type StateCensus,
  type StateCensusTask,
  type WalksTask,
  walkStates,
} from './state-passes.js';

/** @throws InputError if this is not an open table */
export function replayOf(table: Table): LayerReplay {
  if (!(table instanceof Table)) {
    throw new InputError(`the table must be an open one, found ${jsonExcerpt(table)}: open it with Table.open`);
  }
  const { space, fullName: name, metric } = table;
  const facts = { ...factsOf(space), name, metric };
  return table.walker === null ? stateReplay(facts, table) : boardReplay(facts, table.header, table.walker);
}

/** States/s whose depths and neighbours one thread finds, measured with pancake:9. */
const CENSUS_PER_SECOND = 2e6;

function stateReplay(facts: SpaceFacts, table: Table): LayerReplay {
  const { space, header, histogram } = table;
  const { size, pattern } = space;
  const lastDepth = histogram.length - 1;
  const isCounted = size <= MOST_STATES_COUNTED;
  const distancesShape = { bytesPerValue: bytesPerDepth(header), shape: [size] };
  return {
    facts,
    board: null,
    histogram,
    distancesShape,

    columns(field = (text) => text) {
      const of = (state: number) => field(space.format(state));
      return {
        text: { name: 'state', of, bytes: (state) => bytesOf(of(state)) },
        numbers: [{ name: 'number', most: size - 1, distinct: true, of: (state) => state }],
      };
    },

    plan(pass, most) {
      const depths = depthsBytes(header);
      if (pass === 'census') {
        const threads = threadsFor(most, size / CENSUS_PER_SECOND, Math.ceil(size / STATES_PER_BLOCK));
        const counts = isCounted ? BYTES_PER_STATE * size : 0;
        const bytes = depths + counts + BYTES_PER_DEPTH * histogram.length * (threads + 1);
        return { bytes, threads, held: 'its depths and counts' };
      }
      const bytesOfOrder = pass === 'layers' ? BYTES_PER_SORTED * Math.min(size, STATES_AT_A_TIME) : 0;
      const bytes = depths + bytesOfOrder;
      return { bytes, threads: threadsForDepths(header, most), held: 'its distances' };
    },

    async census({ threads, onProgress, signal }, onLayer) {
      // Each state is visited for its depth, its neighbours, and its solutions.
      const of = size * (isCounted ? 3 : 2);
      let done = 0;
      const passOptions = { threads, signal, onProgress: (states: number) => onProgress?.(done + states, of) };
      const depths = await depthsOfSpace(table, passOptions);
      done += size;
      const { branchings, estimates } = await countsOf(space, depths, histogram, passOptions);
      done += size;
      for (const layer of layersInOrder(depths, histogram, lastDepth)) {
        await onLayer(layer, (states) => {
          done += states;
          onProgress?.(done, of);
        });
      }
      const ofPattern = pattern && { positionMean: positionMean(pattern.geometry, depths, lastDepth) };
      return { branchings, overall: branchingTogether(branchings), estimates, ...ofPattern };
    },

    async *layers(last, options) {
      yield* layersInOrder(await depthsOfSpace(table, options), histogram, last);
    },

    distances: async (options) => [await depthsOfSpace(table, options)],
  };
}

/** Maximum states of several layers that are sorted together. */
const STATES_AT_A_TIME = 1 << 22;
/** Bytes of a state in the order. */
const BYTES_PER_SORTED = 8;

/**
 * Yields the layers 0 to `last` with their states by number. Small layers are sorted together, and each large one is found by a
 * separate scan. So all distances are read once per group of layers, and groups are few: spaces have few layers, or small ones.
 * @param distances distances of all states, which must agree with the histogram
 * @param most maximum states of several layers that are sorted together
 */
export function* layersInOrder(
  distances: ArrayLike<number>,
  histogram: readonly number[],
  last: number,
  most: number = STATES_AT_A_TIME,
): Generator<StatesOfDepth> {
  for (let first = 0, end = 0; first <= last; first = end) {
    let states = histogram[end++];
    if (states > most) {
      const depth = first;
      yield { depth, inOrder: (chosen) => statesAtDepth(distances, depth, chosen) };
      continue;
    }
    while (end <= last && states + histogram[end] <= most) states += histogram[end++];
    const sorted = new Float64Array(states);
    const places = [0];
    for (let depth = first; depth < end - 1; depth++) places.push(places[depth - first] + histogram[depth]);
    for (let state = 0; state < distances.length; state++) {
      const layer = distances[state] - first;
      if (layer >= 0 && layer < places.length) sorted[places[layer]++] = state;
    }
    for (const [index, place] of places.entries()) {
      const layer = sorted.subarray(place - histogram[first + index], place);
      yield { depth: first + index, inOrder: (chosen) => chosen?.map((at) => layer[at]) ?? layer };
    }
  }
}

/** Yields the states of a depth by number. @param chosen places in that order, ascending; by default all */
function* statesAtDepth(distances: ArrayLike<number>, depth: number, chosen?: Float64Array): Generator<number> {
  let place = 0;
  let taken = 0;
  for (let state = 0; state < distances.length && taken !== chosen?.length; state++) {
    if (distances[state] !== depth || (chosen !== undefined && place++ !== chosen[taken])) continue;
    taken++;
    yield state;
  }
}

/**
 * Counts neighbours and estimates on worker threads.
 * @param depths depths of all states, in shared memory
 * @throws TableError if the depths contradict the space; SpaceError if the space fails, or a heuristic overestimates; WorkerError; the
 * signal's reason
 */
async function countsOf(space: NumberedSpace, depths: DepthArray, histogram: readonly number[], options: PassOptions) {
  const { source } = space;
  const task: StateCensusTask = { source, depths, maxDepth: histogram.length - 1, counters: newRoundCounters() };
  const parts = await onWorkers<StateCensusTask, StateCensus>('while it looked at neighbours', task, space, options);
  const wrong = parts.find(({ contradiction }) => contradiction !== null)?.contradiction;
  if (wrong)
    throw new TableError(
      `the table contradicts itself: ${wrong}; make it again, or correct the space, whose moves may not match its declarations`,
    );
  const overestimate = parts.find((part) => part.overestimate !== null)?.overestimate;
  if (overestimate) throw new SpaceError(overestimate);
  const branchings = histogram.map((states, depth) => {
    const sum = (of: 'neighbours' | 'nearer' | 'further' | 'localMaxima') =>
      parts.reduce((total, part) => total + part[of][depth], 0);
    return {
      states,
      meanDegree: sum('neighbours') / states,
      meanNearer: sum('nearer') / states,
      meanFurther: sum('further') / states,
      localMaxima: sum('localMaxima'),
    };
  });
  const estimates = estimatedBy(space).map((heuristic, index) => ({
    heuristic,
    counts: histogram.map((_, depth) => sumOfRows(parts.map((part) => part.estimates[index][depth]))),
  }));
  return { branchings, estimates };
}

/* The distance of every state. */

/** Returns the bytes of memory that depthsOfSpace needs. */
export function depthsBytes(header: TableHeader): number {
  const words = holdsDepths(header) ? 0 : bytesOfWords(header);
  return words + header.facts.size * bytesPerDepth(header);
}

/** Returns the bytes of the words that hold a table's section. */
function bytesOfWords(header: TableHeader): number {
  return Math.ceil(sectionBytes(header) / BYTES_PER_WORD) * BYTES_PER_WORD;
}

const BYTES_PER_WORD = Uint32Array.BYTES_PER_ELEMENT;

/** Number of states for which walking takes as long as starting workers. */
const STATES_WITHOUT_WORKERS = 100_000;

/** States/s from which one thread walks. Measured: ten million with pancake:10; fewer if moves are slow. */
const STATES_PER_SECOND = 10e6;

/**
 * Returns the number of worker threads for the distances of all states.
 * @param most maximum number of threads; by default chosen by the size of the space
 */
export function threadsForDepths(header: TableHeader, most?: number): number {
  const { size } = header.facts;
  const blocks = !holdsDepths(header) && size > STATES_WITHOUT_WORKERS ? Math.ceil(size / STATES_PER_BLOCK) : 1;
  return threadsFor(most, size / STATES_PER_SECOND, blocks);
}

/**
 * Finds the distance of every state.
 * @param options maximum threads, by default up to the processors of the machine and fewer for small spaces; progress in states
 * @returns distances in shared memory; the largest value of the type for states that are not reached
 * @throws TableError if the table contradicts itself or its header; MemoryError if the distances do not fit into memory, or exceed the
 * length of an array; SpaceError, or a WorkerError with its message, if the space fails; WorkerError if a thread dies; the signal's
 * reason
 */
export async function depthsOfSpace(table: Table, options: Partial<PassOptions> = {}): Promise<DepthArray> {
  const { header, space, starts } = table;
  const { size } = space;
  if (options.threads !== undefined) checkThreads(options.threads);
  const threads = threadsForDepths(header, options.threads);
  checkMemory(table.fullName, { bytes: depthsBytes(header) }, threads, freeMemory(), 'its distances');
  const depths = newDepths(size, bytesPerDepth(header));
  if (holdsDepths(header)) {
    copyParts(table.bytes(0), new Uint8Array(depths.buffer));
  } else {
    const words = sharedArray(Uint32Array, bytesOfWords(header));
    copyParts(table.bytes(0), new Uint8Array(words.buffer));
    const code = codeOfWords(space, { header, words });
    for (const start of starts) {
      if (code.code(start) !== code.start) throw contradiction(space, start);
      depths[start] = 0;
    }
    const task: WalksTask = { header, words, depths, counters: newRoundCounters() };
    const when = 'in the middle of the distances';
    const wrong =
      size <= STATES_WITHOUT_WORKERS
        ? [walkStates(space, task)]
        : await onWorkers<WalksTask, number | undefined>(when, task, header.facts, { ...options, threads });
    const state = wrong.find((found) => found !== undefined);
    if (state !== undefined) throw contradiction(space, state);
  }
  checkHistogram(depths, table.histogram);
  options.onProgress?.(size, size);
  return depths;
}

function contradiction(space: NumberedSpace, state: number): TableError {
  return new TableError(
    `the table contradicts itself: by its codes, no path leads nearer from ${describeState(space, state)} to a start; make it again, or correct the space, whose moves may not match its declarations`,
  );
}

const MILLISECONDS_BETWEEN = 100;

/**
 * Gives a task to all workers of a space, which claim blocks of STATES_PER_BLOCK states.
 * @param when the time of a failure, in the words of its message
 * @throws SpaceError, WorkerError; the signal's reason
 */
async function onWorkers<Task extends { readonly depths: DepthArray; readonly counters: Int32Array }, Result>(
  when: string,
  task: Task,
  { size, source }: Pick<SpaceFacts, 'size' | 'source'>,
  { threads, onProgress, signal }: PassOptions,
): Promise<Result[]> {
  const pool = new SpacePool<Task, Result>('pass-states', threads);
  const tellProgress = () => onProgress?.(Math.min(claims(task.counters) * STATES_PER_BLOCK, size), size);
  const timer = setInterval(tellProgress, MILLISECONDS_BETWEEN);
  try {
    const results = await pool.runOnAll(task, when, signal);
    tellProgress();
    return results;
  } finally {
    clearInterval(timer);
    await pool.leave(task.depths.byteLength, leavesNothing(source));
  }
}

/** Compares the distances with the histogram. @throws TableError if the number of states of a depth differs from that in the header */
function checkHistogram(depths: DepthArray, histogram: readonly number[]): void {
  const counts = new Float64Array(histogram.length);
  const unreached = largestDepth(depths);
  let beyond = 0;
  for (let state = 0; state < depths.length; state++) {
    const depth = depths[state];
    if (depth < counts.length) counts[depth]++;
    else if (depth !== unreached) beyond++;
  }
  if (beyond > 0) checkLayer(histogram, histogram.length, beyond);
  for (const [depth, count] of counts.entries()) checkLayer(histogram, depth, count);
}
