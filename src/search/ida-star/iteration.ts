/** One iteration of IDA*: everything whose f = depth + heuristic stays within a bound. */

import type { Deepening } from '../question/deepening.js';
import type { Limits } from '../question/limits.js';
import type { Watch } from '../question/progress.js';
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

/**
 * Searches on the calling thread, and lets it do other things now and then.
 * @param counts takes the nodes, as they are counted
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
  for (let left = nodes; ; ) {
    if (counts.expanded >= watch.due) watch.report();
    // No more nodes are expanded than generated, so that the search pauses behind the one after which a report is due.
    const outcome = compiled.run(Math.min(left, watch.due - counts.expanded));
    counts.add(compiled);
    if (outcome === 'arrived') return { ...sum(), excess: 0, moves: compiled.moves };
    if (outcome === 'exhausted') return { ...sum(), excess: compiled.leastExcess };
    left -= compiled.generated;
    if (left > 0) continue;
    left = nodes;
    await new Promise((resolve) => setImmediate(resolve));
    limits.checkTime();
  }
}
