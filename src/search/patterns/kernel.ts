/** The kernel of searches with pattern databases, workers/kernel/pattern-search.ts. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The exports of workers/kernel/pattern-search.ts, which documents them. */
export interface SearchKernel {
  open(lowBits: number, highBits: number, tiles: number, parts: number, mirrored: boolean): void;
  distance(part: number, blank: number, parity: number, around: number): number;
  begin(list: number, slack: number, mirrorSlack: number, bottomOfStack: number): void;
  make(entry: number): void;
  limitDepth(moves: number): void;
  search(nodes: number): number;
  generated(): number;
  expanded(): number;
  cut(): number;
  topOfStack(): number;
  slackThere(): number;
}

let compiledKernel: WebAssembly.Module | undefined;

/** Returns the kernel, compiled once; a module can be sent to workers. */
export function searchKernel(): WebAssembly.Module {
  compiledKernel ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('#workers/pattern-search.wasm')),
  );
  return compiledKernel;
}
