/** Opens the space of a source, or only the definition that a source names. */

import { InputError } from '../base/text.js';
import { checkSamples, checkShape } from '../space/check.js';
import type { NumberedStates, SpaceDefinition } from '../space/definition.js';
import {
  basicName,
  type LargePuzzle,
  type NumberedSpace,
  numberingIn,
  type PuzzleSource,
  type Space,
  type SpaceSource,
  withStart,
} from '../space/space.js';
import { loadSpaceModule } from '../space/space-module.js';
import type { Position } from './board/position.js';
import type { PuzzleDefinition } from './permutation/colourings/puzzle.js';

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
  if (source.kind === 'board') return (await import('./board-space.js')).openBoard(source);
  if (source.kind === 'known' || source.kind === 'generators') {
    const definition = await definitionOfSource(source);
    if ('generators' in definition) {
      return (await import('./permutation/group-space.js')).openPuzzle(definition, source);
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
 * Opens the space of a source that a file holds. The source of a permutation puzzle must say how its states are numbered.
 * @throws as for openNumberedSpace; InputError if it does not
 */
export async function openStoredSpace(source: SpaceSource): Promise<NumberedSpace> {
  const space = await openNumberedSpace(source);
  if (space.group === null || numberingIn(source) !== undefined) return space;
  throw new InputError('its source does not say how states are numbered; explore it again');
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
        return (await import('./permutation/group-space.js')).groupSpace(definition, source);
      }
      return numberedSpace(checkShape(definition, definition.name), source);
    }
    case 'board':
      return (await import('./board-space.js')).boardSpace(source);
    case 'pattern':
      return (await import('./pattern-space.js')).patternSpace(source);
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

/* Definitions that sources name: those of built-in puzzles and of generators. Their states are not enumerated. */

/** Returns the definition of a built-in puzzle or of generators. @throws InputError if it is unknown or wrong */
async function definitionOfSource(source: PuzzleSource): Promise<SpaceDefinition | PuzzleDefinition> {
  if (source.kind === 'known') {
    const { makeKnownPuzzle } = await import('./puzzles/known-puzzles.js');
    return makeKnownPuzzle(source.space, source.metric);
  }
  const { generatedPuzzle } = await import('./permutation/generators.js');
  return generatedPuzzle(source);
}

/**
 * Returns the permutation puzzle of a source; null for boards, modules, and built-in puzzles whose moves are not permutations.
 * @throws InputError if there is no such puzzle, its parameters are out of range, or the generators are wrong
 * @example
 * ```ts
 * import { puzzleOfSource, readPuzzle } from 'antipode';
 *
 * const puzzle = await puzzleOfSource(readPuzzle('./dino.tws'));
 * console.log(puzzle?.generators.length); // 16
 * ```
 */
export async function puzzleOfSource(source: SpaceSource): Promise<PuzzleDefinition | null> {
  if (source.kind !== 'known' && source.kind !== 'generators') return null;
  const definition = await definitionOfSource(source);
  return 'generators' in definition ? definition : null;
}
