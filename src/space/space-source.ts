/** Sources of spaces: plain data, from which every worker makes the space for itself, and which its tables keep. */

import type { Metric } from '../spaces/board/metric.js';

export type SpaceSource = (KnownSpace | ModuleSpace | GeneratedSpace | BoardSpaceSource) & {
  /** The text of the only start, in place of the space's own. */
  readonly start?: string;
};

/** One of the puzzles of src/spaces/puzzles. */
export interface KnownSpace {
  readonly kind: 'known';
  /** Such as 'pancake:10' or 'cube-2x2x2'. */
  readonly space: string;
  /** The metric, of puzzles that have a choice. */
  readonly metric?: string;
  /** As in GeneratedSpace, of puzzles whose moves are permutations. */
  readonly numbering?: Projections;
}

/**
 * Returns whether threads that have made the space may be used for another one. If it is a module they may not: they would not read
 * it again, and may hold anything that it has left behind.
 */
export function leavesNothing({ kind }: SpaceSource): boolean {
  return kind !== 'module';
}

/** A user's own module, whose default export is a SpaceDefinition, or a function that makes one. */
export interface ModuleSpace {
  readonly kind: 'module';
  /** Absolute. */
  readonly path: string;
  /**
   * SHA-256 of the file, in hexadecimal: no other file is loaded. Tables hold it.
   * @default the digest of the file that is loaded
   */
  readonly digest?: string;
}

/** Returns the digest that a source holds of its module, if it does. */
export function digestOf(source: SpaceSource): string | undefined {
  return source.kind === 'module' ? source.digest : undefined;
}

/** The states of a permutation puzzle: what its moves make of the solved one. Without identical pieces, the Cayley graph of a group. */
export interface GeneratedSpace {
  readonly kind: 'generators';
  readonly name: string;
  readonly generators: readonly Generator[];
  /** The pieces that lie on the points. @default one set of all points, a piece of its own on each */
  readonly sets?: readonly PieceSet[];
  /**
   * What counts as one move, if that was a choice: `powers` a power of a move, `generators` a move or its inverse. The generators are
   * these moves already.
   */
  readonly metric?: 'powers' | 'generators';
  /** How its states are numbered. Tables hold it. @default the projections that are found to be best */
  readonly numbering?: Projections;
}

/** Pieces that change places with each other alone. Sets take the points 0, 1, 2 ... in their order. */
export interface PieceSet {
  readonly name: string;
  /** Places of the set, each with a piece. */
  readonly pieces: number;
  /**
   * Turns that bring a piece back to what it was, 1 if pieces do not turn. A place takes this many points, which follow one another:
   * the first is the reference, and a piece turned by one has its point j on the place's point j + 1.
   */
  readonly turns: number;
  /** The piece on each place of the solved puzzle, from 1; equal numbers are identical pieces. @default 1, 2, 3 ... */
  readonly solved?: readonly number[];
  /** By how much the piece on each place of the solved puzzle is turned; null if turning it does not show. @default 0 for each */
  readonly orientations?: readonly (number | null)[];
}

/**
 * Two renamings of colours, the second one finer, which number the states of a permutation puzzle: see
 * ../spaces/permutation/colourings.
 */
export interface Projections {
  /** How the states of a block, and of a word, are brought to one frame: places in their order, or by moves alone. */
  readonly frames: 'ordered' | 'exact';
  /** The label of each colour, from 0: states with the same labels on all points are a block. */
  readonly block: readonly number[];
  /** The label of each colour: states of a block with the same labels are a word. null if the states of a block are numbered directly. */
  readonly word: readonly number[] | null;
}

/** A permutation of the points 0..n-1: the piece on point i goes to point images[i]. */
export interface Generator {
  readonly name: string;
  readonly images: readonly number[];
}

/** A sliding-tile board. */
export interface BoardSpaceSource {
  readonly kind: 'board';
  /** ROWSxCOLUMNS, or the rows of a map separated by `/`. */
  readonly board: string;
  /** The name of a map, if that is not its rows. */
  readonly mapName?: string;
  readonly metric: Metric;
  /** The position that distances are counted from. */
  readonly goal: string;
}
