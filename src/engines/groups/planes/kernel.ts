/** The WebAssembly kernel of workers/kernel/group-*.ts. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The exports of the kernel, which documents them. */
export interface GroupKernel {
  clear(target: number, words: number): void;
  orWords(target: number, source: number, words: number): void;
  gatherThree: Gather;
  gatherRuns: Gather;
  gatherFive: Gather;
  gatherNibbles: Gather;
  gatherScattered: Gather;
  settle(
    reached: number,
    low: number,
    high: number,
    words: number,
    code: number,
    used: number,
    active: number,
    found: number,
  ): void;
  /** Exported for scattered states only. */
  markSent(low: number, high: number, sent: number, words: number, code: number): void;
  nextWord(plane: number, word: number, words: number): number;
  survey(low: number, high: number, words: number, code: number, used: number, active: number, found: number): void;
  writeCodes(
    low: number,
    high: number,
    words: number,
    bitTypes: number,
    places: number,
    states: number,
    target: number,
    shift: number,
  ): void;
  writeDepths(
    low: number,
    high: number,
    depths: number,
    stride: number,
    planes: number,
    words: number,
    bitTypes: number,
    bits: number,
    states: number,
    last: number,
    target: number,
    width: number,
  ): void;
}

type Gather = (
  target: number,
  low: number,
  high: number,
  words: number,
  row: number,
  permutations: number,
  code: number,
  active: number,
  room: number,
) => void;

/** Indices of the counts that `settle` and `survey` write, as 32-bit numbers. */
export const FOUND_STATES = 0;
export const FOUND_WORDS = 1;
export const FOUND_FULL = 2;
export const FOUND_COUNTS = 3;

/** Compiles the kernel to a module, which can be sent to workers. */
export function compileGroupKernel(): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve('#workers/groups.wasm')));
}

/** Returns an instance of the kernel that works in one shard. */
export function instantiateGroupKernel(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory<SharedArrayBuffer>,
): GroupKernel {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as GroupKernel;
}
