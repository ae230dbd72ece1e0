/** `antipode solve`: shortest solutions of positions and states, from distance tables or by a search. */

import { InputError } from '../../base/input-error.js';
import { shellCommand } from '../../base/text/shell-command.js';
import { MOST_THREADS } from '../../base/threads/thread-count.js';
import { HEURISTICS } from '../../search/heuristic/heuristic.js';
import { ALGORITHMS, isInformed } from '../../search/question/algorithm-names.js';
import { checkAlgorithm, checkHeuristic } from '../../search/question/algorithms.js';
import { checkEstimates } from '../../search/tables/check-estimates.js';
import { basicName } from '../../space/names.js';
import type { NumberedSpace } from '../../space/space.js';
import { readState } from '../../space/space-text.js';
import { METRICS } from '../../spaces/board/metric.js';
import { formatPosition, parsePosition } from '../../spaces/board/position.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import { tableKind } from '../../table/files/origin.js';
import { boardArgument } from '../arguments/board-argument.js';
import { oneOf, positiveNumber, wholeNumber } from '../arguments/option-values.js';
import { spaceSourceOf } from '../arguments/space-argument.js';
import type { Io } from '../process/io.js';
import { answerEach } from './answer-each.js';
import { readInstance } from './instance-file.js';
import { PositionQuestions } from './positions.js';
import { type QuestionKind, type SolveOptions, Solver } from './solver.js';
import { StateQuestions } from './states.js';
import { BoardTables, openNamed, openStandardTables, type StatesTable } from './tables.js';

/** The arguments, as commander gives them. */
export interface SolveArguments {
  readonly space?: string;
  readonly generators?: string;
  readonly metric?: string;
  readonly from?: string;
  readonly to?: string;
  readonly table?: string;
  readonly board?: string;
  readonly map?: string;
  readonly goal?: string;
  readonly instance?: string;
  readonly algorithm?: string;
  readonly heuristic?: string;
  readonly timeLimit?: string;
  readonly memory?: string;
  readonly threads?: string;
  readonly boards?: boolean;
  readonly letters?: boolean;
  readonly json?: boolean;
}

/** Options that have a meaning on boards alone. */
const BOARD_OPTIONS = ['board', 'map', 'goal', 'instance', 'threads', 'letters'] as const;

/** Questions of one kind, as they were asked. */
interface Questions {
  readonly kind: QuestionKind;
  readonly options: SolveOptions;
  /** None: the lines of standard input. */
  readonly texts: readonly string[];
}

/** @returns the exit status */
export async function solveCommand(words: readonly string[], options: SolveArguments, io: Io): Promise<number> {
  const {
    kind,
    options: values,
    texts,
  } = asksAboutStates(options) ? await askAboutStates(words, options) : await askAboutPositions(words, options);
  return answerEach(texts, kind.what, new Solver(kind, values, io.stderr), io);
}

/** Returns whether numbered states are asked about, and not positions. @throws InputError if that is left open, TableError */
function asksAboutStates(options: SolveArguments): boolean {
  const { space, generators, table, from, to } = options;
  if (space !== undefined || generators !== undefined || (table !== undefined && tableKind(table) === 'space'))
    return true;
  if (from === undefined && to === undefined) return false;
  throw new InputError(
    '--from and --to are states of a space: name it with --space, such as --space knight:8; a board has positions and --goal',
  );
}

async function askAboutPositions(words: readonly string[], given: SolveArguments): Promise<Questions> {
  const { goal, metric, instance, table } = given;
  if (instance !== undefined && (goal !== undefined || words.length > 0)) {
    throw new InputError('--instance names a file that holds start and goal: leave out --goal and positions');
  }
  const board = boardArgument(given.board, given.map);
  const read = instance === undefined ? undefined : readInstance(instance, board);
  const position = read?.goal ?? (goal === undefined ? undefined : parsePosition(goal, board));
  const chosen = metric === undefined ? undefined : oneOf('--metric', metric, METRICS);
  const options = solveOptions(given);
  if (given.heuristic !== undefined) oneOf('--heuristic', given.heuristic, HEURISTICS);
  const tables = await BoardTables.of(table, chosen);
  const kind = new PositionQuestions({ ...options, table, board, goal: position }, tables);
  return { kind, options, texts: read === undefined ? asPositions(words) : [formatPosition(read.start)] };
}

async function askAboutStates(words: readonly string[], given: SolveArguments): Promise<Questions> {
  const wrong = BOARD_OPTIONS.find((option) => given[option] !== undefined);
  if (wrong !== undefined) throw new InputError(`--${wrong} is for boards, and not for other spaces: leave it out`);
  const { from, to } = given;
  if (from !== undefined && words.length > 0) {
    throw new InputError('--from and states as arguments both tell where to begin: leave out one of them');
  }
  const options = solveOptions(given);
  const { algorithm, heuristic } = options;
  const { space: opened, table } = await spaceOf(given);
  // A table of the engine `claims` shows a board as numbered states.
  const space: NumberedSpace = { ...opened, board: null };
  if (algorithm !== undefined) checkAlgorithm(space, algorithm);
  if (heuristic !== undefined) checkHeuristic(space, heuristic);
  const ends = [from, to].flatMap((text) => (text === undefined ? [] : [readState(space, text)]));
  const byTable = algorithm === undefined || algorithm === 'table';
  const byEstimates = !byTable && isInformed(algorithm);
  const tables = table !== undefined ? [table] : byTable || byEstimates ? await openStandardTables(space, ends) : [];
  if (byEstimates) for (const at of tables) checkEstimates(at.table, at.path);
  const kind = new StateQuestions({
    ...options,
    space,
    name: basicName(space),
    tables,
    tableNamed: table !== undefined,
    exploring: exploringCommand(given),
    asFrom: from !== undefined,
    to: to === undefined ? undefined : readState(space, to),
  });
  return { kind, options, texts: from === undefined ? asStates(space, words) : [from] };
}

function solveOptions(given: SolveArguments): SolveOptions {
  const { algorithm, heuristic, timeLimit, memory, threads, boards, letters, json } = given;
  return {
    algorithm: algorithm === undefined ? undefined : oneOf('--algorithm', algorithm, ALGORITHMS),
    heuristic,
    seconds: timeLimit === undefined ? undefined : positiveNumber('--time-limit', timeLimit),
    bytes: memory === undefined ? undefined : wholeNumber('--memory', memory, 1, Number.MAX_SAFE_INTEGER),
    threads: threads === undefined ? undefined : wholeNumber('--threads', threads, 1, MOST_THREADS),
    boards,
    letters,
    json,
  };
}

interface AskedSpace {
  /** The table's space if one was named: it may have other starts. */
  readonly space: NumberedSpace;
  /** The table that was named. */
  readonly table: StatesTable | undefined;
}

async function spaceOf({ space: text, generators, metric, table: path }: SolveArguments): Promise<AskedSpace> {
  if (text === undefined && generators === undefined && path !== undefined) {
    if (metric !== undefined) throw new InputError('--metric is told by the table: leave it out');
    const table = await openNamed(path);
    return { space: table.table.space, table };
  }
  const space = await openNumberedSpace(spaceSourceOf(text, { generators, metric }));
  const table = path === undefined ? undefined : await openNamed(path, space);
  return { space: table?.table.space ?? space, table };
}

function exploringCommand({ space, generators, metric }: SolveArguments): string {
  const words = generators === undefined ? [space ?? ''] : ['--generators', generators];
  return shellCommand(['antipode', 'explore', ...words, ...(metric === undefined ? [] : ['--metric', metric])]);
}

/** Joins arguments that are single tiles: they are one position whose quotes were forgotten. */
function asPositions(words: readonly string[]): readonly string[] {
  const tiles = words.length > 1 && words.every((word) => /^(\d{1,3}|[xX_])$/.test(word));
  return tiles && words.some((word) => /^[xX_0]$/.test(word)) ? [words.join(' ')] : words;
}

/** Joins arguments that are states only together: they are one state whose quotes were forgotten. */
function asStates(space: NumberedSpace, words: readonly string[]): readonly string[] {
  const together = words.join(' ');
  return words.length > 1 && !isStateText(space, words[0]) && isStateText(space, together) ? [together] : words;
}

function isStateText(space: NumberedSpace, text: string): boolean {
  try {
    readState(space, text);
    return true;
  } catch {
    return false;
  }
}
