/** Sources of spaces: plain data, from which every worker makes the space for itself, and which its tables keep. */

import type { Metric } from '../spaces/board/metric.js';
import type { Generator, PieceSet, Projections } from '../spaces/permutation/colourings/puzzle-source.js';

export type SpaceSource = (KnownSpace | ModuleSpace | GeneratedSpace | BoardSpaceSource | PatternSpaceSource) & {
  /** The text of the only start, in place of the space's own. */
  readonly start?: string;
};

/** The source of a built-in puzzle or of generators. */
export type PuzzleSource = Extract<SpaceSource, KnownSpace | GeneratedSpace>;

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

/** Returns the projections by which a source numbers its states, if it holds them. */
export function numberingIn(source: SpaceSource): Projections | undefined {
  return source.kind === 'known' || source.kind === 'generators' ? source.numbering : undefined;
}

/** Returns whether two sources of one space number its states alike. */
export function numbersAlike(one: SpaceSource, other: SpaceSource): boolean {
  const [text, otherText] = [one, other].map((source) => {
    const numbering = numberingIn(source);
    return numbering && JSON.stringify([numbering.frames, numbering.block, numbering.word]);
  });
  return text === otherText;
}

/** The states that moves make of a puzzle's solved one. If no two pieces are identical, they are the Cayley graph of a group. */
export interface GeneratedSpace {
  readonly kind: 'generators';
  /** 1 to 100 characters, none a control character. */
  readonly name: string;
  /** The moves: 1 to 1000 permutations of the same points, no two of one name. */
  readonly generators: readonly Generator[];
  /** The pieces that lie on the points: sets cover all points. @default one set of all points, a piece of its own on each */
  readonly sets?: readonly PieceSet[];
  /**
   * The metric that a file's turns were counted in, if there was a choice. `powers`: every power of a turn is a move. `generators`: a turn
   * and its inverse are. The generators are these moves already.
   */
  readonly metric?: 'powers' | 'generators';
  /** Projections by which states are numbered. Tables hold them. @default the projections that are found to be best */
  readonly numbering?: Projections;
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

/** Some tiles of a sliding-tile board, for which all others are alike. */
export interface PatternSpaceSource {
  readonly kind: 'pattern';
  /** As in BoardSpaceSource. */
  readonly board: string;
  /** As in BoardSpaceSource. */
  readonly mapName?: string;
  /** The position of the whole board that distances are counted from. */
  readonly goal: string;
  /** 1 to 8 tiles, at most three fewer than the board has cells. */
  readonly tiles: readonly number[];
}
