/** Memory of this machine: what is free, whether it suffices, and arrays that threads share. */

import { bytesText } from './text/numbers.js';

/** The machine lacks the memory that something needs; nothing was allocated. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
}

/** Returns the bytes of memory that this process can still have. */
export function freeMemory(): number {
  return process.availableMemory();
}

/** Bytes that Node itself, marks and maps take, and the least bytes of each thread; rounded up. */
const PROGRAM_BYTES = 80e6;
const THREAD_BYTES = 12e6;

/** Memory that a run needs. */
export interface MemoryNeeds {
  /** Bytes of what is held. */
  readonly bytes: number;
  /** Scratch space of each thread, which may be more than all else that a thread takes; by default little. */
  readonly threadBytes?: number;
}

/** Returns what the program and its threads take beside what is held. */
export function bytesBeside(threads: number, threadBytes = 0): number {
  return PROGRAM_BYTES + threads * Math.max(THREAD_BYTES, threadBytes);
}

/**
 * Checks that there is enough memory.
 * @param name of the space
 * @param held what is held, in words
 * @throws MemoryError that gives all figures, if `free` bytes do not suffice
 */
export function checkMemory(
  name: string,
  { bytes, threadBytes }: MemoryNeeds,
  threads: number,
  free: number,
  held = 'its bitsets',
): void {
  const beside = bytesBeside(threads, threadBytes);
  if (bytes + beside <= free) return;
  throw new MemoryError(
    `${name} needs ${bytesText(bytes)} of memory for ${held} and about ${bytesText(beside)} for the program and its threads, but only ${bytesText(free)} are free on this machine`,
  );
}

/**
 * Allocates an array of zeros in memory that threads share; its pages are touched when they are written.
 * @param Kind such as Int32Array
 * @param bytes a multiple of its elements'
 * @throws MemoryError if the machine refuses, or this Node has no such long arrays: Node 20 ends at 2^32 elements
 */
export function sharedArray<SharedArray>(
  Kind: new (buffer: SharedArrayBuffer) => SharedArray,
  bytes: number,
): SharedArray {
  try {
    return new Kind(new SharedArrayBuffer(bytes));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new MemoryError(`the machine refused an array of ${bytesText(bytes)}: ${message}`, { cause });
  }
}
