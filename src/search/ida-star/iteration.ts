/** One iteration of IDA*: everything whose f = depth + heuristic stays within a bound. */

import type { Deepening } from '../question/deepening.js';
import type { Limits } from '../question/limits.js';
import type { Watch } from '../question/progress.js';
import type { CompiledSearch } from './compiled-search.js';

export interface Iteration {
  readonly generated: number;
  readonly expanded: number;
  /** Minimum by which the bound was exceeded; infinite if it never was. */
  readonly excess: number;
  /** The blank's moves from the start to the goal, if a path of `bound` moves was found. */
  readonly moves?: string;
}

/** Interval between two looks at the clock. */
const MILLISECONDS_AT_A_TIME = 1;

/**
 * Runs an iteration on the calling thread, and yields to its event loop at intervals.
 * @param counts receives the nodes as they are counted
 * @throws LimitError, the signal's reason
 */
export async function iterate(
  compiled: CompiledSearch,
  bound: number,
  limits: Limits,
  counts: Deepening,
  watch: Watch,
): Promise<Iteration> {
  const nodes = MILLISECONDS_AT_A_TIME * compiled.speed;
  const before = { generated: counts.generated, expanded: counts.expanded };
  const sum = () => ({
    generated: counts.generated - before.generated,
    expanded: counts.expanded - before.expanded,
  });
  compiled.begin('', bound);
  counts.expanded++;
  for (;;) {
    if (counts.expanded >= watch.due) watch.report();
    if (limits.isPauseDue()) await limits.pause();
    // A run expands at most the nodes that it generates, so it pauses before the expanded nodes pass the next report.
    const outcome = compiled.run(Math.min(nodes, watch.due - counts.expanded));
    counts.add(compiled);
    if (outcome === 'arrived') return { ...sum(), excess: 0, moves: compiled.moves };
    if (outcome === 'exhausted') return { ...sum(), excess: compiled.leastExcess };
  }
}
