/** The plain data of permutation puzzles, which sources hold. */

/** A permutation of the points 0..n-1, n from 1 to 255: the piece on point i goes to point images[i]. */
export interface Generator {
  /** The name of the move: 1 to 40 characters, none a space or a control character. */
  readonly name: string;
  /** [point]: the point that it goes to, each once. */
  readonly images: readonly number[];
}

/** Pieces that change places with each other alone. Sets take the points 0, 1, 2 ... in their order. */
export interface PieceSet {
  /** 1 to 100 characters, none a control character. */
  readonly name: string;
  /** Places of the set, each with a piece: 1 to 255. */
  readonly pieces: number;
  /**
   * Turns that bring a piece back to what it was, 1 if pieces do not turn. A place takes this many points, which follow one another. The
   * first is the reference. A piece turned by one has its point j on the place's point j + 1.
   */
  readonly turns: number;
  /** The piece on each place of the solved puzzle, from 1; equal numbers are identical pieces. @default 1, 2, 3 ... */
  readonly solved?: readonly number[];
  /** By how much the piece on each place of the solved puzzle is turned; null if turning it does not show. @default 0 for each */
  readonly orientations?: readonly (number | null)[];
}

/** Two renamings of colours, the second one finer, which number the states of a permutation puzzle: see number-states.ts. */
export interface Projections {
  /** Frames of blocks and words: `ordered` keeps the order of points with the same label, `exact` is a product of moves. */
  readonly frames: 'ordered' | 'exact';
  /** The label of each colour, from 0: states with the same labels on all points are a block. */
  readonly block: readonly number[];
  /** The label of each colour: states of a block with the same labels are a word. null if the states of a block are numbered directly. */
  readonly word: readonly number[] | null;
  /** The number of states: a numbering of this many lacks none. @default counted, which takes longer */
  readonly states?: number | undefined;
}
