/** The description of a permutation puzzle, made without enumerating it. */

import type { PuzzleDefinition } from '../colourings/puzzle-definition.js';
import type { PieceSet } from '../colourings/puzzle-source.js';
import { type GroupFacts, groupFacts } from '../order/group-facts.js';
import { type NumberOfStates, numberOfStates } from '../order/number-of-states.js';
import { permutationGroup } from '../order/permutation-group.js';
import { colouringText } from './colouring-text.js';
import { puzzlePoints } from './puzzle-points.js';

export interface PuzzleDescription {
  readonly name: string;
  readonly metric: string | null;
  /** Names of the moves. */
  readonly moves: readonly string[];
  /** null if each point has a piece of its own. */
  readonly sets: readonly PieceSet[] | null;
  /** The group that the moves generate, on the points of the definition. */
  readonly group: GroupFacts;
  /** The states that moves reach. */
  readonly states: NumberOfStates;
  /** The text of the solved state. */
  readonly solved: string;
}

/** Describes a puzzle. */
export function describePuzzle(definition: PuzzleDefinition): PuzzleDescription {
  const { name, metric = null, generators, sets, text } = definition;
  const { puzzle, given } = puzzlePoints(definition);
  const onePiece = [{ name: 'pieces', pieces: generators[0].images.length, turns: 1 }];
  const { format } = text ?? colouringText(name, puzzle, sets ?? onePiece);
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
