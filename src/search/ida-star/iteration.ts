/** One iteration of IDA*: everything whose f = depth + heuristic stays within a bound. */

import type { Limits } from '../question/limits.js';
import type { CompiledSearch } from './compiled-search.js';

export interface Iteration {
  readonly generated: number;
  readonly expanded: number;
  /** By how much the bound was exceeded at least; infinite if it never was. */
  readonly excess: number;
  /** The blank's moves from the start to the goal, if a path of `bound` moves was found. */
  readonly moves?: string;
}

/** Between two looks at the clock. */
const MILLISECONDS_AT_A_TIME = 25;

/** Searches on the calling thread, and lets it do other things now and then. @throws LimitError, the signal's reason */
export async function iterate(compiled: CompiledSearch, bound: number, limits: Limits): Promise<Iteration> {
  const nodes = MILLISECONDS_AT_A_TIME * compiled.speed;
  let generated = 0;
  let expanded = 1;
  compiled.begin('', bound);
  for (;;) {
    const outcome = compiled.run(nodes);
    generated += compiled.generated;
    expanded += compiled.expanded;
    if (outcome === 'arrived') return { generated, expanded, excess: 0, moves: compiled.moves };
    if (outcome === 'exhausted') return { generated, expanded, excess: compiled.leastExcess };
    await new Promise((resolve) => setImmediate(resolve));
    limits.checkTime();
  }
}
