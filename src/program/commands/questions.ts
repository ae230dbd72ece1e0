/**
 * The questions of `antipode solve`: read, answered from a table or by a search, and written. Positions name their board by their number of
 * cells, and are answered from tables of other goals too; states are of one space.
 */

import { checkHeuristic, checkUse, defaultAlgorithm, defaultHeuristic } from '../../search/algorithms.js';
import type { FoundDatabases } from '../../search/ida-star/pattern-search.js';
import { PATTERN_HEURISTIC } from '../../search/question/heuristics.js';
import { ALGORITHMS, type AlgorithmName, isInformed } from '../../search/question/progress.js';
import { knownMoves, type SearchQuestion, type SearchResult } from '../../search/question/question.js';
import type { BoardView } from '../../space/space.js';
import { plainLetters } from '../../spaces/board/moves.js';
import { drawPosition, type Position } from '../../spaces/board/position.js';
import { memoryBytes, positiveNumber, readName, readThreads } from '../arguments/option-values.js';
import type { Arguments } from '../arguments/options.js';
import { DEFAULT_FOLDER } from '../arguments/resources.js';
import { checkPartitionHeuristic, preparedDatabases } from '../arguments/tables.js';
import type { Output } from '../terminal/process.js';
import { type Answers, NotServedError } from './answers.js';
import { type TabledSpace, tableOrigin } from './tabled-space.js';

/** Options of searches and answers, for any kind of question. Without an algorithm, the table answers if it exists, otherwise a search. */
export type SolveOptions = ReturnType<typeof solveOptions>;

/** @throws InputError */
export function solveOptions(given: Arguments<'solve'>) {
  const { algorithm, partition, timeLimit, memory, threads } = given;
  checkPartitionHeuristic(partition, given.heuristic === undefined ? undefined : [given.heuristic]);
  return {
    ...given,
    heuristic: given.heuristic ?? (partition === undefined ? undefined : PATTERN_HEURISTIC),
    algorithm: algorithm === undefined ? undefined : readName('--algorithm', algorithm, ALGORITHMS),
    seconds: timeLimit === undefined ? undefined : positiveNumber('--time-limit', timeLimit),
    bytes: memory === undefined ? undefined : memoryBytes('--memory', memory),
    threads: readThreads(threads),
  };
}

/** A question about a space with tables. */
interface TabledQuestion {
  readonly tabled: TabledSpace;
  readonly question: SearchQuestion;
}

/** Reads a question. @throws InputError, NotServedError */
export type QuestionReader = (text: string) => TabledQuestion;

export class Questions {
  readonly #read: QuestionReader;
  readonly #options: SolveOptions;
  readonly #stderr: Output;
  /** True if tables are to answer. */
  readonly #byTable: boolean;
  /** True if an answer is only the moves from a table. */
  readonly #plain: boolean;
  /** Spaces with a table that has answered, and is announced. */
  readonly #answered = new Set<TabledSpace>();
  readonly #announced = new Set<string>();
  readonly #databases = new Map<TabledSpace, FoundDatabases>();

  constructor(read: QuestionReader, options: SolveOptions, stderr: Output) {
    const { algorithm, boards, letters, json } = options;
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
    const paths = this.#plain && this.#answered.has(read.tabled) ? read.tabled.solver.boardPaths : null;
    const walk = paths?.walkFrom(read.question.from as Position);
    if (walk === undefined) return this.#answerRead(read, answers);
    answers.write(walk === null ? 'unsolvable\n' : `${walk}\n`);
    return undefined;
  }

  async #answerRead(read: TabledQuestion, answers: Answers): Promise<void> {
    const { tabled, question } = read;
    const { algorithm, table } = this.#options;
    const found = this.#byTable ? await tabled.tableFor(question) : undefined;
    if (found !== undefined) {
      this.#answered.add(tabled);
      this.#write(read, tabled.solver.answer(question) as SearchResult, answers);
      if (algorithm === undefined) this.#announce(`${tabled.name}: solved from ${tableOrigin(found)}`);
    } else if (algorithm === 'table' || (this.#byTable && table !== undefined)) {
      throw new NotServedError(tabled.refusal(question));
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
    const { space, name } = read.tabled;
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
  async #patternDatabases({ tabled, question }: TabledQuestion): Promise<FoundDatabases | undefined> {
    const { board, goal } = tabled.space.board as BoardView;
    if (knownMoves({ board, goal, start: question.from as Position }) !== undefined) return undefined;
    const found = this.#databases.get(tabled) ?? (await preparedDatabases(board, goal, this.#options, this.#stderr));
    this.#databases.set(tabled, found);
    return found;
  }

  /** Prints on standard error which table or algorithm answers, once. */
  #announce(sentence: string | undefined): void {
    if (sentence === undefined || this.#announced.has(sentence)) return;
    this.#announced.add(sentence);
    this.#stderr.write(`${sentence}\n`);
  }

  #write({ tabled, question }: TabledQuestion, result: SearchResult, answers: Answers): void {
    const { boards, letters, json } = this.#options;
    const view = tabled.space.board;
    const { algorithm, heuristic, distance, expanded, generated, stored, seconds } = result;
    const moves = result.moves && (view === null ? result.moves : result.moves.join(''));
    const path = boards ? result.states : null;
    if (json) {
      const answer = {
        ...tabled.ends(question, result),
        distance,
        moves,
        ...(view?.metric === 'multi' && { letters: moves && plainLetters(moves as string) }),
        algorithm,
        ...((view !== null || heuristic !== null) && { heuristic }),
        expanded,
        generated,
        stored,
        seconds,
        ...(path && { [`${tabled.noun}s`]: path.map((state) => tabled.text(state)) }),
      };
      answers.write(`${JSON.stringify(answer)}\n`);
      return;
    }
    const solution = typeof moves === 'string' && letters ? plainLetters(moves) : result.moves?.join(view ? '' : ' ');
    const drawn = path?.map((state) => (view ? drawPosition(view.board, state as Position) : tabled.text(state)));
    const drawing = drawn ? `${drawn.join(view ? '\n\n' : '\n')}\n\n` : '';
    answers.write(`${solution ?? 'unsolvable'}\n${drawing}`);
  }
}

/** Returns the sentence that names the algorithm used for lack of a table; undefined if no table could answer. */
function searchSentence(
  { tabled, question }: TabledQuestion,
  algorithm: AlgorithmName,
  heuristic: string | undefined,
): string | undefined {
  const missing = tabled.missingTable(question);
  const by = isInformed(algorithm) ? `${algorithm} with ${heuristic}` : algorithm;
  return missing && `${tabled.name}: solved by ${by}, because ${DEFAULT_FOLDER}/ has no ${missing}`;
}
