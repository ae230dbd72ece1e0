/**
 * IDA* on worker threads. The first moves are tried here; the positions behind them, *leaves*, are as many roots of
 * searches of their own, which the workers claim one by one. When one of them finds a solution all stop.
 */

import { type Direction, neighbour } from '../../board/board.js';
import { BLANK } from '../../board/position.js';
import type { Heuristic } from '../../heuristic/heuristic.js';
import { WorkerPool } from '../../threads/worker-pool.js';
import type { SearchProblem } from '../algorithm.js';
import type { Limits } from '../limits.js';
import { MOVE_ORDER, OPPOSITE, type Root } from './compiled-problem.js';
import type { Iteration } from './iteration.js';
import { type LeavesResult, type LeavesTask, newCounters, STOP } from './leaves.js';

/** Subtrees differ a hundredfold in size, so there are many for each thread. */
const LEAVES_PER_THREAD = 500;
const MOST_FIRST_MOVES = 24;
/** In milliseconds: 24 days, which no timer can exceed. */
const LONGEST_TIMER = 2 ** 31 - 1;

let searches = 0;

/** A leaf, and the moves that lead to it. */
interface Leaf extends Root {
  readonly way: string;
}

export class ParallelSearch {
  readonly #problem: SearchProblem;
  readonly #heuristic: Heuristic;
  readonly #root: Root;
  readonly #limits: Limits;
  readonly #module: WebAssembly.Module;
  readonly #pool: WorkerPool<LeavesTask, LeavesResult>;
  readonly #id = `${process.pid}-${searches++}`;
  readonly #firstMoves: number;

  constructor(
    problem: SearchProblem,
    heuristic: Heuristic,
    root: Root,
    module: WebAssembly.Module,
    threads: number,
    limits: Limits,
  ) {
    this.#problem = problem;
    this.#heuristic = heuristic;
    this.#root = root;
    this.#limits = limits;
    this.#module = module;
    this.#pool = new WorkerPool('search-leaves.cjs', threads);
    this.#firstMoves = this.#movesFor(threads * LEAVES_PER_THREAD);
  }

  end(): Promise<void> {
    return this.#pool.destroy();
  }

  /** @throws WorkerError, LimitError, the signal's reason */
  async iterate(bound: number): Promise<Iteration> {
    const { board, goal } = this.#problem;
    const first = this.#firstIteration(Math.min(this.#firstMoves, bound - 1), bound);
    const counters = newCounters();
    const { millisecondsLeft } = this.#limits;
    const stop = () => Atomics.store(counters, STOP, 1);
    const timer = millisecondsLeft <= LONGEST_TIMER ? setTimeout(stop, millisecondsLeft) : undefined;
    let results: LeavesResult[];
    try {
      const task = {
        id: this.#id,
        kernel: this.#module,
        board,
        goal,
        heuristic: this.#heuristic.name,
        leaves: first.leaves.map(({ way, ...root }) => root),
        bound,
        counters,
      };
      results = await this.#pool.runOnAll(task, 'in the middle of a search', this.#limits.signal);
    } finally {
      clearTimeout(timer);
    }
    const all = [first, ...results];
    const iteration = {
      generated: all.reduce((sum, { generated }) => sum + generated, 0),
      expanded: all.reduce((sum, { expanded }) => sum + expanded, 0),
      excess: Math.min(...all.map(({ excess }) => excess)),
    };
    const solved = results.find(({ moves }) => moves !== undefined);
    if (solved !== undefined) return { ...iteration, moves: first.leaves[solved.leaf].way + solved.moves };
    // What was broken off has not been searched, whatever the clock says.
    if (Atomics.load(counters, STOP) !== 0) throw this.#limits.timeOver();
    return iteration;
  }

  /** The part of an iteration down to the leaves. */
  #firstIteration(depth: number, bound: number): Iteration & { readonly leaves: readonly Leaf[] } {
    let generated = 0;
    let expanded = 0;
    let excess = Number.POSITIVE_INFINITY;
    const leaves: Leaf[] = [];
    const visit = (node: Leaf): void => {
      if (node.depth === depth) {
        leaves.push(node);
        return;
      }
      expanded++;
      for (const child of this.#children(node)) {
        generated++;
        const over = child.depth + child.estimate - bound;
        if (over > 0) excess = Math.min(excess, over);
        else visit(child);
      }
    };
    visit({ ...this.#root, way: '' });
    return { generated, expanded, excess, leaves };
  }

  *#children({ tiles, blank, arrivedBy, depth, estimate, way }: Leaf): Generator<Leaf> {
    for (const direction of MOVE_ORDER) {
      const cell = neighbour(this.#problem.board, blank, direction);
      if (cell < 0 || (arrivedBy !== undefined && direction === OPPOSITE[arrivedBy])) continue;
      const after = Uint8Array.from(tiles);
      after[blank] = tiles[cell];
      after[cell] = BLANK;
      yield {
        tiles: after,
        blank: cell,
        arrivedBy: direction,
        depth: depth + 1,
        estimate: estimate + this.#heuristic.change(tiles, blank, cell),
        way: way + direction,
      };
    }
  }

  /** How many moves have at least so many ways that never undo a move. */
  #movesFor(leaves: number): number {
    const { board } = this.#problem;
    // Ways by where they end and the move that led there.
    let ends = new Map<string, { readonly cell: number; readonly arrivedBy: Direction | undefined; ways: number }>([
      ['', { cell: this.#root.blank, arrivedBy: undefined, ways: 1 }],
    ]);
    for (let moves = 1; moves < MOST_FIRST_MOVES; moves++) {
      const next: typeof ends = new Map();
      let total = 0;
      for (const { cell, arrivedBy, ways } of ends.values()) {
        for (const direction of MOVE_ORDER) {
          const to = neighbour(board, cell, direction);
          if (to < 0 || (arrivedBy !== undefined && direction === OPPOSITE[arrivedBy])) continue;
          const end = next.get(`${to} ${direction}`) ?? { cell: to, arrivedBy: direction, ways: 0 };
          end.ways += ways;
          total += ways;
          next.set(`${to} ${direction}`, end);
        }
      }
      if (total >= leaves) return moves;
      ends = next;
    }
    return MOST_FIRST_MOVES;
  }
}
