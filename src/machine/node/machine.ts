/** The machine under Node: its processors and memory, the turns of the event loop, and the compiled kernels. */

import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';

/** Maximum number of threads that can share memory. */
export const MOST_SHARING = Number.POSITIVE_INFINITY;

/** Returns the number of processors that this process can use. */
export function processors(): number {
  return availableParallelism();
}

/** Returns the bytes of memory that are available to this process. */
export function freeMemory(): number {
  return process.availableMemory();
}

/** Identifies this process among those that share its threads. */
export const PROCESS = String(process.pid);

/** Waits until the event loop has read its input. */
export function giveWay(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Lets the process end although a timer is still running. */
export function unref(timer: ReturnType<typeof setTimeout>): void {
  timer.unref();
}

/** Ends this worker thread with the error to report for one that was thrown outside of any call. */
export function onStrayError(report: (thrown: unknown) => unknown): void {
  process.on('uncaughtException', (thrown) => {
    throw report(thrown);
  });
}

/** An endless file of zeros. Windows has none. */
const ZEROS = '/dev/zero';

/**
 * Opens a source of zeros that the operating system writes, which stops the processor less often than touching a page does.
 * @returns null if there is none
 */
export function openZeros() {
  if (!existsSync(ZEROS)) return null;
  const file = openSync(ZEROS, 'r');
  return {
    /** Writes zeros to bytes of an array. @returns the number of bytes written */
    fill: (bytes: Uint8Array, begin: number, length: number): number => readSync(file, bytes, begin, length, null),
    close: (): void => closeSync(file),
  };
}

/** Returns the WebAssembly code of a kernel of workers/kernel. @param name of its file without its ending */
export function kernelBytes(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(`#workers/${name}.wasm`)));
}
