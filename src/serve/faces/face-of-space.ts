/** The face of a space: built-in puzzles have their own drawings, other groups are drawn as cycles. */

import type { Space } from '../../space/space.js';
import { onePieceEach } from '../../spaces/permutation/colourings/coloured-puzzle.js';
import type { PuzzleDefinition } from '../../spaces/permutation/colourings/puzzle-definition.js';
import type { PieceSet } from '../../spaces/permutation/colourings/puzzle-source.js';
import type { Drawing, Face } from '../answers.js';
import { generatorCycles } from './generator-cycles.js';
import { puzzleSentence } from './puzzle-sentences.js';

/** Returns the face of a space; null for boards, patterns and modules. */
export function faceOf(space: Space): Face | null {
  if (space.source.kind === 'known') return knownFace(space);
  return space.group === null ? null : groupFace(space.group.definition);
}

function knownFace({ name: text, group, moves }: Space): Face | null {
  const [name, parameters = ''] = text.split(':');
  const drawing = knownDrawing(name, parameters.split(',').map(Number));
  const face = group === null ? null : groupFace(group.definition);
  const sentences = moves.map((move, index) => puzzleSentence(text, move) ?? face?.moves[index] ?? move);
  if (drawing !== null) return { ...drawing, moves: sentences };
  return face === null ? null : { ...face, moves: sentences };
}

function knownDrawing(name: string, [first]: readonly number[]): Drawing | null {
  switch (name) {
    case 'pancake':
    case 'burnt-pancake':
      return { kind: 'pancakes', burnt: name === 'burnt-pancake' };
    case 'hanoi':
      return { kind: 'hanoi', pegs: first };
    case 'knight':
    case 'solitaire':
      return { kind: name, side: first };
    case 'cube-2x2x2':
    case 'corners-3x3x3':
    case 'skewb':
    case 'dino':
    case 'pyraminx':
    case 'jing-pyraminx':
      return { kind: 'net', solid: name };
    default:
      return null;
  }
}

function groupFace({ generators, sets: given }: PuzzleDefinition): Face {
  const sets = given ?? [onePieceEach(generators[0].images.length)];
  return {
    kind: sets.every(isNumberedByPlaces) ? 'cycles' : 'pieces',
    sets: sets.map(({ name, pieces }) => ({ name, pieces })),
    moves: generators.map(({ images }) => generatorCycles(images, sets)),
  };
}

/** Returns true if each place of the solved puzzle has the piece of the same number, so that no two pieces are identical. */
function isNumberedByPlaces({ solved }: PieceSet): boolean {
  return solved === undefined || solved.every((piece, place) => piece === place + 1);
}
