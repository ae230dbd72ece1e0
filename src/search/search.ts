/** Searches of any space by any algorithm: their options, and the choice of the algorithm and of the heuristic. */

import { InputError, jsonExcerpt } from '../base/text.js';
import { checkThreads, threadsFor } from '../base/threads.js';
import { checkSamples } from '../space/check.js';
import type { NumberedStates, SpaceDefinition } from '../space/definition.js';
import { isLargePuzzle, isPermutationPuzzle, type LargePuzzle, type Space, type SpaceSource } from '../space/space.js';
import { orderedPartition } from '../spaces/board/partition.js';
import { numberedSpace, openSpace } from '../spaces/open-space.js';
import { sourceOfText } from '../spaces/source-of-text.js';
import {
  adviceFor,
  checkAlgorithm,
  checkEstimated,
  checkHeuristic,
  checkProjected,
  checkUse,
  defaultAlgorithm,
  defaultHeuristic,
} from './algorithms.js';
import type { CoordinateDatabases } from './coordinates/coordinate-databases.js';
import { CompiledProblem } from './ida-star/compiled-problem.js';
import { deepen, findStatesByIdaStar, positionsOf, type SearchContext } from './ida-star/ida-star.js';
import type { PatternDatabases } from './ida-star/pattern-databases.js';
import { PositionNodes } from './nodes/position-nodes.js';
import { findByAStar, findPath } from './nodes/searches.js';
import { limitBehind, metStates, StateNodes } from './nodes/state-nodes.js';
import { type HeuristicName, heuristicFor, PATTERN_HEURISTIC } from './question/heuristics.js';
import { Limits, type SearchLimits } from './question/limits.js';
import { type AlgorithmName, isInformed, type SearchProgress, Watch } from './question/progress.js';
import {
  type FoundPath,
  knownMoves,
  numbered,
  numberedEnds,
  positionPath,
  problemOf,
  type SearchProblem,
  type SearchQuestion,
  type SearchResult,
  type StateEnds,
  searchResult,
} from './question/question.js';
import type { TableSolver } from './table-solver.js';

/**
 * Finds a shortest path from one state to another. On boards, questions without a solution are answered without a
 * search.
 * @param space the space: a text such as '4x4', '..#/.../#..', 'pancake:7' or './my-space.js', a source, a definition,
 * or an opened space
 * @param question the ends of the path, as texts or states; each is by default the space's start, or a board's goal
 * @param options algorithm, heuristic, limits and progress; by default the algorithm and heuristic that suit the space
 * @returns the moves, states and length of the path, null if no moves lead to the goal, and the nodes and seconds spent
 * @example
 * ```ts
 * import { search } from 'antipode';
 *
 * const { distance } = await search('knight:300', { from: '0 0', to: '299 299' }); // 200
 * const { moves } = await search('3x3', { from: '2 3 4 1 5 x 7 6 8' }, { algorithm: 'astar' });
 * ```
 * @throws InputError if the space is unknown, an end is not one of its states, an option is wrong, the algorithm does
 * not apply to the space, or no table answers the question; SpaceError if the space contradicts itself; LimitError if
 * the search reaches a limit of time or memory; TableError if a table is damaged; WorkerError if a thread dies; the
 * signal's reason if it aborts
 */
export async function search(
  space: string | SpaceSource | SpaceDefinition | Space,
  question: SearchQuestion = {},
  options: SearchOptions = {},
): Promise<SearchResult> {
  const checked = await checkedOptions(options);
  const opened = await opening(space);
  const { projections, coordinates } = checked;
  if (projections ?? coordinates) checkProjected(opened, projections ? 'projections' : 'coordinates');
  const { algorithm = defaultAlgorithm(opened) } = checked;
  checkAlgorithm(opened, algorithm);
  if (checked.heuristic !== undefined) checkHeuristic(opened, checked.heuristic);
  const heuristic = isInformed(algorithm) ? (checked.heuristic ?? defaultHeuristic(opened, algorithm) ?? null) : null;
  if (heuristic !== null) checkUse(algorithm, heuristic);
  if (checked.partition !== undefined && heuristic !== PATTERN_HEURISTIC) {
    throw new InputError(
      'a partition is only for the heuristic pattern with idastar: leave it out, or use that heuristic',
    );
  }
  const limits = new Limits(checked, adviceFor(opened, algorithm, heuristic));
  if (algorithm === 'table') {
    limits.begin();
    const { tables } = checked;
    if (tables === undefined) throw new InputError('the algorithm table needs tables: give them as the option tables');
    tables.checkSpace(opened);
    const found = tables.answer(question);
    if (found !== undefined) return found;
    throw new InputError(
      `none of the given tables of ${opened.name} answers the question: add one that does, or use another algorithm`,
    );
  }
  const { onProgress, onBound } = checked;
  // How much there is to do shows on the way.
  const threads = threadsFor(checked.threads, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  const watch = new Watch(onProgress, onBound);
  const chosen = { algorithm, heuristic, limits, watch, threads };
  return watch.untilEnd(async () => {
    const find = await prepared(opened, question, chosen, checked);
    limits.begin();
    const begin = performance.now();
    const found = await find();
    return searchResult(algorithm, heuristic, found, begin + watch.reporting);
  });
}

/**
 * Makes the tables of coordinates of a large permutation puzzle, to be saved for searches with the option `coordinates`. Searches of this
 * process use them as long as they are held.
 * @param space as for search
 * @param options coordinates or memory of the tables, threads and signal, as for search
 * @returns the tables: `name` tells their coordinates, and the `histogram` of each counts the states at each distance
 * @example
 * ```ts
 * import { makeCoordinates, saveTable, search } from 'antipode';
 *
 * await saveTable(await makeCoordinates('cube-3x3x3'), 'cube.coordinates');
 * const from = 'RDB ULF FDR LUB LDF RUF DLB BUR / RD UL UF FR FD BU UR BL LF BR DB DL';
 * await search('cube-3x3x3', { from }, { coordinates: 'cube.coordinates' }); // F U2 R'
 * ```
 * @throws InputError if the space is no such puzzle, or an option is wrong; LimitError, MemoryError, WorkerError; the signal's reason
 */
export async function makeCoordinates(
  space: Parameters<typeof opening>[0],
  options: Pick<SearchOptions, 'projections' | 'bytes' | 'threads' | 'signal'> = {},
): Promise<CoordinateDatabases> {
  await checkedOptions(options);
  const opened = await opening(space);
  checkProjected(opened, 'them');
  const { makeCoordinateDatabases } = await import('./puzzle-search.js');
  return makeCoordinateDatabases(opened, options, new Limits({ signal: options.signal }));
}

export async function opening(space: string | SpaceSource | SpaceDefinition | Space): Promise<Space> {
  if (typeof space === 'string') return openSpace(await sourceOfText(space, {}));
  if ('kind' in space) return openSpace(space);
  if ('source' in space) return space;
  if (space.heuristics !== undefined && !sampled.has(space)) {
    checkSamples(space);
    sampled.add(space);
  }
  // Searches of numbered states stay on this thread, so they do not open the space again from its source.
  return numberedSpace(space, { kind: 'known', space: space.name });
}

/** Definitions whose heuristics have been checked. */
const sampled = new WeakSet<SpaceDefinition>();

export interface SearchOptions extends SearchLimits {
  /**
   * The algorithm.
   * @default idastar on boards in the metric single and with `databases`, `projections` or `coordinates`; else
   * bidirectional, or bfs if the space cannot be searched backwards
   */
  readonly algorithm?: AlgorithmName | undefined;
  /**
   * The heuristic of astar and idastar. Boards have misplaced, manhattan and linear-conflict; those of 4 to 32 cells
   * also have pattern for idastar: additive pattern databases. Other spaces have the heuristics of their definitions,
   * and the path must then end at the space's start.
   * @default pattern with idastar on boards of 15 to 32 cells and with `databases`; linear-conflict on other boards;
   * else the first of the space's definition
   */
  readonly heuristic?: string | undefined;
  /**
   * The partition of the heuristic pattern: sizes such as '6-6-3', whose tiles are chosen by a rule, or the tiles of
   * the goal such as '1 2 3 / 4 5 / 6 7 8'. Its databases are made before the search. Later searches reuse them until
   * they are garbage-collected.
   * @default 6-6-3 on 4x4, 6-6-6-6 on 5x5, patterns of up to six tiles on other boards
   */
  readonly partition?: string | undefined;
  /**
   * Coordinates of the tables of a large permutation puzzle for the heuristic pattern, a text for each table, such as `corners/o * edges/o`:
   * docs/reference/solve.md describes them.
   * @default chosen for `bytes`, by default for 256 MB
   */
  readonly projections?: readonly string[] | undefined;
  /**
   * Path of a file with the tables of a large permutation puzzle for the heuristic pattern, instead of projections: one that `solve --save` has
   * written, or saveTable for the tables of makeCoordinates. Searches share its tables until they are garbage-collected.
   * @default tables of `projections`
   */
  readonly coordinates?: string | undefined;
  /**
   * Pattern databases from openDatabases, instead of a partition. They serve goals with the blank on their cell.
   * @default databases of `partition`
   */
  readonly databases?: PatternDatabases | undefined;
  /** Makes the tables of `projections` when they are needed. @internal */
  readonly openCoordinates?: ((signal: AbortSignal | undefined) => Promise<CoordinateDatabases>) | undefined;
  /** Opens the databases of the heuristic pattern when they are needed. @internal */
  readonly openPatterns?: ((signal: AbortSignal | undefined) => Promise<PatternDatabases>) | undefined;
  /**
   * Maximum number of worker threads of idastar, from 1. Its node counts are reproducible with 1.
   * @default threads that the machine offers
   */
  readonly threads?: number | undefined;
  /** The tables of the algorithm `table`, which needs them. @default none */
  readonly tables?: TableSolver | undefined;
  /**
   * Called after 1, 2, 3 ... 64 nodes expanded, then each time 5 % more are expanded, and once when the search ends or
   * reaches a limit. If it throws, the search rejects with that error. With several threads, idastar calls it only
   * between iterations once these take long. It is never called if no node is expanded, nor by `table`.
   * @default no calls
   */
  readonly onProgress?: ((progress: SearchProgress) => void) | undefined;
  /**
   * Called whenever the search has proved that every solution has at least this many moves; by astar and table never.
   * @default no calls
   */
  readonly onBound?: ((moves: number) => void) | undefined;
}

/** Checks options, and adds those that databases and tables of coordinates imply: idastar with the heuristic pattern. @throws InputError */
export async function checkedOptions(options: SearchOptions): Promise<SearchOptions> {
  const { seconds, bytes, threads, partition, databases, algorithm, heuristic } = options;
  for (const [name, value] of Object.entries({ seconds, bytes })) {
    if (value === undefined || (typeof value === 'number' && value > 0)) continue;
    throw new InputError(`${name} must be a number above 0, found ${jsonExcerpt(value)}`);
  }
  if (threads !== undefined) checkThreads(threads);
  if (partition !== undefined && typeof partition !== 'string') {
    throw new InputError(
      `partition must be a text, found ${jsonExcerpt(partition)}: give sizes such as '6-6-3', or tiles such as '1 2 3 / 4 5 / 6 7 8'`,
    );
  }
  const { projections, coordinates } = options;
  if (coordinates !== undefined && (typeof coordinates !== 'string' || projections !== undefined)) {
    throw new InputError(
      `coordinates must be the path of a file, given without projections; found ${jsonExcerpt(coordinates)}`,
    );
  }
  if (
    projections !== undefined &&
    !(Array.isArray(projections) && projections.every((each) => typeof each === 'string'))
  ) {
    throw new InputError(
      `projections must be an array of texts, found ${jsonExcerpt(projections)}: give one for each table, such as 'corners/o * edges/o'`,
    );
  }
  for (const name of ['onProgress', 'onBound'] as const) {
    const found: unknown = options[name];
    if (found === undefined || typeof found === 'function') continue;
    const received = name === 'onProgress' ? 'the progress' : 'the bound';
    throw new InputError(
      `${name} must be a function, found ${jsonExcerpt(found)}: pass a function that receives ${received}`,
    );
  }
  if ([databases, projections, coordinates].every((option) => option === undefined)) return options;
  if (databases !== undefined) {
    // Loads the code of pattern databases only when they are used.
    const { PatternDatabases } = await import('./ida-star/pattern-databases.js');
    if (!(databases instanceof PatternDatabases)) {
      throw new InputError(
        `databases must be pattern databases, found ${jsonExcerpt(databases)}: open them with openDatabases`,
      );
    }
    if (partition !== undefined) {
      throw new InputError('databases and a partition cannot be combined: leave out one of them');
    }
  }
  const implied = (algorithm ?? 'idastar') === 'idastar' && (heuristic ?? PATTERN_HEURISTIC) === PATTERN_HEURISTIC;
  return implied ? { ...options, algorithm: 'idastar', heuristic: PATTERN_HEURISTIC } : options;
}

interface ChosenSearch extends SearchContext {
  readonly algorithm: Exclude<AlgorithmName, 'table'>;
  /** null if the algorithm uses none. */
  readonly heuristic: string | null;
}

/** A search that is ready to begin. */
type Find = () => FoundPath | Promise<FoundPath>;

/** Reads a question, makes what its search needs, and returns the search. @throws as search */
export function prepared(
  space: Space,
  question: SearchQuestion,
  chosen: ChosenSearch,
  options: SearchOptions,
): Find | Promise<Find> {
  if (space.board !== null) return preparedBoard(problemOf(space, question), chosen, options);
  if (chosen.heuristic === PATTERN_HEURISTIC && isPermutationPuzzle(space)) {
    // Loads the code of coordinates only when they are used. Made before the time of the search begins.
    chosen.limits.checkTime();
    return import('./puzzle-search.js').then((puzzles) => puzzles.preparedPuzzle(space, question, chosen, options));
  }
  if (isLargePuzzle(space)) return () => searchLarge(space, question, chosen);
  const states = numbered(space);
  const ends = numberedEnds(states, question);
  if (chosen.heuristic !== null) checkEstimated(space, states.starts, ends);
  return () => searchStates(states, ends, chosen);
}

async function preparedBoard(problem: SearchProblem, chosen: ChosenSearch, options: SearchOptions): Promise<Find> {
  const { algorithm, heuristic, limits, watch } = chosen;
  const { board, start, goal, metric } = problem;
  const { partition } = options;
  limits.checkTime();
  if (partition !== undefined) orderedPartition(board, goal, partition);
  const moves = knownMoves(problem);
  if (moves !== undefined) {
    const path = moves === null ? null : positionPath(problem, moves);
    return () => ({ path, expanded: 0, generated: 0, stored: path === null ? 0 : 1 });
  }
  if (heuristic === PATTERN_HEURISTIC) {
    // Made before the time of the search begins.
    const databases = await patternDatabases(problem, options, limits);
    const { findByPatterns } = await import('./ida-star/pattern-search.js');
    return () => findByPatterns(problem, databases, chosen);
  }
  return () => {
    if (algorithm === 'idastar') {
      const source = { kind: 'problem', board, start, goal, heuristic: heuristic as HeuristicName } as const;
      return deepen(positionsOf(problem), new CompiledProblem(source, limits), chosen);
    }
    const nodes = new PositionNodes(board, metric, start, limits, algorithm === 'bfs');
    if (algorithm === 'astar') {
      const estimates = nodes.estimatesBy(heuristicFor(heuristic as HeuristicName, board, goal), goal);
      return findByAStar(nodes, estimates, limits, watch);
    }
    const goals = new PositionNodes(board, metric, goal, limits);
    return findPath(nodes, goals, algorithm === 'bidirectional', limits, watch);
  };
}

/** Returns the pattern databases of a search, and makes them if none are given. @throws as search @internal */
export async function patternDatabases(
  { board, goal }: SearchProblem,
  { databases, openPatterns, partition, threads }: SearchOptions,
  limits: Limits,
): Promise<PatternDatabases> {
  const given = databases ?? (await openPatterns?.(limits.signal));
  if (given !== undefined) return given;
  // Loads the code of pattern databases only when they are used.
  const { makeDatabases } = await import('./ida-star/pattern-search.js');
  return makeDatabases(board, goal, partition, threads, limits);
}

/** Finds a shortest path of colourings. @throws as search */
async function searchLarge(puzzle: LargePuzzle, question: SearchQuestion, chosen: ChosenSearch): Promise<FoundPath> {
  const states = metStates(puzzle, chosen.limits);
  const ends = states.endsOf(question);
  if (chosen.heuristic !== null) checkEstimated(puzzle, states.starts, ends);
  chosen.watch.holding(states.met);
  try {
    const { path, ...effort } = await searchStates(states, ends, chosen);
    const colourings = path && { ...path, states: path.states.map((state) => states.colouringOf(state)) };
    return { ...effort, path: colourings, stored: Math.max(effort.stored, states.met()) };
  } catch (error) {
    throw limitBehind(error);
  }
}

/** Finds a shortest path of numbered states. @throws as search */
function searchStates(
  space: NumberedStates,
  ends: StateEnds,
  { algorithm, heuristic, limits, watch }: ChosenSearch,
): Promise<FoundPath<number>> {
  if (algorithm === 'idastar') return findStatesByIdaStar(space, ends, heuristic as string, limits, watch);
  const nodes = new StateNodes(space, ends.from, limits, false, algorithm === 'astar');
  if (algorithm === 'astar') {
    return findByAStar(nodes, nodes.estimatesBy(heuristic as string, ends.to), limits, watch);
  }
  const bothEnds = algorithm === 'bidirectional';
  return findPath(nodes, new StateNodes(space, ends.to, limits, bothEnds), bothEnds, limits, watch);
}
