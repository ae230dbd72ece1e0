/** The two kinds of questions of `antipode solve`, about positions of boards and about states of other spaces, and the text of their answers. */

import { countOf, excerpt, InputError, shellCommand } from '../../base/text.js';
import { checkMetric } from '../../search/algorithms.js';
import type { FoundDatabases } from '../../search/ida-star/partition-tables.js';
import {
  knownMoves,
  type SearchQuestion,
  type SearchResult,
  type SearchState,
} from '../../search/question/question.js';
import { TableSolver } from '../../search/table-solver.js';
import { readState, writeState } from '../../space/definition.js';
import { isNumbered, type Space } from '../../space/space.js';
import { type Board, formatBoard, isSameBoard } from '../../spaces/board/board.js';
import { plainLetters } from '../../spaces/board/moves.js';
import {
  arePosition,
  BLANK,
  boardOfCells,
  drawPosition,
  formatPosition,
  orderedPosition,
  type Position,
  parseTiles,
  positionOfTiles,
  readTiles,
} from '../../spaces/board/position.js';
import { whySeparate } from '../../spaces/board/reachability.js';
import { boardSource, spaceName } from '../../spaces/board-facts.js';
import { openBoard } from '../../spaces/board-space.js';
import { TableError } from '../../table/files/contents.js';
import { DEFAULT_FOLDER } from '../arguments/output.js';
import { preparedDatabases } from '../arguments/search-arguments.js';
import { type BoardTables, type StatesTable, standardName } from '../arguments/tables.js';
import type { Output } from '../terminal/process.js';
import { type Answers, NotServedError } from './answers.js';
import type { QuestionKind, ReadQuestion, SolveOptions } from './solver.js';

interface PositionOptions extends SolveOptions {
  /** Path of the only table to use. */
  readonly table?: string | undefined;
  readonly board?: Board | undefined;
  readonly goal?: Position | undefined;
}

interface AskedPosition extends ReadQuestion {
  readonly board: Board;
  readonly goal: Position;
  readonly start: Position;
}

/** The board of all positions with the same number of cells. */
interface OpenBoard {
  readonly board: Board;
  readonly goal: Position;
  readonly solver: TableSolver;
}

export class PositionQuestions implements QuestionKind {
  readonly noun = 'position';
  readonly announcesSearches = true;
  readonly tableNamed: boolean;
  readonly #options: PositionOptions;
  readonly #tables: BoardTables;
  readonly #board: Board | undefined;
  readonly #goal: Position | undefined;
  /** Boards by their number of cells, which determines them. */
  readonly #open = new Map<number, OpenBoard>();
  /** Open boards by their number of cells. */
  readonly #databases = new Map<number, FoundDatabases>();
  /** Tiles of the current line. */
  readonly #tiles: number[] = [];

  /** @throws InputError, TableError */
  constructor(options: PositionOptions, tables: BoardTables) {
    this.#options = options;
    this.#tables = tables;
    this.tableNamed = options.table !== undefined;
    const { board } = options;
    const { given, metric } = tables;
    if (options.algorithm !== undefined) checkMetric(metric, options.algorithm);
    if (given && board && !isSameBoard(board, given.board)) {
      throw new TableError(`${options.table} is a table of ${formatBoard(given.board)}, not of ${formatBoard(board)}`);
    }
    this.#board = given?.board ?? board;
    if (options.goal !== undefined) {
      this.#goal = options.goal;
      this.#board ??= boardOfCells(this.#goal.length);
    }
  }

  answerAtOnce(bytes: Buffer, begin: number, end: number, answers: Answers): boolean {
    const tiles = this.#tiles;
    const { algorithm, boards, letters, json } = this.#options;
    if (!readTiles(bytes, begin, end, tiles) || (algorithm !== undefined && algorithm !== 'table')) return false;
    const cells = this.#board?.cells ?? tiles.length;
    if (tiles.length !== cells || !arePosition(tiles)) return false;
    const open = this.#open.get(cells);
    if (open === undefined) return false;
    if (boards || letters || json) {
      const asked = askedOf(open, tiles);
      const result = open.solver.answer(asked.question);
      if (result === undefined) return false;
      this.write(asked, result, answers);
      return true;
    }
    const walk = open.solver.boardPaths?.walkFrom(tiles);
    if (walk === undefined) return false;
    if (walk === null) answers.write('unsolvable\n');
    else answers.writeLine(walk.bytes, walk.begin, walk.end);
    return true;
  }

  read(text: string): AskedPosition {
    const tiles = parseTiles(text, this.#board);
    const { table } = this.#options;
    const { given } = this.#tables;
    if (given !== undefined && tiles.length !== given.board.cells && tiles.length > 1) {
      throw new NotServedError(
        `${table} is a table of ${formatBoard(given.board)}, and this position has ${countOf(tiles.length, 'cell')}: '${excerpt(text)}'`,
      );
    }
    if (this.#goal && tiles.length !== this.#goal.length) {
      throw new InputError(
        `start and goal must be of one board: the goal has ${this.#goal.length} cells, the position ${tiles.length}: '${excerpt(text)}'`,
      );
    }
    const start = positionOfTiles(tiles, text, this.#board);
    return askedOf(this.#boardOf(start.length), start);
  }

  async tableFor({ start, board, goal, solver }: AskedPosition): Promise<string | undefined> {
    await this.#tables.open(board, solver.boardPaths?.goalCells(start) ?? []);
    let table = solver.boardPaths?.tableFor(start);
    if (table === undefined && this.#tables.canMake(board)) {
      await this.#tables.make(board, goal.indexOf(BLANK));
      table = solver.boardPaths?.tableFor(start);
    }
    return table && this.#tables.origin(table);
  }

  async patternDatabases(asked: AskedPosition, stderr: Output): Promise<FoundDatabases | undefined> {
    if (knownMoves(asked) !== undefined) return undefined;
    const { board, goal } = asked;
    const found = this.#databases.get(board.cells) ?? (await preparedDatabases(board, goal, this.#options, stderr));
    this.#databases.set(board.cells, found);
    return found;
  }

  nameOf({ board }: AskedPosition): string {
    return formatBoard(board);
  }

  missingTable(): string {
    return 'table of the whole board';
  }

  noTable({ board, goal, start }: AskedPosition): NotServedError {
    const goalCell = goal.indexOf(BLANK);
    const advice = this.#tables.advice(board, goal);
    return new NotServedError(
      this.#tables.given === undefined
        ? `there is no table for ${spaceName(board, goalCell, this.#tables.metric)} in ${DEFAULT_FOLDER}/: ${advice}`
        : `${this.#options.table} does not serve goals with the blank on cell ${goalCell} from positions with it on cell ${start.indexOf(BLANK)}: ${advice}`,
    );
  }

  write({ board, goal, start }: AskedPosition, result: SearchResult, answers: Answers): void {
    const { boards, letters, json } = this.#options;
    const moves = result.moves?.join('') ?? null;
    const positions = boards && result.states !== null ? (result.states as readonly Position[]) : undefined;
    if (json) {
      const { algorithm, heuristic, distance, expanded, generated, stored, seconds } = result;
      const plain = this.#tables.metric === 'single' ? {} : { letters: moves === null ? null : plainLetters(moves) };
      const effort = { algorithm, heuristic, expanded, generated, stored, seconds };
      const position = formatPosition(start);
      const reason = moves === null ? { reason: whySeparate(board, start, goal) } : {};
      const answer = { position, solvable: moves !== null, ...reason, distance, moves, ...plain, ...effort };
      answers.write(
        `${JSON.stringify(positions ? { ...answer, positions: positions.map(formatPosition) } : answer)}\n`,
      );
    } else {
      const drawn = positions?.map((position) => `${drawPosition(board, position)}\n`).join('\n');
      const text = letters && moves !== null ? plainLetters(moves) : moves;
      answers.write(`${text ?? 'unsolvable'}\n${drawn === undefined ? '' : `${drawn}\n`}`);
    }
  }

  #boardOf(cells: number): OpenBoard {
    let open = this.#open.get(cells);
    if (open === undefined) {
      const board = this.#board ?? boardOfCells(cells);
      const goal = this.#goal ?? this.#tables.given?.goal ?? orderedPosition(board);
      const space = openBoard(boardSource(board, goal, this.#tables.metric));
      const solver = TableSolver.of(space, (goalCell) => this.#tables.find(board, goalCell));
      open = { board, goal, solver };
      this.#open.set(cells, open);
    }
    return open;
  }
}

function askedOf({ board, goal, solver }: OpenBoard, start: Position): AskedPosition {
  return { board, goal, solver, start, question: { from: start } };
}

/** Questions about numbered states, or colourings of a puzzle with too many states to number, and the text of their answers. */

/** A space that is not a board, or a board as numbered states. */
export interface SpaceOfStates extends Space<SearchState> {
  readonly starts: readonly SearchState[];
}

interface StateOptions {
  /** The space; a board without its board view, as numbered states. */
  readonly space: SpaceOfStates;
  /** Name of the space in results and files. */
  readonly name: string;
  /** Usable tables; none if the space is too large for tables. */
  readonly tables: readonly StatesTable[];
  /** True if a table is given: no other table answers, and no search unless --algorithm names one. */
  readonly tableNamed: boolean;
  /** Command that explores the space from its start, for advice. */
  readonly exploring: string;
  /** True if paths begin at the given states, even if moves cannot be undone. */
  readonly asFrom: boolean;
  /** End of all paths. @default the space's start */
  readonly to?: SearchState | undefined;
  /** True to print every state on the path. */
  readonly boards?: boolean | undefined;
  readonly json?: boolean | undefined;
}

export class StateQuestions implements QuestionKind {
  readonly noun = 'state';
  readonly announcesSearches = false;
  readonly tableNamed: boolean;
  readonly #options: StateOptions;
  readonly #solver: TableSolver;

  constructor(options: StateOptions) {
    this.#options = options;
    this.tableNamed = options.tableNamed;
    this.#solver = TableSolver.of(
      options.space,
      options.tables.map(({ table }) => table),
    );
  }

  /** Reads a question. Without `to`, paths lead to the start, or from the start if moves cannot be undone. */
  read(text: string): ReadQuestion {
    const { space, asFrom, to } = this.#options;
    const state = readState(space, text);
    const question =
      to !== undefined ? { from: state, to } : space.reversible || asFrom ? { from: state } : { to: state };
    return { solver: this.#solver, question };
  }

  async tableFor({ solver, question }: ReadQuestion): Promise<string | undefined> {
    const { tables } = this.#options;
    const found = tables.length === 0 ? undefined : solver.tableFor(question);
    return tables.find(({ table }) => table === found)?.path;
  }

  nameOf(): string {
    return this.#options.name;
  }

  missingTable({ question: { from, to } }: ReadQuestion): string | undefined {
    const { space } = this.#options;
    return isNumbered(space) && (from === undefined || to === undefined) ? standardName(space) : undefined;
  }

  noTable({ question }: ReadQuestion): NotServedError {
    const { space, name, tables, exploring } = this.#options;
    if (this.tableNamed) {
      const [{ path, table }] = tables;
      const starts =
        table.starts.length === 1 ? `its start '${excerpt(writeState(space, table.starts[0]))}'` : 'its starts';
      const end = space.reversible ? 'begin or end' : 'begin';
      return new NotServedError(
        `${path} only holds paths that ${end} at ${starts}: choose such a path, or leave out --table to search`,
      );
    }
    const [end] = this.#endOf(space.reversible ? question.to : question.from);
    const start = space.starts.includes(end) ? '' : ` ${shellCommand(['--start', writeState(space, end)])}`;
    return new NotServedError(
      `there is no table of ${name} in ${DEFAULT_FOLDER}/ that holds this path: make one with: ${exploring}${start}`,
    );
  }

  write({ question }: ReadQuestion, result: SearchResult, answers: Answers): void {
    const { space, name, boards, json } = this.#options;
    const path = result.states;
    const states = boards ? path?.map((state) => writeState(space, state)) : undefined;
    if (json) {
      const { algorithm, heuristic, distance, moves, expanded, generated, stored, seconds } = result;
      const answer = {
        space: name,
        from: this.#textOf(path?.slice(0, 1) ?? this.#endOf(question.from)),
        to: this.#textOf(path?.slice(-1) ?? this.#endOf(question.to)),
        solvable: moves !== null,
        distance,
        moves,
        algorithm,
        ...(heuristic !== null && { heuristic }),
        expanded,
        generated,
        stored,
        seconds,
      };
      answers.write(`${JSON.stringify(states ? { ...answer, states } : answer)}\n`);
    } else {
      const listed = states?.map((text) => `${text}\n`).join('');
      answers.write(`${result.moves?.join(' ') ?? 'unsolvable'}\n${listed === undefined ? '' : `${listed}\n`}`);
    }
  }

  #endOf(state: SearchQuestion['to']): readonly SearchState[] {
    return state !== undefined && typeof state !== 'string' ? [state] : this.#options.space.starts;
  }

  /** Returns the text of an end of a path; null if it is one of several. */
  #textOf(states: readonly SearchState[]): string | null {
    return states.length === 1 ? writeState(this.#options.space, states[0]) : null;
  }
}
