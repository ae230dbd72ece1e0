/** What a board needs, known before anything is allocated. */

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
  return { states: geometryOf(board).states, bytes: bitsetsBytes(board, table ? 2 : 1) };
}

/** Bytes of several bitsets over all states, as they lie in memory. @throws InputError where the board is too large to number */
export function bitsetsBytes(board: Board, bitsets: number): number {
  const geometry = geometryOf(board);
  return bitsetBytes(geometry, blocksOf(geometry)) * bitsets;
}

/** Bytes of memory that this process can still have. */
export function freeMemory(): number {
  return process.availableMemory();
}

/** What Node itself, marks and maps take beside the bitsets, and what each thread takes; rounded up. */
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
  const beside = PROGRAM_BYTES + threads * THREAD_BYTES;
  if (needed + beside <= free) return;
  const name = typeof what === 'string' ? what : formatBoard(what);
  throw new MemoryError(
    `${name} needs ${bytesText(needed)} of memory for ${held} and about ${bytesText(beside)} for the program and its threads, but only ${bytesText(free)} are free on this machine`,
  );
}
