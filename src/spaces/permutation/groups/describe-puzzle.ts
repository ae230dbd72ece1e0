/** The description of a permutation puzzle, made without enumerating it. */

import type { PuzzleDefinition } from '../colourings/puzzle-definition.js';
import type { PieceSet } from '../colourings/puzzle-source.js';
import { type GroupFacts, groupFacts } from '../order/group-facts.js';
import { type NumberOfStates, numberOfStates } from '../order/number-of-states.js';
import { permutationGroup } from '../order/permutation-group.js';
import { textOfDefinition } from './colouring-text.js';
import { puzzlePoints } from './puzzle-points.js';

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
