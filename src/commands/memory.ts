/** Memory: whether there is enough, and how much is needed. */

import { checkMemory, freeMemory } from '../explore/requirements.js';
import { bytesText, grouped } from '../text/numbers.js';

/** What memory is needed for. */
export interface MemoryNeed {
  /** The space, as its results have it. */
  readonly name: string;
  readonly states: number;
  readonly bytes: number;
  readonly threads: number;
  /** What is held, in words; by default its bitsets. */
  readonly held?: string;
  /** What else is to be said of the space, in words. */
  readonly note?: string;
  /** What else is needed, in words. */
  readonly also?: string;
}

/** Says on standard error what is needed. @throws MemoryError where there is not so much */
export function announceMemory({ name, states, bytes, threads, held, note = '', also = '' }: MemoryNeed): void {
  const free = freeMemory();
  checkMemory(name, bytes, threads, free, held);
  process.stderr.write(
    `${name}${note}: ${grouped(states)} states need ${bytesText(bytes)} of memory${also}, ${bytesText(free)} are free\n`,
  );
}
