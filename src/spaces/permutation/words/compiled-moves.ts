/**
 * Moves as the kernel makes them. A move takes a block to a block by a *row*, which takes each word to a word and permutes its bits. Few
 * rows and few permutations of bits serve all blocks.
 *
 * The bits of a word are in an order of their own. It makes a permutation one exchange of bytes and a few exchanges of bits within each
 * byte: see byte-permutations.ts.
 */

/** Bits and bytes of a word. */
export const WORD_BITS = 128;
export const WORD_BYTES = 16;

/** Bits of a row's entry that hold the permutation; the target word is above them. */
export const PERMUTATION_BITS = 12;

export interface CompiledMoves {
  readonly blocks: number;
  /** Words of a block. */
  readonly words: number;
  /** Moves of each block. */
  readonly moves: number;
  /** [target * moves + move]: the block that the move leads from. */
  readonly sources: Uint32Array;
  /** [target * moves + move]: the row that it leads by. */
  readonly sourceRows: Uint32Array;
  /** Entries of a row: words, or states of a block if they are scattered. */
  readonly rowLength: number;
  /**
   * [row * rowLength + entry]. Of a word: the target word << PERMUTATION_BITS | the permutation of its bits. Of a scattered state: the bit of the
   * target block that it is taken to.
   */
  readonly rows: Uint32Array;
  /** The permutations of bits. */
  readonly permutations: BitPermutations;
  /** The bits of a word that stand for states, 16 bytes; and those of a block's last word, if states are scattered. */
  readonly used: Uint8Array;
  readonly usedInLast: Uint8Array;
  /** [bit type * states of a word + place]: the bit of a place. Scattered states have the bits of their numbers. */
  readonly bits: Uint8Array;
}

/**
 * - `three`, `five`: an exchange of bytes, then exchanges of bits at the distances 1, 2, 4, or 4, 2, 1, 2, 4. Each permutation takes 16 bytes
 *   for the exchange, as i8x16.swizzle has it, and 16 bytes of masks for each distance.
 * - `nibbles`: [permutation][nibble][value] 16 bytes each: the bits to which the set bits of a value of this nibble are taken.
 * - `scattered`: every state is taken to a place of its own.
 */
export interface BitPermutations {
  readonly kind: 'three' | 'five' | 'nibbles' | 'scattered';
  readonly count: number;
  /** Empty if scattered. */
  readonly bytes: Uint8Array;
}
