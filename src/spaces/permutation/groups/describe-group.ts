/** What can be said of a permutation puzzle before anything is enumerated. */

import type { GroupDefinition } from '../colourings/group-definition.js';
import type { PieceSet } from '../colourings/puzzle-source.js';
import { type GroupFacts, groupFacts } from '../order/group-facts.js';
import { type NumberOfStates, numberOfStates } from '../order/number-of-states.js';
import { permutationGroup } from '../order/permutation-group.js';
import { colouringText } from './colouring-text.js';
import { MOST_NUMBERED } from './large-puzzle.js';
import { puzzlePoints } from './puzzle-points.js';

export interface GroupDescription {
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
  /** false if there are more than MOST_NUMBERED states. */
  readonly canBeEnumerated: boolean;
  /** The text of the solved state. */
  readonly solved: string;
}

export function describeGroup(definition: GroupDefinition): GroupDescription {
  const { name, metric = null, generators, sets, text } = definition;
  const { puzzle, given } = puzzlePoints(definition);
  const onePiece = [{ name: 'pieces', pieces: generators[0].images.length, turns: 1 }];
  const { format } = text ?? colouringText(name, puzzle, sets ?? onePiece);
  const states = numberOfStates(puzzle.moves, puzzle.solved, permutationGroup(puzzle.moves));
  return {
    name,
    metric,
    moves: generators.map((generator) => generator.name),
    sets: sets ?? null,
    group: groupFacts(generators.map(({ images }) => Uint8Array.from(images))),
    states,
    canBeEnumerated: states.states <= MOST_NUMBERED,
    solved: format(given(puzzle.solved)),
  };
}
