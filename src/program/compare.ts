/** `antipode compare`: the algorithms on the same positions, and the effort of each. */

import { InputError } from '../base/input-error.js';
import { grouped } from '../base/text/numbers.js';
import { compare, contendersOf } from '../search/comparison.js';
import { HEURISTICS } from '../search/heuristic/heuristic.js';
import { ALGORITHMS } from '../search/question/algorithm-names.js';
import { algorithmsFor, checkAlgorithm } from '../search/question/algorithms.js';
import { defaultBytes } from '../search/question/limits.js';
import { positionsOfEachDepth } from '../search/tables/positions-of-each-depth.js';
import { TableSolver } from '../search/tables/table-solver.js';
import { type Board, formatBoard, parseBoard } from '../spaces/board/board.js';
import { METRICS } from '../spaces/board/metric.js';
import { geometryOf } from '../spaces/board/numbering/geometry.js';
import { BLANK, formatPosition, orderedPosition, type Position, parsePosition } from '../spaces/board/position.js';
import { randomPosition, SeededRandom } from '../spaces/board/random.js';
import { isSolvable } from '../spaces/board/solvable.js';
import { boardSource, spaceName } from '../spaces/board/space/board-facts.js';
import { openBoard } from '../spaces/board/space/board-space.js';
import { memoryBytes, oneOf, positiveNumber, someOf, wholeNumber } from './arguments/option-values.js';
import { readText } from './arguments/read-text.js';
import { type Call, provenanceOf } from './process/call.js';
import { EXIT_FAILED } from './process/exit.js';
import type { Io } from './process/io.js';
import { BoardTables } from './solve/tables.js';
import { comparisonCsv, comparisonText } from './terminal/comparison-text.js';
import { LiveLine } from './terminal/live-line.js';
import { spaceTitle } from './terminal/space-title.js';

/** The arguments, as commander gives them. */
export interface CompareArguments {
  readonly goal?: string;
  readonly metric?: string;
  readonly table?: string;
  readonly instances?: string;
  readonly count?: string;
  readonly seed?: string;
  readonly eachDepth?: string;
  readonly algorithm?: string;
  readonly heuristic?: string;
  readonly timeLimit: string;
  readonly memory?: string;
  readonly byDepth?: boolean;
  readonly json?: boolean;
  readonly csv?: boolean;
}

const DEFAULT_COUNT = '100';
const DEFAULT_SEED = '1';
const MOST_INSTANCES = 1_000_000;
/** A table gives the distances of this many states in a few seconds. */
const MOST_STATES_ASKED = 2_000_000;

/** @returns the exit status */
export async function compareCommand(
  boardText: string,
  options: CompareArguments,
  call: Call,
  io: Io,
): Promise<number> {
  const board = parseBoard(boardText);
  const goal = options.goal === undefined ? orderedPosition(board) : parsePosition(options.goal, board);
  const algorithms = options.algorithm === undefined ? undefined : someOf('--algorithm', options.algorithm, ALGORITHMS);
  const heuristics = someOf('--heuristic', options.heuristic ?? HEURISTICS.join(), HEURISTICS);
  const seconds = positiveNumber('--time-limit', options.timeLimit);
  // Once for all searches: what is free changes while they run.
  const bytes = options.memory === undefined ? defaultBytes() : memoryBytes('--memory', options.memory);
  if (options.json && options.csv) throw new InputError('--json and --csv are two forms of one result: leave out one');

  const tables = await BoardTables.of(
    options.table,
    options.metric === undefined ? undefined : oneOf('--metric', options.metric, METRICS),
  );
  const { metric } = tables;
  const space = openBoard(boardSource(board, goal, metric));
  for (const name of algorithms ?? []) checkAlgorithm(space, name);
  const solver = TableSolver.of(space, (cell) => tables.find(board, cell));
  await tables.open(board, solver.boardPaths?.goalCells(goal) ?? []);
  const goalCell = goal.indexOf(BLANK);
  // A table that answers the goal itself answers every start.
  if (solver.tableFor({}) === undefined && tables.canMake(board)) await tables.make(board, goalCell);
  const table = solver.tableFor({});
  const needed = options.table !== undefined || options.eachDepth !== undefined || algorithms?.includes('table');
  if (table === undefined && needed) {
    const found = options.table === undefined ? 'there is no table' : `${options.table} is no table`;
    throw new InputError(`${found} for ${spaceName(board, goalCell, metric)}: ${tables.advice(board, goalCell)}`);
  }
  // Without a table the algorithms are compared among themselves.
  const contenders = contendersOf(
    algorithms ?? algorithmsFor(space).filter((name) => name !== 'table' || table !== undefined),
    heuristics,
  );
  const { starts, source } = await startsOf(board, goal, options, async (count) => {
    if (table === undefined) return [];
    if (geometryOf(board).states <= MOST_STATES_ASKED) return positionsOfEachDepth(solver, table.histogram, count);
    // To find those of a depth in a large table takes longer than to enumerate the board again.
    const { samplePositions } = await import('../runs/replay/sample-positions.js');
    return samplePositions(board, goal, table.histogram, count, { metric });
  });

  let progress = '';
  const line = new LiveLine(io.stderr, () => progress);
  io.answerSignals(() => {
    line.end();
    return true;
  });
  let comparison: Awaited<ReturnType<typeof compare>>;
  try {
    const options = { seconds, bytes, tables: table === undefined ? undefined : solver };
    comparison = await compare(space, starts, contenders, options, (done, of) => {
      progress = `${grouped(done)} of ${grouped(of)} searches`;
    });
  } finally {
    line.end();
  }
  const { tallies, byDepth, failures } = comparison;
  const shown = options.byDepth ? byDepth : undefined;
  if (options.json) {
    const result = {
      board: formatBoard(board),
      goal: formatPosition(goal),
      metric,
      source,
      instances: starts.length,
      tallies,
    };
    // Searches take turns on a single thread.
    const provenance = provenanceOf(call, 1);
    io.stdout.write(`${JSON.stringify({ ...result, ...(shown && { byDepth: shown }), provenance })}\n`);
  } else if (options.csv) {
    io.stdout.write(comparisonCsv(tallies, shown));
  } else {
    const title = `${spaceTitle(board, goal, metric)}: ${source}`;
    io.stdout.write(`${comparisonText(title, tallies, shown)}\n`);
  }
  for (const failure of failures) io.stderr.write(`antipode: ${failure}\n`);
  return failures.length > 0 || tallies.some(({ optimal }) => optimal === false) ? EXIT_FAILED : 0;
}

interface Starts {
  readonly starts: readonly Position[];
  /** Their origin, in words. */
  readonly source: string;
}

/** @param ofEachDepth returns this many positions of each depth */
async function startsOf(
  board: Board,
  goal: Position,
  { instances, count, seed, eachDepth }: CompareArguments,
  ofEachDepth: (count: number) => Promise<readonly Position[]>,
): Promise<Starts> {
  const random = count !== undefined || seed !== undefined;
  if ([instances !== undefined, eachDepth !== undefined, random].filter(Boolean).length > 1) {
    throw new InputError(
      'instances come from --instances, or --each-depth, or --count and --seed: leave out the others',
    );
  }
  if (instances !== undefined) {
    const starts = readStarts(instances, board, goal);
    return { starts, source: `${grouped(starts.length)} positions of ${instances}` };
  }
  if (eachDepth !== undefined) {
    const each = wholeNumber('--each-depth', eachDepth, 1, MOST_INSTANCES);
    const starts = await ofEachDepth(each);
    return {
      starts,
      source: `${grouped(starts.length)} positions, ${grouped(each)} of each depth as far as there are so many`,
    };
  }
  const many = wholeNumber('--count', count ?? DEFAULT_COUNT, 1, MOST_INSTANCES);
  const first = wholeNumber('--seed', seed ?? DEFAULT_SEED, 0, 2 ** 32 - 1);
  const numbers = new SeededRandom(first);
  const starts = Array.from({ length: many }, () => randomPosition(board, goal, numbers));
  return { starts, source: `${grouped(many)} random ${many === 1 ? 'position' : 'positions'}, seed ${first}` };
}

/** Reads a position a line; empty lines and lines that begin with # are skipped. */
function readStarts(path: string, board: Board, goal: Position): Position[] {
  const starts: Position[] = [];
  for (const [index, line] of readText(path, 'positions').split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    try {
      const start = parsePosition(line, board);
      if (!isSolvable(board, start, goal))
        throw new InputError(`no moves lead to the goal, so take the line out: '${line.trim()}'`);
      starts.push(start);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(`${path}, line ${index + 1}: ${error.message}`);
    }
  }
  if (starts.length === 0) throw new InputError(`${path} holds no position`);
  return starts;
}
