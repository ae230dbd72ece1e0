/**
 * The first words of a layer that have states of it, kept by a worker: any layer may be the last one, whose states are the antipodes.
 * Workers take blocks in ascending order, so the smallest states of all are among those that they keep together.
 */

/** The words of a layer. Plain data. */
export interface KeptWords {
  readonly depth: number;
  /** Each with its block, the word in it, and 128 bits in four numbers. */
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
   * @param most states to keep; words are not divided
   * @param from the depth from which on they are kept
   */
  constructor(most: number, from: number) {
    this.#most = most;
    this.#from = from;
  }

  /** Begins a layer: words that are added from now on have this depth. Words of another depth are dropped with the first of them. */
  begin(depth: number): void {
    this.#depth = depth;
    this.#states = 0;
  }

  /** True if another word is of use. */
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

  /** The words of the latest layer that had any. */
  get kept(): KeptWords {
    return { depth: this.#keptDepth, words: this.#words };
  }
}
