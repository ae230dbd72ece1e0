/** The limit of memory for the chunks of all open tables together. */

import { CHUNK_BYTES } from './container.js';

/** A keeper of chunks, which can read them again. */
export interface ChunkKeeper {
  /** Drops all chunks, and releases their memory. */
  forget(): void;
}

export class ChunkBudget {
  /** Chunks. */
  readonly most: number;
  #held = 0;
  readonly #keepers = new Set<ChunkKeeper>();

  constructor(most: number) {
    this.most = most;
  }

  /**
   * Gives room for more chunks. If there is too little left, those of all keepers are dropped, and read again when they are needed.
   * @param chunks `most` at most
   */
  take(keeper: ChunkKeeper, chunks: number): void {
    if (this.#held + chunks > this.most) for (const other of [...this.#keepers]) other.forget();
    this.#held += chunks;
    this.#keepers.add(keeper);
  }

  /** Takes back the room of a keeper that has dropped all its chunks. */
  giveBack(keeper: ChunkKeeper, chunks: number): void {
    this.#held -= chunks;
    this.#keepers.delete(keeper);
  }
}

/** 256 MB, that of all tables of this thread; a table of which little is kept holds up to 1 MB that is not counted. */
export const TABLES_BUDGET = new ChunkBudget(256e6 / CHUNK_BYTES);
