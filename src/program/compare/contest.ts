/** The contenders of a comparison, and their questions. */

import { InputError } from '../../base/input-error.js';
import { type Contender, contendersOf } from '../../search/comparison.js';
import { PATTERN_HEURISTIC } from '../../search/heuristic/heuristic.js';
import type { PatternDatabases } from '../../search/patterns/pattern-databases.js';
import { type AlgorithmName, isInformed } from '../../search/question/algorithm-names.js';
import {
  algorithmsFor,
  checkAlgorithm,
  checkHeuristic,
  checkUse,
  comparedHeuristics,
  heuristicsFor,
} from '../../search/question/algorithms.js';
import { LimitError, type SearchLimits } from '../../search/question/limits.js';
import type { SearchQuestion, SearchState } from '../../search/question/question.js';
import { search } from '../../search/search.js';
import type { TableSolver } from '../../search/tables/table-solver.js';
import type { Space } from '../../space/space.js';
import { someOf } from '../arguments/option-values.js';
import { checkPartitionHeuristic } from '../arguments/partition-heuristic.js';
import type { Io } from '../process/io.js';
import type { ComparedSpace } from './compared-space.js';
import { type InstanceArguments, instancesOf } from './instances.js';

export interface ContestArguments extends InstanceArguments {
  readonly table?: string;
  readonly heuristic?: string;
  readonly partition?: string;
}

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
    databases: byPatterns ? await compared.patternDatabases?.(options.partition, limits, io) : undefined,
  });
  const informed = algorithms.some(isInformed);
  if (informed) table?.checkEstimates();
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
