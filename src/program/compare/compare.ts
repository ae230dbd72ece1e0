/** `antipode compare`: the algorithms on the same states, and the effort of each. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { grouped } from '../../base/text/numbers.js';
import { compare, contendersOf } from '../../search/comparison.js';
import { ALGORITHMS, type AlgorithmName, isInformed } from '../../search/question/algorithm-names.js';
import { algorithmsFor, checkAlgorithm, checkHeuristic, heuristicsFor } from '../../search/question/algorithms.js';
import { defaultBytes, LimitError, type SearchLimits } from '../../search/question/limits.js';
import type { SearchState } from '../../search/question/question.js';
import { search } from '../../search/search.js';
import type { Space } from '../../space/space.js';
import { isBoardText } from '../../spaces/source-of-text.js';
import { positiveNumber, someOf, wholeNumber } from '../arguments/option-values.js';
import { EXIT_FAILED } from '../process/exit.js';
import type { Io } from '../process/io.js';
import { comparisonCsv, comparisonText } from '../terminal/comparison-text.js';
import { LiveLine } from '../terminal/live-line.js';
import { type BoardArguments, comparedBoard } from './compared-board.js';
import type { ComparedSpace } from './compared-space.js';
import { comparedStates } from './compared-states.js';
import { type InstanceArguments, instancesOf } from './instances.js';

/** The arguments, as commander gives them. */
export interface CompareArguments extends BoardArguments, InstanceArguments {
  readonly generators?: string;
  readonly start?: string;
  readonly algorithm?: string;
  readonly heuristic?: string;
  readonly timeLimit: string;
  readonly memory?: string;
  readonly byDepth?: boolean;
  readonly json?: boolean;
  readonly csv?: boolean;
}

/** @returns the exit status */
export async function compareCommand(text: string | undefined, options: CompareArguments, io: Io): Promise<number> {
  const algorithms = options.algorithm === undefined ? undefined : someOf('--algorithm', options.algorithm, ALGORITHMS);
  const seconds = positiveNumber('--time-limit', options.timeLimit);
  // Once for all searches: what is free changes while they run.
  const bytes =
    options.memory === undefined ? defaultBytes() : wholeNumber('--memory', options.memory, 1, Number.MAX_SAFE_INTEGER);
  if (options.json && options.csv) throw new InputError('--json and --csv are two forms of one result: leave out one');

  const compared = await comparedSpace(text, options);
  const { space, noun, title, facts } = compared;
  const heuristics = namedHeuristics(space, options.heuristic);
  for (const name of algorithms ?? []) checkAlgorithm(space, name);
  const { table: path, eachDepth } = options;
  const needed = path !== undefined || eachDepth !== undefined || algorithms?.includes('table') === true;
  const table = await compared.openTable();
  if (table === undefined && needed) {
    const found = path === undefined ? 'there is no table' : `${path} is no table`;
    throw new InputError(`${found} for ${compared.advice()}`);
  }
  const contenders = contendersOf(contendingAlgorithms(space, algorithms, table !== undefined, needed), heuristics);
  const informed = contenders.some(({ heuristic }) => heuristic !== null);
  if (informed) table?.checkEstimates();
  // If moves cannot be undone, tables hold paths from the start, and heuristics estimate those to it.
  const toStart = space.reversible || informed;
  const limits = { seconds, bytes };
  const accepts = toStart && !space.reversible ? (from: SearchState) => leadsToStart(space, from, limits) : undefined;
  const { states, source } = await instancesOf(compared, options, table, accepts);
  const questions = states.map((state) => (toStart ? { from: state } : { to: state }));

  let progress = '';
  const line = new LiveLine(io.stderr, () => progress);
  io.answerSignals(() => {
    line.end();
    return true;
  });
  let comparison: Awaited<ReturnType<typeof compare>>;
  try {
    comparison = await compare(space, questions, contenders, { ...limits, tables: table?.solver }, (done, of) => {
      progress = `${grouped(done)} of ${grouped(of)} searches`;
    });
  } finally {
    line.end();
  }
  const { tallies, byDepth, failures, instances } = comparison;
  const shown = options.byDepth ? byDepth : undefined;
  if (options.json) {
    const result = { ...facts, source, instances, tallies };
    io.stdout.write(`${JSON.stringify(shown ? { ...result, byDepth: shown } : result)}\n`);
  } else if (options.csv) {
    io.stdout.write(comparisonCsv(tallies, shown));
  } else {
    io.stdout.write(`${comparisonText(`${title}: ${source}`, noun, tallies, shown)}\n`);
  }
  for (const failure of failures) io.stderr.write(`antipode: ${failure}\n`);
  return failures.length > 0 || tallies.some(({ optimal }) => optimal === false) ? EXIT_FAILED : 0;
}

/** @throws InputError if there is no such space, or an option is for another kind; SpaceError; TableError */
async function comparedSpace(text: string | undefined, options: CompareArguments): Promise<ComparedSpace> {
  const { goal, generators, start } = options;
  if (text !== undefined && isBoardText(text)) {
    if (generators !== undefined) throw new InputError(`--generators names the space: leave out '${excerpt(text)}'`);
    if (start !== undefined) {
      throw new InputError("--start is for other spaces: a board's distances are counted from its --goal");
    }
    return comparedBoard(text, options);
  }
  if (goal !== undefined) {
    throw new InputError('--goal is for boards: distances of other spaces are counted from their --start');
  }
  return comparedStates(text, options);
}

/** Returns the heuristics that were named, by default all of the space. @throws InputError if it has no such heuristic */
function namedHeuristics(space: Space, text: string | undefined): readonly string[] {
  const names = heuristicsFor(space);
  if (text === undefined) return names;
  if (names.length === 0) checkHeuristic(space, text);
  return someOf('--heuristic', text, names);
}

/**
 * Returns the algorithms to compare: those that were named, or all that apply. If moves cannot be undone, a table and heuristics
 * answer different questions.
 * @param needed tells whether the table was asked for
 * @throws InputError if both were named
 */
function contendingAlgorithms(
  space: Space,
  named: readonly AlgorithmName[] | undefined,
  hasTable: boolean,
  needed: boolean,
): readonly AlgorithmName[] {
  const algorithms = named ?? algorithmsFor(space).filter((name) => name !== 'table' || hasTable);
  if (space.reversible || !algorithms.includes('table') || !algorithms.some(isInformed)) return algorithms;
  if (named === undefined) return algorithms.filter((name) => (needed ? !isInformed(name) : name !== 'table'));
  throw new InputError(
    `the moves of ${space.name} cannot be undone: its table holds paths from the start, and its heuristics estimate those to it, so leave out table, or astar and idastar`,
  );
}

async function leadsToStart(space: Space, from: SearchState, limits: SearchLimits): Promise<boolean> {
  try {
    return (await search(space, { from }, { ...limits, algorithm: 'bfs' })).distance !== null;
  } catch (error) {
    if (error instanceof LimitError) return false;
    throw error;
  }
}
