/** Memory of this machine: what is free, whether it suffices, arrays that threads share, and memories of WebAssembly. */

import { closeSync, existsSync, openSync, readSync } from 'node:fs';
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

/** Bytes of a page of WebAssembly. */
export const KERNEL_PAGE = 65536;

/** Bytes of the longest view into a memory: Node 20 refuses views of more than 4 GiB. */
export const BYTES_PER_VIEW = 2 ** 30;

/** Bytes of the largest memory of WebAssembly. The last page stays out of use, so that no address ends at 2^32, which would be 0 again. */
export const LARGEST_KERNEL_MEMORY = 65535 * KERNEL_PAGE;

/** Bytes of a line of the processor's cache: parts of a memory begin at a multiple. */
export const CACHE_LINE = 64;

/** Returns the next address at which a part of a memory may begin. */
export function align(address: number): number {
  return Math.ceil(address / CACHE_LINE) * CACHE_LINE;
}

/**
 * Allocates a memory of zeros in which kernels work; threads share it.
 * @param most pages that it may grow to; by default it does not grow
 * @throws MemoryError if the machine refuses
 * @internal so that the types of the library need none of WebAssembly's
 */
export function newKernelMemory(pages: number, most = pages): WebAssembly.Memory<SharedArrayBuffer> {
  try {
    return new WebAssembly.Memory<SharedArrayBuffer>({ initial: pages, maximum: most, shared: true });
  } catch (cause) {
    throw refusedMemory(pages, cause);
  }
}

/**
 * Makes a memory grow to some pages, if it has fewer.
 * @throws MemoryError if the machine refuses
 * @internal
 */
export function growKernelMemory(memory: WebAssembly.Memory<SharedArrayBuffer>, pages: number): void {
  const more = pages - memory.buffer.byteLength / KERNEL_PAGE;
  if (more <= 0) return;
  try {
    memory.grow(more);
  } catch (cause) {
    throw refusedMemory(more, cause);
  }
}

/** The smallest page of memory that machines have, and the bytes that are touched between two chances for other work. */
const MEMORY_PAGE = 4096;
const TOUCHED_AT_A_TIME = 1 << 28;
/** A file of zeros without end. Windows has none. */
const ZEROS = '/dev/zero';

/**
 * Touches every page of a memory that is all zeros from an address on. The machine provides a page when it is first touched, one at a time
 * for all threads of a process. Measured for 479 million states of a group on two threads: 0.82 s if they touch the pages while they
 * search, and 0.70 s if one thread has touched them before. If the system writes the zeros, the processor does not stop at each page: 0.64 s.
 * @throws the signal's reason
 * @internal
 */
export async function touchPages(
  memory: WebAssembly.Memory<SharedArrayBuffer>,
  from: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const bytes = new Uint8Array(memory.buffer);
  const zeros = existsSync(ZEROS) ? openSync(ZEROS, 'r') : null;
  try {
    for (let begin = from; begin < bytes.length; ) {
      const end = Math.min(begin + TOUCHED_AT_A_TIME, bytes.length);
      if (zeros !== null) begin += readSync(zeros, bytes, begin, end - begin, null);
      else for (; begin < end; begin += MEMORY_PAGE) Atomics.or(bytes, begin, 0);
      if (begin < bytes.length) await new Promise(setImmediate);
      signal?.throwIfAborted();
    }
  } finally {
    if (zeros !== null) closeSync(zeros);
  }
}

function refusedMemory(pages: number, cause: unknown): MemoryError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new MemoryError(`the machine refused ${bytesText(pages * KERNEL_PAGE)} of memory: ${message}`, { cause });
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
