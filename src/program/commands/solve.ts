/** `antipode solve`: finds shortest solutions of positions and states, from distance tables or by search. */

import { existsSync } from 'node:fs';
import { excerpt, InputError, shellCommand } from '../../base/text.js';
import { checkAlgorithm, checkHeuristic } from '../../search/algorithms.js';
import { ALGORITHMS, isInformed } from '../../search/question/counts.js';
import { HEURISTICS, PATTERN_HEURISTIC } from '../../search/question/heuristics.js';
import type { SearchState } from '../../search/question/question.js';
import { checkEstimates } from '../../search/samples.js';
import { readState, type WrittenStates, writeState } from '../../space/definition.js';
import { isNumbered, type Space, type SpaceSource } from '../../space/space.js';
import { type Board, METRICS } from '../../spaces/board/board.js';
import {
  boardOfCells,
  formatPosition,
  isSamePosition,
  orderedPosition,
  type Position,
  parsePosition,
  parseTiles,
} from '../../spaces/board/position.js';
import { boardOfSource } from '../../spaces/board-facts.js';
import { openNumberedSpace, openSpace } from '../../spaces/open-space.js';
import { isPath, isSpaceText, spaceMeant } from '../../spaces/source-of-text.js';
import { boardOfClaims } from '../../table/files/header.js';
import { tableClaims, tableKind } from '../../table/files/table-file.js';
import { memoryBytes, type OptionValues, oneOf, positiveNumber, threadsOf } from '../arguments/option-values.js';
import { checkPartitionHeuristic, positionsOfFile, statesOfFile } from '../arguments/search-arguments.js';
import { namingWords, type SpaceOptions, spaceSourceOf } from '../arguments/space-argument.js';
import {
  announceGoal,
  BoardTables,
  checkModule,
  type FoundTable,
  openNamed,
  openStandardTables,
} from '../arguments/tables.js';
import type { Io } from '../terminal/process.js';
import { answerEach, type Question } from './answers.js';
import {
  PositionQuestions,
  type Questions,
  type SolveOptions,
  type SpaceOfStates,
  StateQuestions,
} from './questions.js';

type SolveArguments = SpaceOptions &
  OptionValues<'from' | 'to' | 'table' | 'module' | 'instances' | 'algorithm' | 'heuristic' | 'partition'> &
  OptionValues<'timeLimit' | 'memory' | 'threads', 'boards' | 'letters' | 'json'>;

/** Options that only apply to boards. */
const BOARD_OPTIONS = ['board', 'map', 'goal', 'partition', 'threads', 'letters'] as const;

/** The given questions. */
interface Given {
  readonly kind: Questions;
  /** If empty, the lines of standard input. */
  readonly questions: readonly Question[];
}

/** @returns the exit status */
export async function solveCommand(words: readonly string[], given: SolveArguments, io: Io): Promise<number> {
  const { table, module, from, to, instances } = given;
  if (module !== undefined && table === undefined) {
    throw new InputError('--module is for the table of a module: add --table <file>, or leave out --module');
  }
  if (table !== undefined) checkModule(module, tableClaims(table).facts.source, table);
  const ofStates = table !== undefined && tableKind(table) === 'space';
  const subject = await askedOfWords(words, given, ofStates ? () => openNamed(table, module, io) : undefined);
  const { source } = subject;
  const isPosition = (text = '') => canRead(parsePosition, text);
  const namesEnd = from !== undefined || to !== undefined;
  if (source === undefined && !ofStates && namesEnd && ![from, to, subject.words[0]].some(isPosition)) {
    throw new InputError('--from and --to need a space: name it first, as in solve knight:8 --from a1 --to h8');
  }
  if (from !== undefined && subject.words.length > 0) {
    throw new InputError('--from and states as arguments both give the start of a path: leave out one of them');
  }
  if (instances !== undefined && (from !== undefined || subject.words.length > 0)) {
    throw new InputError(
      '--instances gives the start of each path: leave out --from, and positions or states as arguments',
    );
  }
  const asked = { ...subject, words: from === undefined ? subject.words : [from] };
  const ask = ofStates || (source !== undefined && source.kind !== 'board') ? askAboutStates : askAboutPositions;
  const { kind, questions } = await ask(asked, given, io);
  return answerEach(questions, kind, io);
}

async function askAboutPositions({ source, words }: AskedWords, given: SolveArguments, io: Io): Promise<Given> {
  const { metric, instances, table } = given;
  if (given.goal !== undefined && given.to !== undefined) {
    throw new InputError('--goal and --to both name the position to reach: leave out one of them');
  }
  const board = source?.kind === 'board' ? boardOfSource(source) : undefined;
  const chosen = metric === undefined ? undefined : oneOf('--metric', metric, METRICS);
  if (given.heuristic !== undefined) oneOf('--heuristic', given.heuristic, [...HEURISTICS, PATTERN_HEURISTIC]);
  const options = withAlgorithmOfPatterns(solveOptions(given));
  const texts = asPositions(words);
  const position = goalOf(given, board, texts[0]);
  const ofTable = table === undefined ? undefined : boardOfClaims(tableClaims(table)).board;
  const file = instances === undefined ? undefined : positionsOfFile(instances, ofTable ?? board, position);
  const asked = file?.goal ?? position;
  const tables = await BoardTables.of(table, chosen, asked !== undefined);
  if (table !== undefined && tables.given) announceGoal(table, tables.given, asked && formatPosition(asked), io);
  const kind = new PositionQuestions({ ...options, board: file?.board ?? board, goal: asked }, tables, io.stderr);
  if (file?.goal !== undefined && !isSamePosition(file.goal, orderedPosition(file.board))) {
    io.stderr.write(`${instances}: the goal is ${formatPosition(file.goal)}\n`);
  }
  const ofFile = file?.starts.map(({ position, line }) => ({
    text: formatPosition(position),
    place: `${instances}, line ${line}: `,
  }));
  return { kind, questions: ofFile ?? questionsOf(texts) };
}

function questionsOf(texts: readonly string[]): Question[] {
  return texts.map((text) => ({ text }));
}

/** Returns the given goal, if any. @param first the first position: a wrong goal is meant for its board */
function goalOf({ goal, to }: SolveArguments, board: Board | undefined, first = ''): Position | undefined {
  const [option, text] = goal === undefined ? ['--to', to] : ['--goal', goal];
  if (text === undefined) return undefined;
  const cells = board === undefined && canRead(parsePosition, first) ? parsePosition(first).length : undefined;
  const isAlike = canRead(parsePosition, text) && parsePosition(text).length === cells;
  try {
    return parsePosition(text, cells === undefined || isAlike ? board : boardOfCells(cells));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${option}: ${error.message}`);
  }
}

/** Returns the options, with idastar added if --heuristic pattern is given without an algorithm: only idastar can use it. */
function withAlgorithmOfPatterns(options: SolveOptions): SolveOptions {
  const { algorithm, heuristic } = options;
  return algorithm === undefined && heuristic === PATTERN_HEURISTIC ? { ...options, algorithm: 'idastar' } : options;
}

async function askAboutStates(asked: AskedWords, given: SolveArguments, io: Io): Promise<Given> {
  const { naming = [], words } = asked;
  const wrong = BOARD_OPTIONS.find((option) => given[option] !== undefined);
  if (wrong !== undefined) throw new InputError(`--${wrong} is for boards, not for other spaces: leave it out`);
  const { from, to, metric, instances } = given;
  const options = solveOptions(given);
  const { algorithm, heuristic } = options;
  const { space: opened, table } = await openSubject(asked, given, io);
  // A table of the general engine shows a board as numbered states.
  const space = { ...opened, board: null } as SpaceOfStates;
  if (algorithm !== undefined) checkAlgorithm(space, algorithm);
  if (heuristic !== undefined) checkHeuristic(space, heuristic);
  const ends = [from, to].flatMap((text) => (text === undefined ? [] : [readState(space, text)]));
  const byTable = algorithm === undefined || algorithm === 'table';
  const byEstimates = !byTable && isInformed(algorithm);
  const tables =
    table !== undefined
      ? [table]
      : (byTable || byEstimates) && isNumbered(opened)
        ? await openStandardTables(opened, ends as number[])
        : [];
  if (byEstimates) for (const at of tables) checkEstimates(at.table, at.path);
  const exploring = ['antipode', 'explore', ...naming, ...(metric === undefined ? [] : ['--metric', metric])];
  const kind = new StateQuestions(
    {
      ...options,
      space,
      tables,
      exploring: shellCommand(exploring),
      asFrom: from !== undefined,
      to: to === undefined ? undefined : readState(space, to),
    },
    io.stderr,
  );
  if (instances !== undefined) {
    // A wrong line is refused before anything is solved, as on a board.
    const read = (text: string, place: string) => ({ text: writeState(space, readState(space, text)), place });
    return { kind, questions: statesOfFile(instances, read) };
  }
  return { kind, questions: questionsOf(from === undefined ? asStates(space, words) : words) };
}

/** Returns the space of the given table, which can have other starts, or the named space. */
async function openSubject(
  { source, table: opened }: AskedWords,
  { metric, table: path, module }: SolveArguments,
  io: Io,
): Promise<{ readonly space: Space; readonly table: FoundTable | undefined }> {
  if (source === undefined && metric !== undefined)
    throw new InputError('the table determines the metric: leave out --metric');
  // A board is opened as numbered states here; questions about its positions are answered elsewhere.
  const space = source && (await (source.kind === 'board' ? openNumberedSpace : openSpace)(source));
  const own = source?.kind === 'module' ? source.path : undefined;
  const table = opened ?? (path === undefined ? undefined : await openNamed(path, module ?? own, io, space));
  return { space: (table?.table.space ?? space) as Space, table };
}

function solveOptions(given: SolveArguments): SolveOptions {
  const { algorithm, partition, table, timeLimit, memory, threads, boards, letters, json } = given;
  checkPartitionHeuristic(partition, given.heuristic === undefined ? undefined : [given.heuristic]);
  const heuristic = given.heuristic ?? (partition === undefined ? undefined : PATTERN_HEURISTIC);
  return {
    algorithm: algorithm === undefined ? undefined : oneOf('--algorithm', algorithm, ALGORITHMS),
    heuristic,
    partition,
    table,
    seconds: timeLimit === undefined ? undefined : positiveNumber('--time-limit', timeLimit),
    bytes: memory === undefined ? undefined : memoryBytes('--memory', memory),
    threads: threadsOf(threads),
    boards,
    letters,
    json,
  };
}

/** The arguments of `solve`, split into the space, and the words that do not name it. */
interface AskedWords {
  /** The space; undefined if none is named. */
  readonly source?: SpaceSource;
  /** The words that name the space. */
  readonly naming?: readonly string[];
  readonly words: readonly string[];
  /** The given table, if it had to be opened to read the words. */
  readonly table?: FoundTable;
}

/** Rows of tiles: a position, valid or not, unless a file has that name. */
const ROWS = /^[\dx]+(\/[\dx]+)+$/i;

/**
 * Determines the space. If no option names it, the first word does, unless it can be read as a position.
 * @param openTable opens the given table of numbered states, if any; the first word can then be a state of its space
 * @throws InputError if the first word is neither a position nor a space, or the space does not exist
 */
async function askedOfWords(
  words: readonly string[],
  given: SpaceOptions,
  openTable?: () => Promise<FoundTable>,
): Promise<AskedWords> {
  const { space, board, map, generators, metric } = given;
  const options = { space, board, map, generators, metric };
  if ([space, board, map, generators].some((option) => option !== undefined)) {
    return { source: await spaceSourceOf(undefined, options), naming: namingWords(undefined, options), words };
  }
  const [name = '', ...others] = words;
  const subject = async () => ({ source: await spaceSourceOf(name, options), naming: [name], words: others });
  if (words.length === 0) return { words };
  if (isPath(name) && existsSync(name)) return subject();
  if (openTable !== undefined) {
    const table = await openTable();
    const { space } = table.table;
    const [first] = asStates(space, words);
    if (canRead((text) => readState(space, text), first) || !(await isSpaceText(name))) return { words, table };
    table.table.close();
    return subject();
  }
  const [first] = asPositions(words);
  if (canRead(parsePosition, first) || ROWS.test(first)) return { words };
  if (await isSpaceText(name)) return subject();
  // Several words, or tiles alone, are an invalid position, whose own error gives the reason.
  if (/\s/.test(first) || canRead(parseTiles, first)) return { words };
  throw new InputError(
    `'${excerpt(name)}' is neither a position, such as 23415x768, nor a space, such as 15-puzzle, pancake:7, ./my-space.js or ./dino.tws${await spaceMeant(name)}`,
  );
}

/** Joins arguments that are single tiles: a position without its quotes. */
function asPositions(words: readonly string[]): readonly string[] {
  const tiles = words.length > 1 && words.every((word) => /^(\d{1,3}|[xX_])$/.test(word));
  return tiles && words.some((word) => /^[xX_0]$/.test(word)) ? [words.join(' ')] : words;
}

/** Joins arguments that are a state only together: a state without its quotes. */
function asStates(space: WrittenStates<SearchState>, words: readonly string[]): readonly string[] {
  const isState = (text: string) => canRead((state) => readState(space, state), text);
  const together = words.join(' ');
  return words.length > 1 && !isState(words[0]) && isState(together) ? [together] : words;
}

/** Returns true if a function reads a text without an error. */
function canRead(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}
