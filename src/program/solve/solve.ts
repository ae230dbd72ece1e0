/** `antipode solve`: shortest solutions of positions, from distance tables or by a search. */

import { InputError } from '../../base/input-error.js';
import { MOST_THREADS } from '../../base/threads/thread-count.js';
import { ALGORITHMS } from '../../search/algorithm-names.js';
import { HEURISTICS } from '../../search/heuristic/heuristic.js';
import { METRICS } from '../../spaces/board/metric.js';
import { formatPosition, parsePosition, readTiles } from '../../spaces/board/position.js';
import { tableKind } from '../../table/origin.js';
import { boardArgument } from '../arguments/board-argument.js';
import { oneOf, positiveNumber, wholeNumber } from '../arguments/option-values.js';
import type { Io } from '../io.js';
import { answerEach } from './answer-each.js';
import { readInstance } from './instance-file.js';
import { SolvingDesk } from './solving-desk.js';

/** As commander gives them. */
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

/** @returns the exit status */
export async function solveCommand(words: readonly string[], options: SolveArguments, io: Io): Promise<number> {
  if (asksAboutSpace(options)) {
    const { solveSpaceCommand } = await import('./solve-space.js');
    return solveSpaceCommand(words, options, io);
  }
  const { goal, metric, instance, map, algorithm, heuristic, timeLimit, memory, threads, ...plain } = options;
  if (instance !== undefined && (goal !== undefined || words.length > 0)) {
    throw new InputError('--instance names a file that holds start and goal: leave out --goal and positions');
  }
  const board = boardArgument(options.board, map);
  const read = instance === undefined ? undefined : readInstance(instance, board);
  const desk = new SolvingDesk(
    {
      ...plain,
      board,
      goal: read?.goal ?? (goal === undefined ? undefined : parsePosition(goal, board)),
      metric: metric === undefined ? undefined : oneOf('--metric', metric, METRICS),
      algorithm: algorithm === undefined ? undefined : oneOf('--algorithm', algorithm, ALGORITHMS),
      heuristic: heuristic === undefined ? undefined : oneOf('--heuristic', heuristic, HEURISTICS),
      seconds: timeLimit === undefined ? undefined : positiveNumber('--time-limit', timeLimit),
      bytes: memory === undefined ? undefined : wholeNumber('--memory', memory, 1, Number.MAX_SAFE_INTEGER),
      threads: threads === undefined ? undefined : wholeNumber('--threads', threads, 1, MOST_THREADS),
    },
    io.stderr,
  );
  const positions = read === undefined ? asPositions(words) : [formatPosition(read.start)];
  const tiles: number[] = [];
  return answerEach(
    positions,
    'positions',
    {
      answerAtOnce: (bytes, begin, end, answers) =>
        readTiles(bytes, begin, end, tiles) && desk.answerAtOnce(tiles, answers),
      answer: (text, answers) => desk.answer(text, answers),
    },
    io,
  );
}

/** Whether a state space is asked about, and no board. @throws InputError where that is left open, TableError */
function asksAboutSpace(options: SolveArguments): boolean {
  const { space, generators, table, from, to } = options;
  if (space !== undefined || generators !== undefined || (table !== undefined && tableKind(table) === 'space'))
    return true;
  if (from === undefined && to === undefined) return false;
  throw new InputError(
    '--from and --to are states of a space: name it with --space, such as --space knight:8; a board has positions and --goal',
  );
}

/** Arguments that are single tiles are one position whose quotes were forgotten. */
function asPositions(words: readonly string[]): readonly string[] {
  const tiles = words.length > 1 && words.every((word) => /^(\d{1,3}|[xX_])$/.test(word));
  return tiles && words.some((word) => /^[xX_0]$/.test(word)) ? [words.join(' ')] : words;
}
