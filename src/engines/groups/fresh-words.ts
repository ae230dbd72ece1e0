/**
 * The first words of a layer that have states of it, kept by a worker: any layer may be the last one, whose states are the antipodes.
 * Workers take blocks in ascending order, so the smallest states of all are in what they keep together.
 */

const NUMBERS_PER_WORD = 4;

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

  /** What is added from now on is of this depth. */
  begin(depth: number): void {
    this.#depth = depth;
    this.#states = 0;
    if (this.#words.length > 0) this.#words = [];
  }

  /** Whether there is use for another block. */
  get wantsMore(): boolean {
    return this.#states < this.#most && this.#depth >= this.#from;
  }

  /** @param bits of the states of the layer, four numbers for each word */
  add(block: number, bits: Uint32Array): void {
    for (let at = 0; at < bits.length && this.wantsMore; at += NUMBERS_PER_WORD) {
      const word = bits.subarray(at, at + NUMBERS_PER_WORD);
      let states = 0;
      for (let rest of word) for (; rest !== 0; rest &= rest - 1) states++;
      if (states === 0) continue;
      this.#states += states;
      this.#words.push([block, at / NUMBERS_PER_WORD, Array.from(word)]);
    }
  }

  get kept(): KeptWords {
    return { depth: this.#depth, words: this.#words };
  }
}
