/** The machine in a browser: its processors and memory, as far as browsers tell them, the turns of the event loop, and the compiled kernels. */

import census from '#workers/census.wasm';
import groups from '#workers/groups.wasm';
import idaStar from '#workers/ida-star.wasm';
import layers from '#workers/layers.wasm';
import patternSearch from '#workers/pattern-search.wasm';
import patterns from '#workers/patterns.wasm';

// Without isolation, browsers hide the class of shared memory, but not that memory.
globalThis.SharedArrayBuffer ??= new WebAssembly.Memory({ initial: 0, maximum: 0, shared: true }).buffer
  .constructor as SharedArrayBufferConstructor;

/** Maximum number of threads that can share memory. */
export const MOST_SHARING = crossOriginIsolated ? Number.POSITIVE_INFINITY : 1;

/** Returns the number of processors for threads: 1 if the page is not isolated, since no thread can then share memory. */
export function processors(): number {
  return Math.min(navigator.hardwareConcurrency, MOST_SHARING);
}

/** Browsers tell at most 8 GB, some nothing; a tab gets about half of it. A phone without an answer has at least this. */
const UNTOLD_GIGABYTES = 2;
const SHARE = 0.5;

/** Returns the bytes of memory that a tab can be expected to get; memory in use is unknown. */
export function freeMemory(): number {
  const { deviceMemory = UNTOLD_GIGABYTES } = navigator as { readonly deviceMemory?: number };
  return deviceMemory * 1e9 * SHARE;
}

/** Identifies this page among those that share its threads: no others do. */
export const PROCESS = 'page';

const turns: (() => void)[] = [];
const { port1: ping, port2: pong } = new MessageChannel();
pong.onmessage = () => turns.shift()?.();

/** Waits until the event loop has read its input. Timers would wait 4 ms, so a message is sent. */
export function giveWay(): Promise<void> {
  return new Promise((resolve) => {
    turns.push(resolve);
    ping.postMessage(null);
  });
}

/** A page ends with its timers. */
export function unref(_timer: unknown): void {}

/** Ends this worker thread with the error to report for one that was thrown outside of any call. A page itself is no such thread. */
export function onStrayError(report: (thrown: unknown) => unknown): void {
  if (typeof document !== 'undefined') return;
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    reportError(report(event.reason));
  });
}

/** There is no source of zeros but the memory itself. */
export function openZeros(): ReturnType<typeof import('../node/machine.js').openZeros> {
  return null;
}

/** The bundler puts the kernels into the script, in base64. */
const KERNELS: Readonly<Record<string, string>> = {
  census,
  groups,
  'ida-star': idaStar,
  layers,
  'pattern-search': patternSearch,
  patterns,
};

export function kernelBytes(name: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(KERNELS[name]), (character) => character.charCodeAt(0));
}
