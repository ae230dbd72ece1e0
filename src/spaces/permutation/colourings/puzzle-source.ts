/** Plain data of permutation puzzles, as sources hold it. */

/** A permutation of the points 0..n-1, n from 1 to 255: the piece on point i moves to point images[i]. */
export interface Generator {
  /** Name of the move: 1 to 40 characters, no spaces or control characters. */
  readonly name: string;
  /** [point]: its image. Each point occurs once. */
  readonly images: readonly number[];
}

/** Pieces that change places only with each other. Sets take the points 0, 1, 2 ... in their order. */
export interface PieceSet {
  /** 1 to 100 characters, no control characters. */
  readonly name: string;
  /** Number of places of the set, each with a piece: 1 to 255. */
  readonly pieces: number;
  /**
   * Number of turns that return a piece to its first orientation, 1 if pieces do not turn. A place takes this many consecutive points. The
   * first is the reference. A piece turned by one has its point j on the place's point j + 1.
   */
  readonly turns: number;
  /** Piece on each place of the solved puzzle, from 1; equal numbers are identical pieces. @default 1, 2, 3 ... */
  readonly solved?: readonly number[];
  /** Turns of the piece on each place of the solved puzzle; null if turning it does not show. @default 0 for each */
  readonly orientations?: readonly (number | null)[];
}

/** Two renamings of colours, the second one finer, that number the states of a permutation puzzle: see number-states.ts. */
export interface Projections {
  /** Frames of blocks and words: `ordered` keeps the order of points with the same label, `exact` is a product of moves. */
  readonly frames: 'ordered' | 'exact';
  /** Label of each colour, from 0: states with the same labels on all points are a block. */
  readonly block: readonly number[];
  /** Label of each colour: states of a block with the same labels are a word. null if the states of a block are numbered directly. */
  readonly word: readonly number[] | null;
  /** Number of states. A numbering of this many states is complete. @default counted, which takes longer */
  readonly states?: number | undefined;
}
