/** Questions about positions of boards, and the text of their answers. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { countOf } from '../../base/text/numbers.js';
import type { FoundDatabases } from '../../search/patterns/partition-tables.js';
import { checkMetric } from '../../search/question/algorithms.js';
import { knownMoves } from '../../search/question/question.js';
import type { SearchResult } from '../../search/question/result.js';
import { TableSolver } from '../../search/tables/table-solver.js';
import { type Board, formatBoard, isSameBoard } from '../../spaces/board/board.js';
import { plainLetters } from '../../spaces/board/moves-text.js';
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
import { whySeparate } from '../../spaces/board/solvable.js';
import { boardSource, spaceName } from '../../spaces/board/space/board-facts.js';
import { openBoard } from '../../spaces/board/space/board-space.js';
import { TableError } from '../../table/contents/errors.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';
import type { Answers } from '../process/answers.js';
import type { Output } from '../process/io.js';
import type { BoardTables } from '../tables/board-tables.js';
import { preparedDatabases } from '../tables/prepared-databases.js';
import { NotServedError } from './complaints.js';
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
