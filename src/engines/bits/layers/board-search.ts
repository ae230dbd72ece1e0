/** The threads and the memory that search a board, from one goal after another. */

import { WorkerPool } from '../../../base/threads/worker-pool.js';
import type { Board } from '../../../spaces/board/board.js';
import { type Geometry, geometryOf } from '../../../spaces/board/numbering/geometry.js';
import { stateOf } from '../../../spaces/board/numbering/numbering.js';
import type { Position } from '../../../spaces/board/position.js';
import { blocksOf } from '../memory/blocks.js';
import { compileKernel } from '../memory/kernel.js';
import { type Bitsets, layOut } from '../memory/layout.js';
import { allocate, bytesOf, reset } from '../memory/memory.js';
import type { BatchTask, LayerResult, SharedExploration } from './batch.js';
import type { Keeping } from './kept-states.js';
import { type LayerSearch, rebuildColour, searchLayers } from './layers.js';

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
export interface GoalSearch
  extends Omit<LayerSearch<unknown>, 'board' | 'goal' | 'look' | 'histogram' | 'beforeLayers'> {
  readonly goal: Position;
  /** Layers that an earlier search has found, to go on from; by default the goal alone. */
  readonly restored?: RestoredLayers | undefined;
  /** As in LayerSearch. */
  readonly beforeLayers?: (depth: number, memory: SharedExploration) => Promise<boolean>;
}

/** What an earlier search has found. */
export interface RestoredLayers {
  /** States of each depth up to the last layer that is complete: not of the goal alone. */
  readonly histogram: readonly number[];
  /**
   * Brings it back into memory that is all zeros.
   * @param rebuild rebuildColour of the last layer's cells
   */
  restore(memory: SharedExploration, rebuild: () => Promise<number>): Promise<void>;
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
   * @throws MemoryError, WorkerError, what `restored` and `beforeLayers` throw, and the signal's reason where that aborts
   */
  async run(
    { goal, restored, beforeLayers, ...rest }: GoalSearch,
    { onStart, onLayer }: SearchListener<Seen>,
  ): Promise<BoardSearchResult> {
    const { geometry } = this;
    const start = stateOf(geometry, goal, goal);
    const planted = restored === undefined ? start : undefined;
    let begin: number;
    if (this.#memory === undefined) {
      const { layout, constants } = layOut(geometry, blocksOf(geometry), this.#bitsets, this.threads);
      const kernel = compileKernel();
      await this.#pool.ready();
      begin = performance.now();
      this.#memory = allocate(layout, constants, kernel, planted);
    } else {
      begin = performance.now();
      this.#memory = reset(this.#memory, planted);
    }
    const memory = this.#memory;
    const since = () => (performance.now() - begin) / 1000;
    onStart?.(bytesOf(memory));
    const search: LayerSearch<Look> = {
      ...rest,
      board: geometry.board,
      goal: start,
      look: this.#look,
      ...(restored && { histogram: restored.histogram }),
      ...(beforeLayers && { beforeLayers: (depth) => beforeLayers(depth, memory) }),
    };
    if (restored !== undefined) {
      const depth = restored.histogram.length - 1;
      await restored.restore(memory, () => rebuildColour(this.#pool, memory, search, depth));
    }
    const histogram = await searchLayers(this.#pool, memory, search, (depth, fresh, seen) =>
      onLayer?.(depth, fresh, seen, memory, since()),
    );
    return { histogram, memory, seconds: since() };
  }

  /** Leaves the threads; what the last search left in memory stays. */
  end(): void {
    // Not awaited: the threads end, or are made ready for another search, while the caller goes on.
    void this.#pool.leave(this.#memory === undefined ? 0 : bytesOf(this.#memory));
  }
}
