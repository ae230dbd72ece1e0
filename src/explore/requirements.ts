/** What a board needs, known before anything is allocated. */

import { availableParallelism } from 'node:os';
import { type Board, formatBoard } from '../board/board.js';
import { geometryOf } from '../numbering/geometry.js';
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
    `${formatBoard(board)} needs ${formatBytes(needed)} of memory, but only ${formatBytes(free)} are free on this machine`,
  );
}

/** Bytes in decimal units, three digits: 63.9 MB. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  if (unit === 0) return `${value} bytes`;
  return `${value >= 99.95 ? Math.round(value) : value >= 9.995 ? value.toFixed(1) : value.toFixed(2)} ${units[unit]}`;
}
