/** The threads and the memory that search a board, from one goal after another. */

import type { Board } from '../board/board.js';
import type { Position } from '../board/position.js';
import { type Geometry, geometryOf } from '../numbering/geometry.js';
import { type State, stateOf } from '../numbering/numbering.js';
import { WorkerPool } from '../threads/worker-pool.js';
import type { BatchTask, LayerResult, SharedExploration } from './batch.js';
import { blocksOf } from './blocks.js';
import { compileKernel } from './kernel.js';
import { type LayerSearch, type LayersResult, searchLayers } from './layers.js';
import { layOut } from './layout.js';
import { allocate, bytesOf, reset } from './memory.js';

/** What to search for from a goal. */
export interface GoalSearch extends Omit<LayerSearch, 'board' | 'goal'> {
  readonly goal: Position;
}

/** What a search tells while it runs. */
export interface SearchListener {
  /** The memory is there: so many bytes of bitsets. */
  onStart?(bytes: number): void;
  /**
   * A layer is complete.
   * @param since seconds since the bitsets were begun to be allocated, or emptied
   * @param kept the first of its states
   */
  onLayer?(depth: number, fresh: number, since: number, kept: readonly State[]): void;
}

export interface BoardSearchResult extends LayersResult {
  /** With the table, until the next search begins. */
  readonly memory: SharedExploration;
  /** From the allocation of the bitsets, or their emptying, to the end of the last layer. */
  readonly seconds: number;
}

export class BoardSearch {
  readonly geometry: Geometry;
  readonly threads: number;
  readonly #table: boolean;
  readonly #pool: WorkerPool<BatchTask, LayerResult[]>;
  #memory: SharedExploration | undefined;

  /**
   * Starts the threads; they live until `end()`.
   * @param table whether the searches make tables
   * @throws InputError where the board is too large to number
   */
  constructor(board: Board, table: boolean, threads: number) {
    this.geometry = geometryOf(board);
    this.#pool = new WorkerPool('advance-layers.cjs', threads);
    this.threads = threads;
    this.#table = table;
  }

  /**
   * Searches all layers from a goal, in the memory of the goal before: that one's table is gone when this begins.
   * @throws MemoryError, WorkerError, and the signal's reason where that aborts
   */
  async run({ goal, ...search }: GoalSearch, { onStart, onLayer }: SearchListener): Promise<BoardSearchResult> {
    const { geometry } = this;
    const start = stateOf(geometry, goal, goal);
    let begin: number;
    if (this.#memory === undefined) {
      const { layout, constants } = layOut(geometry, blocksOf(geometry), this.#table, this.threads);
      const kernel = compileKernel();
      await this.#pool.ready();
      begin = performance.now();
      this.#memory = allocate(layout, constants, kernel, start);
    } else {
      begin = performance.now();
      this.#memory = reset(this.#memory, start);
    }
    const since = () => (performance.now() - begin) / 1000;
    onStart?.(bytesOf(this.#memory));
    const layers = await searchLayers(
      this.#pool,
      this.#memory,
      { ...search, board: geometry.board, goal: start },
      (depth, fresh, kept) => onLayer?.(depth, fresh, since(), kept),
    );
    return { ...layers, memory: this.#memory, seconds: since() };
  }

  /** Ends the threads; what the last search left in memory stays. */
  end(): void {
    // Not awaited: the threads end while the caller goes on.
    void this.#pool.destroy();
  }
}
