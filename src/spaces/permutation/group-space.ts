/**
 * Permutation puzzles as spaces: the states that moves make from the solved one.
 *
 * A state's number is that of its colouring, see colourings/number-states.ts. The source of the space holds the projections of this
 * numbering, so that threads and tables open the space without searching for projections again.
 *
 * A puzzle with too many states for numbers can be described and searched. A state is then its colouring, and the group decides whether
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
  SEARCH_ADVICE,
} from '../../permutations/group-facts.js';
import { inversePermutation } from '../../permutations/permutation.js';
import { permutationGroup } from '../../permutations/permutation-group.js';
import { mostColourings } from '../../permutations/wreath-product.js';
import { basicName, type LargePuzzle, type NumberedSpace, type PuzzleSource, withStart } from '../../space/space.js';
import type { PuzzleNumbering } from './colourings/numbering.js';
import { areAllDifferent, type ColouredPuzzle, type PieceSet, type PuzzleDefinition } from './colourings/puzzle.js';
import { numberPuzzle } from './colourings/ranked-numbering.js';
import { chooseProjections } from './moves/choose-projections.js';
import { type PuzzlePoints, puzzlePoints } from './puzzle-points.js';
import { stateText, textOfDefinition, unreachableReason } from './state-text.js';

/** Returns the space of a definition as groupSpace does, or one without numbers if its states cannot be numbered. @throws as groupSpace */
export function openPuzzle(definition: PuzzleDefinition, source: PuzzleSource): NumberedSpace | LargePuzzle {
  const points = puzzlePoints(definition);
  const numbering = numberingOf(definition, points, source);
  if (!(numbering instanceof InputError)) return numberedPuzzle(definition, source, points, numbering);
  if (source.numbering !== undefined) throw numbering;
  return largePuzzle(definition, source, points);
}

/**
 * Returns the space of a definition.
 * @param source its projections, if it has any, number the states
 * @throws InputError if the start of the source is not a state, or the states cannot be numbered
 */
export function groupSpace(definition: PuzzleDefinition, source: PuzzleSource): NumberedSpace {
  const points = puzzlePoints(definition);
  const numbering = numberingOf(definition, points, source);
  if (numbering instanceof InputError) throw numbering;
  return numberedPuzzle(definition, source, points, numbering);
}

/** Returns the numbering of the states, or the error if there is none. */
function numberingOf({ name }: PuzzleDefinition, points: PuzzlePoints, { numbering }: PuzzleSource) {
  const { puzzle } = points;
  const tooMany = numbering === undefined ? statesIfTooMany(puzzle) : null;
  if (tooMany !== null) {
    return new InputError(
      `${name} has ${grouped(tooMany)} states, and explore and compare take at most ${grouped(MOST_NUMBERED_STATES)}: ${SEARCH_ADVICE}`,
    );
  }
  const found = numbering === undefined ? chooseProjections(puzzle) : numberPuzzle(puzzle, numbering);
  if (typeof found !== 'string') return 'numbering' in found ? found.numbering : found;
  const advice = numbering === undefined ? `; ${SEARCH_ADVICE}` : '';
  return new InputError(`the states of ${name} cannot be numbered: ${found}${advice}`);
}

/** Returns the number of states of a puzzle that has too many for numbers; null if they may be few enough. */
function statesIfTooMany({ moves, solved }: ColouredPuzzle): bigint | null {
  if (mostColourings(moves, solved) <= MOST_NUMBERED_STATES) return null;
  const found = numberOfStates(moves, solved, permutationGroup(moves));
  return areTooMany(found) ? found.states : null;
}

/** Returns the properties that do not depend on how states are represented. */
function outlineOf(definition: PuzzleDefinition, source: PuzzleSource, points: PuzzlePoints) {
  const { name, metric = null, generators } = definition;
  return {
    name,
    fullName: basicName({ source, name, metric }),
    metric,
    moves: generators.map((generator) => generator.name),
    reversible: isClosedUnderInverses(points.puzzle.moves),
    board: null,
    pattern: null,
  };
}

/** Returns the heuristics as a part of a space. @param colouring returns the colouring of a state */
function heuristicsOf<S>({ heuristics }: PuzzleDefinition, points: PuzzlePoints, colouring: (state: S) => Uint8Array) {
  if (heuristics === undefined) return {};
  const estimates = Object.entries(heuristics).map(
    ([name, estimate]) => [name, (state: S) => estimate(points.given(colouring(state)))] as const,
  );
  return { heuristics: Object.fromEntries(estimates) };
}

function numberedPuzzle(
  definition: PuzzleDefinition,
  source: PuzzleSource,
  points: PuzzlePoints,
  numbering: PuzzleNumbering,
): NumberedSpace {
  const { puzzle } = points;
  const { format, parse } = stateText(definition, points);
  const outline = outlineOf(definition, source, points);
  const state = new Uint8Array(puzzle.points);
  const colouringOf = (number: number): Uint8Array => {
    numbering.writeColouring(number, state);
    return state;
  };
  return withStart({
    ...outline,
    source: { ...source, numbering: numbering.projections },
    states: numbering.size,
    size: numbering.size,
    starts: [numbering.numberOf(puzzle.solved)],
    group: { definition, puzzle, numbering },
    neighbours: numbering.neighbours(puzzle.moves),
    ...(!outline.reversible && { predecessors: predecessorStates(numbering) }),
    ...heuristicsOf(definition, points, colouringOf),
    format: (number) => format(colouringOf(number)),
    parse: (text) => numbering.numberOf(parse(text, (reached) => numbering.numberOf(reached) >= 0)),
  });
}

/** Returns a function for the states from which a move leads to a state. */
function predecessorStates(numbering: PuzzleNumbering): (state: number) => readonly number[] {
  const inverses = numbering.puzzle.moves.map(inversePermutation);
  const neighbours = numbering.neighbours(inverses);
  const next = new Float64Array(inverses.length);
  return (number) => {
    neighbours(number, next);
    return [...new Set(next)];
  };
}

/**
 * Returns the space of a puzzle with too many states for numbers.
 * @param points those of the definition
 * @throws InputError if the start of the source is not a state
 */
export function largePuzzle(definition: PuzzleDefinition, source: PuzzleSource, points: PuzzlePoints): LargePuzzle {
  const { puzzle } = points;
  const { format, parse } = stateText(definition, points);
  const outline = outlineOf(definition, source, points);
  const isReached = reachOf(points);
  const read = (text: string) => parse(text, isReached);
  const begin = source.start === undefined ? puzzle.solved : read(source.start);
  return {
    ...outline,
    source,
    fullName: source.start === undefined ? outline.fullName : `${outline.fullName}-from-${format(begin)}`,
    states: null,
    starts: [begin],
    group: { definition, puzzle, numbering: null },
    // Heuristics estimate the moves to the solved state, not to other states.
    ...(format(begin) === format(puzzle.solved) && heuristicsOf(definition, points, (state: Uint8Array) => state)),
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
