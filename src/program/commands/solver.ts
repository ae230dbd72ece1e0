/** Answers questions from a table or by a search. */

import { checkHeuristic, checkUse, defaultAlgorithm, defaultHeuristic } from '../../search/algorithms.js';
import type { FoundDatabases } from '../../search/ida-star/partition-tables.js';
import { type AlgorithmName, isInformed } from '../../search/question/counts.js';
import { PATTERN_HEURISTIC } from '../../search/question/heuristics.js';
import type { SearchQuestion, SearchResult } from '../../search/question/question.js';
import type { TableSolver } from '../../search/table-solver.js';
import { DEFAULT_FOLDER } from '../arguments/output.js';
import type { Output } from '../terminal/process.js';
import type { Answerer, Answers, NotServedError } from './answers.js';

/** Options of searches and answers, for any kind of question. */
export interface SolveOptions {
  /** The algorithm. @default the table if it exists, otherwise a search */
  readonly algorithm?: AlgorithmName | undefined;
  readonly heuristic?: string | undefined;
  /** Partition for the heuristic `pattern`. */
  readonly partition?: string | undefined;
  readonly seconds?: number | undefined;
  readonly bytes?: number | undefined;
  readonly threads?: number | undefined;
  /** True to print every position or state on the path. */
  readonly boards?: boolean | undefined;
  /** True to print a letter for each tile that slides. */
  readonly letters?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** A question, and the tables that can answer it. */
export interface ReadQuestion {
  readonly solver: TableSolver;
  readonly question: SearchQuestion;
}

/** A kind of questions: reads them, finds their tables, and prints their answers. */
export interface QuestionKind {
  /** Noun for a question, such as 'position'. */
  readonly noun: string;
  /** True if a table is given: no other table answers, and no search unless --algorithm names one. */
  readonly tableNamed: boolean;
  /** @throws InputError, NotServedError */
  read(text: string): ReadQuestion;
  /** Returns the path of the table that answers, or its origin in words; undefined if there is none. */
  tableFor(asked: ReadQuestion): Promise<string | undefined>;
  /** Name of the space in messages. */
  nameOf(asked: ReadQuestion): string;
  /** Returns the table that is missing, such as 'table of the whole board' or 'pancake-7.table'; undefined if no table could answer. */
  missingTable(asked: ReadQuestion): string | undefined;
  /** True to print that sentence before the search; false to print it after a search that has found an answer. */
  readonly announcesSearches: boolean;
  /** Opens or makes the databases of the heuristic pattern; undefined if the answer is known without. @throws as partitionTables */
  patternDatabases?(asked: ReadQuestion, stderr: Output): Promise<FoundDatabases | undefined>;
  noTable(asked: ReadQuestion): NotServedError;
  write(asked: ReadQuestion, result: SearchResult, answers: Answers): void;
  /** Answers a line from a table, if the table is open. @returns true if it has @throws TableError */
  answerAtOnce?(bytes: Buffer, begin: number, end: number, answers: Answers): boolean;
}

export class Solver implements Answerer {
  readonly #kind: QuestionKind;
  readonly #options: SolveOptions;
  readonly #announced = new Set<string>();
  readonly #stderr: Output;

  constructor(kind: QuestionKind, options: SolveOptions, stderr: Output) {
    this.#kind = kind;
    this.#options = options;
    this.#stderr = stderr;
  }

  answerAtOnce(bytes: Buffer, begin: number, end: number, answers: Answers): boolean {
    return this.#kind.answerAtOnce?.(bytes, begin, end, answers) ?? false;
  }

  /** @throws InputError, NotServedError, TableError, LimitError, SpaceError, WorkerError */
  async answer(text: string, answers: Answers): Promise<void> {
    const { algorithm } = this.#options;
    const kind = this.#kind;
    const asked = kind.read(text);
    const byTable = algorithm === undefined || algorithm === 'table';
    const table = byTable ? await kind.tableFor(asked) : undefined;
    if (table !== undefined) {
      kind.write(asked, asked.solver.answer(asked.question) as SearchResult, answers);
      if (algorithm === undefined) this.#announce(`${kind.nameOf(asked)}: solved from ${table}`);
    } else if (algorithm === 'table' || (byTable && kind.tableNamed)) {
      throw kind.noTable(asked);
    } else {
      await this.#answerBySearch(asked, algorithm, answers);
    }
  }

  async #answerBySearch(
    asked: ReadQuestion,
    named: Exclude<AlgorithmName, 'table'> | undefined,
    answers: Answers,
  ): Promise<void> {
    const { search } = await import('../../search/search.js');
    const { partition, seconds, bytes, threads } = this.#options;
    const { space } = asked.solver;
    const algorithm = named ?? defaultAlgorithm(space);
    const heuristic = this.#options.heuristic ?? defaultHeuristic(space, algorithm);
    if (heuristic !== undefined) checkUse(algorithm, heuristic);
    const byPatterns = isInformed(algorithm) && heuristic === PATTERN_HEURISTIC;
    if (byPatterns) checkHeuristic(space, heuristic);
    const found = byPatterns ? await this.#kind.patternDatabases?.(asked, this.#stderr) : undefined;
    const sentence =
      named === undefined && (found !== undefined || !byPatterns)
        ? this.#sentenceOf(asked, algorithm, found ? `the ${found.origin}` : heuristic)
        : found && `${this.#kind.nameOf(asked)}: ${found.origin}`;
    if (this.#kind.announcesSearches) this.#announce(sentence);
    const patterns = found === undefined ? { partition } : { databases: found.databases };
    const options = { algorithm, heuristic, ...patterns, seconds, bytes, threads };
    const result = await search(space, asked.question, options);
    this.#announce(sentence);
    this.#kind.write(asked, result, answers);
  }

  /** Returns the sentence that names the algorithm used for lack of a table; undefined if no table could answer. */
  #sentenceOf(asked: ReadQuestion, algorithm: AlgorithmName, heuristic: string | undefined): string | undefined {
    const missing = this.#kind.missingTable(asked);
    if (missing === undefined) return undefined;
    const by = isInformed(algorithm) ? `${algorithm} with ${heuristic}` : algorithm;
    return `${this.#kind.nameOf(asked)}: solved by ${by}, because ${DEFAULT_FOLDER}/ has no ${missing}`;
  }

  /** Prints on standard error which table or algorithm answers, once. */
  #announce(sentence: string | undefined): void {
    if (sentence === undefined || this.#announced.has(sentence)) return;
    this.#announced.add(sentence);
    this.#stderr.write(`${sentence}\n`);
  }
}
