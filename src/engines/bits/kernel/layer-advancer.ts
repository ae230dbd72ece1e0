/** How a metric finds the states of a layer, and how observers look at them while they are found. */

/**
 * Finds the fresh states of layers. A layer is found in rounds, one after another: a round may read what all workers did in earlier
 * ones. In a round, each block has a number of units of work, which may be done in any order and side by side.
 */
export interface LayerAdvancer {
  /** Rounds of a layer, at least one. */
  readonly rounds: number;
  /** Units of each block. @param round 0..rounds-1 */
  units(depth: number, round: number): number;
  /**
   * Does one unit.
   * @param unit 0..units-1
   * @param observer sees the fresh states once, in one of the rounds
   * @returns how many fresh states were found
   */
  advance(depth: number, round: number, block: number, unit: number, observer: LayerObserver<unknown>): number;
}

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
export interface LayerObserver<Observed> {
  /** Whether it has use for another block. */
  readonly wantsMore: boolean;
  observe(block: FreshBlock, counter: NeighbourCounter): void;
  /** Returns what it has observed, as plain data. Called once, at the layer's end. */
  observed(): Observed;
}
