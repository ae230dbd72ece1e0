/**
 * Spaces: states, and moves that lead from one state to another. A board is one, a puzzle, or whatever a user's module defines.
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

/** A space of any size. `S` is a state as searches hold it: a number, or if there are too many, a board's position or a puzzle's colouring. */
export interface Space<S = unknown> {
  readonly source: SpaceSource;
  /** The name that its author gave it. */
  readonly name: string;
  /** The name that results and files carry, with metric, start or goal if they are not the usual ones. */
  readonly fullName: string;
  /** The name of what counts as one move, if it has one. */
  readonly metric: string | null;
  /** States that there are, reached or not; null if they have no numbers. */
  readonly states: number | null;
  /** Names of the moves, the same for all states. */
  readonly moves: readonly string[];
  /** If true, the neighbours of a state have it as a neighbour. If not, distances are those from the starts, forwards. */
  readonly reversible: boolean;
  /** Returns the text of a state. */
  format(state: S): string;
  /** Returns the state of a text; the inverse of `format`. @throws Error that says what was expected */
  parse(text: string): S;
  /** The properties that only boards have; null of other spaces. */
  readonly board: BoardView | null;
  /** The properties that only permutation puzzles have; null of other spaces. */
  readonly group: GroupView | null;
  /** The properties that only patterns have; null of other spaces. */
  readonly pattern: PatternView | null;
}

/** The view of a space as a sliding-tile board. */
export interface BoardView {
  readonly board: Board;
  /** The position that distances are counted from. */
  readonly goal: Position;
  readonly metric: Metric;
}

/** The view of a space as a permutation puzzle. */
export interface GroupView {
  readonly definition: PuzzleDefinition;
  /** Its points and colours, those of the definition or a part of them in another order. */
  readonly puzzle: ColouredPuzzle;
  /** null if the states have no numbers. */
  readonly numbering: PuzzleNumbering | null;
}

/** The view of a space as a permutation puzzle whose states have numbers. */
export interface NumberedGroupView extends GroupView {
  readonly numbering: PuzzleNumbering;
}

/** The view of a space as a pattern: some tiles of a board, for which all others are alike. */
export interface PatternView extends Pattern {
  readonly geometry: PatternGeometry;
}

/** A space whose states are the numbers 0 to size - 1: one that can be enumerated, and have a table. */
export interface NumberedSpace extends Space<number>, NumberedStates {
  readonly group: NumberedGroupView | null;
}

/** A permutation puzzle of too many states to be numbered: a state is its colouring. */
export interface LargePuzzle extends Space<Uint8Array> {
  /** The state that distances are counted from. */
  readonly starts: readonly Uint8Array[];
  /** As those of NumberedStates, of colourings. */
  readonly heuristics?: Readonly<Record<string, (state: Uint8Array) => number>>;
  readonly board: null;
  readonly group: GroupView;
}

/** Returns whether a space is a permutation puzzle of too many states to be numbered. */
export function isLargePuzzle(space: Space): space is LargePuzzle {
  return space.group !== null && space.group.numbering === null;
}

/** Returns whether the states of a space have numbers; only large boards and permutation puzzles have none. */
export function isNumbered(space: Space): space is NumberedSpace {
  return 'size' in space;
}
