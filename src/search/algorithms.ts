/** The algorithms and heuristics that apply to a space. */

import { didYouMean, excerpt, grouped, InputError } from '../base/text.js';
import { isLargePuzzle, isNumbered, isPermutationPuzzle, type PermutationPuzzle, type Space } from '../space/space.js';
import type { Metric } from '../spaces/board/board.js';
import { hasPartitions } from '../spaces/board/partition.js';
import { HEURISTICS, PATTERN_HEURISTIC, STRONGEST_HEURISTIC } from './question/heuristics.js';
import type { LimitAdvice } from './question/limits.js';
import { ALGORITHMS, type AlgorithmName, isInformed } from './question/progress.js';
import type { StateEnds } from './question/question.js';

/**
 * Returns the algorithms that apply to a space, in the order of ALGORITHMS.
 * @example
 * ```ts
 * import { algorithmsFor, openSpace } from 'antipode';
 *
 * algorithmsFor(await openSpace({ kind: 'known', space: 'knight:8' })); // ['table', 'bfs', 'bidirectional']
 * ```
 */
export function algorithmsFor(space: Space): AlgorithmName[] {
  return ALGORITHMS.filter((name) => refusalOf(space, name) === undefined);
}

/** @throws InputError if the algorithm does not apply to the space */
export function checkAlgorithm(space: Space, name: AlgorithmName): void {
  const refusal = refusalOf(space, name);
  if (refusal !== undefined) throw new InputError(refusal);
}

/** Checks an algorithm for boards of any size. @throws InputError if it does not apply to boards of the metric */
export function checkMetric(metric: Metric, name: AlgorithmName): void {
  const refusal = refusalInMetric(metric, name);
  if (refusal !== undefined) throw new InputError(refusal);
}

/**
 * Returns the names of a space's heuristics: those of boards in the metric `single`, or those that its definition has
 * for its start. Boards of 4 to 32 cells that are not a single row or column also have `pattern`, for idastar only, and so have permutation
 * puzzles of more than a thousand million states whose moves can be undone.
 * @example
 * ```ts
 * import { heuristicsFor, openSpace } from 'antipode';
 *
 * heuristicsFor(await openSpace({ kind: 'known', space: 'pancake:7' })); // ['gap']
 * ```
 */
export function heuristicsFor(space: Space): readonly string[] {
  if (space.board !== null) {
    const { board, metric } = space.board;
    if (metric !== 'single') return [];
    return hasPartitions(board) ? [...HEURISTICS, PATTERN_HEURISTIC] : HEURISTICS;
  }
  const hasPattern = isPermutationPuzzle(space) && hasCoordinates(space);
  return hasPattern ? [...statedHeuristics(space), PATTERN_HEURISTIC] : statedHeuristics(space);
}

/** Returns the heuristics that the definition of a space has, which estimate any of its states. */
export function statedHeuristics(space: Space): readonly string[] {
  return isNumbered(space) || isLargePuzzle(space) ? Object.keys(space.heuristics ?? {}) : [];
}

/** Maximum number of moves that searches by coordinates take. */
const MOST_MOVES = 255;
/** Number of states above which tables of a puzzle's coordinates are made rather than one of all its states. */
const MANY_STATES = 1e9;

/** Returns whether tables of coordinates give lower bounds for a permutation puzzle: it is large, and its moves can be undone. */
export function hasCoordinates(puzzle: Pick<Space, 'source' | 'moves' | 'reversible' | 'states'>): boolean {
  const { source, moves, reversible, states } = puzzle;
  const isLarge = (states ?? Number.POSITIVE_INFINITY) > MANY_STATES;
  return isLarge && reversible && moves.length <= MOST_MOVES && source.start === undefined;
}

/** @param option one that needs tables of coordinates @throws InputError if they do not serve the space */
export function checkProjected(space: Space, option: string): asserts space is PermutationPuzzle {
  if (isPermutationPuzzle(space) && hasCoordinates(space)) return;
  throw new InputError(
    `tables of coordinates are for permutation puzzles of more than ${grouped(MANY_STATES)} states whose moves can be undone, and ${space.name} is none: leave out ${option}`,
  );
}

/** Returns the heuristics that are worth comparing: making pattern databases takes longer than solving small boards. */
export function comparedHeuristics(space: Space): readonly string[] {
  const names = heuristicsFor(space);
  return isSearchedByPatterns(space) ? names : names.filter((name) => name !== PATTERN_HEURISTIC);
}

/** Returns the default heuristic of an algorithm; undefined if it uses none, or the space has none. */
export function defaultHeuristic(space: Space, algorithm: AlgorithmName): string | undefined {
  if (!isInformed(algorithm)) return undefined;
  if (space.board === null) return heuristicsFor(space).find((heuristic) => usesHeuristic(algorithm, heuristic));
  return algorithm === 'idastar' && isSearchedByPatterns(space) ? PATTERN_HEURISTIC : STRONGEST_HEURISTIC;
}

/** Maximum cells of a full board with a table: 2x7 has 44 thousand million states. */
const MOST_CELLS_OF_TABLES = 14;

/** Returns whether a space is too large for a table, and has pattern databases. */
function isSearchedByPatterns(space: Space): boolean {
  if (space.board === null) return false;
  return space.board.board.cells > MOST_CELLS_OF_TABLES && heuristicsFor(space).includes(PATTERN_HEURISTIC);
}

/** Returns whether an algorithm can use a heuristic. */
export function usesHeuristic(algorithm: AlgorithmName, heuristic: string): boolean {
  return isInformed(algorithm) && (heuristic !== PATTERN_HEURISTIC || algorithm === 'idastar');
}

/** Checks a heuristic for an algorithm. @throws InputError if the algorithm uses heuristics, and cannot use this one */
export function checkUse(algorithm: AlgorithmName, heuristic: string): void {
  if (!isInformed(algorithm) || usesHeuristic(algorithm, heuristic)) return;
  throw new InputError(
    `the heuristic ${heuristic} is only for idastar, not for ${algorithm}: use idastar or another heuristic`,
  );
}

/** @throws InputError if the space has no such heuristic */
export function checkHeuristic(space: Space, name: string): void {
  const names = heuristicsFor(space);
  if (names.length === 0) throw new InputError(`${space.name} has no heuristic: leave out '${excerpt(name)}'`);
  if (names.includes(name)) return;
  throw new InputError(
    `the heuristic must be one of ${names.join(', ')}; found '${excerpt(name)}'${didYouMean(name, names)}`,
  );
}

/** @throws InputError if a path does not end at starts of the space, to which its heuristics estimate the moves */
export function checkEstimated(space: Space, starts: readonly number[], { to }: StateEnds): void {
  if (to.every((state) => starts.includes(state))) return;
  throw new InputError(
    `the heuristics of ${space.name} estimate the moves to its start, but this path ends elsewhere: use ${withoutHeuristic(space)}, or search for a path to the start`,
  );
}

/** Returns the default algorithm of a space; for boards, the one that finds the longest solutions. */
export function defaultAlgorithm(space: Space): AlgorithmName {
  const applicable = algorithmsFor(space);
  if (space.board !== null && applicable.includes('idastar')) return 'idastar';
  return applicable.includes('bidirectional') ? 'bidirectional' : 'bfs';
}

/** Returns the algorithm of the exact search in an anytime search: boards in the metric multi have no heuristic that is a bound. */
export function anytimeAlgorithm({ board }: Space): 'idastar' | 'bidirectional' {
  return board?.metric === 'multi' ? 'bidirectional' : 'idastar';
}

/** Returns advice for a search that reaches a limit, other than raising it. */
export function adviceFor(space: Space, name: AlgorithmName, heuristic: string | null): LimitAdvice {
  if (space.board !== null) {
    const isStrongest = name === 'idastar' && heuristic === heuristicsFor(space).at(-1);
    return { time: isStrongest ? undefined : 'use a stronger algorithm or heuristic', memory: 'use idastar' };
  }
  if (isLargePuzzle(space)) {
    const stronger = heuristicsFor(space).length > 0 ? 'idastar' : 'bidirectional';
    const advice = name === stronger ? 'choose a state fewer moves away' : `use ${stronger}`;
    return { time: advice, memory: advice };
  }
  const advice =
    name === 'bfs' && canSearchBackwards(space) ? 'use bidirectional' : 'explore the space and solve from its table';
  return { time: advice, memory: name === 'astar' ? 'use idastar' : advice };
}

/** Returns the reason why an algorithm does not apply; undefined if it applies. */
function refusalOf(space: Space, name: AlgorithmName): string | undefined {
  if (!ALGORITHMS.includes(name)) return `the algorithm must be one of ${ALGORITHMS.join(', ')}; found '${name}'`;
  if (space.board !== null) return refusalInMetric(space.board.metric, name);
  if (name === 'table' && isLargePuzzle(space)) {
    return `${space.name} has too many states for a table: use ${withoutHeuristic(space)}`;
  }
  if (isInformed(name) && !heuristicsFor(space).some((heuristic) => usesHeuristic(name, heuristic))) {
    const start = space.source.start === undefined ? '' : ' for this start';
    return `${name} needs a heuristic, and ${space.name} has none${start}: use ${withoutHeuristic(space)}`;
  }
  if (name !== 'bidirectional' || canSearchBackwards(space)) return undefined;
  return `${space.name} has moves that cannot be undone and gives no predecessors, so it cannot be searched from the goal: use bfs`;
}

/** Returns the names of the algorithms without a heuristic that apply to a space that is not a board. */
function withoutHeuristic(space: Space): string {
  return canSearchBackwards(space) ? 'bfs or bidirectional' : 'bfs';
}

function refusalInMetric(metric: Metric, name: AlgorithmName): string | undefined {
  if (metric === 'single' || !isInformed(name)) return undefined;
  return `${name} needs a heuristic that never overestimates, and none exists if a move slides several tiles: use table, bfs or bidirectional`;
}

function canSearchBackwards(space: Space): boolean {
  return space.reversible || isLargePuzzle(space) || (isNumbered(space) && space.predecessors !== undefined);
}
