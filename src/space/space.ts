/**
 * Spaces: states, and moves that lead from one state to another. Boards and puzzles are spaces, and users' modules define others.
 *
 * Most spaces number their states 0 to size - 1, so that they can be enumerated and have tables. Boards of more than 2^53 states and
 * permutation puzzles of more than 2^40 have no numbers. They can only be searched.
 */

import type { Board, Metric } from '../spaces/board/board.js';
import type { Pattern } from '../spaces/board/partition.js';
import type { PatternGeometry } from '../spaces/board/pattern-geometry.js';
import type { Position } from '../spaces/board/position.js';
import type { PuzzleNumbering } from '../spaces/permutation/colourings/numbering.js';
import type {
  ColouredPuzzle,
  Generator,
  PieceSet,
  Projections,
  PuzzleDefinition,
} from '../spaces/permutation/colourings/puzzle.js';
import { type NumberedStates, readState, writeState } from './definition.js';

/**
 * A space of any size. `S` is the type of a state in searches: a number or, if there are too many states, the position of a board or the
 * colouring of a puzzle.
 */
export interface Space<S = unknown> {
  readonly source: SpaceSource;
  /** Name given by its author. */
  readonly name: string;
  /** Name in results and files, with metric, start or goal if they are not the usual ones. */
  readonly fullName: string;
  /** Name of what counts as one move, if it has one. */
  readonly metric: string | null;
  /** Number of states, reached or not; null if they have no numbers. */
  readonly states: number | null;
  /** Names of the moves, the same for all states. */
  readonly moves: readonly string[];
  /** True if the neighbours of a state have it as a neighbour. If false, distances count the moves from the starts forwards. */
  readonly reversible: boolean;
  /** Returns the text of a state. */
  format(state: S): string;
  /** Returns the state of a text: the inverse of `format`. @throws Error with the expected form */
  parse(text: string): S;
  /** Properties of boards; null for other spaces. */
  readonly board: BoardView | null;
  /** Properties of permutation puzzles; null for other spaces. */
  readonly group: GroupView | null;
  /** Properties of patterns; null for other spaces. */
  readonly pattern: PatternView | null;
}

/** The view of a space as a sliding-tile board. Distances are counted from the goal. */
export type BoardView = { readonly board: Board; readonly goal: Position; readonly metric: Metric };

/** The view of a space as a permutation puzzle. */
export interface GroupView {
  readonly definition: PuzzleDefinition;
  /** Points and colours: those of the definition, or some of them in another order. */
  readonly puzzle: ColouredPuzzle;
  /** Numbering of the states; null if they have no numbers. */
  readonly numbering: PuzzleNumbering | null;
}

/** The view of a space as a permutation puzzle whose states have numbers. */
export type NumberedGroupView = GroupView & { readonly numbering: PuzzleNumbering };

/** The view of a space as a pattern: some tiles of a board, with all other tiles alike. */
export type PatternView = Pattern & { readonly geometry: PatternGeometry };

/** A space whose states are the numbers 0 to size - 1: it can be enumerated and have a table. */
export interface NumberedSpace extends Space<number>, NumberedStates {
  readonly group: NumberedGroupView | null;
}

/** A permutation puzzle with too many states for numbers: a state is its colouring. */
export interface LargePuzzle extends Space<Uint8Array> {
  /** States from which distances are counted. */
  readonly starts: readonly Uint8Array[];
  /** Heuristics of colourings, otherwise as in NumberedStates. */
  readonly heuristics?: Readonly<Record<string, (state: Uint8Array) => number>>;
  readonly board: null;
  readonly group: GroupView;
}

/** A permutation puzzle, whose states are numbers or colourings. */
export type PermutationPuzzle = LargePuzzle | (NumberedSpace & { readonly group: NumberedGroupView });

export function isPermutationPuzzle(space: Space): space is PermutationPuzzle {
  return space.group !== null;
}

/**
 * Returns whether a space is a permutation puzzle with too many states for numbers.
 * @example
 * ```ts
 * import { isLargePuzzle, openSpace } from 'antipode';
 *
 * console.log(isLargePuzzle(await openSpace({ kind: 'known', space: 'pancake:40' }))); // true
 * ```
 */
export function isLargePuzzle(space: Space): space is LargePuzzle {
  return space.group !== null && space.group.numbering === null;
}

/**
 * Returns whether the states of a space have numbers: all do except large boards and large permutation puzzles.
 * @example
 * ```ts
 * import { isNumbered, openSpace } from 'antipode';
 *
 * const space = await openSpace({ kind: 'known', space: 'knight:8' });
 * if (isNumbered(space)) console.log(space.format(0)); // 0,0
 * ```
 */
export function isNumbered(space: Space): space is NumberedSpace {
  return 'size' in space;
}

/* Sources of spaces: plain data from which each worker makes the space, and which tables keep. */

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

/* The facts of a space: plain data, which threads can send and table files keep. */

/** Facts of a space that are known before any of its functions is called. `name` is the full name, as in results and files. */
export type SpaceOutline = Pick<
  NumberedSpace,
  'source' | 'name' | 'metric' | 'size' | 'starts' | 'moves' | 'reversible'
>;

export type SpaceFacts = SpaceOutline & { readonly startTexts: readonly string[] };

/** Returns the outline of a space. */
export function outlineOf(space: NumberedSpace): SpaceOutline {
  const { source, fullName: name, metric, size, starts, moves, reversible } = space;
  return { source, name, metric, size, starts: [...starts], moves: [...moves], reversible };
}

/** Returns the facts of a space. @throws SpaceError if it fails to give the text of a start */
export function factsOf(space: NumberedSpace): SpaceFacts {
  return { ...outlineOf(space), startTexts: space.starts.map((state) => writeState(space, state)) };
}

/* Names of spaces in results and files. */

/** Metrics that names omit. */
const USUAL_METRICS: readonly string[] = ['single', 'half-turn', 'powers'];

/**
 * Returns the full name of a space without its start or goal: its own name, then the metric if it is not the usual one. A user's
 * module is named after its file, so that two spaces of one author have different files.
 */
export function basicName({ source, name, metric }: Pick<Space, 'source' | 'name' | 'metric'>): string {
  if (source.kind === 'module') return source.path.replace(/^.*[\\/]/, '').replace(/(?<=.)\.[^.]*$/, '');
  const ending = metric === null || USUAL_METRICS.includes(metric) ? '' : `-${metric}`;
  return name.endsWith(ending) ? name : `${name}${ending}`;
}

/**
 * Returns a full name without the cell of a board's blank in its goal.
 * Messages and tables of the engine `claims` name boards so: 3x3 instead of 3x3-blank-4.
 */
export function nameWithoutGoal({ source, name }: Pick<Space, 'source' | 'name'>): string {
  return source.kind === 'board' ? name.replace(/-blank-\d+$/, '') : name;
}

/** Returns a text with every character but letters, digits, dot and minus replaced by minus. */
export function plainText(text: string): string {
  return text.replace(/[^A-Za-z0-9.-]/g, '-');
}

/* Spaces with a start other than their own. */

/**
 * Returns a space with the start of its source instead of its own, if the source has one.
 * @throws InputError if that start is not a state
 */
export function withStart(space: NumberedSpace): NumberedSpace {
  if (space.source.start === undefined) return space;
  const start = readState(space, space.source.start);
  const { heuristics, ...others } = space;
  // A lower bound of the moves to the nearest start bounds the moves to each start, but not to other states.
  const kept = space.starts.includes(start) && heuristics !== undefined ? space : others;
  return { ...kept, starts: [start], fullName: `${space.fullName}-from-${space.format(start)}` };
}
