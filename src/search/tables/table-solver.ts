/** Solutions from tables, for any kind of space. */

import { InputError } from '../../base/input-error.js';
import type { Space } from '../../space/space.js';
import { formatPosition, isSamePosition, type Position } from '../../spaces/board/position.js';
import type { Table } from '../../table/table.js';
import type { BoardWalker } from '../../table/walker/board-walker.js';
import { textOf } from '../../table/walker/descent.js';
import { positionPath } from '../positions/position-path.js';
import { endsOf, numbered, problemOf, type SearchQuestion } from '../question/question.js';
import { effortOfWalk, type Path, type SearchResult, searchResult } from '../question/result.js';
import { BoardPaths, type WalkerOfCell } from './board-paths.js';
import { answersEnds, statePath } from './state-paths.js';

/**
 * Answers questions from tables. On boards, a table answers every pair of positions that symmetries, renamed tiles and
 * the reverse direction transform to pairs of the table. In other spaces, it answers questions that begin or end at its
 * start.
 *
 * @example
 * ```ts
 * import { Table, TableSolver } from 'antipode';
 *
 * using table = await Table.open('3x3.table');
 * const solver = TableSolver.of(table.space, [table]);
 * solver.answer({ from: '2 3 4 1 5 x 7 6 8' })?.moves; // ['u', 'l', 'l', 'd', 'd', ...]
 * solver.answer({ from: '2 3 4 1 5 x 7 6 8', to: '1 2 3 4 x 5 6 7 8' }); // undefined: no table for that goal
 * ```
 */
export class TableSolver {
  readonly space: Space;
  /** Paths to a board's own goal; null if there is no table of a board. @internal */
  readonly boardPaths: BoardPaths | null;
  readonly #stateTables: readonly Table[];
  #otherPaths: BoardPaths | undefined;

  private constructor(space: Space, boardPaths: BoardPaths | null, stateTables: readonly Table[]) {
    this.space = space;
    this.boardPaths = boardPaths;
    this.#stateTables = stateTables;
  }

  /**
   * Returns a solver of questions about a space.
   * @param tables of the space, in the order of preference; for a board also a function that returns the open table for
   * a cell of the goal's blank, if any
   */
  static of(space: Space, tables: readonly Table[] | WalkerOfCell): TableSolver {
    if (space.board !== null) {
      const { board, goal, metric } = space.board;
      if (typeof tables === 'function') return new TableSolver(space, new BoardPaths(board, goal, metric, tables), []);
      const walkers = tables.flatMap(({ walker }) => walker ?? []);
      const find = (cell: number) => walkers.find(({ goalCell }) => goalCell === cell);
      if (walkers.length > 0) return new TableSolver(space, new BoardPaths(board, goal, metric, find), []);
    }
    return new TableSolver(space, null, typeof tables === 'function' ? [] : tables);
  }

  /**
   * Returns a shortest solution and the effort of finding it; undefined if no table answers the question.
   * @param question the ends of the path, as texts or states; each is by default the space's start, or a board's goal
   * @throws InputError if an end is not a state of the space; TableError if a table is damaged; SpaceError if the space contradicts
   * itself
   */
  answer(question: SearchQuestion): SearchResult | undefined {
    const begin = performance.now();
    const path = this.#pathOf(question);
    return path === undefined ? undefined : searchResult('table', null, path, effortOfWalk(path), begin);
  }

  /** Returns the table that answers a question, for boards its walker; undefined if no table does. @throws as answer */
  tableFor(question: SearchQuestion): Table | BoardWalker | undefined {
    if (this.boardPaths === null) {
      const ends = endsOf(numbered(this.space), question);
      return this.#stateTables.find((table) => answersEnds(table, ends));
    }
    const { start, goal } = problemOf(this.space, question);
    return this.#pathsTo(goal, this.boardPaths).tableFor(start);
  }

  /** Checks that this is a solver of the space. @throws InputError if it is not */
  checkSpace(space: Space): void {
    if (space === this.space) return;
    const [own, other] = [this.space, space].map(descriptionOf);
    if (own !== other)
      throw new InputError(`the tables are those of ${own}, not of ${other}: open tables of that space`);
  }

  #pathOf(question: SearchQuestion): Path | null | undefined {
    if (this.boardPaths === null) {
      const ends = endsOf(numbered(this.space), question);
      const table = this.#stateTables.find((each) => answersEnds(each, ends));
      return table && statePath(table, ends);
    }
    const problem = problemOf(this.space, question);
    const walk = this.#pathsTo(problem.goal, this.boardPaths).walkFrom(problem.start);
    return walk && positionPath(problem, textOf(walk));
  }

  /** Returns the paths to a goal, and keeps those to the last goal other than the board's own. */
  #pathsTo(goal: Position, own: BoardPaths): BoardPaths {
    if (isSamePosition(goal, own.goal)) return own;
    if (this.#otherPaths === undefined || !isSamePosition(goal, this.#otherPaths.goal)) {
      this.#otherPaths = new BoardPaths(own.board, goal, own.metric, own.tables);
    }
    return this.#otherPaths;
  }
}

/** Returns a text that is the same for equal spaces. */
function descriptionOf({ fullName, board }: Space): string {
  return board === null ? fullName : `${fullName} with the goal ${formatPosition(board.goal)}`;
}
