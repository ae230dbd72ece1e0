/** The memory limit for the chunks of all open tables together. */

import { CHUNK_BYTES } from './container.js';

/** A holder of chunks that can be read again. */
export interface ChunkKeeper {
  /** Drops all chunks and releases their memory. */
  forget(): void;
}

export class ChunkBudget {
  /** Maximum number of chunks. */
  readonly most: number;
  #held = 0;
  readonly #keepers = new Set<ChunkKeeper>();

  constructor(most: number) {
    this.most = most;
  }

  /**
   * Reserves room for more chunks. If too little is left, all keepers drop their chunks and read them again when needed.
   * @param chunks at most `most`
   */
  take(keeper: ChunkKeeper, chunks: number): void {
    if (this.#held + chunks > this.most) for (const other of [...this.#keepers]) other.forget();
    this.#held += chunks;
    this.#keepers.add(keeper);
  }

  /** Releases the room of a keeper that has dropped all its chunks. */
  giveBack(keeper: ChunkKeeper, chunks: number): void {
    this.#held -= chunks;
    this.#keepers.delete(keeper);
  }
}

/** Budget of all tables of this thread: 256 MB. A table that keeps few chunks can hold up to 1 MB that is not counted. */
export const TABLES_BUDGET = new ChunkBudget(256e6 / CHUNK_BYTES);
