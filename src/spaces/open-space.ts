/** Opens the space of a source. */

import { InputError } from '../base/input-error.js';
import { checkSamples } from '../space/check-samples.js';
import { checkShape } from '../space/check-space.js';
import type { NumberedStates } from '../space/definition.js';
import { basicName } from '../space/names.js';
import type { LargePuzzle, NumberedSpace, Space } from '../space/space.js';
import { loadSpaceModule } from '../space/space-module.js';
import type { SpaceSource } from '../space/space-source.js';
import { withStart } from '../space/start.js';
import type { Position } from './board/position.js';
import { definitionOfSource } from './definition-of-source.js';

/**
 * Opens the space of a source and checks it: its interface, and its promises on a few hundred states. A board of more than 2^53 states, or
 * a permutation puzzle too large to enumerate, is a space without numbers, see isNumbered.
 * @param source plain data, such as `{ kind: 'known', space: 'knight:8' }`
 * @throws InputError if the source is unknown or its parameters are wrong; SpaceError if the space lacks a part of the
 * interface or contradicts itself
 * @example
 * ```ts
 * import { openSpace } from 'antipode';
 *
 * const space = await openSpace({ kind: 'known', space: 'knight:8' });
 * console.log(space.states, space.moves.length); // 64 8
 * ```
 */
export async function openSpace(source: SpaceSource): Promise<NumberedSpace | Space<Position> | LargePuzzle> {
  if (source.kind === 'board') return (await import('./board/space/board-space.js')).openBoard(source);
  if (source.kind === 'known' || source.kind === 'generators') {
    const definition = await definitionOfSource(source);
    if ('generators' in definition) {
      return (await import('./permutation/groups/group-space.js')).openPuzzle(definition, source);
    }
  }
  return openNumberedSpace(source);
}

/**
 * Opens a space as openSpace does, if its states have numbers.
 * @throws as for openSpace; InputError if the space is too large to number
 */
export async function openNumberedSpace(source: SpaceSource): Promise<NumberedSpace> {
  const space = await loadSpace(source);
  // Tests prove the moves of boards, patterns and permutation puzzles.
  if (space.board === null && space.pattern === null && space.group === null) checkSamples(space);
  return space;
}

/**
 * Opens a space as openNumberedSpace does, but checks only its interface: for a space that was checked before.
 * @throws as for openNumberedSpace
 */
export async function loadSpace(source: SpaceSource): Promise<NumberedSpace> {
  switch (source.kind) {
    case 'module': {
      const { definition, digest } = await loadSpaceModule(source);
      return numberedSpace(definition, { ...source, digest });
    }
    case 'known':
    case 'generators': {
      const definition = await definitionOfSource(source);
      if ('generators' in definition) {
        return (await import('./permutation/groups/group-space.js')).groupSpace(definition, source);
      }
      return numberedSpace(checkShape(definition, definition.name), source);
    }
    case 'board':
      return (await import('./board/space/board-space.js')).boardSpace(source);
    case 'pattern':
      return (await import('./pattern/space/pattern-space.js')).patternSpace(source);
    default:
      throw unknownKind(source);
  }
}

/** Returns the error of a source from a program without types, or from a damaged file. */
function unknownKind({ kind }: { readonly kind?: unknown }): InputError {
  return new InputError(`the kind of a source must be board, pattern, known, module or generators; found '${kind}'`);
}

/**
 * Returns the space of a definition, with the source's start instead of its own if it has one.
 * @throws InputError if that start is not a state
 */
export function numberedSpace(
  definition: NumberedStates & { readonly metric?: string | null },
  source: SpaceSource,
): NumberedSpace {
  const { name, metric = null, size, starts, moves, reversible, predecessors, heuristics } = definition;
  return withStart({
    source,
    name,
    fullName: basicName({ source, name, metric }),
    metric,
    states: size,
    size,
    starts: [...new Set(starts)],
    moves,
    reversible,
    board: null,
    group: null,
    pattern: null,
    // Methods keep their `this`: a definition may be an object of a class.
    neighbours: (state, next) => definition.neighbours(state, next),
    ...(predecessors !== undefined && {
      predecessors: (state: number) => definition.predecessors?.(state) as readonly number[],
    }),
    ...(heuristics !== undefined && { heuristics }),
    format: (state) => definition.format(state),
    parse: (text) => definition.parse(text),
  });
}
