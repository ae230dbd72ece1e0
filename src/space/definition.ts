/**
 * Definitions of state spaces, as authors write them: the built-in puzzles and the modules of users.
 *
 * A state is a number. A move leads from a state to one other state, or cannot be made there; the moves have names and are
 * the same few for all states. The eight moves of a knight on 64 squares, for example:
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

/** The neighbour by a move that cannot be made. */
export const NO_STATE = -1;

/** Returns a lower bound of the moves from a state to the nearest start. */
export type StateHeuristic = (state: number) => number;

/** States that are numbers, and the moves between them: the part that a definition and its space share. */
export interface NumberedStates {
  /** At least one character. Files are named after it, but those of a module after the module, see fileNameOf. */
  readonly name: string;
  /** States are the numbers 0..size-1, 1 to 2^53 - 1 of them; moves need not reach all of them. */
  readonly size: number;
  /** The states that distances are counted from: at least one. */
  readonly starts: readonly number[];
  /** Names of the moves, 1 to 1000 of them, each another, without spaces. */
  readonly moves: readonly string[];
  /**
   * True if every move can be undone by a move: the neighbours of a state have it as a neighbour. If false, distances are those from
   * the start, forwards.
   */
  readonly reversible: boolean;
  /**
   * Writes the neighbours of a state.
   * @param next takes, for each move, the state that it leads to, or -1 if it cannot be made; a move may also lead
   * to the state itself
   */
  neighbours(state: number, next: Float64Array): void;
  /**
   * Returns the states from which some move leads to this one. Only of use if moves cannot be undone: with it, solutions are
   * found backwards from a table.
   */
  predecessors?(state: number): readonly number[];
  /**
   * Heuristics by their names, the default one first: lower bounds of the moves from a state to the nearest start, for A* and IDA*.
   * An estimate is a whole number from 0. It is 0 at the starts, and a move lowers it by at most 1 (it is consistent). Names have no
   * spaces or commas.
   */
  readonly heuristics?: Readonly<Record<string, StateHeuristic>>;
  /** Returns the text of a state. */
  format(state: number): string;
  /** Returns the state of a text; the inverse of `format`, maybe more liberal. @throws Error that says what was expected */
  parse(text: string): number;
}

/** A space as its author writes it. */
export interface SpaceDefinition extends NumberedStates {
  /** A word for what counts as one move, if that needs one, such as 'quarter-turn'. */
  readonly metric?: string;
}
