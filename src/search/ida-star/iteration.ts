/** One iteration of IDA*: everything whose f = depth + heuristic stays within a bound. */

import type { Limits } from '../question/limits.js';
import type { CompiledProblem, Root } from './compiled-problem.js';

export interface Iteration {
  readonly generated: number;
  readonly expanded: number;
  /** By how much the bound was exceeded at least; infinite if it never was. */
  readonly excess: number;
  /** The blank's moves from the root to the goal, if a path of `bound` moves was found. */
  readonly moves?: string;
}

/** Nodes between two looks at the clock: some 30 milliseconds. */
const NODES_AT_A_TIME = 1 << 22;

/** Searches on the calling thread, and lets it do other things now and then. @throws LimitError, the signal's reason */
export async function iterate(
  compiled: CompiledProblem,
  root: Root,
  bound: number,
  limits: Limits,
): Promise<Iteration> {
  let generated = 0;
  let expanded = 1;
  compiled.begin(root, bound);
  for (;;) {
    const outcome = compiled.run(NODES_AT_A_TIME);
    generated += compiled.generated;
    expanded += compiled.expanded;
    if (outcome === 'solved') return { generated, expanded, excess: 0, moves: compiled.moves };
    if (outcome === 'exhausted') return { generated, expanded, excess: compiled.leastExcess };
    await new Promise((resolve) => setImmediate(resolve));
    limits.checkTime();
  }
}
