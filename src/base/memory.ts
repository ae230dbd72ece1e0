/** Memory of this machine: free memory, checks of its size, arrays shared by threads, and WebAssembly memories. */

import { giveWay, kernelBytes, openZeros } from '#machine/machine.js';
import { bytesText } from './text.js';

/** Error of too little memory. Nothing was allocated. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
}

/** Bytes of Node itself, marks and maps, and minimum bytes of each thread; rounded up. */
const PROGRAM_BYTES = 80e6;
const THREAD_BYTES = 12e6;

/** Memory that a run needs: the bytes of the data, and the scratch space of each thread, if it exceeds the other memory of a thread. */
export type MemoryUse = { readonly bytes: number; readonly threadBytes?: number };

/** Returns the bytes of the program and its threads, in addition to the data. */
export function bytesBeside(threads: number, threadBytes = 0): number {
  return PROGRAM_BYTES + threads * Math.max(THREAD_BYTES, threadBytes);
}

/**
 * Checks that there is enough memory.
 * @param name name of the space
 * @param held the data, as named in the message
 * @throws MemoryError that gives all figures, if `free` bytes are insufficient
 */
export function checkMemory(
  name: string,
  { bytes, threadBytes }: MemoryUse,
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

/** Bytes of a WebAssembly page. */
export const KERNEL_PAGE = 65536;

/** Maximum bytes of a view into a memory: Node 20 refuses views of more than 4 GiB. */
export const BYTES_PER_VIEW = 2 ** 30;

/** Maximum bytes of a WebAssembly memory. The last page is unused, so that no end address is 2^32, which would wrap to 0. */
export const LARGEST_KERNEL_MEMORY = 65535 * KERNEL_PAGE;

/** Bytes of a cache line. Parts of a memory begin at a multiple of it. */
export const CACHE_LINE = 64;

/** Returns the next address at which a part of a memory can begin. */
export function align(address: number): number {
  return Math.ceil(address / CACHE_LINE) * CACHE_LINE;
}

/** A memory of WebAssembly that threads share. `grow` takes away the buffer that there was. */
export type KernelMemory = { readonly buffer: SharedArrayBuffer; grow(pages: number): number };

/**
 * Allocates a memory of zeros for kernels, which threads share.
 * @param most maximum number of pages to which it can grow; by default it does not grow
 * @throws MemoryError if the operating system refuses it
 * @internal so that the public types do not depend on those of WebAssembly
 */
export function newKernelMemory(pages: number, most = pages): KernelMemory {
  return granted(`${bytesText(pages * KERNEL_PAGE)} of memory`, () => {
    return new WebAssembly.Memory({ initial: pages, maximum: most, shared: true }) as object as KernelMemory;
  });
}

/**
 * Grows a memory to a number of pages, if it has fewer.
 * @throws MemoryError if the operating system refuses it
 * @internal
 */
export function growKernelMemory(memory: KernelMemory, pages: number): void {
  const more = pages - memory.buffer.byteLength / KERNEL_PAGE;
  if (more > 0) granted(`${bytesText(more * KERNEL_PAGE)} of memory`, () => memory.grow(more));
}

/**
 * Adds memory at the end, which no other thread gets.
 * @returns its address
 * @throws MemoryError if the operating system refuses it, or the memory has its largest size
 * @internal
 */
export function addKernelMemory(memory: KernelMemory, bytes: number): number {
  return KERNEL_PAGE * granted(`${bytesText(bytes)} of memory`, () => memory.grow(Math.ceil(bytes / KERNEL_PAGE)));
}

/** Returns the result of an allocation. @throws MemoryError if the operating system refuses it */
function granted<Result>(what: string, allocate: () => Result): Result {
  try {
    return allocate();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new MemoryError(`the operating system refused ${what}: ${message}`, { cause });
  }
}

/** Bytes of the smallest memory page of any machine, and bytes that are touched before other work gets a chance. */
const MEMORY_PAGE = 4096;
const TOUCHED_AT_A_TIME = 1 << 28;

/**
 * Touches every page of a memory that is all zeros, beginning at an address. The operating system provides a page when it is first
 * touched, one at a time for all threads of a process. Measured for 479 million states of a group on two threads: 0.82 s if they touch
 * the pages during the search, and 0.70 s if one thread has touched them before. If the system writes the zeros, the processor does not
 * stop at each page: 0.64 s.
 * @throws the signal's reason
 * @internal
 */
export async function touchPages(memory: KernelMemory, from: number, signal: AbortSignal | undefined): Promise<void> {
  const bytes = new Uint8Array(memory.buffer);
  const zeros = openZeros();
  try {
    for (let begin = from; begin < bytes.length; ) {
      const end = Math.min(begin + TOUCHED_AT_A_TIME, bytes.length);
      if (zeros !== null) begin += zeros.fill(bytes, begin, end - begin);
      else for (; begin < end; begin += MEMORY_PAGE) Atomics.or(bytes, begin, 0);
      if (begin < bytes.length) await giveWay();
      signal?.throwIfAborted();
    }
  } finally {
    zeros?.close();
  }
}

/**
 * Allocates an array of zeros in memory shared by threads. Its pages are touched when they are written.
 * @param Kind constructor such as Int32Array
 * @param bytes a multiple of the bytes per element
 * @throws MemoryError if the operating system refuses it, or the array is too long for this version of Node: Node 20 has at most 2^32
 * elements
 */
export function sharedArray<SharedArray>(
  Kind: new (buffer: SharedArrayBuffer) => SharedArray,
  bytes: number,
): SharedArray {
  return granted(`an array of ${bytesText(bytes)}`, () => new Kind(new SharedArrayBuffer(bytes)));
}

/**
 * Compiles a kernel of workers/kernel to a module, which can be sent to workers. @param name of its file in dist/workers
 * @internal so that the public types do not depend on those of WebAssembly
 */
export function compileKernel(name: string): WebAssembly.Module {
  return new WebAssembly.Module(kernelBytes(name));
}

/** A function of a kernel with many parameters, which the kernel documents. */
export type KernelFunction<Result = void> = (...parameters: readonly (number | boolean)[]) => Result;

/** A memory, and an instance of a kernel that works in it. @template Kernel its exports */
export type Shard<Kernel> = { readonly kernel: Kernel; readonly bytes: Uint8Array };

/**
 * Returns memories with a kernel each.
 * @internal so that the public types do not depend on those of WebAssembly
 */
export function shardsOfMemories<Kernel>(
  memories: readonly KernelMemory[],
  module: WebAssembly.Module,
): Shard<Kernel>[] {
  return memories.map((memory) => ({
    kernel: new WebAssembly.Instance(module, { env: { memory: memory as object as WebAssembly.Memory } })
      .exports as Kernel,
    bytes: new Uint8Array(memory.buffer),
  }));
}
