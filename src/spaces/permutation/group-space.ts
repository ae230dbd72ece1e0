/**
 * Permutation puzzles as spaces: the states that moves make from the solved one.
 *
 * A state's number is that of its colouring, see ../colourings/number-states.ts. The source of the space holds the projections of this
 * numbering, so that threads and tables open the space without searching for projections again.
 */

import { InputError } from '../../base/text.js';
import { isClosedUnderInverses } from '../../permutations/group-facts.js';
import { inversePermutation } from '../../permutations/permutation.js';
import {
  basicName,
  type LargePuzzle,
  type NumberedGroupView,
  type NumberedSpace,
  type PuzzleSource,
  withStart,
} from '../../space/space.js';
import type { PuzzleNumbering } from './colourings/numbering.js';
import type { PuzzleDefinition } from './colourings/puzzle.js';
import { numberPuzzle } from './colourings/ranked-numbering.js';
import { chooseProjections } from './moves/choose-projections.js';
import { type PuzzlePoints, puzzlePoints } from './puzzle-points.js';
import { stateText } from './state-text.js';
import { largePuzzle, SEARCH_ADVICE, statesIfTooMany, tooManyStates } from './unnumbered-puzzle.js';

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
function numberingOf(
  { name }: PuzzleDefinition,
  points: PuzzlePoints,
  { numbering }: PuzzleSource,
): PuzzleNumbering | InputError {
  const { puzzle } = points;
  const tooMany = numbering === undefined ? statesIfTooMany(points) : null;
  if (tooMany !== null) return tooManyStates(name, tooMany);
  const found = numbering === undefined ? chooseProjections(puzzle) : numberPuzzle(puzzle, numbering);
  if (typeof found !== 'string') return 'numbering' in found ? found.numbering : found;
  const advice = numbering === undefined ? `; ${SEARCH_ADVICE}` : '';
  return new InputError(`the states of ${name} cannot be numbered: ${found}${advice}`);
}

function numberedPuzzle(
  definition: PuzzleDefinition,
  source: PuzzleSource,
  points: PuzzlePoints,
  numbering: PuzzleNumbering,
): NumberedSpace {
  const { name, metric = null, generators } = definition;
  const { puzzle } = points;
  const { format, parse } = stateText(definition, points);
  const numberOf = (text: string) => numbering.numberOf(parse(text, (state) => numbering.numberOf(state) >= 0));
  const reversible = isClosedUnderInverses(puzzle.moves);
  const state = new Uint8Array(puzzle.points);
  const colouringOf = (number: number): Uint8Array => {
    numbering.writeColouring(number, state);
    return state;
  };
  const group: NumberedGroupView = { definition, puzzle, numbering };
  const numbered: PuzzleSource = { ...source, numbering: numbering.projections };
  const heuristics = Object.entries(definition.heuristics ?? {}).map(
    ([heuristic, estimate]) => [heuristic, (number: number) => estimate(points.given(colouringOf(number)))] as const,
  );
  return withStart({
    source: numbered,
    name,
    fullName: basicName({ source, name, metric }),
    metric,
    states: numbering.size,
    size: numbering.size,
    starts: [numbering.numberOf(puzzle.solved)],
    moves: generators.map((generator) => generator.name),
    reversible,
    board: null,
    group,
    pattern: null,
    neighbours: numbering.neighbours(puzzle.moves),
    ...(!reversible && { predecessors: predecessorsOf(numbering) }),
    ...(heuristics.length > 0 && { heuristics: Object.fromEntries(heuristics) }),
    format: (number) => format(colouringOf(number)),
    parse: numberOf,
  });
}

/** Returns a function for the states from which a move leads to a state. */
function predecessorsOf(numbering: PuzzleNumbering): (state: number) => readonly number[] {
  const inverses = numbering.puzzle.moves.map(inversePermutation);
  const neighbours = numbering.neighbours(inverses);
  const next = new Float64Array(inverses.length);
  return (number) => {
    neighbours(number, next);
    return [...new Set(next)];
  };
}
