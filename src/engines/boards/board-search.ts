/**
 * The coordinator of a board's search: it requests layers from the workers in batches, and adds up their results. The messages between the
 * coordinator and the workers come last.
 */

import { availableParallelism } from 'node:os';
import { compileKernel } from '../../base/memory.js';
import { beginRounds } from '../../base/threads.js';
import { WorkerPool } from '../../base/worker-pool.js';
import { type Board, colourOf, type Metric } from '../../spaces/board/board.js';
import { stateOf } from '../../spaces/board/numbering.js';
import type { Position } from '../../spaces/board/position.js';
import { type BoardPlan, layOut } from './board-plan.js';
import { allocate, bytesOf, reset, type SharedExploration } from './memory.js';
import type { Keeping } from './observers.js';

/** With fewer blocks per worker than this, workers claim single units. */
export const BLOCKS_FOR_LARGE_CLAIMS = 8;

/** Target time of a batch of layers. Layers that take longer are handed out singly. */
const BATCH_SECONDS = 0.1;

/** The workers whose observers take part in a search. */
export interface Observers<Request> {
  /** File of dist/workers that performs a BatchTask with this request. */
  readonly file: string;
  readonly request: Request;
}

/** Returns observers that keep some of the states of each layer. */
export function keepers(keeping: Keeping): Observers<Keeping> {
  return { file: 'advance-layers.cjs', request: keeping };
}

/** Options of a search. */
interface BoardCourse {
  /** Depth of the last layer that is in memory already. By default only the goal's layer is in memory, and is the first one yielded. */
  readonly after?: number | undefined;
  /** Maximum depth to search; unlimited by default. */
  readonly lastDepth?: number;
  /**
   * Called before layers are handed out. Returns true if only one layer may be handed out, so that it can be read in memory. By default
   * batches are handed out.
   */
  readonly singly?: (() => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A complete layer. */
interface ObservedLayer<Observed> {
  readonly depth: number;
  readonly fresh: number;
  /** Observations of the workers; none for the goal's layer. */
  readonly observed: readonly Observed[];
  /** Seconds since the start of the bitsets' allocation or clearing. */
  readonly seconds: number;
  /** True if the memory holds the layers up to this one, and none beyond. */
  readonly isLatest: boolean;
}

/** Threads and memory for searches of a board, from one goal after another. */
export class BoardSearch<Request, Observed> {
  readonly plan: BoardPlan;
  readonly #request: Request;
  readonly #pool: WorkerPool<BatchTask<Request>, LayerResult<Observed>[]>;
  #memory: SharedExploration | undefined;
  #goalCell = 0;
  #begin = 0;
  #seconds = 0;

  /** Starts the threads; they live until `end()`. */
  constructor(plan: BoardPlan, { file, request }: Observers<Request>) {
    this.plan = plan;
    this.#request = request;
    this.#pool = new WorkerPool(file, plan.threads);
  }

  /** Bitsets of the current goal, until the search begins with another goal. */
  get memory(): SharedExploration {
    if (this.#memory === undefined) throw new Error('a search was not begun');
    return this.#memory;
  }

  /** Seconds from the start of the bitsets' allocation or clearing to the end of the last layer. */
  get seconds(): number {
    return this.#seconds;
  }

  /**
   * Begins with a goal in the memory of the previous goal, whose table is lost.
   * @param planted true to mark the goal as visited; false to leave the memory zeroed, for layers that are restored
   * @throws MemoryError, WorkerError
   */
  async begin(goal: Position, planted = true): Promise<void> {
    const { geometry, blocks, bitsets, threads } = this.plan;
    const start = stateOf(geometry, goal, goal);
    this.#goalCell = start.cell;
    const seed = planted ? start : undefined;
    if (this.#memory === undefined) {
      const { layout, constants } = layOut(geometry, blocks, bitsets, threads);
      const kernel = compileKernel('layers');
      await this.#pool.ready();
      this.#begin = performance.now();
      this.#memory = allocate(layout, constants, kernel, seed);
    } else {
      this.#begin = performance.now();
      this.#memory = reset(this.#memory, seed);
    }
  }

  /**
   * Searches the layers from the goal, or from the layers in memory.
   * @throws WorkerError if a worker dies; the signal's reason if it aborts
   */
  async *layers({
    after,
    lastDepth = Number.POSITIVE_INFINITY,
    singly,
    signal,
  }: BoardCourse): AsyncGenerator<ObservedLayer<Observed>, void> {
    if (after === undefined) yield { depth: 0, fresh: 1, observed: [], seconds: this.#elapsed(), isLatest: true };
    for (let depth = (after ?? 0) + 1; depth <= lastDepth; ) {
      const seconds = singly?.() === true ? 0 : BATCH_SECONDS;
      const found = await this.#run({ depth, lastDepth, seconds }, 'in the middle of a layer', signal);
      const layers = found[0].map((_, index) => {
        const results = found.map((ofWorker) => ofWorker[index]);
        const fresh = results.reduce((sum, result) => sum + result.fresh, 0);
        return { fresh, observed: results.map((result) => result.observed) };
      });
      const isLast = layers[layers.length - 1].fresh === 0;
      for (const [index, { fresh, observed }] of layers.entries()) {
        const elapsed = this.#elapsed();
        if (fresh === 0) return;
        yield { depth: depth++, fresh, observed, seconds: elapsed, isLatest: !isLast && index === layers.length - 1 };
      }
    }
  }

  /**
   * Restores the states that the cells of one colour held after the layer of a depth, from the states of the other colour before it. In
   * the metric `single`
   *
   *     visited[t] = move(visited[s]) | ...     for the neighbours s of cell t
   *
   * because every state but a lone goal has a nearer neighbour, which was visited earlier. The cells of that layer must be empty, and
   * their table is cleared.
   * @param depth of the last layer, at least 1
   * @returns the number of states that these cells hold
   * @throws as layers
   */
  async rebuildColour(depth: number, signal: AbortSignal | undefined): Promise<number> {
    // The first layer of each colour marks nothing in the table.
    const unmarked = depth % 2;
    const batch = { depth: unmarked, lastDepth: unmarked, seconds: 0 };
    const found = await this.#run(batch, 'while it restored', signal);
    return found.reduce((sum, [{ fresh }]) => sum + fresh, 0);
  }

  /** Releases the threads. The memory keeps the results of the last search. */
  end(): void {
    // Not awaited: the threads end, or are made ready for another search, while the caller continues.
    void this.#pool.leave(this.#memory === undefined ? 0 : bytesOf(this.#memory));
  }

  #elapsed(): number {
    this.#seconds = (performance.now() - this.#begin) / 1000;
    return this.#seconds;
  }

  async #run(
    layers: Pick<Batch, 'depth' | 'lastDepth' | 'seconds'>,
    when: string,
    signal: AbortSignal | undefined,
  ): Promise<LayerResult<Observed>[][]> {
    const { geometry, blocks, bitsets, threads } = this.plan;
    const { metric = 'single' } = bitsets;
    const exploration = this.memory;
    const cells = [0, 1].map((depth) => cellsAtDepth(geometry.board, metric, this.#goalCell, depth));
    const batch: Batch = {
      ...layers,
      cells: [cells[0], cells[1]],
      claimWholeBlocks: blocks.count >= BLOCKS_FOR_LARGE_CLAIMS * threads,
      workers: threads,
      spin: threads <= availableParallelism(),
    };
    beginRounds(exploration.counters);
    return this.#pool.runOnAll({ exploration, batch, request: this.#request }, when, signal);
  }
}

/** Returns the cells that the blank can be on at a depth, ascending: the cells of one colour, or all cells in the metric `multi`. */
export function cellsAtDepth(board: Board, metric: Metric, goalCell: number, depth: number): number[] {
  return Array.from({ length: board.cells }, (_, cell) => cell).filter(
    (cell) => metric === 'multi' || (colourOf(board, cell) + colourOf(board, goalCell) + depth) % 2 === 0,
  );
}

/** Consecutive layers to search: at least one, and more as long as they take less than `seconds`. */
export interface Batch {
  /** Depth of the first layer. */
  readonly depth: number;
  /** Maximum depth to search. */
  readonly lastDepth: number;
  /** Cells of the blank at even and at odd depth: all cells, if they have no colours. */
  readonly cells: readonly [readonly number[], readonly number[]];
  /** True if a claim covers all units of a block; false if it covers a single unit. */
  readonly claimWholeBlocks: boolean;
  readonly seconds: number;
  /** Number of workers that take part, each with its own task. */
  readonly workers: number;
  /** True if each worker has a processor. */
  readonly spin: boolean;
}

export interface BatchTask<Request> {
  readonly exploration: SharedExploration;
  readonly batch: Batch;
  /** Request for the workers' observers; plain data. */
  readonly request: Request;
}

/** Results of one worker in one layer. */
export interface LayerResult<Observed> {
  readonly fresh: number;
  /** Observations of the worker's observer. */
  readonly observed: Observed;
}
