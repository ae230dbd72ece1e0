/** The WebAssembly kernel of workers/kernel/pattern-layers.ts. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The exports of the kernel, which documents them. */
export interface PatternKernel {
  attach(layout: number, scratch: number): void;
  advance(
    next: number,
    end: number,
    from: number,
    mark: number,
    marksTable: boolean,
    keep: boolean,
    found: number,
  ): number;
  /** Returns 0 if there is nothing to gather. */
  gather(target: number, from: number): number;
  gatherBlock(block: number): void;
  settleBlock(target: number, mark: number, marksTable: boolean, keep: boolean): number;
  survey(placement: number): number;
}

/** Indices of the counts that `advance` writes, as 64-bit floating-point numbers. */
export const GAINED_STATES = 0;
export const GAINED_TARGETS = 1;
export const GAINED_COUNTS = 2;

/** Compiles the kernel to a module, which can be sent to workers. */
export function compilePatternKernel(): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve('#workers/patterns.wasm')));
}

/** Returns an instance of the kernel, which must be attached to a thread's scratch space before use. */
export function instantiatePatternKernel(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory<SharedArrayBuffer>,
): PatternKernel {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as PatternKernel;
}
