/** Memory shared by threads: the tables of a partition, and their look-ups. Its parts are never moved. */

import {
  align,
  growKernelMemory,
  KERNEL_PAGE,
  LARGEST_KERNEL_MEMORY,
  MemoryError,
  newKernelMemory,
} from '../../base/memory.js';
import { bytesText } from '../../base/text/numbers.js';

export class SharedTables {
  readonly memory: WebAssembly.Memory<SharedArrayBuffer>;
  #free = 64;

  /**
   * @param bytes initial size
   * @throws MemoryError if the machine refuses, or the size exceeds the largest possible memory
   */
  constructor(bytes: number) {
    this.memory = newKernelMemory(pagesFor(bytes + this.#free), LARGEST_KERNEL_MEMORY / KERNEL_PAGE);
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#free;
  }

  /** Returns the address of new memory, all zeros. No address is 0. @throws MemoryError */
  take(bytes: number): number {
    const address = this.#free;
    const end = align(address + bytes);
    growKernelMemory(this.memory, pagesFor(end));
    this.#free = end;
    return address;
  }

  /** Copies an array. @returns its address @throws MemoryError */
  place(array: Uint32Array | Uint16Array): number {
    const address = this.take(array.byteLength);
    new Uint8Array(this.memory.buffer, address, array.byteLength).set(
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
    );
    return address;
  }
}

function pagesFor(bytes: number): number {
  if (bytes <= LARGEST_KERNEL_MEMORY) return Math.ceil(bytes / KERNEL_PAGE);
  throw new MemoryError(
    `the tables of the partition take ${bytesText(bytes)}, but the memory of a search holds at most ${bytesText(LARGEST_KERNEL_MEMORY)}: use a partition of smaller patterns`,
  );
}
