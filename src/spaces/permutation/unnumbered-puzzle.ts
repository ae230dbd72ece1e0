/**
 * Permutation puzzles whose states are not enumerated: their descriptions, and those with too many states for numbers. The latter can be
 * searched. A state is its colouring, and the group decides whether
 * moves reach it, without enumerating anything.
 */

import { grouped, InputError } from '../../base/text.js';
import {
  areTooMany,
  type GroupFacts,
  groupFacts,
  isClosedUnderInverses,
  MOST_NUMBERED_STATES,
  type NumberOfStates,
  numberOfStates,
} from '../../permutations/group-facts.js';
import { permutationGroup } from '../../permutations/permutation-group.js';
import { mostColourings } from '../../permutations/wreath-product.js';
import { basicName, type LargePuzzle, type PuzzleSource } from '../../space/space.js';
import { areAllDifferent, type PieceSet, type PuzzleDefinition } from './colourings/puzzle.js';
import { type PuzzlePoints, puzzlePoints } from './puzzle-points.js';
import { stateText, textOfDefinition, unreachableReason } from './state-text.js';

/** The end of messages about puzzles whose states have no numbers. */
export const SEARCH_ADVICE = 'antipode solve solves single states by a search';

/** Returns the number of states of a puzzle that has too many for numbers; null if they may be few enough. */
export function statesIfTooMany({ puzzle: { moves, solved }, sets }: PuzzlePoints): bigint | null {
  if (arrangementsOf(sets) <= MOST_NUMBERED_STATES || mostColourings(moves, solved) <= MOST_NUMBERED_STATES)
    return null;
  const found = numberOfStates(moves, solved, permutationGroup(moves));
  return areTooMany(found) ? found.states : null;
}

/** Returns the number of arrangements of pieces on the places of their sets, with any turns. */
function arrangementsOf(sets: readonly PieceSet[]): number {
  let product = 1;
  for (const { pieces, turns } of sets) for (let piece = 1; piece <= pieces; piece++) product *= piece * turns;
  return product;
}

/** Returns the error of an attempt to number the states of this puzzle. */
export function tooManyStates(name: string, states: bigint): InputError {
  return new InputError(
    `${name} has ${grouped(states)} states, and explore and compare take at most ${grouped(MOST_NUMBERED_STATES)}: ${SEARCH_ADVICE}`,
  );
}

/**
 * Returns the space of this puzzle.
 * @param points those of the definition
 * @throws InputError if the start of the source is not a state
 */
export function largePuzzle(definition: PuzzleDefinition, source: PuzzleSource, points: PuzzlePoints): LargePuzzle {
  const { name, metric = null, generators } = definition;
  const { puzzle } = points;
  const { format, parse } = stateText(definition, points);
  const isReached = reachOf(points);
  const read = (text: string) => parse(text, isReached);
  const { start } = source;
  const begin = start === undefined ? puzzle.solved : read(start);
  const heuristics = Object.entries(definition.heuristics ?? {}).map(
    ([heuristic, estimate]) => [heuristic, (state: Uint8Array) => estimate(points.given(state))] as const,
  );
  const fullName = basicName({ source, name, metric });
  return {
    source,
    name,
    fullName: start === undefined ? fullName : `${fullName}-from-${format(begin)}`,
    metric,
    states: null,
    starts: [begin],
    moves: generators.map((generator) => generator.name),
    reversible: isClosedUnderInverses(puzzle.moves),
    board: null,
    group: { definition, puzzle, numbering: null },
    pattern: null,
    // Heuristics estimate the moves to the solved state, not to other states.
    ...(heuristics.length > 0 &&
      format(begin) === format(puzzle.solved) && { heuristics: Object.fromEntries(heuristics) }),
    format,
    parse: read,
  };
}

/**
 * Returns a test of whether moves lead to a state from the solved one. If no two pieces are alike, the test is exact: it checks that the
 * group has the permutation that leads there. If some are alike, a state that moves do not reach may pass.
 */
function reachOf({ puzzle, sets }: PuzzlePoints): (state: Uint8Array) => boolean {
  if (!areAllDifferent(puzzle)) return (state) => unreachableReason(puzzle, sets, state) === null;
  const { moves, solved, points } = puzzle;
  const group = permutationGroup(moves);
  const pointOf = new Uint8Array(points);
  for (const [point, colour] of solved.entries()) pointOf[colour] = point;
  const permutation = new Uint8Array(points);
  return (state) => {
    for (const [point, colour] of state.entries()) permutation[pointOf[colour]] = point;
    return group.holds(permutation);
  };
}

export interface PuzzleDescription {
  readonly name: string;
  /** Name of what counts as one move; null if it needs none. */
  readonly metric: string | null;
  /** Names of the moves. */
  readonly moves: readonly string[];
  /** Sets of pieces; null if each point has a piece of its own. */
  readonly sets: readonly PieceSet[] | null;
  /** Group that the moves generate, on the points 0..n-1 of the definition. */
  readonly group: GroupFacts;
  /** Number of states that moves reach. */
  readonly states: NumberOfStates;
  /** Text of the solved state. */
  readonly solved: string;
}

/**
 * Describes a puzzle without enumerating it: the group that its moves generate, and the number of its states.
 * @param definition as puzzleOfSource returns it; its generators and sets are not checked again
 * @example
 * ```ts
 * import { describePuzzle, puzzleOfSource } from 'antipode';
 *
 * const puzzle = await puzzleOfSource({ kind: 'known', space: 'm24' });
 * if (puzzle !== null) console.log(describePuzzle(puzzle).group.order); // 244823040n
 * ```
 */
export function describePuzzle(definition: PuzzleDefinition): PuzzleDescription {
  const { name, metric = null, generators, sets } = definition;
  const { puzzle, given } = puzzlePoints(definition);
  const { format } = textOfDefinition(definition, puzzle);
  return {
    name,
    metric,
    moves: generators.map((generator) => generator.name),
    sets: sets ?? null,
    group: groupFacts(generators.map(({ images }) => Uint8Array.from(images))),
    states: numberOfStates(puzzle.moves, puzzle.solved, permutationGroup(puzzle.moves)),
    solved: format(given(puzzle.solved)),
  };
}
