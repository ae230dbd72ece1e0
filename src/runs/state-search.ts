/** The seam between an exploration and where its bitsets lie: in memory, or in files. */

import { BoardSearch, type GoalSearch, keepers } from '../engines/bits/layers/board-search.js';
import { firstOf, type Keeping } from '../engines/bits/layers/kept-states.js';
import { bytesOf, tableWords } from '../engines/bits/memory/memory.js';
import type { Geometry } from '../spaces/board/numbering/geometry.js';
import type { State } from '../spaces/board/numbering/numbering.js';
import { stateOf } from '../spaces/board/numbering/numbering.js';
import type { Position } from '../spaces/board/position.js';
import type { ExploreEvent, Settings } from './explore.js';

/** A layer that has been searched. */
export interface FoundLayer {
  readonly depth: number;
  readonly fresh: number;
  /** Its first states, as many as were asked for. */
  readonly first: readonly State[];
  /** Since the bitsets were begun to be allocated, or emptied. */
  readonly seconds: number;
  /** Bytes of bitsets read from files for this layer, and written to them. */
  readonly bytesRead: number;
  readonly bytesWritten: number;
}

export interface SearchEvents {
  /** The search begins, with so many bytes of bitsets. */
  onStart(bytes: number): void;
  onLayer(layer: FoundLayer): void;
  /** What else happens: checkpoints. */
  onEvent(event: ExploreEvent): void;
}

export interface FoundStates {
  /** States of each depth. */
  readonly histogram: readonly number[];
  /** From the allocation of the bitsets, or their emptying, to the end of the last layer. */
  readonly seconds: number;
  /** Bytes of all bitsets. */
  readonly bytes: number;
  /** As TableContents has them; where a table was asked for. Valid until the next search begins, or this one is ended. */
  words(cell: number): Iterable<Uint8Array>;
}

/** Enumerates the states of a board from one goal after another. */
export interface StateSearch {
  readonly geometry: Geometry;
  /** @throws MemoryError, WorkerError, StorageError, StoppedError, and the signal's reason where that aborts */
  run(goal: Position, events: SearchEvents): Promise<FoundStates>;
  /** Ends the threads; what the last search left in memory stays. */
  end(): void;
}

/** The bitsets in memory, those of one goal in the place of those of the last one. */
export class MemorySearch implements StateSearch {
  readonly #search: BoardSearch<Keeping, readonly State[]>;
  readonly #settings: Settings;

  /** Starts the threads. @throws InputError where the board is too large to number */
  constructor(settings: Settings) {
    const { board, metric, table, threads, antipodes } = settings;
    this.#settings = settings;
    this.#search = new BoardSearch(board, { metric, table, fresh: false }, threads, keepers({ most: antipodes }));
  }

  get geometry(): Geometry {
    return this.#search.geometry;
  }

  /** @param course where the search begins, and what it asks on its way */
  async run(
    goal: Position,
    { onStart, onLayer }: SearchEvents,
    course: Pick<GoalSearch, 'restored' | 'beforeLayers'> = {},
  ): Promise<FoundStates> {
    const { antipodes, signal } = this.#settings;
    const start = stateOf(this.geometry, goal, goal);
    const { memory, histogram, seconds } = await this.#search.run(
      { goal, signal, ...course },
      {
        onStart,
        onLayer: (depth, fresh, kept, { layout }, since) => {
          const first = firstOf(depth === 0 ? [[start]] : kept, layout, antipodes);
          onLayer({ depth, fresh, first, seconds: since, bytesRead: 0, bytesWritten: 0 });
        },
      },
    );
    return { histogram, seconds, bytes: bytesOf(memory), words: (cell) => tableWords(memory, cell) };
  }

  end(): void {
    this.#search.end();
  }
}
