/** Sources of spaces: plain data from which each worker makes the space, and which tables keep. */

import type { Metric } from '../spaces/board/metric.js';
import type { Generator, PieceSet, Projections } from '../spaces/permutation/colourings/puzzle-source.js';

export type SpaceSource = (KnownSpace | ModuleSpace | GeneratedSpace | BoardSpaceSource | PatternSpaceSource) & {
  /** Text of the only start, instead of the space's own starts. */
  readonly start?: string;
};

/** The source of a built-in puzzle or of generators. */
export type PuzzleSource = Extract<SpaceSource, KnownSpace | GeneratedSpace>;

/** A built-in puzzle: see src/spaces/puzzles. */
export interface KnownSpace {
  readonly kind: 'known';
  /** Name with parameters, such as 'pancake:10' or 'cube-2x2x2'. */
  readonly space: string;
  /** Metric, if the puzzle has a choice. @default the usual one */
  readonly metric?: string;
  /** Projections by which states are numbered, for puzzles whose moves are permutations. @default as for GeneratedSpace */
  readonly numbering?: Projections;
}

/**
 * Returns whether threads that have made the space can be reused for another one. For a module they cannot: they would not read it again,
 * and the module may have left anything behind.
 */
export function leavesNothing({ kind }: SpaceSource): boolean {
  return kind !== 'module';
}

/** A user's module, whose default export is a SpaceDefinition, or a function that returns one. */
export interface ModuleSpace {
  readonly kind: 'module';
  /** Absolute path. */
  readonly path: string;
  /**
   * SHA-256 of the file, in hexadecimal: no other file is loaded. Tables hold it.
   * @default the digest of the file that is loaded
   */
  readonly digest?: string;
}

/** Returns the digest of the module in a source, if it holds one. */
export function digestOf(source: SpaceSource): string | undefined {
  return source.kind === 'module' ? source.digest : undefined;
}

/** Returns the projections by which a source numbers its states, if it holds them. */
export function numberingIn(source: SpaceSource): Projections | undefined {
  return source.kind === 'known' || source.kind === 'generators' ? source.numbering : undefined;
}

/** Returns whether two sources of the same space number its states alike. */
export function numbersAlike(one: SpaceSource, other: SpaceSource): boolean {
  const [text, otherText] = [one, other].map((source) => {
    const numbering = numberingIn(source);
    return numbering && JSON.stringify([numbering.frames, numbering.block, numbering.word]);
  });
  return text === otherText;
}

/** The states that moves make of a puzzle's solved state. If no two pieces are identical, they are the Cayley graph of a group. */
export interface GeneratedSpace {
  readonly kind: 'generators';
  /** 1 to 100 characters, no control characters. */
  readonly name: string;
  /** Moves: 1 to 1000 permutations of the same points, with different names. */
  readonly generators: readonly Generator[];
  /** Pieces on the points: sets cover all points. @default one set of all points, with a piece of its own on each */
  readonly sets?: readonly PieceSet[];
  /**
   * Metric in which the turns of a file were counted, if it had a choice. `powers`: every power of a turn is a move. `generators`: a turn
   * and its inverse are. The generators already are these moves.
   */
  readonly metric?: 'powers' | 'generators';
  /** Projections by which states are numbered. Tables hold them. @default the best ones that are found */
  readonly numbering?: Projections;
}

/** A sliding-tile board. */
export interface BoardSpaceSource {
  readonly kind: 'board';
  /** ROWSxCOLUMNS, or the rows of a map separated by `/`. */
  readonly board: string;
  /** Name of a map, if it differs from the rows. */
  readonly mapName?: string;
  readonly metric: Metric;
  /** Position from which distances are counted. */
  readonly goal: string;
}

/** Some tiles of a sliding-tile board; all other tiles are alike. */
export interface PatternSpaceSource {
  readonly kind: 'pattern';
  /** ROWSxCOLUMNS, or the rows of a map separated by `/`. */
  readonly board: string;
  /** Name of a map, if it differs from the rows. */
  readonly mapName?: string;
  /** Position of the whole board from which distances are counted. */
  readonly goal: string;
  /** 1 to 8 tiles, at most the number of cells less 3. */
  readonly tiles: readonly number[];
}
