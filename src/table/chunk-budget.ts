/** How much of all tables together is kept in memory, however many are open. */

import { CHUNK_BYTES } from './container.js';

/** What keeps chunks, and can read them again. */
export interface ChunkKeeper {
  /** Drops all chunks, and gives their room back. */
  forget(): void;
}

export class ChunkBudget {
  readonly #most: number;
  #held = 0;
  readonly #keepers = new Set<ChunkKeeper>();

  /** @param most chunks */
  constructor(most: number) {
    this.#most = most;
  }

  /** Makes room for one more chunk. Where all is taken, everybody's are dropped: what is still needed is read again. */
  makeRoom(): void {
    if (this.#held < this.#most) return;
    for (const keeper of [...this.#keepers]) keeper.forget();
  }

  /** One more chunk is kept. */
  take(keeper: ChunkKeeper): void {
    this.#held++;
    this.#keepers.add(keeper);
  }

  /** All chunks of a keeper are dropped. */
  giveBack(keeper: ChunkKeeper, chunks: number): void {
    this.#held -= chunks;
    this.#keepers.delete(keeper);
  }
}

/** 256 MB, that of all tables of this thread; a table of which little is kept holds up to 1 MB that is not counted. */
export const TABLES_BUDGET = new ChunkBudget(256e6 / CHUNK_BYTES);
