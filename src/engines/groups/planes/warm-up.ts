/**
 * Lets V8 optimize the kernel before it is needed. V8 optimizes functions that have been busy for a while; until then they take 1.5
 * times as long: 15 of the 100 ms for 40 million states. Threads share the optimized code, and start meanwhile.
 */

import { KERNEL_PAGE, newKernelMemory } from '../../../base/memory.js';
import { gatherBy } from './gathering.js';
import { instantiateGroupKernel } from './kernel.js';
import type { PlanesLayout } from './layout.js';

/** Number of calls after which V8 has optimized a function. */
const CALLS = 80;
const WORDS = 1024;
/** Passed in place of a set of words. */
const ALL = 0;
/** Pages for the data of the kernel, one for each kind. All are zeros except for the set of active words. */
const [TARGET, LOW, HIGH, ACTIVE, FOUND, COUNTS, PERMUTATIONS, ROW] = [1, 2, 3, 4, 5, 6, 7, 8].map(
  (page) => page * KERNEL_PAGE,
);
/** A row of scattered states has 128 entries for each word. */
const PAGES = 17;

/** Calls the functions that a layout's layers need, on zeros. */
export function warmUp(module: WebAssembly.Module, { gathering }: PlanesLayout): void {
  const memory = newKernelMemory(PAGES);
  const kernel = instantiateGroupKernel(module, memory);
  new Uint8Array(memory.buffer).fill(255, ACTIVE, ACTIVE + WORDS / 8);
  const gather = gatherBy(kernel, gathering);
  for (let call = 0; call < CALLS; call++) {
    const code = 1 + (call % 3);
    for (const active of [ALL, ACTIVE]) gather(TARGET, LOW, HIGH, WORDS, ROW, PERMUTATIONS, code, active, 0);
    kernel.settle(TARGET, LOW, HIGH, WORDS, code, PERMUTATIONS, FOUND, COUNTS);
  }
}
