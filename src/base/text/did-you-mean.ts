/** Suggestions for names that were mistyped. */

import { closestMatch } from 'leven';

/** The most edits that turn a mistyped name into the right one: half of its characters, and no more than commander allows options. */
const mostEdits = (text: string) => Math.min(3, Math.round(text.length / 2));

/**
 * Returns ` (did you mean knight?)` if one of the names is nearly the text, and nothing otherwise.
 * @param shown the text to show for each name
 */
export function didYouMean(text: string, names: readonly string[], shown = names): string {
  const nearest = closestMatch(text.toLowerCase(), names, { maxDistance: mostEdits(text) });
  return nearest === undefined ? '' : ` (did you mean ${shown[names.indexOf(nearest)]}?)`;
}
