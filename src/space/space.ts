/**
 * Spaces: states, and moves that lead from one state to another. Boards and puzzles are spaces, and users' modules define others.
 *
 * Most spaces number their states 0 to size - 1, so that they can be enumerated and have tables. Boards of more than 2^53 states and
 * permutation puzzles of more than 2^40 have no numbers. They can only be searched.
 */

import type { Board } from '../spaces/board/board.js';
import type { Metric } from '../spaces/board/metric.js';
import type { Position } from '../spaces/board/position.js';
import type { PatternGeometry } from '../spaces/pattern/geometry.js';
import type { Pattern } from '../spaces/pattern/pattern.js';
import type { ColouredPuzzle } from '../spaces/permutation/colourings/colouring.js';
import type { PuzzleDefinition } from '../spaces/permutation/colourings/puzzle-definition.js';
import type { PuzzleNumbering } from '../spaces/permutation/colourings/puzzle-numbering.js';
import type { NumberedStates } from './definition.js';
import type { SpaceSource } from './space-source.js';

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

/** The view of a space as a sliding-tile board. */
export interface BoardView {
  readonly board: Board;
  /** Position from which distances are counted. */
  readonly goal: Position;
  readonly metric: Metric;
}

/** The view of a space as a permutation puzzle. */
export interface GroupView {
  readonly definition: PuzzleDefinition;
  /** Points and colours: those of the definition, or some of them in another order. */
  readonly puzzle: ColouredPuzzle;
  /** Numbering of the states; null if they have no numbers. */
  readonly numbering: PuzzleNumbering | null;
}

/** The view of a space as a permutation puzzle whose states have numbers. */
export interface NumberedGroupView extends GroupView {
  readonly numbering: PuzzleNumbering;
}

/** The view of a space as a pattern: some tiles of a board, with all other tiles alike. */
export interface PatternView extends Pattern {
  readonly geometry: PatternGeometry;
}

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
