/**
 * The first words of a layer that contain fresh states, kept by a worker. Any layer may be the last one, whose states are the
 * antipodes. Workers claim blocks in ascending order, so the words that they keep include the smallest states of all.
 */

/** The words of a layer. Plain data. */
export interface KeptWords {
  readonly depth: number;
  /** Each word with its block, its position in the block, and its 128 bits in four numbers. */
  readonly words: readonly (readonly [block: number, word: number, bits: readonly number[]])[];
}

export class FreshWords {
  readonly #most: number;
  readonly #from: number;
  #depth = 0;
  #keptDepth = 0;
  #states = 0;
  #words: KeptWords['words'][number][] = [];

  /**
   * @param most maximum number of states; words are not divided
   * @param from minimum depth of states to keep
   */
  constructor(most: number, from: number) {
    this.#most = most;
    this.#from = from;
  }

  /** Begins a layer: words added from now on have this depth. The first of them replaces the words of other depths. */
  begin(depth: number): void {
    this.#depth = depth;
    this.#states = 0;
  }

  /** True if more words are needed. */
  get wantsMore(): boolean {
    return this.#states < this.#most && this.#depth >= this.#from;
  }

  /** Keeps a word. @param bits of its states that belong to the layer, in four numbers */
  add(block: number, word: number, bits: Uint32Array): void {
    if (this.#keptDepth !== this.#depth) {
      this.#keptDepth = this.#depth;
      this.#words = [];
    }
    for (let rest of bits) for (; rest !== 0; rest &= rest - 1) this.#states++;
    this.#words.push([block, word, Array.from(bits)]);
  }

  /** The words of the latest layer for which any were added. */
  get kept(): KeptWords {
    return { depth: this.#keptDepth, words: this.#words };
  }
}
