/**
 * The questions of `antipode solve`: read, answered from a table or by a search, and written. Positions name their board by their number of
 * cells, and are answered from tables of other goals too; states are of one space.
 */

import { countOf, grouped } from '../../base/text.js';
import { anytimeAlgorithm, defaultAlgorithm, defaultHeuristic, heuristicsFor } from '../../search/algorithms.js';
import type { AnytimeOptions } from '../../search/anytime/anytime.js';
import type { AnytimeSolution } from '../../search/anytime/findings.js';
import type { CoordinateDatabases } from '../../search/coordinates/coordinate-databases.js';
import type { FoundDatabases } from '../../search/ida-star/pattern-search.js';
import { PATTERN_HEURISTIC } from '../../search/question/heuristics.js';
import { ALGORITHMS, type AlgorithmName, isInformed, LimitError } from '../../search/question/progress.js';
import type { SearchQuestion, SearchResult, SearchState } from '../../search/question/question.js';
import type { BoardView, PermutationPuzzle } from '../../space/space.js';
import { plainLetters } from '../../spaces/board/moves.js';
import { drawPosition, type Position } from '../../spaces/board/position.js';
import { memoryBytes, readName, readThreads, readTimeLimit, refuse } from '../arguments/option-values.js';
import type { Arguments } from '../arguments/options.js';
import { DEFAULT_FOLDER } from '../arguments/resources.js';
import {
  checkCoordinates,
  checkPartitionHeuristic,
  preparedCoordinates,
  preparedDatabases,
  readProjections,
} from '../arguments/tables.js';
import { type LiveLine, liveLine } from '../terminal/live-line.js';
import { EXIT_HUNG_UP, EXIT_NOT_PROVED, type Io, SignalError } from '../terminal/process.js';
import { type Answers, NotServedError } from './answers.js';
import { type FoundMoves, type TabledSpace, tableOrigin } from './tabled-space.js';

/** Options of searches and answers, for any kind of question. Without an algorithm, the table answers if it exists, otherwise a search. */
export type SolveOptions = ReturnType<typeof solveOptions>;

/** @throws InputError */
export function solveOptions(given: Arguments<'solve'>) {
  const { algorithm, partition, timeLimit, memory, threads } = given;
  checkPartitionHeuristic(partition, given.heuristic === undefined ? undefined : [given.heuristic]);
  // Only idastar searches by coordinates, and no puzzle has it by default.
  const ofCoordinates = given.projection !== undefined || given.save === true;
  refuse({
    '--projection and --save are for idastar with the heuristic pattern: leave out --algorithm and --heuristic':
      ofCoordinates &&
      !((algorithm ?? 'idastar') === 'idastar' && (given.heuristic ?? PATTERN_HEURISTIC) === PATTERN_HEURISTIC),
  });
  const named = algorithm ?? (ofCoordinates ? 'idastar' : undefined);
  return {
    ...given,
    heuristic: given.heuristic ?? (partition === undefined && !ofCoordinates ? undefined : PATTERN_HEURISTIC),
    algorithm: named === undefined ? undefined : readName('--algorithm', named, ALGORITHMS),
    seconds: timeLimit === undefined ? undefined : readTimeLimit(timeLimit),
    bytes: memory === undefined ? undefined : memoryBytes('--memory', memory),
    threads: readThreads(threads),
    projections: readProjections(given.projection),
  };
}

/** A question about a space with tables. */
type TabledQuestion = { readonly tabled: TabledSpace; readonly question: SearchQuestion };

/** Reads a question. @throws InputError, NotServedError */
export type QuestionReader = (text: string) => TabledQuestion;

/** Seconds of a search after which `solve` says what it has found so far. */
const SECONDS_ALONE = 3;
/** Shares by which a solution must be shorter to be worth another line: with --anytime, and by default. */
const WORTH_A_LINE = 0.01;
const WORTH_SAYING = 0.1;

/** Returns the function that answers questions, for answerEach, and what tells if all answers are proved. */
export function answering(read: QuestionReader, options: SolveOptions, io: Io) {
  const { algorithm: named, table, partition, seconds, bytes, threads, anytime = false, json } = options;
  const { stderr } = io;
  /** True if tables are to answer. */
  const byTable = named === undefined || named === 'table';
  /** True if an answer is only the moves from a table. */
  const isPlain = byTable && !options.boards && !options.letters && !json;
  /** Spaces with a table that has answered, and is announced. */
  const answered = new Set<TabledSpace>();
  const announced = new Set<string>();
  const databases = new Map<TabledSpace, FoundDatabases>();
  const coordinates = new Map<TabledSpace, CoordinateDatabases>();
  let areProved = true;
  let line: LiveLine | undefined;
  const say = (sentence: string) => (line === undefined ? void stderr.write(`${sentence}\n`) : line.say(sentence));

  async function answerRead(posed: TabledQuestion, answers: Answers): Promise<void> {
    const { tabled, question } = posed;
    const found = byTable ? await tabled.tableFor(question) : undefined;
    if (found !== undefined) {
      answered.add(tabled);
      const result = tabled.solver.answer(question) as SearchResult;
      const { distance: length, seconds } = result;
      const ofAnytime = anytime ? { length, bound: length, optimal: true, seconds, improvements: [] } : {};
      answers.write(answerText(posed, result, { ...effortOf(posed, result), ...ofAnytime }, options));
      if (named === undefined) announce(`${tabled.name}: solved from ${tableOrigin(found)}`);
    } else if (named === 'table' || (byTable && table !== undefined)) {
      throw new NotServedError(tabled.refusal(question));
    } else {
      await answerBySearch(posed, answers);
    }
  }

  async function answerBySearch(posed: TabledQuestion, answers: Answers): Promise<void> {
    const { tabled, question } = posed;
    const { space, name } = tabled;
    const algorithm = named ?? (anytime ? anytimeAlgorithm(space) : defaultAlgorithm(space));
    const heuristic = options.heuristic ?? defaultHeuristic(space, algorithm);
    const byPatterns = isInformed(algorithm) && heuristic === PATTERN_HEURISTIC;
    const notices = { write: (notice: string) => say(notice.trimEnd()) };
    checkCoordinates(space, options);
    const openCoordinates = async (signal: AbortSignal | undefined) => {
      const found =
        coordinates.get(tabled) ??
        (await preparedCoordinates(space as PermutationPuzzle, { ...options, signal }, io, notices.write)).databases;
      coordinates.set(tabled, found);
      return found;
    };
    // Also if the state is solved, and the search needs no tables.
    if (options.save) await openCoordinates(undefined);
    const openPatterns = async (signal: AbortSignal | undefined) => {
      const { board, goal } = space.board as BoardView;
      const found = databases.get(tabled) ?? (await preparedDatabases(board, goal, { ...options, signal }, notices));
      databases.set(tabled, found);
      const sentence = searchSentence(posed, algorithm, `the ${found.origin}`);
      announce(named === undefined ? sentence : `${name}: ${found.origin}`);
      return found.databases;
    };
    const { projections } = options;
    const tables = { partition, projections, openPatterns, openCoordinates };
    const usual = { heuristic: options.heuristic, ...tables, seconds, bytes, threads };
    const sentence = named === undefined && !byPatterns ? searchSentence(posed, algorithm, heuristic) : undefined;
    if (space.board !== null) announce(sentence);
    if (anytime || (space.board !== null && named === undefined))
      await answerAtAnyTime(posed, usual, sentence, answers);
    else {
      const { search } = await import('../../search/search.js');
      const hasAnytime = named === undefined && question.to === undefined && heuristicsFor(space).length > 0;
      const result = await search(space, question, { ...usual, algorithm, heuristic }).catch((error) => {
        throw advising(error, hasAnytime && '--anytime finds good solutions');
      });
      answers.write(answerText(posed, result, effortOf(posed, result), options));
    }
    announce(sentence);
  }

  /** Answers by a search that has a solution before it has a shortest one. @throws SignalError if a signal ends it with a solution */
  async function answerAtAnyTime(
    posed: TabledQuestion,
    usual: AnytimeOptions,
    sentence: string | undefined,
    answers: Answers,
  ): Promise<void> {
    const { searchAnytime } = await import('../../search/anytime/anytime.js');
    const { space, name } = posed.tabled;
    const begin = performance.now();
    const ended = new AbortController();
    const improvements: object[] = [];
    let best: AnytimeSolution | undefined;
    /** Moves of the solution that was said last. */
    let said = Number.POSITIVE_INFINITY;
    /** Returns what is worth saying. */
    const known = () => {
      if (best === undefined || best.length === null) return '';
      if (anytime) return knownText(name, best);
      const isLong = performance.now() - begin > 1000 * SECONDS_ALONE;
      return isLong ? `${knownText(name, best)}; Ctrl-C prints them, --anytime goes on` : '';
    };
    line = liveLine(stderr, known);
    try {
      const after = anytime ? 0 : SECONDS_ALONE;
      for await (const solution of searchAnytime(space, posed.question, { ...usual, signal: ended.signal, after })) {
        const { length, bound, seconds, isProved, exact } = solution;
        announce(sentence);
        const isShorter = length !== null && length < (best?.length ?? Number.POSITIVE_INFINITY);
        best = solution;
        // The fields of --json are those of the exact search.
        if (!anytime && (exact !== null || (isProved && !json))) break;
        if (length === null) continue;
        if (isShorter) improvements.push({ length, bound, seconds });
        // It prints the solution.
        firstSignal(io, ended);
        const text = known();
        const enough = said * (1 - (anytime ? WORTH_A_LINE : WORTH_SAYING));
        if (stderr.isTTY || text === '' || isProved || length > enough) continue;
        said = length;
        say(text);
      }
    } catch (error) {
      if (!ended.signal.aborted) throw error;
    } finally {
      io.answerSignals(() => true);
      line.end();
      line = undefined;
    }
    const { moves, states, length, bound, isProved, seconds, exact } = best as AnytimeSolution;
    if (exact instanceof LimitError && !isProved && !ended.signal.aborted && (!anytime || length === null)) {
      const known = length !== null && `a solution of ${countOf(length, 'move')} is known: --anytime prints it`;
      throw advising(exact, known);
    }
    const isExact = exact !== null && !(exact instanceof LimitError);
    const effort = isExact ? effortOf(posed, exact) : {};
    const ofAnytime = { length, bound: moves && bound, optimal: isProved, seconds, improvements };
    const found = { moves, states, distance: isProved ? length : null };
    answers.write(answerText(posed, found, { ...effort, ...((anytime || !isExact) && ofAnytime) }, options));
    // The next position can take as long.
    answers.flush();
    areProved &&= isProved;
    const outcome = `${knownText(name, best as AnytimeSolution)}${isProved ? '' : ', not proved'}`;
    if (ended.signal.aborted) throw new SignalError(EXIT_NOT_PROVED, outcome);
    if (anytime) say(outcome);
  }

  /** Prints on standard error which table or algorithm answers, once. */
  function announce(sentence: string | undefined): void {
    if (sentence === undefined || announced.has(sentence)) return;
    announced.add(sentence);
    say(sentence);
  }

  /**
   * Answers a question. @returns undefined if the answer is written already, without waiting
   * @throws InputError, NotServedError or LimitError, which concern this question only; TableError, SpaceError, WorkerError
   */
  const answer = (text: string, answers: Answers): Promise<void> | undefined => {
    const posed = read(text);
    const paths = isPlain && answered.has(posed.tabled) ? posed.tabled.solver.boardPaths : null;
    const walk = paths?.walkFrom(posed.question.from as Position);
    if (walk === undefined) return answerRead(posed, answers);
    answers.write(walk === null ? 'unsolvable\n' : `${walk}\n`);
    return undefined;
  };
  return { answer, areProved: () => areProved };
}

/** Makes the first signal abort a search, in place of the program. */
export function firstSignal(io: Io, ended: AbortController): void {
  io.answerSignals((status) => {
    if (status <= EXIT_HUNG_UP || ended.signal.aborted) return true;
    ended.abort();
    return false;
  });
}

/** Returns the fields of --json about a search. */
function effortOf({ tabled }: TabledQuestion, result: SearchResult): object {
  const { algorithm, heuristic, expanded, generated, stored, seconds } = result;
  const named = tabled.space.board !== null || heuristic !== null ? { heuristic } : {};
  return { algorithm, ...named, expanded, generated, stored, seconds };
}

/** Returns what is known of a solution, in words. */
function knownText(name: string, { length, bound, isProved }: AnytimeSolution): string {
  if (length === null) return `${name}: unsolvable`;
  return `${name}: ${countOf(length, 'move')}, ${isProved ? 'optimal' : `at least ${grouped(bound)}`}`;
}

/** Returns the error of a limit with more advice; any other error as it is. */
function advising(error: unknown, more: string | false): unknown {
  if (!(error instanceof LimitError) || more === false) return error;
  const { limit, advice, lowerBound } = error;
  return new LimitError(limit, advice === undefined ? more : `${advice}; ${more}`, lowerBound);
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

/** Returns the text of an answer: a line, and with --boards its states, or JSON. @param facts fields of --json after the moves */
export function answerText(
  { tabled, question }: TabledQuestion,
  found: FoundMoves & Pick<SearchResult, 'distance'>,
  facts: object,
  { boards, letters, json }: Pick<SolveOptions, 'boards' | 'letters' | 'json'>,
): string {
  const { board } = tabled.space;
  const { moves, states, distance } = found;
  const shown = boards ? states : null;
  const text = moves && (board === null ? moves.join(' ') : moves.join(''));
  if (!json) {
    const draw = (state: SearchState) => (board ? drawPosition(board.board, state as Position) : tabled.text(state));
    const drawing = shown ? `${shown.map(draw).join(board ? '\n\n' : '\n')}\n\n` : '';
    return `${(board && text && letters ? plainLetters(text) : text) ?? 'unsolvable'}\n${drawing}`;
  }
  const fields = {
    ...tabled.ends(question, found),
    distance,
    moves: board === null ? moves : text,
    ...(board?.metric === 'multi' && { letters: text && plainLetters(text) }),
    ...facts,
    ...(shown && { [`${tabled.noun}s`]: shown.map((state) => tabled.text(state)) }),
  };
  return `${JSON.stringify(fields)}\n`;
}
