/** The contest of a comparison: the space, its contenders, their questions, and the instances that the questions are made of. */

import { bytesText, countOf, grouped, InputError, secondsText, shellCommand } from '../../base/text.js';
import {
  algorithmsFor,
  checkAlgorithm,
  checkHeuristic,
  checkUse,
  comparedHeuristics,
  heuristicsFor,
} from '../../search/algorithms.js';
import { contendersOf } from '../../search/comparison.js';
import { PATTERN_HEURISTIC } from '../../search/question/heuristics.js';
import type { SearchLimits } from '../../search/question/limits.js';
import { type AlgorithmName, isInformed, LimitError } from '../../search/question/progress.js';
import type { SearchQuestion, SearchState } from '../../search/question/question.js';
import { search } from '../../search/search.js';
import { checkEstimates, positionsOfEachDepth, spreadStates, TableSolver } from '../../search/table-solver.js';
import { newNeighbours, writeNeighbours } from '../../space/answers.js';
import { NO_STATE, readState, writeState } from '../../space/definition.js';
import type { BoardSpaceSource, BoardView, NumberedSpace, Space, SpaceSource } from '../../space/space.js';
import { formatBoard } from '../../spaces/board/board.js';
import { geometryOf } from '../../spaces/board/numbering.js';
import { BLANK, formatPosition, parsePosition } from '../../spaces/board/position.js';
import { randomPosition, SeededRandom } from '../../spaces/board/random.js';
import { isSolvable } from '../../spaces/board/reachability.js';
import { boardOfSource, boardSource, spaceName } from '../../spaces/board-facts.js';
import { openBoard } from '../../spaces/board-space.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import { samplePositions } from '../../study/board-replay.js';
import { depthsOfSpace } from '../../study/table-replay.js';
import { refuse, someOf, wholeNumber } from '../arguments/option-values.js';
import type { CompareArguments } from '../arguments/options.js';
import { positionsOfFile, statesOfFile } from '../arguments/space-argument.js';
import {
  BoardTables,
  checkPartitionHeuristic,
  type FoundTable,
  makeTable,
  openNamed,
  openStandardTables,
  preparedDatabases,
} from '../arguments/tables.js';
import { spaceTitle, titleOf } from '../terminal/distribution-text.js';
import type { Io } from '../terminal/process.js';

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
  /**
   * Returns a source of random states, the noun for one of them, and the walks that lead to them, in words.
   * If a table is open, they are drawn from all reached states.
   */
  random(numbers: SeededRandom): { draw(): SearchState; readonly kind: string; readonly walks?: string };
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

/* The spaces. */

/** A table gives the distances of this many states in a few seconds. */
const MOST_STATES_ASKED = 2_000_000;

/**
 * @param named the given metric; by default that of the table
 * @param path path of the given table
 * @throws TableError
 */
export async function comparedBoard(
  source: BoardSpaceSource,
  named: string | undefined,
  path: string | undefined,
): Promise<ComparedSpace> {
  const board = boardOfSource(source);
  const goal = parsePosition(source.goal, board);
  const tables = await BoardTables.of(path, named === undefined ? undefined : source.metric);
  const { metric } = tables;
  const space = openBoard(boardSource(board, goal, metric));
  const goalCell = goal.indexOf(BLANK);
  return {
    space,
    noun: 'position',
    title: spaceTitle(board, goal, metric),
    facts: { board: formatBoard(board), goal: formatPosition(goal), metric },

    async openTable() {
      const solver = TableSolver.of(space, (cell) => tables.find(board, cell));
      await tables.open(board, solver.boardPaths?.goalCells(goal) ?? []);
      // A table that answers the goal answers every start.
      const table = solver.tableFor({});
      if (table === undefined) return undefined;
      return {
        solver,
        async ofEachDepth(count) {
          if (geometryOf(board).states <= MOST_STATES_ASKED) {
            return positionsOfEachDepth(solver, table.histogram, count);
          }
          // Enumerating the board again is faster than finding the states of a depth in a large table.
          return samplePositions(board, goal, table.histogram, count, { metric });
        },
      };
    },

    advice: () => `${spaceName(board, goalCell, metric)}: ${tables.advice(board, goal)}`,

    read(path) {
      const { starts } = positionsOfFile(path, board, goal);
      const odd = starts.find(({ position }) => !isSolvable(board, position, goal));
      if (odd === undefined) return starts.map(({ position }) => position);
      throw new InputError(
        `${path}, line ${odd.line}: no moves lead to the goal: remove the line '${formatPosition(odd.position)}'`,
      );
    },

    random: (numbers) => ({ draw: () => randomPosition(board, goal, numbers), kind: 'random position' }),
  };
}

/** Maximum states of a space that is enumerated on the spot if it has no table. */
const STATES_ON_THE_SPOT = 2_000_000;
/** Maximum draws per reached state: states are drawn as random numbers if at least one in this many is reached. */
const TRIES_OF_A_STATE = 1000;
/** Range of the moves of a random walk. */
const SHORTEST_WALK = 50;
const LONGEST_WALK = 100;

/**
 * @param path path of the given table
 * @param exploring command that makes a table of the space
 * @throws InputError; SpaceError if the space contradicts itself; TableError
 */
export async function comparedStates(
  source: SpaceSource,
  path: string | undefined,
  exploring: readonly string[],
  io: Io,
): Promise<ComparedSpace> {
  const opened = await openNumberedSpace(source);
  const module = source.kind === 'module' ? source.path : undefined;
  const given = path === undefined ? undefined : await openNamed(path, module, io, opened);
  const space = given?.table.space ?? opened;
  const { fullName: name, metric } = space;
  const starts = space.starts.map((start) => writeState(space, start));
  let found = given;
  return {
    space,
    noun: 'state',
    title: titleOf({ name, starts, board: null }),
    facts: { space: name, starts, metric },

    async openTable() {
      found ??= await tableOf(space);
      if (found === undefined) return undefined;
      const { table, path: origin } = found;
      return {
        solver: TableSolver.of(space, [table]),
        checkEstimates: () => checkEstimates(table, origin),
        async ofEachDepth(count) {
          const depths = await depthsOfSpace(table);
          return spreadStates(depths.entries(), table.histogram, count);
        },
      };
    },

    advice: () => `${name}: make one with: ${shellCommand(exploring)}`,

    read: (path) =>
      statesOfFile(path, (line) => {
        const state = readState(space, line);
        if (!space.reversible || found === undefined || found.table.distance(state) !== null) return state;
        throw new InputError(`no moves lead to the start: remove the line '${line.trim()}'`);
      }),

    random(numbers) {
      const table = found?.table;
      if (table === undefined || space.size > TRIES_OF_A_STATE * (space.size - table.notReached)) {
        const walks = ` of random walks of ${SHORTEST_WALK} to ${LONGEST_WALK} moves`;
        return { draw: () => endOfWalk(space, numbers), kind: 'end', walks };
      }
      const draw = (): number => {
        for (;;) {
          const state = numbers.state(space.size);
          if (table.distance(state) !== null) return state;
        }
      };
      return { draw, kind: 'random state' };
    },
  };
}

/** Returns the table of the output folder, or a table made on the spot. */
async function tableOf(space: NumberedSpace): Promise<FoundTable | undefined> {
  const tables = await openStandardTables(space, space.source.start === undefined ? [] : space.starts);
  const standard = tables.find(({ table }) => table.fullName === space.fullName);
  return standard !== undefined || space.size > STATES_ON_THE_SPOT ? standard : makeTable(space.source);
}

/** Takes a random walk from a start. It ends early if no move is possible. */
function endOfWalk(space: NumberedSpace, numbers: SeededRandom): number {
  const next = newNeighbours(space);
  let state = space.starts[numbers.below(space.starts.length)];
  const length = SHORTEST_WALK + numbers.below(LONGEST_WALK - SHORTEST_WALK + 1);
  for (let step = 0; step < length; step++) {
    writeNeighbours(space, state, next);
    const near = next.filter((to) => to !== NO_STATE);
    if (near.length === 0) break;
    state = near[numbers.below(near.length)];
  }
  return state;
}

/* The contest. */

/**
 * Returns the contenders, their questions, and the origin of the questions, in words; also the tables, and the databases of the heuristic
 * pattern if a contender uses it.
 * If moves cannot be undone, a table holds paths from the start, but heuristics estimate paths to the start.
 * The questions are then those of the heuristics, unless there are none or the table is requested.
 * @param named given algorithms; by default all that apply
 * @throws InputError if an option is wrong, or needs a table that does not exist; TableError; SpaceError
 */
export async function contestOf(
  compared: ComparedSpace,
  named: readonly AlgorithmName[] | undefined,
  options: CompareArguments,
  limits: SearchLimits,
  io: Io,
) {
  const { space } = compared;
  const { table: path, eachDepth } = options;
  const heuristics = namedHeuristics(space, options);
  for (const name of named ?? []) checkAlgorithm(space, name);
  const isNeeded = path !== undefined || eachDepth !== undefined || named?.includes('table') === true;
  const table = await compared.openTable();
  const found = path === undefined ? 'there is no table' : `${path} is not a table`;
  if (table === undefined && isNeeded) throw new InputError(`${found} for ${compared.advice()}`);
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
  if (algorithms.some(isInformed)) table?.checkEstimates?.();
  refuse({
    [`the moves of ${space.name} cannot be undone: its table holds paths from the start, and its heuristics estimate paths to the start: leave out table, or astar and idastar`]:
      isToStart && algorithms.includes('table'),
  });
  const leads = isToStart ? (from: SearchState) => leadsToStart(space, from, limits) : undefined;
  let instances = await instancesOf(compared, options, table, leads);
  if (isToStart && instances.states.length === 0) {
    const reason = `no moves lead from random states of ${space.name} to its start, to which heuristics estimate the moves: astar and idastar do not apply`;
    if (named !== undefined) throw new InputError(reason);
    io.stderr.write(`antipode: ${reason}\n`);
    algorithms = uninformed;
    contenders = contendersOf(algorithms, heuristics);
    isToStart = false;
    instances = await instancesOf(compared, options, table);
  }
  const { states, source } = instances;
  const questions = states.map(
    (state): SearchQuestion => (space.reversible || isToStart ? { from: state } : { to: state }),
  );
  // Prepared last, because it takes long.
  const byPatterns = contenders.some(({ heuristic }) => heuristic === PATTERN_HEURISTIC);
  const databases = byPatterns && space.board ? await patternDatabases(space.board, options, limits, io) : undefined;
  return { contenders, questions, source, tables: table?.solver, databases };
}

/** Opens or makes the databases of the heuristic pattern, and prints their origin on standard error. @throws as findDatabases */
async function patternDatabases(
  { board, goal }: BoardView,
  { partition }: CompareArguments,
  { bytes }: SearchLimits,
  { stderr }: Io,
) {
  const begin = performance.now();
  const { databases, origin } = await preparedDatabases(board, goal, { partition, bytes }, stderr);
  const time = secondsText((performance.now() - begin) / 1000);
  stderr.write(`${formatBoard(board)}: ${origin}, ${bytesText(databases.bytes)} in ${time}\n`);
  return databases;
}

/**
 * Returns the given heuristics; by default those worth a comparison, and pattern if a partition is given.
 * @throws InputError if the space does not have the heuristic, or a partition is given without pattern
 */
function namedHeuristics(space: Space, { heuristic, partition }: CompareArguments): readonly string[] {
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

/* The instances. */

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
  space: ComparedSpace,
  { instances, count, seed, eachDepth }: CompareArguments,
  table: ComparedTable | undefined,
  leadsToStart?: (state: SearchState) => Promise<boolean>,
): Promise<{ readonly states: readonly SearchState[]; readonly source: string }> {
  refuse({
    'instances come from --instances, or --each-depth, or --count and --seed: leave out the others':
      [instances, eachDepth, count ?? seed].filter((option) => option !== undefined).length > 1,
  });
  if (instances !== undefined) {
    const states = space.read(instances);
    return { states, source: `${countOf(states.length, space.noun)} of ${instances}` };
  }
  if (eachDepth !== undefined) {
    const each = wholeNumber('--each-depth', eachDepth, 1, MOST_INSTANCES);
    const states = (await table?.ofEachDepth(each)) ?? [];
    return { states, source: `${grouped(states.length)} ${space.noun}s, up to ${grouped(each)} of each depth` };
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
