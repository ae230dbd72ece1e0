/** `antipode info`: describes a permutation puzzle without enumerating it. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { puzzleOfSource } from '../../spaces/definition-of-source.js';
import { describePuzzle, type PuzzleDescription } from '../../spaces/permutation/groups/describe-puzzle.js';
import { spaceSourceOf } from '../arguments/space-argument.js';
import type { Io } from '../process/io.js';
import { puzzleDescriptionText } from '../terminal/group-text.js';
import { columnsOf } from '../terminal/width.js';

export interface InfoArguments {
  readonly metric?: string;
  readonly json?: boolean;
}

/** Prints the description of a puzzle. @param text the file of a puzzle, or a built-in one @throws InputError */
export async function infoCommand(text: string, { metric, json }: InfoArguments, io: Io): Promise<void> {
  const definition = await puzzleOfSource(await spaceSourceOf(text, { metric }));
  if (definition === null) {
    throw new InputError(
      `info describes permutation puzzles, such as dino or the file ./dino.tws; ${excerpt(text)} is none`,
    );
  }
  const description = describePuzzle(definition);
  io.stdout.write(
    `${json ? JSON.stringify(resultOf(description)) : puzzleDescriptionText(description, columnsOf(io.stdout))}\n`,
  );
}

/** Returns the object that --json prints. Points count from 1, and numbers that may be above 2^53 are texts. */
function resultOf({ name, metric, moves, sets, group, states, solved }: PuzzleDescription) {
  return {
    space: name,
    metric,
    points: group.points,
    movedPoints: group.moved,
    sets,
    moves,
    closedUnderInverses: group.closedUnderInverses,
    even: group.even,
    order: String(group.order),
    orbits: group.orbits.map(({ points }) => points.map((point) => point + 1)),
    primitive: group.orbits.map(({ minimalBlockSystems }) => minimalBlockSystems.length === 0),
    transitivity: group.transitivity,
    base: group.base.map((point) => point + 1),
    states: String(states.states),
    statesAreExact: states.exact,
    solved,
  };
}
