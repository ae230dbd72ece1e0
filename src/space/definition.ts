/**
 * Definitions of state spaces, as authors write them: the built-in puzzles and the modules of users.
 *
 * A state is a number. A move leads from a state to one other state, or cannot be made there. All states share the same few moves, each with
 * a name. The eight moves of a knight on 64 squares, for example:
 *
 *     const jumps = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
 *     export default {
 *       name: 'my-knight',
 *       size: 64,
 *       starts: [0],
 *       moves: jumps.map(([columns, rows]) => `${columns},${rows}`),
 *       reversible: true,
 *       neighbours(state, next) {
 *         for (const [move, [columns, rows]] of jumps.entries()) {
 *           const column = (state % 8) + columns;
 *           const row = Math.floor(state / 8) + rows;
 *           const onBoard = column >= 0 && column < 8 && row >= 0 && row < 8;
 *           next[move] = onBoard ? 8 * row + column : -1;
 *         }
 *       },
 *       format: (state) => 'abcdefgh'[state % 8] + (Math.floor(state / 8) + 1),
 *       parse: (text) => (text.charCodeAt(1) - 49) * 8 + text.charCodeAt(0) - 97,
 *     };
 */

/** Stands for the neighbour by a move that cannot be made. */
export const NO_STATE = -1;

/** Returns a lower bound of the moves from a state to the nearest start. */
export type StateHeuristic = (state: number) => number;

/** States that are numbers, and the moves between them: the part that a definition and its space share. */
export interface NumberedStates {
  /** At least one character. Files are named after it, except those of modules, see fileNameOf. */
  readonly name: string;
  /** Number of states, 1 to 2^53 - 1: they are the numbers 0..size-1. Moves need not reach all of them. */
  readonly size: number;
  /** At least one state from which distances are counted. */
  readonly starts: readonly number[];
  /** Names of the moves: 1 to 1000, all different, without spaces. */
  readonly moves: readonly string[];
  /**
   * True if every move can be undone by a move: the neighbours of a state have it as a neighbour. If false, distances count the moves
   * from the start forwards.
   */
  readonly reversible: boolean;
  /**
   * Writes the neighbours of a state.
   * @param next receives, for each move, the state that it leads to, or -1 if it cannot be made. A move may also lead to the state
   * itself
   */
  neighbours(state: number, next: Float64Array): void;
  /**
   * Returns the states from which a move leads to this one. It is useful only if moves cannot be undone: then a table gives solutions
   * backwards with it.
   */
  predecessors?(state: number): readonly number[];
  /**
   * Heuristics by their names, the default first: lower bounds of the moves from a state to the nearest start, for A* and IDA*.
   * An estimate is a whole number from 0. It is 0 at the starts, and a move lowers it by at most 1 (it is consistent). Names have no
   * spaces or commas.
   */
  readonly heuristics?: Readonly<Record<string, StateHeuristic>>;
  /** Returns the text of a state. */
  format(state: number): string;
  /** Returns the state of a text: the inverse of `format`, possibly more liberal. @throws Error with the expected form */
  parse(text: string): number;
}

/** A space as its author writes it. */
export interface SpaceDefinition extends NumberedStates {
  /** Name of what counts as one move, if it needs one, such as 'quarter-turn'. */
  readonly metric?: string;
}
