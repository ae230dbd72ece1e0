/**
 * The first words of a layer that have states of it, kept by a worker: any layer may be the last one, whose states are the antipodes.
 * Workers take blocks in ascending order, so the smallest states of all are in what they keep together.
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

  /** What is added from now on is of this depth. What was kept of another one is dropped when the first word comes. */
  begin(depth: number): void {
    this.#depth = depth;
    this.#states = 0;
  }

  /** Whether there is use for another word. */
  get wantsMore(): boolean {
    return this.#states < this.#most && this.#depth >= this.#from;
  }

  /** @param bits of the states of the layer that a word has, in four numbers */
  add(block: number, word: number, bits: Uint32Array): void {
    if (this.#keptDepth !== this.#depth) {
      this.#keptDepth = this.#depth;
      this.#words = [];
    }
    for (let rest of bits) for (; rest !== 0; rest &= rest - 1) this.#states++;
    this.#words.push([block, word, Array.from(bits)]);
  }

  /** The words of the last layer that had any. */
  get kept(): KeptWords {
    return { depth: this.#keptDepth, words: this.#words };
  }
}
