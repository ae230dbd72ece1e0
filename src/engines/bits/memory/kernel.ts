/** Loads the WebAssembly kernels of workers/kernel/layers.ts and gives them types. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The exports of workers/kernel/layers.ts, where they are documented. */
export interface Kernel {
  clear(target: number, words: number): void;
  copy(target: number, source: number, words: number): void;
  union2(target: number, first: number, second: number, words: number): void;
  orWords(target: number, source: number, words: number): void;
  orRuns(target: number, source: number, map: number, runs: number, runWords: number): void;
  orLowAscending: OrLow;
  orLowDescending: OrLow;
  orAcrossAscending: OrAcross;
  orAcrossDescending: OrAcross;
  subtract(reached: number, visited: number, words: number): void;
  settle(reached: number, visited: number, table: number, words: number): number;
  increment(planes: number, planeBytes: number, planeCount: number, moved: number, words: number): void;
  tally(fresh: number, planes: number, planeBytes: number, words: number, counts: number): void;
  countEqual(
    fresh: number,
    planes: number,
    planeBytes: number,
    planeCount: number,
    words: number,
    count: number,
  ): number;
}

type OrLow = (target: number, source: number, words: number, set: number, parities: number, parity: number) => void;

type OrAcross = (
  target: number,
  source: number,
  words: number,
  map: number,
  period: number,
  set: number,
  parities: number,
  parity: number,
) => void;

/** Compiles the kernels; a module can be sent to workers. */
export function compileKernel(): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve('#workers/layers.wasm')));
}

/** The kernels, working in one shard. */
export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory<SharedArrayBuffer>): Kernel {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernel;
}
