/**
 * Permutation puzzles of too many states to be numbered. They can be searched: a state is its colouring, and whether moves reach it is known
 * from the order of the group, without enumerating anything.
 */

import { InputError } from '../../../base/input-error.js';
import { basicName } from '../../../space/names.js';
import type { LargePuzzle } from '../../../space/space.js';
import { areAllDifferent, type ColouredPuzzle } from '../colourings/colouring.js';
import type { GroupDefinition } from '../colourings/group-definition.js';
import { isClosedUnderInverses } from '../order/group-facts.js';
import { mostColourings } from '../order/most-colourings.js';
import { numberOfStates } from '../order/number-of-states.js';
import { permutationGroup } from '../order/permutation-group.js';
import type { GroupSource } from './group-source.js';
import { type PuzzlePoints, puzzlePoints } from './puzzle-points.js';
import { stateText } from './state-text.js';
import { unreachableReason } from './unreachable.js';

/** The largest number of states that can be numbered, and so enumerated. */
export const MOST_NUMBERED = 2n ** 40n;

/** Returns the number of states of a puzzle that has too many to be numbered; null if they may be few enough. */
export function statesIfTooMany({ moves, solved }: ColouredPuzzle): bigint | null {
  if (mostColourings(moves, solved) <= MOST_NUMBERED) return null;
  const { states, exact } = numberOfStates(moves, solved, permutationGroup(moves));
  return exact && states > MOST_NUMBERED ? states : null;
}

/** Returns the error of an attempt to number the states of such a puzzle. */
export function tooManyStates(name: string, states: bigint): InputError {
  return new InputError(
    `${name} has ${states.toLocaleString('en-US')} states, and at most ${MOST_NUMBERED.toLocaleString('en-US')} can be enumerated: antipode solve still solves single states, by a search`,
  );
}

/**
 * Returns the space of such a puzzle.
 * @throws InputError if the start of the source is not a state
 */
export function largePuzzle(definition: GroupDefinition, source: GroupSource): LargePuzzle {
  const { name, metric = null, generators } = definition;
  const points = puzzlePoints(definition);
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
    // They estimate the moves to the solved state, and to no other one.
    ...(heuristics.length > 0 &&
      format(begin) === format(puzzle.solved) && { heuristics: Object.fromEntries(heuristics) }),
    format,
    parse: read,
  };
}

/**
 * Returns whether moves lead to a state from the solved one, as far as it is known. If no two pieces are alike, it is whether the group holds
 * the permutation that leads there. If some are, a state may pass that moves do not reach.
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
