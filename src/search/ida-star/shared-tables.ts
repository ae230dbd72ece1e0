/** Memory shared by the threads of a search: tables and look-ups, whose places never change. */

import {
  align,
  growKernelMemory,
  KERNEL_PAGE,
  LARGEST_KERNEL_MEMORY,
  MemoryError,
  newKernelMemory,
} from '../../base/memory.js';
import { bytesText } from '../../base/text.js';

export type SharedTables = ReturnType<typeof sharedTables>;

/**
 * @param size initial size in bytes
 * @param advice what to do if the tables are larger than the largest memory
 * @throws MemoryError if the machine refuses, or the size exceeds the largest possible memory
 */
export function sharedTables(size: number, advice: string) {
  let free = 64;
  const memory = newKernelMemory(pagesFor(size + free), LARGEST_KERNEL_MEMORY / KERNEL_PAGE);

  function pagesFor(bytes: number): number {
    if (bytes <= LARGEST_KERNEL_MEMORY) return Math.ceil(bytes / KERNEL_PAGE);
    throw new MemoryError(
      `the tables take ${bytesText(bytes)}, but the memory of a search holds at most ${bytesText(LARGEST_KERNEL_MEMORY)}: ${advice}`,
    );
  }

  /** Returns the address of new memory, all zeros. No address is 0. @throws MemoryError */
  function take(bytes: number): number {
    const address = free;
    const end = align(address + bytes);
    growKernelMemory(memory, pagesFor(end));
    free = end;
    return address;
  }

  /** Copies an array. @returns its address @throws MemoryError */
  function place({ buffer, byteOffset, byteLength }: Uint32Array | Uint16Array | Uint8Array): number {
    const address = take(byteLength);
    new Uint8Array(memory.buffer, address, byteLength).set(new Uint8Array(buffer, byteOffset, byteLength));
    return address;
  }

  /** Gives back all memory from an address that `bytesUsed` returned earlier. */
  function giveBack(from: number): void {
    new Uint8Array(memory.buffer, from, free - from).fill(0);
    free = from;
  }

  return { memory, take, place, giveBack, bytesUsed: () => free };
}
