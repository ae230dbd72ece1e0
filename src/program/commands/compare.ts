/** `antipode compare`: runs the search algorithms on the same states, and prints the effort of each. */

import { styleText } from 'node:util';
import { bytesText, countOf, grouped, InputError, secondsText, shortCount, shortSeconds } from '../../base/text.js';
import {
  algorithmsFor,
  checkAlgorithm,
  checkHeuristic,
  checkUse,
  comparedHeuristics,
  heuristicsFor,
} from '../../search/algorithms.js';
import {
  compare,
  contenderName,
  contendersOf,
  type DepthTallies,
  MEASURES,
  type Measure,
  type Tally,
} from '../../search/comparison.js';
import { PATTERN_HEURISTIC } from '../../search/question/heuristics.js';
import { defaultBytes, type SearchLimits } from '../../search/question/limits.js';
import { ALGORITHMS, type AlgorithmName, isInformed, LimitError } from '../../search/question/progress.js';
import type { SearchQuestion, SearchState } from '../../search/question/question.js';
import { search } from '../../search/search.js';
import { isPermutationPuzzle, type Space } from '../../space/space.js';
import { formatBoard } from '../../spaces/board/board.js';
import { parsePosition } from '../../spaces/board/position.js';
import { SeededRandom } from '../../spaces/board/random.js';
import { boardOfSource } from '../../spaces/board-facts.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import type { Table } from '../../table/table.js';
import { memoryBytes, readNames, readTimeLimit, refuse, wholeNumber } from '../arguments/option-values.js';
import type { Arguments } from '../arguments/options.js';
import { exploringWords, readSpaceSource } from '../arguments/space-argument.js';
import {
  checkCoordinates,
  checkPartitionHeuristic,
  openBoardTable,
  openNamed,
  preparedCoordinates,
  preparedDatabases,
  readProjections,
} from '../arguments/tables.js';
import { titleOf } from '../terminal/distribution-text.js';
import { columnsOf, folded } from '../terminal/layout.js';
import { withLiveLine } from '../terminal/live-line.js';
import { EXIT_FAILED, type Io, provenanceOf } from '../terminal/process.js';
import { TabledBoard, TabledSpace } from './tabled-space.js';

/** Maximum states of a space that is enumerated on the spot if it has no table. */
const STATES_ON_THE_SPOT = 2_000_000;

/** @returns the exit status */
export async function compareCommand(text: string | undefined, options: Arguments<'compare'>, io: Io): Promise<number> {
  const { algorithm, memory, json, csv, byDepth } = options;
  const algorithms = algorithm === undefined ? undefined : readNames('--algorithm', algorithm, ALGORITHMS);
  const seconds = readTimeLimit(options.timeLimit ?? DEFAULT_SECONDS);
  // Read once for all searches, because free memory changes while they run.
  const bytes = memory === undefined ? defaultBytes() : memoryBytes('--memory', memory);
  refuse({ '--json and --csv are two formats of the same result: leave out one': json && csv });

  const tabled = await openTabled(text, options, io);
  const { space, facts, noun } = tabled;
  const starts = tabled.starts.map((start) => tabled.text(start));
  const limits = { seconds, bytes };
  const { questions, contenders, source, ...means } = await contestOf(tabled, algorithms, options, limits, io);
  let progress = '';
  const live = () => progress;
  const { instances, tallies, failures, ...found } = await withLiveLine(io.stderr, live, (line) => {
    io.answerSignals(() => {
      line.end();
      return true;
    });
    return compare(space, questions, contenders, { ...limits, ...means }, (done, of) => {
      progress = `${grouped(done)} of ${grouped(of)} searches`;
    });
  });
  const shown = byDepth ? found.byDepth : undefined;
  if (csv) {
    io.stdout.write(comparisonCsv(tallies, shown));
  } else if (json) {
    // Searches take turns on a single thread.
    const result = { ...facts, source, instances, tallies, ...(shown && { byDepth: shown }) };
    io.stdout.write(`${JSON.stringify({ ...result, provenance: provenanceOf(io, 1) })}\n`);
  } else {
    io.stdout.write(
      `${comparisonText(`${titleOf({ ...space, name: space.fullName, starts })}: ${source}`, noun, tallies, shown, columnsOf(io.stdout))}\n`,
    );
  }
  for (const failure of failures) io.stderr.write(`antipode: ${failure}\n`);
  return failures.length > 0 || tallies.some(({ optimal }) => optimal === false) ? EXIT_FAILED : 0;
}

/** @throws InputError if the space does not exist, or an option is for another kind of space; SpaceError; TableError */
async function openTabled(
  text: string | undefined,
  { table, ...options }: Arguments<'compare'>,
  io: Io,
): Promise<TabledSpace> {
  const source = await readSpaceSource(text, options);
  if (source.kind === 'board') {
    const board = boardOfSource(source);
    const goal = parsePosition(source.goal, board);
    const given = table === undefined ? undefined : await openBoardTable(table, options.metric, true, io);
    return new TabledBoard({ board, goal, metric: given?.walker?.metric ?? source.metric }, given);
  }
  const opened = await openNumberedSpace(source);
  const given = table === undefined ? undefined : await openNamed(table, undefined, io, opened);
  const exploring = exploringWords(text, options);
  const space = given?.space ?? opened;
  const tabled = new TabledSpace(space, space.starts, given, exploring, STATES_ON_THE_SPOT);
  if (given === undefined) await tabled.openStandardTables(options.start === undefined ? [] : opened.starts);
  return tabled;
}

/* The contest: contenders, questions, and the instances that questions are made of. */

/**
 * Returns the contenders, their questions, and the origin of the questions, in words; also the tables, and the databases of the heuristic
 * pattern if a contender uses it, whose origin it prints on standard error.
 * If moves cannot be undone, a table holds paths from the start, but heuristics estimate paths to the start.
 * The questions are then those of the heuristics, unless there are none or the table is requested.
 * @param named given algorithms; by default all that apply
 * @throws InputError if an option is wrong, or needs a table that does not exist; TableError; SpaceError
 */
async function contestOf(
  tabled: TabledSpace,
  named: readonly AlgorithmName[] | undefined,
  options: Arguments<'compare'>,
  limits: SearchLimits,
  io: Io,
) {
  const { space } = tabled;
  const [start] = tabled.starts;
  const { table: path, eachDepth } = options;
  const heuristics = namedHeuristics(space, options);
  for (const name of named ?? []) checkAlgorithm(space, name);
  const isNeeded = path !== undefined || eachDepth !== undefined || named?.includes('table') === true;
  // A table that answers for a start, or a board's goal, answers for every state.
  const table = await tabled.tableFor(space.reversible ? { from: start } : { to: start });
  if (table === undefined && isNeeded) {
    const found = path === undefined ? 'there is no table' : `${path} is not a table`;
    throw new InputError(`${found} for ${space.fullName}: ${tabled.advice()}`);
  }
  // Without a table, the algorithms are compared with each other.
  const applicable = algorithmsFor(space).filter((name) => name !== 'table' || table !== undefined);
  const uninformed = applicable.filter((name) => !isInformed(name));
  // Heuristics estimate paths to the start; if moves cannot be undone, the table holds paths from it.
  const ofOneQuestion =
    isNeeded || uninformed.length === applicable.length ? uninformed : applicable.filter((name) => name !== 'table');
  let algorithms = named ?? (space.reversible ? applicable : ofOneQuestion);
  let contenders = contendersOf(algorithms, heuristics);
  // Heuristics that no given algorithm can use.
  if (contenders.length === 0) for (const each of algorithms) checkUse(each, heuristics[0]);
  let isToStart = !space.reversible && algorithms.some(isInformed);
  if (algorithms.some(isInformed)) tabled.checkEstimates();
  refuse({
    [`the moves of ${space.name} cannot be undone: its table holds paths from the start, and its heuristics estimate paths to the start: leave out table, or astar and idastar`]:
      isToStart && algorithms.includes('table'),
  });
  const leads = isToStart ? (from: SearchState) => leadsToStart(space, from, limits) : undefined;
  let instances = await instancesOf(tabled, options, table, leads);
  if (isToStart && instances.states.length === 0) {
    const reason = `no moves lead from random states of ${space.name} to its start, to which heuristics estimate the moves: astar and idastar do not apply`;
    if (named !== undefined) throw new InputError(reason);
    io.stderr.write(`antipode: ${reason}\n`);
    algorithms = uninformed;
    contenders = contendersOf(algorithms, heuristics);
    isToStart = false;
    instances = await instancesOf(tabled, options, table);
  }
  const { states, source } = instances;
  const questions = states.map(
    (state): SearchQuestion => (space.reversible || isToStart ? { from: state } : { to: state }),
  );
  // Prepared last, because it takes long.
  const prepared = { contenders, questions, source, tables: table && tabled.solver };
  if (contenders.every(({ heuristic }) => heuristic !== PATTERN_HEURISTIC)) return prepared;
  if (isPermutationPuzzle(space)) {
    const projections = readProjections(options.projection);
    const bytes = options.memory === undefined ? undefined : limits.bytes;
    const { databases: coordinates } = await preparedCoordinates(space, { projections, bytes }, io);
    return { ...prepared, openCoordinates: async () => coordinates };
  }
  if (space.board === null) return prepared;
  const { board, goal } = space.board;
  const begin = performance.now();
  const wanted = { partition: options.partition, bytes: limits.bytes };
  const { databases, origin } = await preparedDatabases(board, goal, wanted, io.stderr);
  const time = secondsText((performance.now() - begin) / 1000);
  io.stderr.write(`${formatBoard(board)}: ${origin}, ${bytesText(databases.bytes)} in ${time}\n`);
  return { ...prepared, databases };
}

/**
 * Returns the given heuristics; by default those worth a comparison, and pattern if its tables are named.
 * @throws InputError if the space does not have the heuristic, or a partition is given without pattern
 */
function namedHeuristics(space: Space, options: Arguments<'compare'>): readonly string[] {
  const { heuristic, partition, projection } = options;
  const names = heuristicsFor(space);
  checkCoordinates(space, options);
  if (partition !== undefined) checkHeuristic(space, PATTERN_HEURISTIC);
  if (heuristic === undefined) return (partition ?? projection) === undefined ? comparedHeuristics(space) : names;
  if (names.length === 0) checkHeuristic(space, heuristic);
  const named = readNames('--heuristic', heuristic, names);
  checkPartitionHeuristic(partition, named);
  return named;
}

/** Returns true if breadth-first search finds a path to the start within the limits. */
async function leadsToStart(space: Space, from: SearchState, limits: SearchLimits): Promise<boolean> {
  try {
    return (await search(space, { from }, { ...limits, algorithm: 'bfs' })).distance !== null;
  } catch (error) {
    if (error instanceof LimitError) return false;
    throw error;
  }
}

/* The instances. */

const DEFAULT_SECONDS = '60';
const DEFAULT_COUNT = '100';
const DEFAULT_SEED = '1';
const MOST_INSTANCES = 1_000_000;
/** Number of random states drawn for each requested one. */
const MOST_TRIES = 20;

/**
 * Returns the requested instances: random states, the states of a file, or some states of each depth.
 * @param table the open table; required for states of each depth
 * @param leadsToStart filter for random states; by default all are taken
 * @returns the states, and their origin in words; no states if no drawn state leads to the start
 * @throws InputError
 */
async function instancesOf(
  tabled: TabledSpace,
  { instances, count, seed, eachDepth }: Arguments<'compare'>,
  table: Table | undefined,
  leadsToStart?: (state: SearchState) => Promise<boolean>,
): Promise<{ readonly states: readonly SearchState[]; readonly source: string }> {
  refuse({
    'instances come from --instances, or --each-depth, or --count and --seed: leave out the others':
      [instances, eachDepth, count ?? seed].filter((option) => option !== undefined).length > 1,
  });
  if (instances !== undefined) {
    const states = tabled.read(instances, table);
    return { states, source: `${countOf(states.length, tabled.noun)} of ${instances}` };
  }
  if (eachDepth !== undefined) {
    const each = wholeNumber('--each-depth', eachDepth, 1, MOST_INSTANCES);
    const states = table === undefined ? [] : await tabled.ofEachDepth(each, table);
    return { states, source: `${grouped(states.length)} ${tabled.noun}s, up to ${grouped(each)} of each depth` };
  }
  const many = wholeNumber('--count', count ?? DEFAULT_COUNT, 1, MOST_INSTANCES);
  const first = wholeNumber('--seed', seed ?? DEFAULT_SEED, 0, 2 ** 32 - 1);
  const { draw, kind, walks = '' } = tabled.random(new SeededRandom(first), table);
  if (leadsToStart === undefined) {
    const states = Array.from({ length: many }, draw);
    return { states, source: `${countOf(many, kind)}${walks}, seed ${first}` };
  }
  const states: SearchState[] = [];
  for (let tries = 0; states.length < many && tries < MOST_TRIES * many; tries++) {
    const state = draw();
    if (await leadsToStart(state)) states.push(state);
  }
  return { states, source: `${countOf(states.length, kind)}${walks} with a path to the start, seed ${first}` };
}

/* The results. */

/** Minimum width of names. */
const NAME_WIDTH = 'idastar linear-conflict'.length;
const CELL_WIDTH = 6;

/**
 * Returns a line for each algorithm and heuristic, with mean and maximum of each measure, and a section for each given depth.
 * @param noun noun for an instance
 * @param columns characters of a line; measures that do not fit follow below. By default all fit
 */
function comparisonText(
  title: string,
  noun: string,
  tallies: readonly Tally[],
  byDepth: readonly DepthTallies[] = [],
  columns = Number.POSITIVE_INFINITY,
): string {
  const width = Math.max(NAME_WIDTH, ...tallies.map((tally) => contenderName(tally).length));
  const fitting = Math.max(1, Math.floor((columns - width - ' optimal'.length) / (2 * CELL_WIDTH)));
  const tables: string[][] = [];
  for (let first = 0; first < MEASURES.length; first += fitting) {
    const measures = MEASURES.slice(first, first + fitting);
    const lines = (some: readonly Tally[]) => some.map((tally) => lineOf(tally, measures, width));
    const names = measures.map((name) => name.padStart(2 * CELL_WIDTH));
    const pairs = measures.map(() => 'mean'.padStart(CELL_WIDTH) + 'max'.padStart(CELL_WIDTH));
    tables.push([
      '',
      styleText('bold', `${''.padEnd(width)}${names.join('')}`),
      styleText('bold', `${''.padEnd(width)}${pairs.join('')} optimal`),
      ...lines(tallies),
      ...byDepth.flatMap(({ depth, instances, tallies: ofDepth }) => [
        '',
        styleText('bold', `distance ${depth ?? 'unknown'}, ${countOf(instances, noun)}`),
        ...lines(ofDepth),
      ]),
    ]);
  }
  return [...folded(title, columns).map((line) => styleText('bold', line)), ...tables.flat()].join('\n');
}

function lineOf(tally: Tally, measures: readonly Measure[], width: number): string {
  const cells = measures.map((measure) => {
    const summary = tally[measure];
    return cell(measure, summary?.mean) + cell(measure, summary?.maximum);
  });
  const { solved, instances, optimal } = tally;
  const verdict = solved < instances ? `${solved}/${instances}` : optimal ? 'yes' : 'NO';
  return `${contenderName(tally).padEnd(width)}${cells.join('')} ${verdict.padStart('optimal'.length)}`;
}

function cell(measure: Measure, value: number | undefined): string {
  if (value === undefined) return '-'.padStart(CELL_WIDTH);
  return (measure === 'seconds' ? shortSeconds(value) : shortCount(value)).padStart(CELL_WIDTH);
}

/** Returns CSV: a line for each algorithm and heuristic, and for each depth if depths are given, under a line of column names. */
function comparisonCsv(tallies: readonly Tally[], byDepth?: readonly DepthTallies[]): string {
  const columns = ['algorithm', 'heuristic', 'instances', 'solved', 'optimal'];
  const measured = MEASURES.flatMap((measure) => [`${measure}Mean`, `${measure}Max`]);
  const row = (tally: Tally) => {
    const { algorithm, heuristic, instances, solved, optimal } = tally;
    const values = MEASURES.flatMap((measure) => [tally[measure]?.mean ?? '', tally[measure]?.maximum ?? '']);
    return [algorithm, heuristic ?? '', instances, solved, optimal ?? '', ...values];
  };
  const rows = byDepth
    ? byDepth.flatMap(({ depth, tallies: lines }) => lines.map((line) => [depth ?? '', ...row(line)]))
    : tallies.map(row);
  const head = [...(byDepth ? ['distance'] : []), ...columns, ...measured];
  return [head, ...rows].map((fields) => `${fields.join(',')}\n`).join('');
}
