/** A sentence for each move of the built-in puzzles that describes its effect. */

import { OPPOSITE_FACE } from '../../spaces/puzzles/solids/jing-pyraminx.js';
import { SKEWB_HALVES } from '../../spaces/puzzles/solids/skewb.js';

const SMALL_NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const CUBE_FACES: Readonly<Record<string, string>> = {
  ...{ U: 'upper', R: 'right', F: 'front', D: 'lower', L: 'left', B: 'back' },
};
const PYRAMINX_CORNERS: Readonly<Record<string, string>> = { U: 'upper', L: 'left', R: 'right', B: 'back' };
const DIRECTIONS: Readonly<Record<string, string>> = { u: 'up', d: 'down', l: 'left', r: 'right' };

/** Returns the sentence of a move; null if the puzzle has no sentences. @param puzzle name such as `pancake:10` */
export function puzzleSentence(puzzle: string, move: string): string | null {
  const [name, parameters = ''] = puzzle.split(':');
  switch (name) {
    case 'pancake':
    case 'burnt-pancake':
      return pancakeSentence(Number(move), Number(parameters));
    case 'topspin':
      return topspinSentence(move, Number(parameters.split(',')[1]));
    case 'hanoi':
      return `Moves the top disc of peg ${move[0]} to peg ${move[1]}.`;
    case 'knight':
      return knightSentence(move);
    case 'solitaire':
      return `Moves piece ${move.slice(0, -1)} ${DIRECTIONS[move.slice(-1)]}, by a step or a jump.`;
    default:
      return solidSentence(name, move);
  }
}

function pancakeSentence(turned: number, all: number): string {
  if (turned === all) return all === 1 ? 'Turns the pancake over.' : `Turns over all ${numberWord(all)} pancakes.`;
  return turned === 1
    ? 'Turns over the uppermost pancake.'
    : `Turns over the ${numberWord(turned)} uppermost pancakes.`;
}

function numberWord(count: number): string {
  return SMALL_NUMBERS[count - 1] ?? String(count);
}

function topspinSentence(move: string, turntable: number): string {
  if (move === 't') return `Turns the turntable, which reverses the first ${numberWord(turntable)} pieces.`;
  return `Pushes all pieces one place ${DIRECTIONS[move]}.`;
}

/** @param move such as `+1-2`: columns, then rows */
function knightSentence(move: string): string {
  const [columns, rows] = [Number(move.slice(0, 2)), Number(move.slice(2))];
  const steps = (count: number, where: string) => `${numberWord(Math.abs(count))} ${where}`;
  return `Jumps ${steps(columns, columns > 0 ? 'right' : 'left')} and ${steps(rows, rows > 0 ? 'up' : 'down')}.`;
}

function solidSentence(name: string, move: string): string | null {
  const [, part, half, back] = /^([A-Z]+)(2?)('?)$/.exec(move) ?? [];
  const direction = back === '' ? 'clockwise' : 'counterclockwise';
  const third = `a third of a turn ${direction}`;
  switch (name) {
    case 'cube-2x2x2':
    case 'corners-3x3x3':
      return `Turns the ${CUBE_FACES[part]} face ${half === '2' ? 'half a turn' : `a quarter turn ${direction}`}.`;
    case 'skewb':
      return `Turns the half around the corner ${SKEWB_HALVES[part as keyof typeof SKEWB_HALVES]} ${third}.`;
    case 'dino':
      return `Turns the corner ${part} ${third}.`;
    case 'pyraminx':
      return `Turns the ${PYRAMINX_CORNERS[part]} corner ${third}.`;
    case 'jing-pyraminx':
      return jingSentence(part, third);
    default:
      return null;
  }
}

function jingSentence(part: string, third: string): string {
  const face = OPPOSITE_FACE[part as keyof typeof OPPOSITE_FACE];
  if (face === undefined) return `Turns the ${CUBE_FACES[part]} face ${third}.`;
  return `Turns all but the ${CUBE_FACES[face]} face ${third}, seen from the corner ${part}.`;
}
