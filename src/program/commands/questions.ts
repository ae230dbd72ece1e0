/**
 * The questions of `antipode solve`: read, answered from a table or by a search, and written. Positions name their board by their number of
 * cells, and are answered from tables of other goals too; states are of one space.
 */

import { countOf, excerpt, InputError } from '../../base/text.js';
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
import { readState } from '../../space/definition.js';
import type { BoardView } from '../../space/space.js';
import { type Board, formatBoard, type Metric } from '../../spaces/board/board.js';
import { plainLetters } from '../../spaces/board/moves.js';
import {
  boardOfCells,
  drawPosition,
  orderedPosition,
  type Position,
  parseTiles,
  positionOfTiles,
} from '../../spaces/board/position.js';
import type { Arguments } from '../arguments/options.js';
import { DEFAULT_FOLDER } from '../arguments/resources.js';
import { type FoundTable, preparedDatabases } from '../arguments/tables.js';
import type { Output } from '../terminal/process.js';
import { type Answers, NotServedError } from './answers.js';
import { checkBoard, TabledBoard, type TabledSpace } from './tabled-space.js';

/** Options of searches and answers, for any kind of question. */
export interface SolveOptions extends Pick<Arguments<'solve'>, 'partition' | 'table' | 'boards' | 'letters' | 'json'> {
  /** The algorithm. @default the table if it exists, otherwise a search */
  readonly algorithm?: AlgorithmName | undefined;
  readonly heuristic?: string | undefined;
  readonly seconds?: number | undefined;
  readonly bytes?: number | undefined;
  readonly threads?: number | undefined;
}

/** A question about a space with tables. */
interface TabledQuestion {
  readonly of: TabledSpace;
  readonly question: SearchQuestion;
}

/** Reads a question. @throws InputError, NotServedError */
export type QuestionReader = (text: string) => TabledQuestion;

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
  readonly #tabled = new Set<TabledSpace>();
  readonly #announced = new Set<string>();
  readonly #databases = new Map<TabledSpace, FoundDatabases>();

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
    const read = this.#read(text);
    const paths = this.#plain && this.#tabled.has(read.of) ? read.of.solver.boardPaths : null;
    const walk = paths?.walkFrom(read.question.from as Position);
    if (walk === undefined) return this.#answerRead(read, answers);
    answers.write(walk === null ? 'unsolvable\n' : `${walk}\n`);
    return undefined;
  }

  async #answerRead(read: TabledQuestion, answers: Answers): Promise<void> {
    const { of, question } = read;
    const { algorithm, table } = this.#options;
    const found = this.#byTable ? await of.tableFor(question) : undefined;
    if (found !== undefined) {
      this.#tabled.add(of);
      this.#write(read, of.solver.answer(question) as SearchResult, answers);
      if (algorithm === undefined) this.#announce(`${of.name}: solved from ${found.path}`);
    } else if (algorithm === 'table' || (this.#byTable && table !== undefined)) {
      throw new NotServedError(of.refusal(question));
    } else {
      await this.#answerBySearch(read, algorithm, answers);
    }
  }

  async #answerBySearch(
    read: TabledQuestion,
    named: Exclude<AlgorithmName, 'table'> | undefined,
    answers: Answers,
  ): Promise<void> {
    const { search } = await import('../../search/search.js');
    const { partition, seconds, bytes, threads } = this.#options;
    const { space, name } = read.of;
    const algorithm = named ?? defaultAlgorithm(space);
    const heuristic = this.#options.heuristic ?? defaultHeuristic(space, algorithm);
    if (heuristic !== undefined) checkUse(algorithm, heuristic);
    const byPatterns = isInformed(algorithm) && heuristic === PATTERN_HEURISTIC;
    if (byPatterns) checkHeuristic(space, heuristic);
    const found = byPatterns ? await this.#patternDatabases(read) : undefined;
    const sentence =
      named === undefined && (found !== undefined || !byPatterns)
        ? searchSentence(read, algorithm, found ? `the ${found.origin}` : heuristic)
        : found && `${name}: ${found.origin}`;
    if (space.board !== null) this.#announce(sentence);
    const patterns = found === undefined ? { partition } : { databases: found.databases };
    const options = { algorithm, heuristic, ...patterns, seconds, bytes, threads };
    const result = await search(space, read.question, options);
    this.#announce(sentence);
    this.#write(read, result, answers);
  }

  /** Returns the databases of a board for the heuristic pattern; undefined if the answer is known without. @throws as findDatabases */
  async #patternDatabases({ of, question }: TabledQuestion): Promise<FoundDatabases | undefined> {
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

  #write({ of, question }: TabledQuestion, result: SearchResult, answers: Answers): void {
    const { boards, letters, json } = this.#options;
    const view = of.space.board;
    const { algorithm, heuristic, distance, expanded, generated, stored, seconds } = result;
    const moves = result.moves && (view === null ? result.moves : result.moves.join(''));
    const path = boards ? result.states : null;
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
        ...(path && { [`${this.noun}s`]: path.map((state) => of.text(state)) }),
      };
      answers.write(`${JSON.stringify(answer)}\n`);
      return;
    }
    const solution = typeof moves === 'string' && letters ? plainLetters(moves) : result.moves?.join(view ? '' : ' ');
    const drawn = path?.map((state) => (view ? `${drawPosition(view.board, state as Position)}\n` : of.text(state)));
    answers.write(`${solution ?? 'unsolvable'}\n${drawn ? `${drawn.join('\n')}\n${view ? '' : '\n'}` : ''}`);
  }
}

/** Returns the sentence that names the algorithm used for lack of a table; undefined if no table could answer. */
function searchSentence(
  { of, question }: TabledQuestion,
  algorithm: AlgorithmName,
  heuristic: string | undefined,
): string | undefined {
  const missing = of.missingTable(question);
  const by = isInformed(algorithm) ? `${algorithm} with ${heuristic}` : algorithm;
  return missing && `${of.name}: solved by ${by}, because ${DEFAULT_FOLDER}/ has no ${missing}`;
}

/* Readers of questions. */

interface PositionOptions extends Pick<SolveOptions, 'algorithm'> {
  readonly board?: Board | undefined;
  readonly goal?: Position | undefined;
  readonly metric: Metric;
}

/**
 * Returns the reader of positions, whose number of cells determines their board.
 * @param given the only table to use, if one is given
 * @throws InputError, TableError
 */
export function positionReader(
  { board, goal, metric, algorithm }: PositionOptions,
  given: FoundTable | undefined,
): QuestionReader {
  if (algorithm !== undefined) checkMetric(metric, algorithm);
  if (board !== undefined) checkBoard(board, given);
  const walker = given?.table.walker;
  const known = walker?.board ?? board ?? (goal && boardOfCells(goal.length));
  const boards = new Map<number, TabledBoard>();
  return (text) => {
    const tiles = parseTiles(text, known);
    if (walker && tiles.length !== walker.board.cells && tiles.length > 1) {
      throw new NotServedError(
        `${given?.path} is a table of ${formatBoard(walker.board)}, and this position has ${countOf(tiles.length, 'cell')}: '${excerpt(text)}'`,
      );
    }
    if (goal && tiles.length !== goal.length) {
      throw new InputError(
        `start and goal must be of one board: the goal has ${goal.length} cells, the position ${tiles.length}: '${excerpt(text)}'`,
      );
    }
    const from = positionOfTiles(tiles, text, known);
    let of = boards.get(from.length);
    if (of === undefined) {
      const own = known ?? boardOfCells(from.length);
      of = new TabledBoard({ board: own, goal: goal ?? walker?.goal ?? orderedPosition(own), metric }, given);
      boards.set(from.length, of);
    }
    return { of, question: { from } };
  };
}

/**
 * Returns the reader of states. Without `to`, paths lead to the start, or from the start if moves cannot be undone.
 * @param asFrom true if paths begin at the given states, even if moves cannot be undone
 * @param to end of all paths; the space's start by default
 */
export function stateReader(of: TabledSpace, asFrom: boolean, to: SearchState | undefined): QuestionReader {
  const { space } = of;
  return (text) => {
    const state = readState(space, text);
    if (to !== undefined) return { of, question: { from: state, to } };
    return { of, question: space.reversible || asFrom ? { from: state } : { to: state } };
  };
}
