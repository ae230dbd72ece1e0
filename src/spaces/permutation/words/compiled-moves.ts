/**
 * Moves in the form of the kernel. A move takes a block to a block by a *row*, which takes each word to a word and permutes its bits. A few
 * rows and a few permutations of bits serve all blocks.
 *
 * Because of the order of a word's bits, a permutation is one exchange of bytes and a few exchanges of bits within each
 * byte: see byte-permutations.ts.
 */

/** Number of bits and bytes of a word. */
export const WORD_BITS = 128;
export const WORD_BYTES = 16;

/** Number of bits for the permutation in a row's entry; the target word is above them. */
export const PERMUTATION_BITS = 12;

export interface CompiledMoves {
  readonly blocks: number;
  /** Number of words of a block. */
  readonly words: number;
  /** Number of moves of each block. */
  readonly moves: number;
  /** [target * moves + move]: the block from which the move leads. */
  readonly sources: Uint32Array;
  /** [target * moves + move]: the row by which it leads. */
  readonly sourceRows: Uint32Array;
  /** Number of entries of a row: words, or states of a block if they are scattered. */
  readonly rowLength: number;
  /**
   * [row * rowLength + entry]. For a word: the target word << PERMUTATION_BITS | the permutation of its bits. For a scattered state: the
   * bit of the target block to which it is taken.
   */
  readonly rows: Uint32Array;
  /** Permutations of bits. */
  readonly permutations: BitPermutations;
  /** Bits of a word that stand for states, 16 bytes; and those of a block's last word, if states are scattered. */
  readonly used: Uint8Array;
  readonly usedInLast: Uint8Array;
  /** [bit type * states of a word + place]: the bit of a place. Scattered states have the bits of their numbers. */
  readonly bits: Uint8Array;
}

/**
 * - `three`, `five`: an exchange of bytes, then exchanges of bits at the distances 1, 2, 4, or 4, 2, 1, 2, 4. Each permutation takes 16 bytes
 *   for the exchange, in the form of i8x16.swizzle, and 16 bytes of masks for each distance.
 * - `nibbles`: [permutation][nibble][value] 16 bytes each: the bits to which the set bits of a value of this nibble are taken.
 * - `scattered`: every state is taken to a place of its own.
 */
export interface BitPermutations {
  readonly kind: 'three' | 'five' | 'nibbles' | 'scattered';
  readonly count: number;
  /** Empty if scattered. */
  readonly bytes: Uint8Array;
}
