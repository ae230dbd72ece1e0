/** What looks at the states of a layer while they are found, on the worker that finds them. */

/** The fresh states of a block, as an observer sees them. */
export interface FreshBlock {
  readonly cell: number;
  readonly block: number;
  /** Their bits, two halves a word; valid until the next block is advanced. */
  readonly halves: Uint32Array;
}

/** What an observer may ask of the block that it observes. */
export interface NeighbourCounter {
  /**
   * How many neighbours the fresh states have that are no further from the goal than themselves.
   * @returns [k] how many states have k of them
   */
  countNotFurther(fresh: FreshBlock): readonly number[] | Uint32Array;
}

/** Looks at what a layer finds, block by block, on the worker that found it. */
export interface LayerObserver<Seen> {
  /** Whether it has use for another block. */
  readonly wantsMore: boolean;
  observe(block: FreshBlock, counter: NeighbourCounter): void;
  /** What it has seen; plain data. Asked once, at the layer's end. */
  seen(): Seen;
}
