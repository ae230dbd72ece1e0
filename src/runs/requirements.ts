/** What a board needs, known before anything is allocated. */

import { bytesText } from '../base/text/numbers.js';
import { defaultThreads } from '../base/threads/thread-count.js';
import { SCRATCH_BLOCKS } from '../engines/bits/layers/advance.js';
import { bitsetBytes, blocksOf } from '../engines/bits/memory/blocks.js';
import { type Bitsets, bitsetCount } from '../engines/bits/memory/layout.js';
import { type Board, formatBoard } from '../spaces/board/board.js';
import type { Metric } from '../spaces/board/metric.js';
import { geometryOf } from '../spaces/board/numbering/geometry.js';
import { BYTES_PER_WORD } from '../spaces/board/numbering/word.js';
import { MemoryError } from './errors.js';

export interface Requirements {
  /** States that are numbered; on some maps moves do not reach all of them. */
  readonly states: number;
  /** Visited bits and table, and in the metric `multi` those of the sweeps. */
  readonly bytes: number;
}

/**
 * @param table whether a table is made: twice the bytes in the metric `single`, no more in `multi`
 * @param metric by default `single`
 * @throws InputError where the board is too large to number
 */
export function requirementsOf(board: Board, table: boolean, metric: Metric = 'single'): Requirements {
  return { states: geometryOf(board).states, bytes: bitsetsBytes(board, { metric, table, fresh: false }) };
}

/**
 * States that one thread enumerates in a second, cold: of 3x4 640 million were measured, 200 million by the sweeps of `multi`. Of a
 * map of 20 million states it is half as many, and less of smaller boards, which are done before a second thread has started.
 */
const STATES_PER_SECOND = 500e6;
const STATES_SWEPT_PER_SECOND = 150e6;

/**
 * Worker threads for enumerating a board where nobody says how many.
 * @param metric by default `single`
 * @param times how often it is enumerated with the same threads
 * @throws InputError where the board is too large to number
 */
export function threadsToExplore(board: Board, metric: Metric = 'single', times = 1): number {
  const perSecond = metric === 'multi' ? STATES_SWEPT_PER_SECOND : STATES_PER_SECOND;
  return defaultThreads((times * geometryOf(board).states) / perSecond);
}

/** Bytes of all bitsets as they lie in memory. @throws InputError where the board is too large to number */
export function bitsetsBytes(board: Board, bitsets: Bitsets): number {
  const geometry = geometryOf(board);
  return bitsetBytes(geometry, blocksOf(geometry)) * bitsetCount(geometry, bitsets);
}

/** Bytes of memory that this process can still have. */
export function freeMemory(): number {
  return process.availableMemory();
}

/** What Node itself, marks and maps take beside the bitsets, and what each thread takes at least; rounded up. */
const PROGRAM_BYTES = 80e6;
const THREAD_BYTES = 10e6;

/**
 * @param what a board, or a space by its name
 * @param needed bytes of what is held
 * @param held what that is, in words
 * @throws MemoryError that gives all figures where `free` bytes do not suffice
 */
export function checkMemory(
  what: Board | string,
  needed: number,
  threads: number,
  free: number,
  held = 'its bitsets',
): void {
  const beside = bytesBeside(what, threads);
  if (needed + beside <= free) return;
  const name = typeof what === 'string' ? what : formatBoard(what);
  throw new MemoryError(
    `${name} needs ${bytesText(needed)} of memory for ${held} and about ${bytesText(beside)} for the program and its threads, but only ${bytesText(free)} are free on this machine`,
  );
}

/** What the program and its threads take beside what is held. @param what a board, or a space by its name */
export function bytesBeside(what: Board | string, threads: number): number {
  return PROGRAM_BYTES + threads * (typeof what === 'string' ? THREAD_BYTES : bytesOfThread(what));
}

/** What a thread takes: its scratch space may be more than all else. */
function bytesOfThread(board: Board): number {
  return Math.max(THREAD_BYTES, SCRATCH_BLOCKS * blocksOf(geometryOf(board)).paddedWords * BYTES_PER_WORD);
}
