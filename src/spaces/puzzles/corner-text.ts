/** Corners of a cube as text: the three colours of a corner, in the order of the sides of its place. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';

export interface TwistedCorner {
  /** Its name: the sides of its place in the solved cube. */
  readonly corner: string;
  /** Where on its place, 0 to 2, the first colour of its name is. */
  readonly twist: number;
}

/** The colours of a corner with some twist. */
export function cornerText(corner: string, twist: number): string {
  return corner.slice(3 - twist) + corner.slice(0, 3 - twist);
}

/**
 * Reads which corner is on each place.
 * @param names of all corners, in the order of their places
 * @throws InputError if it is not each corner once
 */
export function cornerOnPlace(text: string, names: readonly string[]): TwistedCorner[] {
  const words = text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  const expected = `a state is the corners on the places ${names.join(' ')}`;
  if (words.length !== names.length) {
    throw new InputError(`${expected}, found ${words.length} of them: '${excerpt(text)}'`);
  }
  const corners = words.map((word) => {
    const corner = names.find((name) => (name + name).includes(word) && word.length === name.length);
    if (corner === undefined)
      throw new InputError(`${expected}, found '${excerpt(word, 12)}': ${noCorner(word, names)}`);
    return { corner, twist: word.indexOf(corner[0]) };
  });
  const missing = names.find((name) => !corners.some(({ corner }) => corner === name));
  if (missing !== undefined) {
    const doubled = names.find((name) => corners.filter(({ corner }) => corner === name).length > 1);
    throw new InputError(`${expected}, each once; found ${doubled} more than once and ${missing} not at all`);
  }
  return corners;
}

function noCorner(word: string, names: readonly string[]): string {
  const mirrored = names.find((name) => [...name].sort().join('') === [...word].sort().join(''));
  if (mirrored === undefined) return 'no corner has these colours';
  return `the colours of ${mirrored} go round the other way`;
}
