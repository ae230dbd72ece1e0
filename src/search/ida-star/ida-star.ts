/**
 * IDA*: depth-first searches within a growing bound on f = g + h. It stores only the current path.
 *
 * It begins on the calling thread. When an iteration has become long enough to make up for the start of threads, the
 * next ones are split among workers. Every iteration but the last searches everything within its
 * bound, so its counts do not depend on threads. The last ends with the first solution, which several threads reach
 * after other nodes than one thread.
 */

import { WorkerPool } from '../../base/worker-pool.js';
import { type Direction, neighbour, OPPOSITE } from '../../spaces/board/board.js';
import { BLANK, formatPosition, type Position } from '../../spaces/board/position.js';
import type { ProgressNode } from '../question/counts.js';
import type { HeuristicName } from '../question/heuristics.js';
import { LimitError, type Limits } from '../question/limits.js';
import type { Watch } from '../question/progress.js';
import { type FoundPath, positionPath, type SearchProblem } from '../question/question.js';
import { CompiledProblem, idaStarKernel } from './compiled-problem.js';
import {
  type CompiledSearch,
  Deepening,
  type Iteration,
  type LeavesResult,
  type LeavesTask,
  MOST_SOLUTION_MOVES,
  MOVE_ORDER,
  newLeafCounters,
  packLeaves,
} from './compiled-search.js';

/** Minimum milliseconds of an iteration after which the next one uses threads. */
const WORTH_THREADS = 60;

/** Milliseconds between two looks at the clock. */
const MILLISECONDS_AT_A_TIME = 1;

/** What a search may use, and its reports. */
export interface SearchContext {
  readonly limits: Limits;
  readonly watch: Watch;
  /** Maximum number of worker threads. */
  readonly threads: number;
}

/**
 * Finds a shortest solution by a heuristic that needs no table.
 * @param problem in the metric single, with a start that differs from the goal and can reach it
 * @throws LimitError, WorkerError; the signal's reason
 */
export function findByIdaStar(
  problem: SearchProblem,
  heuristic: HeuristicName,
  context: SearchContext,
): Promise<FoundPath<Position>> {
  const { board, start, goal } = problem;
  const source = { kind: 'problem', kernel: idaStarKernel(), board, start, goal, heuristic } as const;
  return deepen(problem, new CompiledProblem(source, context.limits), context);
}

/** Searches within one bound after the other until a solution is found. @throws as findByIdaStar */
export async function deepen(
  problem: SearchProblem,
  compiled: CompiledSearch,
  { limits, threads, watch }: SearchContext,
): Promise<FoundPath<Position>> {
  let parallel: ParallelSearch | undefined;
  const counts = new Deepening();
  // The nodes of the path, the first one included.
  const effort = () => ({ expanded: counts.expanded, generated: counts.generated, stored: counts.bound + 1 });
  const whereabouts = () => {
    const { layers, bound } = counts;
    return { layers, backward: null, bound, current: nodeOf(problem, compiled, bound) };
  };
  watch.begin(effort, whereabouts, () => counts.bound);
  try {
    const moves = await counts.run(compiled.estimate, async (bound) => {
      if (bound > MOST_SOLUTION_MOVES)
        throw new LimitError(`IDA* searches no deeper than ${MOST_SOLUTION_MOVES} moves`);
      if (parallel !== undefined) {
        const iteration = await parallel.iterate(bound);
        counts.add(iteration);
        if (counts.expanded >= watch.due) watch.report();
        return { path: iteration.moves, excess: iteration.excess };
      }
      const before = counts.generated;
      const isFound = await iterate(compiled, bound, limits, counts, watch);
      if (isFound) return { path: compiled.moves, excess: 0 };
      if (threads > 1 && counts.generated - before >= WORTH_THREADS * compiled.speed) {
        parallel = new ParallelSearch(problem, compiled, threads, limits);
      }
      return { path: undefined, excess: compiled.leastExcess };
    });
    return { path: moves === null ? null : positionPath(problem, moves), ...effort() };
  } finally {
    // Not awaited: the threads end while the caller continues.
    void (parallel?.end() ?? Promise.resolve()).then(() => compiled.close());
  }
}

/** Runs an iteration on the calling thread, and yields to its event loop at intervals. @returns true if the goal was found @throws as deepen */
export async function iterate(
  compiled: CompiledSearch,
  bound: number,
  limits: Limits,
  counts: Deepening,
  watch: Watch,
): Promise<boolean> {
  const nodes = MILLISECONDS_AT_A_TIME * compiled.speed;
  compiled.begin('', bound);
  counts.expanded++;
  for (;;) {
    if (counts.expanded >= watch.due) watch.report();
    if (limits.isPauseDue()) await limits.pause();
    // A run expands at most the nodes that it generates, so it pauses before the expanded nodes pass the next report.
    const outcome = compiled.run(Math.min(nodes, watch.due - counts.expanded));
    counts.add(compiled);
    if (outcome !== 'paused') return outcome === 'arrived';
  }
}

/** Returns the node of the current path that this thread expanded last. */
function nodeOf(problem: SearchProblem, compiled: CompiledSearch, bound: number): ProgressNode {
  const path = compiled.moves;
  // The last move of a solution leads to the goal, which is not expanded.
  const g = Math.min(path.length, bound - 1);
  const { states } = positionPath(problem, path.slice(0, g));
  return { state: formatPosition(states[g]), g, h: compiled.estimateAt(g) };
}

/*
 * IDA* on worker threads. The first moves are tried here. The positions that they lead to, the *leaves*, are the roots
 * of separate searches, which the workers claim one by one. All workers stop when one finds a solution.
 */

/** Leaves per thread: many, since subtrees differ a hundredfold in size; at most MOST_LEAVES in all. */
const LEAVES_PER_THREAD = 500;
const MOST_LEAVES = 20_000;
const MOST_FIRST_MOVES = 24;
/** Upper bound of the nodes between two arrivals. */
const MOST_FIRST_NODES = 1 << 30;

export class ParallelSearch {
  readonly #problem: SearchProblem;
  readonly #compiled: CompiledSearch;
  readonly #source: object;
  readonly #limits: Limits;
  readonly #pool: WorkerPool<LeavesTask, LeavesResult>;
  /** Bytes of memory of all workers together. */
  readonly #bytes: number;
  readonly #firstMoves: number;

  /**
   * @param compiled makes the first moves; the workers compile it for themselves
   * @param most maximum number of threads
   * @throws LimitError
   */
  constructor(problem: SearchProblem, compiled: CompiledSearch, most: number, limits: Limits) {
    this.#problem = problem;
    this.#compiled = compiled;
    this.#limits = limits;
    const { moves, paths } = this.#movesFor(Math.min(most * LEAVES_PER_THREAD, MOST_LEAVES));
    this.#firstMoves = moves;
    // Every thread needs a leaf.
    const threads = Math.min(most, paths);
    this.#bytes = threads * compiled.bytes;
    this.#source = limits.allocate(this.#bytes, () => compiled.sourceFor(threads));
    this.#pool = new WorkerPool('search-leaves.cjs', threads);
  }

  end(): Promise<void> {
    return this.#pool.leave(this.#bytes);
  }

  /** @throws WorkerError, LimitError, the signal's reason; workers may then still be running until `end()` */
  async iterate(bound: number): Promise<Iteration> {
    const depth = Math.min(this.#firstMoves, bound - 1);
    const first = this.#firstIteration(depth, bound);
    const results = await this.#limits.beforeDeadline((signal) =>
      this.#pool.runOnAll(
        { source: this.#source, leaves: packLeaves(first.leaves, depth), bound, counters: newLeafCounters() },
        'in the middle of a search',
        signal,
      ),
    );
    const all = [first, ...results];
    const iteration = {
      generated: all.reduce((sum, { generated }) => sum + generated, 0),
      expanded: all.reduce((sum, { expanded }) => sum + expanded, 0),
      excess: Math.min(...all.map(({ excess }) => excess)),
    };
    const solved = results.find(({ moves }) => moves !== undefined);
    return solved === undefined ? iteration : { ...iteration, moves: first.leaves[solved.leaf] + solved.moves };
  }

  /** Searches to the depth of the leaves, and returns the paths to them. */
  #firstIteration(depth: number, bound: number): Iteration & { readonly leaves: readonly string[] } {
    const compiled = this.#compiled;
    const leaves: string[] = [];
    let generated = 0;
    let expanded = 1;
    compiled.begin('', bound, depth);
    for (;;) {
      const outcome = compiled.run(MOST_FIRST_NODES);
      generated += compiled.generated;
      expanded += compiled.expanded;
      if (outcome === 'exhausted') return { generated, expanded, excess: compiled.leastExcess, leaves };
      if (outcome === 'arrived') leaves.push(compiled.moves);
    }
  }

  /** Returns the cells that the blank can move to, except the one that it came from. */
  #onward(blank: number, arrivedBy: Direction | undefined): (readonly [Direction, number])[] {
    return MOVE_ORDER.filter((direction) => arrivedBy === undefined || direction !== OPPOSITE[arrivedBy])
      .map((direction) => [direction, neighbour(this.#problem.board, blank, direction)] as const)
      .filter(([, cell]) => cell >= 0);
  }

  /** Returns the fewest first moves that make at least this many paths without an undone move, and the number of these paths. */
  #movesFor(leaves: number): { readonly moves: number; readonly paths: number } {
    // Paths by the cell at which they end and their last move.
    let ends = [{ cell: this.#problem.start.indexOf(BLANK), arrivedBy: undefined as Direction | undefined, paths: 1 }];
    for (let moves = 1; ; moves++) {
      const next = new Map<string, (typeof ends)[number]>();
      for (const { cell, arrivedBy, paths } of ends) {
        for (const [direction, to] of this.#onward(cell, arrivedBy)) {
          const end = next.get(`${to} ${direction}`) ?? { cell: to, arrivedBy: direction, paths: 0 };
          end.paths += paths;
          next.set(`${to} ${direction}`, end);
        }
      }
      ends = [...next.values()];
      const paths = ends.reduce((sum, end) => sum + end.paths, 0);
      if (paths >= leaves || moves === MOST_FIRST_MOVES) return { moves, paths };
    }
  }
}
