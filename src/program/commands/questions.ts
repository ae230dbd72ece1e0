/**
 * The questions of `antipode solve`: read, answered from a table or by a search, and written. Positions name their board by their number of
 * cells, and are answered from tables of other goals too; states are of one space.
 */

import { countOf, excerpt, InputError, shellCommand } from '../../base/text.js';
import { checkHeuristic, checkMetric, checkUse, defaultAlgorithm, defaultHeuristic } from '../../search/algorithms.js';
import type { FoundDatabases } from '../../search/ida-star/pattern-search.js';
import { PATTERN_HEURISTIC } from '../../search/question/heuristics.js';
import { type AlgorithmName, isInformed } from '../../search/question/progress.js';
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
import { TableError } from '../../table/files/contents.js';
import type { SolveArguments } from '../arguments/options.js';
import { DEFAULT_FOLDER } from '../arguments/resources.js';
import { type BoardTables, type FoundTable, preparedDatabases, standardName } from '../arguments/tables.js';
import type { Output } from '../terminal/process.js';
import { type Answers, NotServedError } from './answers.js';

/** Options of searches and answers, for any kind of question. */
export interface SolveOptions extends Pick<SolveArguments, 'partition' | 'table' | 'boards' | 'letters' | 'json'> {
  /** The algorithm. @default the table if it exists, otherwise a search */
  readonly algorithm?: AlgorithmName | undefined;
  readonly heuristic?: string | undefined;
  readonly seconds?: number | undefined;
  readonly bytes?: number | undefined;
  readonly threads?: number | undefined;
}

/** A space, and the tables that can answer its questions. */
interface AskedSpace {
  readonly space: Space<SearchState>;
  /** Name of the space in messages. */
  readonly name: string;
  readonly solver: TableSolver;
  /** Opens or makes a table. @returns the path of the table that answers, or its origin in words; undefined if there is none */
  openTable(question: SearchQuestion): Promise<string | undefined>;
  /** Returns the table that is missing, such as 'table of the whole board' or 'pancake-7.table'; undefined if no table could answer. */
  missingTable(question: SearchQuestion): string | undefined;
  noTable(question: SearchQuestion): NotServedError;
  /** Returns the ends of the path, for --json. */
  ends(question: SearchQuestion, result: SearchResult): object;
}

interface Asked {
  readonly of: AskedSpace;
  readonly question: SearchQuestion;
}

/** Reads a question. @throws InputError, NotServedError */
export type QuestionReader = (text: string) => Asked;

export class Questions {
  readonly noun: 'position' | 'state';
  readonly #read: QuestionReader;
  readonly #options: SolveOptions;
  readonly #stderr: Output;
  /** True if tables are to answer. */
  readonly #byTable: boolean;
  /** True if an answer is only the moves from a table. */
  readonly #plain: boolean;
  /** Spaces with a table that has answered, and is announced. */
  readonly #tabled = new Set<AskedSpace>();
  readonly #announced = new Set<string>();
  readonly #databases = new Map<AskedSpace, FoundDatabases>();

  constructor(noun: Questions['noun'], read: QuestionReader, options: SolveOptions, stderr: Output) {
    const { algorithm, boards, letters, json } = options;
    this.noun = noun;
    this.#read = read;
    this.#options = options;
    this.#stderr = stderr;
    this.#byTable = algorithm === undefined || algorithm === 'table';
    this.#plain = this.#byTable && !boards && !letters && !json;
  }

  /**
   * Answers a question. @returns undefined if the answer is written already, without waiting
   * @throws InputError, NotServedError or LimitError, which concern this question only; TableError, SpaceError, WorkerError
   */
  answer(text: string, answers: Answers): Promise<void> | undefined {
    const asked = this.#read(text);
    const paths = this.#plain && this.#tabled.has(asked.of) ? asked.of.solver.boardPaths : null;
    const walk = paths?.walkFrom(asked.question.from as Position);
    if (walk === undefined) return this.#answerAsked(asked, answers);
    answers.write(walk === null ? 'unsolvable\n' : `${walk}\n`);
    return undefined;
  }

  async #answerAsked(asked: Asked, answers: Answers): Promise<void> {
    const { of, question } = asked;
    const { algorithm, table } = this.#options;
    const found = this.#byTable ? await of.openTable(question) : undefined;
    if (found !== undefined) {
      this.#tabled.add(of);
      this.#write(asked, of.solver.answer(question) as SearchResult, answers);
      if (algorithm === undefined) this.#announce(`${of.name}: solved from ${found}`);
    } else if (algorithm === 'table' || (this.#byTable && table !== undefined)) {
      throw of.noTable(question);
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
    const { partition, seconds, bytes, threads } = this.#options;
    const { space, name } = asked.of;
    const algorithm = named ?? defaultAlgorithm(space);
    const heuristic = this.#options.heuristic ?? defaultHeuristic(space, algorithm);
    if (heuristic !== undefined) checkUse(algorithm, heuristic);
    const byPatterns = isInformed(algorithm) && heuristic === PATTERN_HEURISTIC;
    if (byPatterns) checkHeuristic(space, heuristic);
    const found = byPatterns ? await this.#patternDatabases(asked) : undefined;
    const sentence =
      named === undefined && (found !== undefined || !byPatterns)
        ? searchSentence(asked, algorithm, found ? `the ${found.origin}` : heuristic)
        : found && `${name}: ${found.origin}`;
    if (space.board !== null) this.#announce(sentence);
    const patterns = found === undefined ? { partition } : { databases: found.databases };
    const options = { algorithm, heuristic, ...patterns, seconds, bytes, threads };
    const result = await search(space, asked.question, options);
    this.#announce(sentence);
    this.#write(asked, result, answers);
  }

  /** Returns the databases of a board for the heuristic pattern; undefined if the answer is known without. @throws as findDatabases */
  async #patternDatabases({ of, question }: Asked): Promise<FoundDatabases | undefined> {
    const { board, goal } = of.space.board as BoardView;
    if (knownMoves({ board, goal, start: question.from as Position }) !== undefined) return undefined;
    const found = this.#databases.get(of) ?? (await preparedDatabases(board, goal, this.#options, this.#stderr));
    this.#databases.set(of, found);
    return found;
  }

  /** Prints on standard error which table or algorithm answers, once. */
  #announce(sentence: string | undefined): void {
    if (sentence === undefined || this.#announced.has(sentence)) return;
    this.#announced.add(sentence);
    this.#stderr.write(`${sentence}\n`);
  }

  #write({ of, question }: Asked, result: SearchResult, answers: Answers): void {
    const { boards, letters, json } = this.#options;
    const { space } = of;
    const view = space.board;
    const { algorithm, heuristic, distance, expanded, generated, stored, seconds } = result;
    const moves = result.moves && (view === null ? result.moves : result.moves.join(''));
    const path = boards ? result.states : null;
    const text = (state: SearchState) => (view ? formatPosition(state as Position) : writeState(space, state));
    if (json) {
      const answer = {
        ...of.ends(question, result),
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

/** Returns the sentence that names the algorithm used for lack of a table; undefined if no table could answer. */
function searchSentence(
  { of, question }: Asked,
  algorithm: AlgorithmName,
  heuristic: string | undefined,
): string | undefined {
  const missing = of.missingTable(question);
  const by = isInformed(algorithm) ? `${algorithm} with ${heuristic}` : algorithm;
  return missing && `${of.name}: solved by ${by}, because ${DEFAULT_FOLDER}/ has no ${missing}`;
}

/* Questions about positions. */

interface PositionOptions extends Pick<SolveOptions, 'algorithm' | 'table'> {
  readonly board?: Board | undefined;
  readonly goal?: Position | undefined;
}

/** Returns the reader of positions, whose number of cells determines their board. @throws InputError, TableError */
export function positionReader(options: PositionOptions, tables: BoardTables): QuestionReader {
  const { table, board, goal, algorithm } = options;
  const { given, metric } = tables;
  if (algorithm !== undefined) checkMetric(metric, algorithm);
  if (given && board && !isSameBoard(board, given.board)) {
    throw new TableError(`${table} is a table of ${formatBoard(given.board)}, not of ${formatBoard(board)}`);
  }
  const known = given?.board ?? board ?? (goal && boardOfCells(goal.length));
  const boards = new Map<number, AskedSpace>();
  return (text) => {
    const tiles = parseTiles(text, known);
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
    const from = positionOfTiles(tiles, text, known);
    const of = boards.get(from.length) ?? askedBoard(known ?? boardOfCells(from.length), options, tables);
    boards.set(from.length, of);
    return { of, question: { from } };
  };
}

function askedBoard(board: Board, { goal: named, table }: PositionOptions, tables: BoardTables): AskedSpace {
  const { given, metric } = tables;
  const goal = named ?? given?.goal ?? orderedPosition(board);
  const space = openBoard(boardSource(board, goal, metric)) as Space<SearchState>;
  const solver = TableSolver.of(space, (goalCell) => tables.find(board, goalCell));
  const paths = solver.boardPaths;
  const start = ({ from }: SearchQuestion) => from as Position;
  return {
    space,
    name: formatBoard(board),
    solver,
    async openTable(question) {
      await tables.open(board, paths?.goalCells(start(question)) ?? []);
      const found = paths?.tableFor(start(question));
      return found && tables.origin(found);
    },
    missingTable: () => 'table of the whole board',
    noTable(question) {
      const goalCell = goal.indexOf(BLANK);
      const advice = tables.advice(board, goal);
      return new NotServedError(
        given === undefined
          ? `there is no table for ${spaceName(board, goalCell, metric)} in ${DEFAULT_FOLDER}/: ${advice}`
          : `${table} does not serve goals with the blank on cell ${goalCell} from positions with it on cell ${start(question).indexOf(BLANK)}: ${advice}`,
      );
    },
    ends(question, { moves }) {
      const position = formatPosition(start(question));
      const isSolvable = moves !== null;
      return {
        position,
        solvable: isSolvable,
        ...(!isSolvable && { reason: whySeparate(board, start(question), goal) }),
      };
    },
  };
}

/* Questions about numbered states, or colourings of a puzzle with too many states to number. */

/** A space that is not a board, or a board as numbered states. */
export interface SpaceOfStates extends Space<SearchState> {
  readonly starts: readonly SearchState[];
}

interface StateOptions {
  /** The space; a board without its board view, as numbered states. */
  readonly space: SpaceOfStates;
  /** Usable tables; none if the space is too large for tables. */
  readonly tables: readonly FoundTable[];
  /** True if the only table is the given one. */
  readonly isGiven: boolean;
  /** Command that explores the space from its start, for advice. */
  readonly exploring: string;
  /** True if paths begin at the given states, even if moves cannot be undone. */
  readonly asFrom: boolean;
  /** End of all paths. @default the space's start */
  readonly to?: SearchState | undefined;
}

/** Returns the reader of states. Without `to`, paths lead to the start, or from the start if moves cannot be undone. */
export function stateReader({ space, tables, isGiven, exploring, asFrom, to }: StateOptions): QuestionReader {
  const name = basicName(space);
  const opened = tables.map(({ table }) => table);
  const solver = TableSolver.of(space, opened);
  const states = (end: SearchQuestion['to']): readonly SearchState[] =>
    end !== undefined && typeof end !== 'string' ? [end] : space.starts;
  const of: AskedSpace = {
    space,
    name,
    solver,
    async openTable(question) {
      const found = tables.length === 0 ? undefined : solver.tableFor(question);
      return tables.find(({ table }) => table === found)?.path;
    },
    missingTable: ({ from, to }) =>
      isNumbered(space) && (from === undefined || to === undefined) ? standardName(space) : undefined,
    noTable({ from, to }) {
      if (isGiven) {
        const [{ path, table }] = tables;
        const starts =
          table.starts.length === 1 ? `its start '${excerpt(writeState(space, table.starts[0]))}'` : 'its starts';
        const end = space.reversible ? 'begin or end' : 'begin';
        return new NotServedError(
          `${path} only holds paths that ${end} at ${starts}: choose such a path, or leave out --table to search`,
        );
      }
      const [end] = states(space.reversible ? to : from);
      const start = space.starts.includes(end) ? '' : ` ${shellCommand(['--start', writeState(space, end)])}`;
      return new NotServedError(
        `there is no table of ${name} in ${DEFAULT_FOLDER}/ that holds this path: make one with: ${exploring}${start}`,
      );
    },
    ends(question, { states: path, moves }) {
      // Null if an end is one of several.
      const text = (ends: readonly SearchState[]) => (ends.length === 1 ? writeState(space, ends[0]) : null);
      return {
        space: name,
        from: text(path?.slice(0, 1) ?? states(question.from)),
        to: text(path?.slice(-1) ?? states(question.to)),
        solvable: moves !== null,
      };
    },
  };
  return (text) => {
    const state = readState(space, text);
    const question =
      to !== undefined ? { from: state, to } : space.reversible || asFrom ? { from: state } : { to: state };
    return { of, question };
  };
}
