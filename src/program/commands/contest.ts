/** The contest of a comparison: its contenders, its questions, and the instances that they are made of. */

import { bytesText, countOf, grouped, InputError, secondsText } from '../../base/text.js';
import {
  algorithmsFor,
  checkAlgorithm,
  checkHeuristic,
  checkUse,
  comparedHeuristics,
  heuristicsFor,
} from '../../search/algorithms.js';
import { type Contender, contendersOf } from '../../search/comparison.js';
import type { PatternDatabases } from '../../search/ida-star/pattern-databases.js';
import { PATTERN_HEURISTIC } from '../../search/question/heuristics.js';
import type { SearchLimits } from '../../search/question/limits.js';
import { type AlgorithmName, isInformed, LimitError } from '../../search/question/progress.js';
import type { SearchQuestion, SearchState } from '../../search/question/question.js';
import { search } from '../../search/search.js';
import type { TableSolver } from '../../search/table-solver.js';
import type { BoardView, Space } from '../../space/space.js';
import { formatBoard } from '../../spaces/board/board.js';
import { SeededRandom } from '../../spaces/board/random.js';
import { type OptionValues, someOf, wholeNumber } from '../arguments/option-values.js';
import { checkPartitionHeuristic, preparedDatabases } from '../arguments/search-arguments.js';
import type { Io } from '../terminal/process.js';

export type ContestArguments = InstanceArguments & OptionValues<'table' | 'heuristic' | 'partition'>;

export interface Contest {
  readonly contenders: readonly Contender[];
  readonly questions: readonly SearchQuestion[];
  /** Origin of the questions, in words. */
  readonly source: string;
  readonly tables: TableSolver | undefined;
  /** Databases of the heuristic pattern, if a contender uses it. */
  readonly databases: PatternDatabases | undefined;
}

/**
 * Returns the contenders and their questions.
 * If moves cannot be undone, a table holds paths from the start, but heuristics estimate paths to the start.
 * The questions are then those of the heuristics, unless there are none or the table is requested.
 * @param named given algorithms; by default all that apply
 * @throws InputError if an option is wrong, or needs a table that does not exist; TableError; SpaceError
 */
export async function contestOf(
  compared: ComparedSpace,
  named: readonly AlgorithmName[] | undefined,
  options: ContestArguments,
  limits: SearchLimits,
  io: Io,
): Promise<Contest> {
  const { space } = compared;
  const { table: path, eachDepth } = options;
  const heuristics = namedHeuristics(space, options);
  for (const name of named ?? []) checkAlgorithm(space, name);
  const needed = path !== undefined || eachDepth !== undefined || named?.includes('table') === true;
  const table = await compared.openTable();
  if (table === undefined && needed) {
    const found = path === undefined ? 'there is no table' : `${path} is not a table`;
    throw new InputError(`${found} for ${compared.advice()}`);
  }
  // Without a table, the algorithms are compared with each other.
  const applicable = algorithmsFor(space).filter((name) => name !== 'table' || table !== undefined);
  const algorithms = named ?? (space.reversible ? applicable : ofOneQuestion(applicable, needed));
  const contenders = contendersOf(algorithms, heuristics);
  // Heuristics that no given algorithm can use.
  if (contenders.length === 0) for (const each of algorithms) checkUse(each, heuristics[0]);
  const byPatterns = contenders.some(({ heuristic }) => heuristic === PATTERN_HEURISTIC);
  // Prepared last, because it takes long.
  const prepared = async () => ({
    contenders,
    tables: table?.solver,
    databases: byPatterns && space.board ? await patternDatabases(space.board, options, limits, io) : undefined,
  });
  const informed = algorithms.some(isInformed);
  if (informed) table?.checkEstimates?.();
  if (space.reversible || !informed) {
    const { states, source } = await instancesOf(compared, options, table);
    return {
      ...(await prepared()),
      source,
      questions: states.map((state) => (space.reversible ? { from: state } : { to: state })),
    };
  }
  if (algorithms.includes('table')) throw twoQuestions(space);
  const { states, source } = await instancesOf(compared, options, table, (from) => leadsToStart(space, from, limits));
  if (states.length > 0) return { ...(await prepared()), source, questions: states.map((from) => ({ from })) };
  const reason = `no moves lead from random states of ${space.name} to its start, to which heuristics estimate the moves: astar and idastar do not apply`;
  if (named !== undefined) throw new InputError(reason);
  io.stderr.write(`antipode: ${reason}\n`);
  return contestOf(
    compared,
    applicable.filter((name) => !isInformed(name)),
    options,
    limits,
    io,
  );
}

/** Opens or makes the databases of the heuristic pattern, and prints their origin on standard error. @throws as findDatabases */
async function patternDatabases(
  { board, goal }: BoardView,
  { partition }: ContestArguments,
  { bytes }: SearchLimits,
  { stderr }: Io,
): Promise<PatternDatabases> {
  const begin = performance.now();
  const { databases, origin } = await preparedDatabases(board, goal, { partition, bytes }, stderr);
  const time = secondsText((performance.now() - begin) / 1000);
  stderr.write(`${formatBoard(board)}: ${origin}, ${bytesText(databases.bytes)} in ${time}\n`);
  return databases;
}

/** Returns all algorithms except the table, if heuristics exist and the table is not requested; otherwise those without heuristics. */
function ofOneQuestion(algorithms: readonly AlgorithmName[], byTable: boolean): readonly AlgorithmName[] {
  const informed = !byTable && algorithms.some(isInformed);
  return algorithms.filter((name) => (informed ? name !== 'table' : !isInformed(name)));
}

function twoQuestions({ name }: Space): InputError {
  return new InputError(
    `the moves of ${name} cannot be undone: its table holds paths from the start, and its heuristics estimate paths to the start: leave out table, or astar and idastar`,
  );
}

/**
 * Returns the given heuristics; by default those worth a comparison, and pattern if a partition is given.
 * @throws InputError if the space does not have the heuristic, or a partition is given without pattern
 */
function namedHeuristics(space: Space, { heuristic, partition }: ContestArguments): readonly string[] {
  const names = heuristicsFor(space);
  if (partition !== undefined) checkHeuristic(space, PATTERN_HEURISTIC);
  if (heuristic === undefined) return partition === undefined ? comparedHeuristics(space) : names;
  if (names.length === 0) checkHeuristic(space, heuristic);
  const named = someOf('--heuristic', heuristic, names);
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

/** A space whose searches are compared: a board, or numbered states. */
export interface ComparedSpace {
  readonly space: Space;
  /** Noun for a state. */
  readonly noun: 'position' | 'state';
  /** Title: the space and its start or goal. */
  readonly title: string;
  /** First fields of the result. */
  readonly facts: object;
  /**
   * Opens the given table, or one of the output folder, or makes one of a small space.
   * @returns undefined if there is none
   * @throws TableError; SpaceError if the space contradicts itself
   */
  openTable(): Promise<ComparedTable | undefined>;
  /** Returns the name of the missing table, with advice. */
  advice(): string;
  /** Reads the states of a file. @throws InputError that names the line, also if no path can begin at its state */
  read(path: string): readonly SearchState[];
  /** Returns a source of random states. If a table is open, they are drawn from all reached states. */
  random(numbers: SeededRandom): RandomStates;
}

/** A table that answers every path of a comparison. */
interface ComparedTable {
  readonly solver: TableSolver;
  /**
   * Compares the space's heuristics with distances. Tests prove that the heuristics of boards are admissible.
   * @throws SpaceError if one overestimates
   */
  checkEstimates?(): void;
  /** Returns up to this many states of each depth, chosen uniformly. */
  ofEachDepth(count: number): Promise<readonly SearchState[]>;
}

interface RandomStates {
  draw(): SearchState;
  /** Noun for one of them. */
  readonly kind: string;
  /** The walks that lead to them, in words. */
  readonly walks?: string;
}

type InstanceArguments = OptionValues<'instances' | 'count' | 'seed' | 'eachDepth'>;

interface Instances {
  readonly states: readonly SearchState[];
  /** Origin of the states, in words. */
  readonly source: string;
}

const DEFAULT_COUNT = '100';
const DEFAULT_SEED = '1';
const MOST_INSTANCES = 1_000_000;
/** Number of random states drawn for each requested one. */
const MOST_TRIES = 20;

/**
 * Returns the requested instances: random states, the states of a file, or some states of each depth.
 * @param table the open table; required for states of each depth
 * @param leadsToStart filter for random states; by default all are taken
 * @returns no states if no drawn state leads to the start
 * @throws InputError
 */
async function instancesOf(
  space: ComparedSpace,
  { instances, count, seed, eachDepth }: InstanceArguments,
  table: ComparedTable | undefined,
  leadsToStart?: (state: SearchState) => Promise<boolean>,
): Promise<Instances> {
  const random = count !== undefined || seed !== undefined;
  if ([instances !== undefined, eachDepth !== undefined, random].filter(Boolean).length > 1) {
    throw new InputError(
      'instances come from --instances, or --each-depth, or --count and --seed: leave out the others',
    );
  }
  if (instances !== undefined) {
    const states = space.read(instances);
    return { states, source: `${countOf(states.length, space.noun)} of ${instances}` };
  }
  if (eachDepth !== undefined) {
    const each = wholeNumber('--each-depth', eachDepth, 1, MOST_INSTANCES);
    const states = (await table?.ofEachDepth(each)) ?? [];
    const source = `${grouped(states.length)} ${space.noun}s, up to ${grouped(each)} of each depth`;
    return { states, source };
  }
  const many = wholeNumber('--count', count ?? DEFAULT_COUNT, 1, MOST_INSTANCES);
  const first = wholeNumber('--seed', seed ?? DEFAULT_SEED, 0, 2 ** 32 - 1);
  const { draw, kind, walks = '' } = space.random(new SeededRandom(first));
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
