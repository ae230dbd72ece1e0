/** The threads and the memory that search a board, from one goal after another. */

import type { Board } from '../board/board.js';
import type { Position } from '../board/position.js';
import { type Geometry, geometryOf } from '../numbering/geometry.js';
import { stateOf } from '../numbering/numbering.js';
import { WorkerPool } from '../threads/worker-pool.js';
import type { BatchTask, LayerResult, SharedExploration } from './batch.js';
import { blocksOf } from './blocks.js';
import type { Keeping } from './kept-states.js';
import { compileKernel } from './kernel.js';
import { type LayerSearch, searchLayers } from './layers.js';
import { type Bitsets, layOut } from './layout.js';
import { allocate, bytesOf, reset } from './memory.js';

/** The workers whose observers take part in a search. */
export interface Observers<Look> {
  /** A file of dist/workers that does a BatchTask with this look. */
  readonly file: string;
  readonly look: Look;
  /** Whether they ask how many nearer neighbours states have; by default not. */
  readonly counting?: boolean;
}

/** Observers that keep some of the states. */
export function keepers(keeping: Keeping): Observers<Keeping> {
  return { file: 'advance-layers.cjs', look: keeping };
}

/** What to search for from a goal. */
export interface GoalSearch extends Omit<LayerSearch<unknown>, 'board' | 'goal' | 'look'> {
  readonly goal: Position;
}

/** What a search tells while it runs. */
export interface SearchListener<Seen> {
  /** The memory is there: so many bytes of bitsets. */
  onStart?(bytes: number): void;
  /**
   * A layer is complete; waited for.
   * @param seen what the workers' observers have seen of it; nothing of the goal's
   * @param since seconds since the bitsets were begun to be allocated, or emptied
   */
  onLayer?(
    depth: number,
    fresh: number,
    seen: readonly Seen[],
    memory: SharedExploration,
    since: number,
  ): void | Promise<void>;
}

export interface BoardSearchResult {
  /** States of each depth. */
  readonly histogram: readonly number[];
  /** With its bitsets, until the next search begins. */
  readonly memory: SharedExploration;
  /** From the allocation of the bitsets, or their emptying, to the end of the last layer. */
  readonly seconds: number;
}

export class BoardSearch<Look, Seen> {
  readonly geometry: Geometry;
  readonly threads: number;
  readonly #bitsets: Bitsets;
  readonly #look: Look;
  readonly #pool: WorkerPool<BatchTask<Look>, LayerResult<Seen>[]>;
  #memory: SharedExploration | undefined;

  /**
   * Starts the threads; they live until `end()`.
   * @throws InputError where the board is too large to number
   */
  constructor(board: Board, bitsets: Bitsets, threads: number, { file, look }: Observers<Look>) {
    this.geometry = geometryOf(board);
    this.#pool = new WorkerPool(file, threads);
    this.threads = threads;
    this.#bitsets = bitsets;
    this.#look = look;
  }

  /**
   * Searches the layers from a goal, in the memory of the goal before: that one's table is gone when this begins.
   * @throws MemoryError, WorkerError, and the signal's reason where that aborts
   */
  async run({ goal, ...search }: GoalSearch, { onStart, onLayer }: SearchListener<Seen>): Promise<BoardSearchResult> {
    const { geometry } = this;
    const start = stateOf(geometry, goal, goal);
    let begin: number;
    if (this.#memory === undefined) {
      const { layout, constants } = layOut(geometry, blocksOf(geometry), this.#bitsets, this.threads);
      const kernel = compileKernel();
      await this.#pool.ready();
      begin = performance.now();
      this.#memory = allocate(layout, constants, kernel, start);
    } else {
      begin = performance.now();
      this.#memory = reset(this.#memory, start);
    }
    const memory = this.#memory;
    const since = () => (performance.now() - begin) / 1000;
    onStart?.(bytesOf(memory));
    const histogram = await searchLayers(
      this.#pool,
      memory,
      { ...search, board: geometry.board, goal: start, look: this.#look },
      (depth, fresh, seen) => onLayer?.(depth, fresh, seen, memory, since()),
    );
    return { histogram, memory, seconds: since() };
  }

  /** Ends the threads; what the last search left in memory stays. */
  end(): void {
    // Not awaited: the threads end while the caller goes on.
    void this.#pool.destroy();
  }
}
