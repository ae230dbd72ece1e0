/** What a board needs, known before anything is allocated. */

import { availableParallelism } from 'node:os';
import { type Board, formatBoard } from '../board/board.js';
import { geometryOf } from '../numbering/geometry.js';
import { bytesText } from '../text/numbers.js';
import { bitsetBytes, blocksOf } from './blocks.js';
import { MemoryError } from './errors.js';

export interface Requirements {
  readonly states: number;
  /** Visited bits and table. */
  readonly bytes: number;
}

/**
 * @param table whether a table is made: twice the bytes
 * @throws InputError where the board is too large to number
 */
export function requirementsOf(board: Board, table: boolean): Requirements {
  const geometry = geometryOf(board);
  return { states: geometry.states, bytes: bitsetBytes(geometry, blocksOf(geometry)) * (table ? 2 : 1) };
}

/** Threads that the machine offers. */
export function defaultThreads(): number {
  return availableParallelism();
}

/** Bytes of memory that this process can still have. */
export function freeMemory(): number {
  return process.availableMemory();
}

/** What marks, maps, worker threads and Node itself take beside the bitsets, rounded up. */
const OVERHEAD_BYTES = 100e6;

/** @throws MemoryError that gives both figures where `free` bytes do not suffice */
export function checkMemory(board: Board, needed: number, free: number): void {
  if (needed + OVERHEAD_BYTES <= free) return;
  throw new MemoryError(
    `${formatBoard(board)} needs ${bytesText(needed)} of memory, but only ${bytesText(free)} are free on this machine`,
  );
}
