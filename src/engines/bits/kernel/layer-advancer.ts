/** The interface by which a metric finds the states of a layer, and by which observers read the states as they are found. */

/**
 * Finds the fresh states of layers. A layer is found in consecutive rounds. A round may read the results of all workers in earlier
 * rounds. In a round, each block has a number of units of work, which can be done in any order and in parallel.
 */
export interface LayerAdvancer {
  /** Number of rounds of a layer, at least one. */
  readonly rounds: number;
  /** Returns the number of units of each block. @param round 0..rounds-1 */
  units(depth: number, round: number): number;
  /**
   * Does one unit.
   * @param unit 0..units-1
   * @param observer receives the fresh states once, in one of the rounds
   * @returns the number of fresh states found
   */
  advance(depth: number, round: number, block: number, unit: number, observer: LayerObserver<unknown>): number;
}

/** The fresh states of a block, as given to an observer. */
export interface FreshBlock {
  readonly cell: number;
  readonly block: number;
  /** Bits of the states, two halves per word; valid until the next block is advanced. */
  readonly halves: Uint32Array;
}

/** Queries about the block that an observer receives. */
export interface NeighbourCounter {
  /**
   * Counts the neighbours of the fresh states that are no farther from the goal than the states themselves.
   * @returns [k] number of states with k such neighbours
   */
  countNotFurther(fresh: FreshBlock): readonly number[] | Uint32Array;
}

/** Receives the fresh states of a layer block by block, on the worker that found them. */
export interface LayerObserver<Observed> {
  /** True if the observer needs more blocks. */
  readonly wantsMore: boolean;
  observe(block: FreshBlock, counter: NeighbourCounter): void;
  /** Returns the observations as plain data. Called once, at the end of the layer. */
  observed(): Observed;
}
