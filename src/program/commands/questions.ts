/**
 * The questions of `antipode solve`: read, answered from a table or by a search, and written. Positions name their board by their number of
 * cells, and are answered from tables of other goals too; states are of one space.
 */

import { countOf, excerpt, InputError, shellCommand } from '../../base/text.js';
import { checkHeuristic, checkMetric, checkUse, defaultAlgorithm, defaultHeuristic } from '../../search/algorithms.js';
import type { FoundDatabases } from '../../search/ida-star/partition-tables.js';
import { type AlgorithmName, isInformed } from '../../search/question/counts.js';
import { PATTERN_HEURISTIC } from '../../search/question/heuristics.js';
import {
  knownMoves,
  type SearchQuestion,
  type SearchResult,
  type SearchState,
} from '../../search/question/question.js';
import { TableSolver } from '../../search/table-solver.js';
import { readState, writeState } from '../../space/definition.js';
import { type BoardView, basicName, isNumbered, type Space } from '../../space/space.js';
import { type Board, formatBoard, isSameBoard } from '../../spaces/board/board.js';
import { plainLetters } from '../../spaces/board/moves.js';
import {
  BLANK,
  boardOfCells,
  drawPosition,
  formatPosition,
  orderedPosition,
  type Position,
  parseTiles,
  positionOfTiles,
} from '../../spaces/board/position.js';
import { whySeparate } from '../../spaces/board/reachability.js';
import { boardSource, spaceName } from '../../spaces/board-facts.js';
import { openBoard } from '../../spaces/board-space.js';
import { textOf } from '../../table/cursors.js';
import { TableError } from '../../table/files/contents.js';
import { DEFAULT_FOLDER } from '../arguments/output.js';
import { preparedDatabases } from '../arguments/search-arguments.js';
import { type BoardTables, type FoundTable, standardName } from '../arguments/tables.js';
import type { Output } from '../terminal/process.js';
import { type Answerer, type Answers, NotServedError } from './answers.js';

/** Options of searches and answers, for any kind of question. */
export interface SolveOptions {
  /** The algorithm. @default the table if it exists, otherwise a search */
  readonly algorithm?: AlgorithmName | undefined;
  readonly heuristic?: string | undefined;
  /** Partition for the heuristic `pattern`. */
  readonly partition?: string | undefined;
  /** Path of the only table to use: no search answers either, unless an algorithm is named. */
  readonly table?: string | undefined;
  readonly seconds?: number | undefined;
  readonly bytes?: number | undefined;
  readonly threads?: number | undefined;
  /** True to print every position or state on the path. */
  readonly boards?: boolean | undefined;
  /** True to print a letter for each tile that slides. */
  readonly letters?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** A space, and the tables that can answer its questions. */
interface AskedSpace {
  readonly space: Space<SearchState>;
  /** Name of the space in messages. */
  readonly name: string;
  readonly solver: TableSolver;
}

interface Asked {
  readonly of: AskedSpace;
  readonly question: SearchQuestion;
}

/** Questions of one kind. */
export abstract class Questions<Options extends SolveOptions = SolveOptions> implements Answerer {
  abstract readonly noun: 'position' | 'state';
  protected readonly options: Options;
  readonly #stderr: Output;
  readonly #announced = new Set<string>();
  readonly #databases = new Map<AskedSpace, FoundDatabases>();

  constructor(options: Options, stderr: Output) {
    this.options = options;
    this.#stderr = stderr;
  }

  /** @throws InputError, NotServedError */
  protected abstract read(text: string): Asked;
  /** Opens or makes a table. @returns the path of the table that answers, or its origin in words; undefined if there is none */
  protected abstract openTable(asked: Asked): Promise<string | undefined>;
  /** Returns the table that is missing, such as 'table of the whole board' or 'pancake-7.table'; undefined if no table could answer. */
  protected abstract missingTable(asked: Asked): string | undefined;
  protected abstract noTable(asked: Asked): NotServedError;
  /** Returns the ends of the path, for --json. */
  protected abstract ends(asked: Asked, result: SearchResult): object;

  /** True if tables are to answer. */
  protected get byTable(): boolean {
    const { algorithm } = this.options;
    return algorithm === undefined || algorithm === 'table';
  }

  /** @throws InputError, NotServedError, TableError, LimitError, SpaceError, WorkerError */
  answer(text: string, answers: Answers): Promise<void> | undefined {
    return this.answerAsked(this.read(text), answers);
  }

  protected async answerAsked(asked: Asked, answers: Answers): Promise<void> {
    const { algorithm } = this.options;
    const table = this.byTable ? await this.openTable(asked) : undefined;
    if (table !== undefined) {
      this.#write(asked, asked.of.solver.answer(asked.question) as SearchResult, answers);
      if (algorithm === undefined) this.#announce(`${asked.of.name}: solved from ${table}`);
    } else if (algorithm === 'table' || (this.byTable && this.options.table !== undefined)) {
      throw this.noTable(asked);
    } else {
      await this.#answerBySearch(asked, algorithm, answers);
    }
  }

  async #answerBySearch(
    asked: Asked,
    named: Exclude<AlgorithmName, 'table'> | undefined,
    answers: Answers,
  ): Promise<void> {
    const { search } = await import('../../search/search.js');
    const { partition, seconds, bytes, threads } = this.options;
    const { space, name } = asked.of;
    const algorithm = named ?? defaultAlgorithm(space);
    const heuristic = this.options.heuristic ?? defaultHeuristic(space, algorithm);
    if (heuristic !== undefined) checkUse(algorithm, heuristic);
    const byPatterns = isInformed(algorithm) && heuristic === PATTERN_HEURISTIC;
    if (byPatterns) checkHeuristic(space, heuristic);
    const found = byPatterns ? await this.#patternDatabases(asked) : undefined;
    const sentence =
      named === undefined && (found !== undefined || !byPatterns)
        ? this.#searchSentence(asked, algorithm, found ? `the ${found.origin}` : heuristic)
        : found && `${name}: ${found.origin}`;
    if (space.board !== null) this.#announce(sentence);
    const patterns = found === undefined ? { partition } : { databases: found.databases };
    const options = { algorithm, heuristic, ...patterns, seconds, bytes, threads };
    const result = await search(space, asked.question, options);
    this.#announce(sentence);
    this.#write(asked, result, answers);
  }

  /** Returns the databases of a board for the heuristic pattern; undefined if the answer is known without. @throws as partitionTables */
  async #patternDatabases({ of, question }: Asked): Promise<FoundDatabases | undefined> {
    const { board, goal } = of.space.board as BoardView;
    if (knownMoves({ board, goal, start: question.from as Position }) !== undefined) return undefined;
    const found = this.#databases.get(of) ?? (await preparedDatabases(board, goal, this.options, this.#stderr));
    this.#databases.set(of, found);
    return found;
  }

  /** Returns the sentence that names the algorithm used for lack of a table; undefined if no table could answer. */
  #searchSentence(asked: Asked, algorithm: AlgorithmName, heuristic: string | undefined): string | undefined {
    const missing = this.missingTable(asked);
    if (missing === undefined) return undefined;
    const by = isInformed(algorithm) ? `${algorithm} with ${heuristic}` : algorithm;
    return `${asked.of.name}: solved by ${by}, because ${DEFAULT_FOLDER}/ has no ${missing}`;
  }

  /** Prints on standard error which table or algorithm answers, once. */
  #announce(sentence: string | undefined): void {
    if (sentence === undefined || this.#announced.has(sentence)) return;
    this.#announced.add(sentence);
    this.#stderr.write(`${sentence}\n`);
  }

  #write(asked: Asked, result: SearchResult, answers: Answers): void {
    const { boards, letters, json } = this.options;
    const { space } = asked.of;
    const view = space.board;
    const { algorithm, heuristic, distance, expanded, generated, stored, seconds } = result;
    const moves = result.moves && (view === null ? result.moves : result.moves.join(''));
    const path = boards ? result.states : null;
    const text = (state: SearchState) => (view ? formatPosition(state as Position) : writeState(space, state));
    if (json) {
      const answer = {
        ...this.ends(asked, result),
        distance,
        moves,
        ...(view?.metric === 'multi' && { letters: moves && plainLetters(moves as string) }),
        algorithm,
        ...((view !== null || heuristic !== null) && { heuristic }),
        expanded,
        generated,
        stored,
        seconds,
        ...(path && { [`${this.noun}s`]: path.map(text) }),
      };
      answers.write(`${JSON.stringify(answer)}\n`);
      return;
    }
    const solution = typeof moves === 'string' && letters ? plainLetters(moves) : result.moves?.join(view ? '' : ' ');
    const drawn = path?.map((state) => (view ? `${drawPosition(view.board, state as Position)}\n` : text(state)));
    answers.write(`${solution ?? 'unsolvable'}\n${drawn ? `${drawn.join('\n')}\n${view ? '' : '\n'}` : ''}`);
  }
}

interface PositionOptions extends SolveOptions {
  readonly board?: Board | undefined;
  readonly goal?: Position | undefined;
}

interface AskedBoard extends AskedSpace {
  readonly view: BoardView;
  /** True if a table has answered a position, and is announced. */
  hasTable: boolean;
}

interface AskedPosition extends Asked {
  readonly of: AskedBoard;
  readonly question: { readonly from: Position };
}

export class PositionQuestions extends Questions<PositionOptions> {
  readonly noun = 'position';
  readonly #tables: BoardTables;
  readonly #board: Board | undefined;
  /** Boards by their number of cells, which determines them. */
  readonly #open = new Map<number, AskedBoard>();
  /** True if an answer is only the moves from a table. */
  readonly #plain: boolean;

  /** @throws InputError, TableError */
  constructor(options: PositionOptions, tables: BoardTables, stderr: Output) {
    super(options, stderr);
    const { table, board, goal, algorithm, boards, letters, json } = options;
    const { given, metric } = tables;
    if (algorithm !== undefined) checkMetric(metric, algorithm);
    if (given && board && !isSameBoard(board, given.board)) {
      throw new TableError(`${table} is a table of ${formatBoard(given.board)}, not of ${formatBoard(board)}`);
    }
    this.#tables = tables;
    this.#board = given?.board ?? board ?? (goal && boardOfCells(goal.length));
    this.#plain = this.byTable && !boards && !letters && !json;
  }

  override answer(text: string, answers: Answers): Promise<void> | undefined {
    const asked = this.read(text);
    const walk =
      this.#plain && asked.of.hasTable ? asked.of.solver.boardPaths?.walkFrom(asked.question.from) : undefined;
    if (walk === undefined) return this.answerAsked(asked, answers);
    answers.write(walk === null ? 'unsolvable\n' : `${textOf(walk)}\n`);
    return undefined;
  }

  protected read(text: string): AskedPosition {
    const tiles = parseTiles(text, this.#board);
    const { table, goal } = this.options;
    const { given } = this.#tables;
    if (given !== undefined && tiles.length !== given.board.cells && tiles.length > 1) {
      throw new NotServedError(
        `${table} is a table of ${formatBoard(given.board)}, and this position has ${countOf(tiles.length, 'cell')}: '${excerpt(text)}'`,
      );
    }
    if (goal && tiles.length !== goal.length) {
      throw new InputError(
        `start and goal must be of one board: the goal has ${goal.length} cells, the position ${tiles.length}: '${excerpt(text)}'`,
      );
    }
    const from = positionOfTiles(tiles, text, this.#board);
    return { of: this.#open.get(from.length) ?? this.#openBoard(from.length), question: { from } };
  }

  #openBoard(cells: number): AskedBoard {
    const board = this.#board ?? boardOfCells(cells);
    const goal = this.options.goal ?? this.#tables.given?.goal ?? orderedPosition(board);
    const { metric } = this.#tables;
    const space = openBoard(boardSource(board, goal, metric)) as Space<SearchState>;
    const solver = TableSolver.of(space, (goalCell) => this.#tables.find(board, goalCell));
    const open = { space, name: formatBoard(board), solver, view: { board, goal, metric }, hasTable: false };
    this.#open.set(cells, open);
    return open;
  }

  protected async openTable({ of, question }: AskedPosition): Promise<string | undefined> {
    const paths = of.solver.boardPaths;
    await this.#tables.open(of.view.board, paths?.goalCells(question.from) ?? []);
    const table = paths?.tableFor(question.from);
    of.hasTable ||= table !== undefined;
    return table && this.#tables.origin(table);
  }

  protected missingTable(): string {
    return 'table of the whole board';
  }

  protected noTable({ of, question }: AskedPosition): NotServedError {
    const { board, goal, metric } = of.view;
    const goalCell = goal.indexOf(BLANK);
    const advice = this.#tables.advice(board, goal);
    return new NotServedError(
      this.#tables.given === undefined
        ? `there is no table for ${spaceName(board, goalCell, metric)} in ${DEFAULT_FOLDER}/: ${advice}`
        : `${this.options.table} does not serve goals with the blank on cell ${goalCell} from positions with it on cell ${question.from.indexOf(BLANK)}: ${advice}`,
    );
  }

  protected ends({ of, question }: AskedPosition, { moves }: SearchResult): object {
    const { board, goal } = of.view;
    const position = formatPosition(question.from);
    return moves
      ? { position, solvable: true }
      : { position, solvable: false, reason: whySeparate(board, question.from, goal) };
  }
}

/** A space that is not a board, or a board as numbered states. */
export interface SpaceOfStates extends Space<SearchState> {
  readonly starts: readonly SearchState[];
}

interface StateOptions extends SolveOptions {
  /** The space; a board without its board view, as numbered states. */
  readonly space: SpaceOfStates;
  /** Usable tables; none if the space is too large for tables. */
  readonly tables: readonly FoundTable[];
  /** Command that explores the space from its start, for advice. */
  readonly exploring: string;
  /** True if paths begin at the given states, even if moves cannot be undone. */
  readonly asFrom: boolean;
  /** End of all paths. @default the space's start */
  readonly to?: SearchState | undefined;
}

/** Questions about numbered states, or colourings of a puzzle with too many states to number. */
export class StateQuestions extends Questions<StateOptions> {
  readonly noun = 'state';
  readonly #of: AskedSpace;

  constructor(options: StateOptions, stderr: Output) {
    super(options, stderr);
    const { space, tables } = options;
    const solver = TableSolver.of(
      space,
      tables.map(({ table }) => table),
    );
    this.#of = { space, name: basicName(space), solver };
  }

  /** Reads a question. Without `to`, paths lead to the start, or from the start if moves cannot be undone. */
  protected read(text: string): Asked {
    const { space, asFrom, to } = this.options;
    const state = readState(space, text);
    const question =
      to !== undefined ? { from: state, to } : space.reversible || asFrom ? { from: state } : { to: state };
    return { of: this.#of, question };
  }

  protected async openTable({ of, question }: Asked): Promise<string | undefined> {
    const { tables } = this.options;
    const found = tables.length === 0 ? undefined : of.solver.tableFor(question);
    return tables.find(({ table }) => table === found)?.path;
  }

  protected missingTable({ question: { from, to } }: Asked): string | undefined {
    const { space } = this.options;
    return isNumbered(space) && (from === undefined || to === undefined) ? standardName(space) : undefined;
  }

  protected noTable({ of, question }: Asked): NotServedError {
    const { space, tables, exploring } = this.options;
    if (this.options.table !== undefined) {
      const [{ path, table }] = tables;
      const starts =
        table.starts.length === 1 ? `its start '${excerpt(writeState(space, table.starts[0]))}'` : 'its starts';
      const end = space.reversible ? 'begin or end' : 'begin';
      return new NotServedError(
        `${path} only holds paths that ${end} at ${starts}: choose such a path, or leave out --table to search`,
      );
    }
    const [end] = this.#states(space.reversible ? question.to : question.from);
    const start = space.starts.includes(end) ? '' : ` ${shellCommand(['--start', writeState(space, end)])}`;
    return new NotServedError(
      `there is no table of ${of.name} in ${DEFAULT_FOLDER}/ that holds this path: make one with: ${exploring}${start}`,
    );
  }

  protected ends({ of, question }: Asked, { states, moves }: SearchResult): object {
    // Null if an end is one of several.
    const text = (ends: readonly SearchState[]) => (ends.length === 1 ? writeState(of.space, ends[0]) : null);
    return {
      space: of.name,
      from: text(states?.slice(0, 1) ?? this.#states(question.from)),
      to: text(states?.slice(-1) ?? this.#states(question.to)),
      solvable: moves !== null,
    };
  }

  #states(end: SearchQuestion['to']): readonly SearchState[] {
    return end !== undefined && typeof end !== 'string' ? [end] : this.options.space.starts;
  }
}
