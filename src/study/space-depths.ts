/** The distance of every state of a space, from its table. */

import { checkMemory, freeMemory, sharedArray } from '../base/memory.js';
import { countOf } from '../base/text.js';
import { checkThreads, claims, newRoundCounters, threadsFor } from '../base/threads.js';
import { describeState } from '../space/definition.js';
import { leavesNothing, type NumberedSpace, type SpaceFacts } from '../space/space.js';
import { SpacePool } from '../space/space-module.js';
import { BITS, type TableClaims, TableError } from '../table/files/contents.js';
import { sectionBytes } from '../table/files/header.js';
import type { Table } from '../table/table.js';
import type { PassOptions } from './layer-replay.js';
import {
  codeOfWords,
  type DepthArray,
  largestOf,
  STATES_PER_BLOCK,
  type WalksTask,
  walkStates,
} from './state-passes.js';

/** Returns true if a table holds whole depths, not remainders. */
function holdsDepths({ encoding }: TableClaims): boolean {
  return BITS[encoding] >= 8;
}

/** Returns the bytes per distance in the array. One value is reserved for states that are not reached. */
export function bytesPerDepth(claims: TableClaims): 1 | 2 | 4 {
  if (holdsDepths(claims)) return (BITS[claims.encoding] / 8) as 1 | 2 | 4;
  const maxDepth = claims.histogram.length - 1;
  if (maxDepth < 0xff) return 1;
  return maxDepth < 0xffff ? 2 : 4;
}

/** Returns the bytes of memory that depthsOfSpace needs. */
export function depthsBytes(claims: TableClaims): number {
  const words = holdsDepths(claims) ? 0 : bytesOfWords(claims);
  return words + claims.facts.size * bytesPerDepth(claims);
}

/** Returns the bytes of the words that hold a table's section. */
function bytesOfWords(claims: TableClaims): number {
  return Math.ceil(sectionBytes(claims) / BYTES_PER_WORD) * BYTES_PER_WORD;
}

const BYTES_PER_WORD = Uint32Array.BYTES_PER_ELEMENT;

/** Number of states for which walking takes as long as starting workers. */
const STATES_WITHOUT_WORKERS = 100_000;

/** States/s from which one thread walks. Measured: ten million with pancake:10; fewer if moves are slow. */
const STATES_PER_SECOND = 10e6;

/**
 * Returns the number of worker threads for the distances of all states.
 * @param asked maximum number of threads; by default chosen by the size of the space
 */
export function threadsForDepths(claims: TableClaims, asked?: number): number {
  const { size } = claims.facts;
  const blocks = !holdsDepths(claims) && size > STATES_WITHOUT_WORKERS ? Math.ceil(size / STATES_PER_BLOCK) : 1;
  return threadsFor(asked, size / STATES_PER_SECOND, blocks);
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
  const { claims, histogram } = table;
  const { size } = claims.facts;
  if (options.threads !== undefined) checkThreads(options.threads);
  const threads = threadsForDepths(claims, options.threads);
  checkMemory(table.fullName, { bytes: depthsBytes(claims) }, threads, freeMemory(), 'its distances');
  const depths = newDepths(size, bytesPerDepth(claims));
  if (holdsDepths(claims)) {
    readInto(depths, table);
  } else {
    const words = sharedArray(Uint32Array, bytesOfWords(claims));
    readInto(words, table);
    await walkAll(table, words, depths, { ...options, threads });
  }
  checkHistogram(depths, histogram);
  options.onProgress?.(size, size);
  return depths;
}

/** Returns an array of depths in shared memory, none of which is known. @param bytes bytes of a depth */
export function newDepths(size: number, bytes: number): DepthArray {
  if (bytes === 1) return sharedArray(Uint8Array, size).fill(0xff);
  return bytes === 2
    ? sharedArray(Uint16Array, 2 * size).fill(0xffff)
    : sharedArray(Uint32Array, 4 * size).fill(0xffffffff);
}

function readInto({ buffer }: DepthArray, table: Table): void {
  const bytes = new Uint8Array(buffer);
  let offset = 0;
  for (const piece of table.bytes(0)) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
}

async function walkAll(
  { claims, space, starts }: Table,
  words: Uint32Array,
  depths: DepthArray,
  options: PassOptions,
): Promise<void> {
  const code = codeOfWords(space, { claims, words });
  for (const start of starts) {
    if (code.code(start) !== code.start) throw contradiction(space, start);
    depths[start] = 0;
  }
  const task: WalksTask = { claims, words, depths, counters: newRoundCounters() };
  const wrong =
    space.size <= STATES_WITHOUT_WORKERS
      ? [walkStates(space, task)]
      : await onWorkers<WalksTask, number | undefined>('in the middle of the distances', task, claims.facts, options);
  const state = wrong.find((found) => found !== undefined);
  if (state !== undefined) throw contradiction(space, state);
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
export async function onWorkers<Task extends { readonly depths: DepthArray; readonly counters: Int32Array }, Result>(
  when: string,
  task: Task,
  { size, source }: Pick<SpaceFacts, 'size' | 'source'>,
  { threads, onProgress, signal }: PassOptions,
): Promise<Result[]> {
  const pool = new SpacePool<Task, Result>('pass-states.cjs', threads);
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
  const unreached = largestOf(depths);
  let beyond = 0;
  for (let state = 0; state < depths.length; state++) {
    const depth = depths[state];
    if (depth < counts.length) counts[depth]++;
    else if (depth !== unreached) beyond++;
  }
  const depth = beyond > 0 ? histogram.length : counts.findIndex((count, index) => count !== histogram[index]);
  if (depth < 0) return;
  throw new TableError(
    `the table's header is wrong: it has ${countOf(histogram[depth] ?? 0, 'state')} at distance ${depth}, and there are ${counts[depth] ?? beyond}; make the table again`,
  );
}
