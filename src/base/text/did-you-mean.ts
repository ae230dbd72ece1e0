/** Suggestions for mistyped names. */

import { closestMatch } from 'leven';

/**
 * Maximum number of edits from a mistyped name to the right one: half of its characters, and at most the limit of commander for
 * options.
 */
const mostEdits = (text: string) => Math.min(3, Math.round(text.length / 2));

/**
 * Returns a text such as ` (did you mean knight?)` if one of the names is similar to the text, or else an empty text.
 * @param shown the text to show for each name
 */
export function didYouMean(text: string, names: readonly string[], shown = names): string {
  const nearest = closestMatch(text.toLowerCase(), names, { maxDistance: mostEdits(text) });
  return nearest === undefined ? '' : ` (did you mean ${shown[names.indexOf(nearest)]}?)`;
}
