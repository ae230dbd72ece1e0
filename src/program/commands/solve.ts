/** `antipode solve`: finds shortest solutions of positions and states, from distance tables or by search. */

import { existsSync } from 'node:fs';
import { countOf, excerpt, InputError, withPlace } from '../../base/text.js';
import { readText } from '../../base/text-file.js';
import { checkAlgorithm, checkHeuristic, checkMetric } from '../../search/algorithms.js';
import { moveNames, readQuestion } from '../../search/anytime/given-solution.js';
import { HEURISTICS, PATTERN_HEURISTIC } from '../../search/question/heuristics.js';
import { isInformed } from '../../search/question/progress.js';
import type { SearchState } from '../../search/question/question.js';
import { readState, type WrittenStates, writeState } from '../../space/definition.js';
import { isNumbered, type LargePuzzle, type NumberedSpace, type Space, type SpaceSource } from '../../space/space.js';
import { type Board, formatBoard, METRICS, type Metric } from '../../spaces/board/board.js';
import { parseInstances } from '../../spaces/board/instances.js';
import {
  boardOfCells,
  formatPosition,
  isSamePosition,
  orderedPosition,
  type Position,
  parsePosition,
  parseTiles,
  positionOfTiles,
} from '../../spaces/board/position.js';
import { boardOfSource, boardSource } from '../../spaces/board-facts.js';
import { openNumberedSpace, openSpace } from '../../spaces/open-space.js';
import { isPath, isSpaceText, spaceMeant } from '../../spaces/source-of-text.js';
import { boardOfHeader } from '../../table/header.js';
import type { Table } from '../../table/table.js';
import { readTableHeader, tableKind } from '../../table/table-file.js';
import { readName, refuse } from '../arguments/option-values.js';
import type { Arguments } from '../arguments/options.js';
import { exploringWords, readSpaceSource, type SpaceOptions, statesOfFile } from '../arguments/space-argument.js';
import { checkCoordinates, checkModule, openBoardTable, openNamed } from '../arguments/tables.js';
import { EXIT_NOT_PROVED, type Io } from '../terminal/process.js';
import { answerEach, NotServedError } from './answers.js';
import { answering, type QuestionReader, type SolveOptions, solveOptions } from './questions.js';
import { checkBoard, TabledBoard, TabledSpace } from './tabled-space.js';

/** Options that only apply to boards. */
const BOARD_OPTIONS = ['board', 'map', 'goal', 'partition', 'letters'] as const;

/** @returns the exit status */
export async function solveCommand(words: readonly string[], given: Arguments<'solve'>, io: Io): Promise<number> {
  const { table, module, from, to, instances, moves } = given;
  refuse({
    '--module is for the table of a module: add --table <file>, or leave out --module':
      module !== undefined && table === undefined,
  });
  if (table !== undefined) checkModule(module, readTableHeader(table).facts.source, table);
  const ofStates = table !== undefined && tableKind(table) === 'space';
  const subject = await readSubject(words, given, ofStates ? () => openNamed(table, module, io) : undefined);
  const { source } = subject;
  const isPosition = (text = '') => canRead(parsePosition, text);
  const namesEnd = from !== undefined || to !== undefined;
  const hasWords = subject.words.length > 0;
  refuse({
    '--from and --to need a space: name it first, as in solve knight:8 --from a1 --to h8':
      source === undefined && !ofStates && namesEnd && ![from, to, subject.words[0]].some(isPosition),
    '--from and states as arguments both give the start of a path: leave out one of them':
      from !== undefined && hasWords,
    '--instances gives the start of each path: leave out --from, and positions or states as arguments':
      instances !== undefined && (from !== undefined || hasWords),
    '--moves gives the start of the path: leave out --from, --instances, and positions or states as arguments':
      moves !== undefined && (from !== undefined || instances !== undefined || hasWords),
    '--anytime chooses the algorithm: leave out --algorithm': given.anytime && given.algorithm !== undefined,
  });
  const ofSpace = ofStates || (source !== undefined && source.kind !== 'board');
  const questionsAbout = ofSpace ? questionsAboutStates : questionsAboutPositions;
  const starts = from === undefined ? subject.words : [from];
  const { read, options, texts } = await questionsAbout({ ...subject, words: starts }, given, io);
  if (options.improve !== undefined) return (await import('./improve.js')).improve(texts, read, options, io);
  const { answer, areProved } = answering(read, options, io);
  const status = await answerEach(texts, ofSpace ? 'state' : 'position', answer, io);
  return status || (areProved() ? 0 : EXIT_NOT_PROVED);
}

async function questionsAboutPositions({ source, words }: Subject, given: Arguments<'solve'>, io: Io) {
  const { metric, instances, table, goal, to, moves } = given;
  refuse({
    '--goal and --to both name the position to reach: leave out one of them': goal !== undefined && to !== undefined,
  });
  const board = source?.kind === 'board' ? boardOfSource(source) : undefined;
  const chosen = metric === undefined ? undefined : readName('--metric', metric, METRICS);
  if (given.heuristic !== undefined) readName('--heuristic', given.heuristic, [...HEURISTICS, PATTERN_HEURISTIC]);
  const { algorithm, ...others } = solveOptions(given);
  // Only idastar can use the heuristic pattern.
  const usual = others.heuristic === PATTERN_HEURISTIC ? 'idastar' : undefined;
  const options: SolveOptions = { ...others, algorithm: algorithm ?? usual };
  const positions = asPositions(words);
  const position = readGoal(given, board, positions[0]);
  const ofTable = table === undefined ? undefined : boardOfHeader(readTableHeader(table)).board;
  const file =
    instances === undefined
      ? undefined
      : parseInstances(readText(instances, 'positions'), instances, ofTable ?? board, position);
  const end = file?.goal ?? position;
  const found = table === undefined ? undefined : await openBoardTable(table, chosen, end !== undefined, io);
  const inMetric = chosen ?? found?.walker?.metric ?? 'single';
  if (options.algorithm !== undefined) checkMetric(inMetric, options.algorithm);
  const read = positionReader(file?.board ?? board, end, inMetric, found);
  if (moves !== undefined) {
    const walker = found?.walker;
    const own = walker?.board ?? board ?? (end && boardOfCells(end.length));
    if (own === undefined) {
      throw new InputError('--moves needs a space: name it first, as in solve 3x3 --moves rrd');
    }
    const space = await openSpace(boardSource(own, end ?? walker?.goal ?? orderedPosition(own), inMetric));
    return { read, options, texts: [{ text: formatPosition(stateMadeBy(space, moves) as Position) }] };
  }
  if (file?.goal !== undefined && !isSamePosition(file.goal, orderedPosition(file.board))) {
    io.stderr.write(`${instances}: the goal is ${formatPosition(file.goal)}\n`);
  }
  const ofFile = file?.starts.map(({ position, line }) => ({
    text: formatPosition(position),
    place: `${instances}, line ${line}`,
  }));
  return { read, options, texts: ofFile ?? positions.map((text) => ({ text })) };
}

/**
 * Returns the reader of positions, whose number of cells determines their board.
 * @param given the only table to use, if one is given
 * @throws TableError if it is of another board
 */
function positionReader(
  board: Board | undefined,
  goal: Position | undefined,
  metric: Metric,
  given: Table | undefined,
): QuestionReader {
  if (board !== undefined) checkBoard(board, given);
  const walker = given?.walker;
  const known = walker?.board ?? board ?? (goal && boardOfCells(goal.length));
  const boards = new Map<number, TabledBoard>();
  return (text) => {
    const tiles = parseTiles(text, known);
    if (walker && tiles.length !== walker.board.cells && tiles.length > 1) {
      throw new NotServedError(
        `${given?.file} is a table of ${formatBoard(walker.board)}, and this position has ${countOf(tiles.length, 'cell')}: '${excerpt(text)}'`,
      );
    }
    if (goal && tiles.length !== goal.length) {
      throw new InputError(
        `start and goal must be of one board: the goal has ${goal.length} cells, the position ${tiles.length}: '${excerpt(text)}'`,
      );
    }
    const from = positionOfTiles(tiles, text, known);
    let tabled = boards.get(from.length);
    if (tabled === undefined) {
      const own = known ?? boardOfCells(from.length);
      tabled = new TabledBoard({ board: own, goal: goal ?? walker?.goal ?? orderedPosition(own), metric }, given);
      boards.set(from.length, tabled);
    }
    return { tabled, question: { from } };
  };
}

/** Returns the given goal, if any. @param first the first position: a wrong goal is meant for its board */
function readGoal({ goal, to }: Arguments<'solve'>, board: Board | undefined, first = ''): Position | undefined {
  const [option, text] = goal === undefined ? ['--to', to] : ['--goal', goal];
  if (text === undefined) return undefined;
  const cells = board === undefined && canRead(parsePosition, first) ? parsePosition(first).length : undefined;
  const isAlike = canRead(parsePosition, text) && parsePosition(text).length === cells;
  return withPlace(option, () => parsePosition(text, cells === undefined || isAlike ? board : boardOfCells(cells)));
}

async function questionsAboutStates(subject: Subject, given: Arguments<'solve'>, io: Io) {
  const { source, exploring, words, table: opened } = subject;
  const { from, to, metric, instances, table: path, module, moves } = given;
  const wrong = BOARD_OPTIONS.find((option) => given[option] !== undefined);
  refuse({ [`--${wrong} is for boards, not for other spaces: leave it out`]: wrong !== undefined });
  const options = solveOptions(given);
  const { algorithm, heuristic } = options;
  refuse({ 'the table determines the metric: leave out --metric': source === undefined && metric !== undefined });
  // A board is opened as numbered states here; questions about its positions are answered elsewhere.
  const named = source && (await (source.kind === 'board' ? openNumberedSpace : openSpace)(source));
  const table = opened ?? (path === undefined ? undefined : await openNamed(path, module, io, named));
  // The space of a table can have other starts. A table of the general engine shows a board as numbered states.
  const found = (table?.space ?? named) as NumberedSpace | LargePuzzle;
  const space = { ...found, board: null } as Space<SearchState>;
  checkCoordinates(space, given);
  if (algorithm !== undefined) checkAlgorithm(space, algorithm);
  if (heuristic !== undefined) checkHeuristic(space, heuristic);
  const [start, end] = [from, to].map((text) => (text === undefined ? undefined : readState(space, text)));
  const byTable = algorithm === undefined || algorithm === 'table';
  const byEstimates = !byTable && isInformed(algorithm);
  const tabled = new TabledSpace(space, found.starts, table, exploring);
  const ends = [start, end].filter((state) => state !== undefined);
  if (table === undefined && (byTable || byEstimates) && isNumbered(space)) await tabled.openStandardTables(ends);
  if (byEstimates) tabled.checkEstimates();
  // Without --to, paths lead to the start, or from the start if moves cannot be undone.
  const isTo = end === undefined && from === undefined && !space.reversible;
  const read: QuestionReader = (text) => {
    const state = readState(space, text);
    return { tabled, question: isTo ? { to: state } : { from: state, to: end } };
  };
  if (instances !== undefined) {
    // A wrong line is refused before anything is solved, as on a board.
    const question = (text: string, place: string) => ({ text: writeState(space, readState(space, text)), place });
    return { read, options, texts: statesOfFile(instances, question) };
  }
  if (moves !== undefined)
    return { read, options, texts: [{ text: writeState(space, stateMadeBy(space, moves, end)) }] };
  const states = from === undefined ? asStates(space, words) : words;
  return { read, options, texts: states.map((text) => ({ text })) };
}

/** Returns the state that moves make from the goal. @param to the goal, if it is not the space's start */
function stateMadeBy(space: Space<SearchState>, moves: string, to?: SearchState): SearchState {
  return readQuestion(space, { to }).made(moveNames(space, moves));
}

/** The arguments of `solve`, split into the space, and the words that do not name it. */
interface Subject {
  /** The space; undefined if none is named. */
  readonly source?: SpaceSource;
  /** The command that explores it. */
  readonly exploring?: readonly string[];
  readonly words: readonly string[];
  /** The given table, if it had to be opened to read the words. */
  readonly table?: Table;
}

/** Rows of tiles: a position, valid or not, unless a file has that name. */
const ROWS = /^[\dx]+(\/[\dx]+)+$/i;

/**
 * Determines the space. If no option names it, the first word does, unless it can be read as a position.
 * @param openTable opens the given table of numbered states, if any; the first word can then be a state of its space
 * @throws InputError if the first word is neither a position nor a space, or the space does not exist
 */
async function readSubject(
  words: readonly string[],
  given: SpaceOptions,
  openTable?: () => Promise<Table>,
): Promise<Subject> {
  const { space, board, map, generators, metric } = given;
  const options = { space, board, map, generators, metric };
  const named = async (text: string | undefined, words: readonly string[]) => {
    return { source: await readSpaceSource(text, options), exploring: exploringWords(text, options), words };
  };
  if ([space, board, map, generators].some((option) => option !== undefined)) {
    return named(undefined, words);
  }
  const [name = '', ...others] = words;
  const subject = () => named(name, others);
  if (words.length === 0) return { words };
  if (isPath(name) && existsSync(name)) return subject();
  if (openTable !== undefined) {
    const table = await openTable();
    const { space } = table;
    const [first] = asStates(space, words);
    if (canRead((text) => readState(space, text), first) || !(await isSpaceText(name))) return { words, table };
    table.close();
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
