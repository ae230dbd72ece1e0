/** Piscina entry point: one worker's share of an iteration of IDA*. */

import { heuristicFor } from '../src/search/heuristic/heuristics.js';
import { CompiledProblem } from '../src/search/ida-star/compiled-problem.js';
import { type LeavesResult, type LeavesTask, leafOf, NEXT_LEAF, STOP } from '../src/search/ida-star/leaves.js';
import { Limits } from '../src/search/question/limits.js';

/** Nodes between two looks at whether to stop: some 3 milliseconds. */
const NODES_AT_A_TIME = 1 << 19;

/** Of the search that this worker takes part in. */
let compiled: CompiledProblem | undefined;

export function release(): void {
  compiled = undefined;
}

/** @returns what this worker searched, until all leaves were claimed or a worker found a solution */
export default function searchLeaves(task: LeavesTask): LeavesResult {
  const { kernel, board, goal, heuristic, leaves, bound, counters } = task;
  compiled ??= new CompiledProblem(kernel, board, heuristicFor(heuristic, board, goal), new Limits());
  let generated = 0;
  let expanded = 0;
  let excess = Number.POSITIVE_INFINITY;
  for (;;) {
    const leaf = Atomics.add(counters, NEXT_LEAF, 1);
    if (leaf >= leaves.count) return { generated, expanded, excess, leaf };
    compiled.begin(leafOf(leaves, leaf, board.cells), bound);
    expanded++;
    for (let outcome = 'paused'; outcome === 'paused'; ) {
      if (Atomics.load(counters, STOP) !== 0) return { generated, expanded, excess, leaf };
      outcome = compiled.run(NODES_AT_A_TIME);
      generated += compiled.generated;
      expanded += compiled.expanded;
      if (outcome === 'solved') {
        Atomics.store(counters, STOP, 1);
        return { generated, expanded, excess, leaf, moves: compiled.moves };
      }
    }
    excess = Math.min(excess, compiled.leastExcess);
  }
}
