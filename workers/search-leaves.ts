/** Piscina entry point: one worker's share of an iteration of IDA*. */

import { CompiledCoordinates, type CoordinatesSource } from '../src/search/coordinates/compiled-coordinates.js';
import { CompiledPatterns, type PatternsSource } from '../src/search/ida-star/compiled-patterns.js';
import { CompiledProblem, type ProblemSource } from '../src/search/ida-star/compiled-problem.js';
import {
  type CompiledSearch,
  type Iteration,
  type LeavesTask,
  NEXT_LEAF,
  STOP,
} from '../src/search/ida-star/compiled-search.js';
import { Limits } from '../src/search/question/limits.js';

/** Nodes between two checks for a request to stop. */
const MILLISECONDS_AT_A_TIME = 3;

/** The search that this worker has joined. */
let compiled: CompiledSearch | undefined;

export function release(): void {
  compiled = undefined;
}

type Source = ProblemSource | PatternsSource | CoordinatesSource;

function compile(source: Source): CompiledSearch {
  if (source.kind === 'coordinates') return CompiledCoordinates.ofWorker(source);
  return source.kind === 'patterns' ? CompiledPatterns.ofWorker(source) : new CompiledProblem(source, new Limits());
}

/** Searches leaves until all are claimed or a worker finds a solution. @returns the results of this worker */
export default function searchLeaves(task: LeavesTask<Source>): Iteration {
  const { source, leaves, depth, bound, counters } = task;
  compiled ??= compile(source);
  const nodes = MILLISECONDS_AT_A_TIME * compiled.speed;
  let generated = 0;
  let expanded = 0;
  let excess = Number.POSITIVE_INFINITY;
  for (;;) {
    const at = depth * Atomics.add(counters, NEXT_LEAF, 1);
    if (at >= leaves.length) return { generated, expanded, excess };
    const leaf = leaves.slice(at, at + depth);
    compiled.begin(leaf, bound);
    expanded++;
    for (let outcome = 'paused'; outcome === 'paused'; ) {
      if (Atomics.load(counters, STOP) !== 0) return { generated, expanded, excess };
      outcome = compiled.run(nodes);
      generated += compiled.generated;
      expanded += compiled.expanded;
      if (outcome === 'arrived') {
        Atomics.store(counters, STOP, 1);
        return { generated, expanded, excess, moves: leaf + compiled.moves };
      }
    }
    excess = Math.min(excess, compiled.leastExcess);
  }
}
