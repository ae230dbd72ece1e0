/**
 * IDA*: depth-first searches within a growing bound on f = g + h. It stores only the current path.
 *
 * It begins on the calling thread. When an iteration has become long enough to make up for the start of threads, the
 * next ones are split among workers. Every iteration but the last searches everything within its
 * bound, so its counts do not depend on threads. The last ends with the first solution, which several threads reach
 * after other nodes than one thread.
 */

import { WorkerPool } from '../../base/worker-pool.js';
import { checkEstimateOfStart, checkMove, estimateOf, newNeighbours, writeNeighbours } from '../../space/answers.js';
import { NO_STATE, type NumberedStates, writeState } from '../../space/definition.js';
import { formatPosition, type Position } from '../../spaces/board/position.js';
import type { Limits } from '../question/limits.js';
import { type Effort, type LayerCounts, LimitError, type ProgressNode, type Watch } from '../question/progress.js';
import {
  type FoundPath,
  type Path,
  pathThrough,
  positionPath,
  type SearchProblem,
  type StateEnds,
} from '../question/question.js';
import type { CompiledSearch, Iteration, LeavesTask } from './compiled-search.js';

/** Minimum milliseconds of an iteration after which the next one uses threads. */
const WORTH_THREADS = 60;

/** Milliseconds between two looks at the clock. */
const MILLISECONDS_AT_A_TIME = 1;

/** What a search may use, and its reports. It may have at most `threads` worker threads. */
export type SearchContext = { readonly limits: Limits; readonly watch: Watch; readonly threads: number };

/** The states of a search: the path of moves, a letter each, from its start, and the text of a state. */
export interface PathStates<State> {
  readonly pathOf: (letters: string) => Path<State>;
  readonly format: (state: State) => string;
}

/** Returns the states of a board's search. */
export function positionsOf(problem: SearchProblem): PathStates<Position> {
  return { pathOf: (letters) => positionPath(problem, letters), format: formatPosition };
}

/**
 * Finds a shortest solution.
 * @param compiled for a start that differs from the goal and can reach it
 * @throws LimitError, WorkerError; the signal's reason
 */
export async function deepen<State>(
  { pathOf, format }: PathStates<State>,
  compiled: CompiledSearch,
  { limits, threads, watch }: SearchContext,
): Promise<FoundPath<State>> {
  let parallel: ReturnType<typeof parallelSearch> | undefined;
  const counts = new Deepening(watch);
  const searchWithin = async (bound: number) => {
    const { mostMoves } = compiled;
    if (bound > mostMoves) throw new LimitError(`IDA* searches no deeper than ${mostMoves} moves`);
    if (parallel !== undefined) {
      const iteration = await parallel.iterate(bound);
      counts.add(iteration);
      if (counts.expanded >= watch.due) watch.report();
      return { path: iteration.moves, excess: iteration.excess };
    }
    const before = counts.generated;
    const isFound = await iterate(compiled, bound, limits, counts);
    if (isFound) return { path: compiled.moves, excess: 0 };
    if (threads > 1 && counts.generated - before >= WORTH_THREADS * compiled.speed) {
      parallel = parallelSearch(compiled, threads, limits);
    }
    return { path: undefined, excess: compiled.leastExcess };
  };
  try {
    const { path: moves, ...effort } = await counts.run(
      compiled.estimate,
      searchWithin,
      // The nodes of the path, the first one included.
      () => counts.bound + 1,
      () => {
        const letters = compiled.moves;
        // The last move of a solution leads to the goal, which is not expanded.
        const g = Math.min(letters.length, counts.bound - 1);
        return { state: format(pathOf(letters.slice(0, g)).states[g]), g, h: compiled.estimateAt(g) };
      },
    );
    return { path: moves === null ? null : pathOf(moves), ...effort };
  } finally {
    // Not awaited: the threads end while the caller continues.
    void (parallel?.end() ?? Promise.resolve()).then(() => compiled.close());
  }
}

/** The iterations of IDA*, and their counts. */
export class Deepening {
  expanded = 0;
  generated = 0;
  /** The bound of the iteration. */
  bound = 0;
  readonly watch: Watch;
  /** The bounds of all iterations, and the nodes expanded before each of them. */
  readonly #iterations: { readonly bound: number; readonly begin: number }[] = [];

  constructor(watch: Watch) {
    this.watch = watch;
  }

  /**
   * Searches within one bound after the other until a path is found.
   * @param first the first bound
   * @param searchWithin searches within a bound, and counts its nodes; `excess` is the minimum by which the bound was
   * exceeded, infinite if it never was
   * @param stored returns the maximum number of nodes in memory
   * @param current returns the node expanded last
   * @returns a null path if no moves lead to the goal
   */
  async run<Found>(
    first: number,
    searchWithin: (bound: number) => Promise<{ readonly path: Found | undefined; readonly excess: number }>,
    stored: () => number,
    current: () => ProgressNode,
  ): Promise<Effort & { readonly path: Found | null }> {
    const effort = () => ({ expanded: this.expanded, generated: this.generated, stored: stored() });
    this.watch.begin({
      effort,
      whereabouts: () => ({ layers: this.#layers(), backward: null, bound: this.bound, current: current() }),
      lowerBound: () => this.bound,
    });
    for (this.bound = first; ; ) {
      this.watch.proved(this.bound);
      this.#iterations.push({ bound: this.bound, begin: this.expanded });
      const { path, excess } = await searchWithin(this.bound);
      if (path !== undefined) return { path, ...effort() };
      if (!Number.isFinite(excess)) return { path: null, ...effort() };
      this.bound += excess;
    }
  }

  /** Adds nodes of the iteration. */
  add({ expanded, generated }: Pick<Effort, 'expanded' | 'generated'>): void {
    this.expanded += expanded;
    this.generated += generated;
  }

  /** Returns the number of nodes that each iteration has expanded, by its bound. */
  #layers(): LayerCounts {
    const expanded = new Array<number>(this.bound + 1).fill(0);
    for (const [index, { bound, begin }] of this.#iterations.entries()) {
      expanded[bound] = (this.#iterations[index + 1]?.begin ?? this.expanded) - begin;
    }
    return { expanded, frontier: [] };
  }
}

/** Runs an iteration on the calling thread, and yields to its event loop at intervals. @returns true if the goal was found @throws as deepen */
export async function iterate(
  compiled: CompiledSearch,
  bound: number,
  limits: Limits,
  counts: Deepening,
): Promise<boolean> {
  const { watch } = counts;
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

/*
 * IDA* on worker threads. The first moves are tried here. The positions that they lead to, the *leaves*, are the roots
 * of separate searches, which the workers claim one by one. All workers stop when one finds a solution.
 */

/** Minimum leaves per thread: many, since subtrees differ a hundredfold in size; at most MOST_LEAVES in all. */
const LEAVES_PER_THREAD = 500;
const MOST_LEAVES = 20_000;
/** Maximum moves to a leaf. */
const MOST_FIRST_MOVES = 24;
/** Upper bound of the nodes between two arrivals. */
const MOST_FIRST_NODES = 1 << 30;

/**
 * @param compiled makes the first moves; the workers compile it for themselves
 * @throws LimitError
 */
export function parallelSearch(compiled: CompiledSearch, threads: number, limits: Limits) {
  const leavesWanted = Math.min(threads * LEAVES_PER_THREAD, MOST_LEAVES);
  /** Bytes of memory of all workers together. */
  const bytes = threads * compiled.bytes;
  const source = limits.allocate(bytes, () => compiled.sourceFor(threads));
  const pool = new WorkerPool<LeavesTask, Iteration>('search-leaves', threads);

  /** Searches to the depth of the leaves, and returns the paths to them, one after the other. */
  function firstIteration(depth: number, bound: number): Iteration & { readonly leaves: string } {
    let leaves = '';
    let generated = 0;
    let expanded = 1;
    compiled.begin('', bound, depth);
    for (;;) {
      const outcome = compiled.run(MOST_FIRST_NODES);
      generated += compiled.generated;
      expanded += compiled.expanded;
      if (outcome === 'exhausted') return { generated, expanded, excess: compiled.leastExcess, leaves };
      if (outcome === 'arrived') leaves += compiled.moves;
    }
  }

  return {
    end: (): Promise<void> => pool.leave(bytes),
    /** @throws WorkerError, LimitError, the signal's reason; workers may then still be running until `end()` */
    async iterate(bound: number): Promise<Iteration> {
      let depth = 1;
      let first = firstIteration(depth, bound);
      while (first.leaves.length < depth * leavesWanted && depth < Math.min(MOST_FIRST_MOVES, bound - 1)) {
        first = firstIteration(++depth, bound);
      }
      const counters = new Int32Array(new SharedArrayBuffer(8));
      const task = { source, leaves: first.leaves, depth, bound, counters };
      const results = await limits.beforeDeadline((signal) => pool.runOnAll(task, 'in the middle of a search', signal));
      const all = [first, ...results];
      return {
        generated: all.reduce((sum, { generated }) => sum + generated, 0),
        expanded: all.reduce((sum, { expanded }) => sum + expanded, 0),
        excess: Math.min(...all.map(({ excess }) => excess)),
        moves: results.find(({ moves }) => moves !== undefined)?.moves,
      };
    },
  };
}

/*
 * IDA* over numbered states: depth-first searches within a growing bound on f = g + h, on the calling thread.
 *
 * A path never returns to one of its states, so it contains no cycle, whether moves can be undone or not. If no moves
 * lead to the goal, no node exceeds the bound in some iteration, and the search ends.
 *
 * Every move is checked to change the estimate as a consistent heuristic would.
 */

/**
 * Finds a shortest path.
 * @param heuristic name of a heuristic of the space; all states in `to` are starts of the space
 * @throws SpaceError if the space or its heuristic contradicts itself; LimitError if the search reaches a limit; the
 * signal's reason
 */
export async function findStatesByIdaStar(
  space: NumberedStates,
  { from, to }: StateEnds,
  heuristic: string,
  limits: Limits,
  watch: Watch,
): Promise<FoundPath<number>> {
  const counts = new Deepening(watch);
  const goals = new Set(to);
  /** The states of the path; their estimates, the moves still to be tried and their neighbours are kept by depth. */
  const path: number[] = [];
  const estimates: number[] = [];
  const moves: number[] = [];
  const neighbours: Float64Array[] = [];
  /** The state expanded last, and its depth. */
  let last = 0;
  let depthOfLast = 0;
  /** Minimum by which the bound was exceeded; infinite if it never was. */
  let excess = Number.POSITIVE_INFINITY;
  let solution: readonly number[] = [];

  const isGoal = (state: number, estimate: number) => {
    if (!goals.has(state)) return false;
    checkEstimateOfStart(space, heuristic, state, estimate);
    return true;
  };
  const expand = (state: number, estimate: number) => {
    const depth = path.length;
    if (depth === neighbours.length) {
      neighbours.push(limits.allocate(8 * (space.moves.length + 3), () => newNeighbours(space)));
    }
    counts.expanded++;
    last = state;
    depthOfLast = depth;
    path.push(state);
    estimates[depth] = estimate;
    moves[depth] = 0;
    writeNeighbours(space, state, neighbours[depth]);
    if (counts.expanded >= watch.due) watch.report();
  };
  /** Searches from a state. Returns the states of a path to a goal, if one of at most `bound` moves was found. */
  const searchBelow = async (root: number, rootEstimate: number, bound: number) => {
    if (rootEstimate > bound) {
      excess = Math.min(excess, rootEstimate - bound);
      return undefined;
    }
    if (isGoal(root, rootEstimate)) return [root];
    if (limits.tick()) await limits.pause();
    expand(root, rootEstimate);
    while (path.length > 0) {
      const depth = path.length - 1;
      const move = moves[depth]++;
      if (move === neighbours[depth].length) {
        path.pop();
        continue;
      }
      const state = neighbours[depth][move];
      if (state === NO_STATE) continue;
      counts.generated++;
      if (path.includes(state)) continue;
      const estimate = estimateOf(space, heuristic, state);
      checkMove(space, heuristic, path[depth], estimates[depth], state, estimate);
      const over = depth + 1 + estimate - bound;
      if (over > 0) {
        excess = Math.min(excess, over);
        continue;
      }
      if (isGoal(state, estimate)) return [...path, state];
      if (limits.tick()) await limits.pause();
      expand(state, estimate);
    }
    return undefined;
  };

  const roots = [...new Set(from)].map((state) => ({ state, estimate: estimateOf(space, heuristic, state) }));
  return counts.run(
    Math.min(...roots.map(({ estimate }) => estimate)),
    async (bound) => {
      excess = Number.POSITIVE_INFINITY;
      for (const { state, estimate } of roots) {
        const found = await searchBelow(state, estimate, bound);
        if (found === undefined) continue;
        solution = found;
        return { path: pathThrough(space, found), excess: 0 };
      }
      return { path: undefined, excess };
    },
    () => Math.max(neighbours.length, solution.length),
    () => ({ state: writeState(space, last), g: depthOfLast, h: estimates[depthOfLast] }),
  );
}
