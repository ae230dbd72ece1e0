/** Suggestions for names that were mistyped. */

import { closestMatch } from 'leven';

/** The share of the characters that may be wrong: `knigth` is nearly `knight`, and `xls` is nearly no name of three letters. */
const WRONG_SHARE = 0.4;

/**
 * Returns ` (did you mean knight?)` if one of the names is nearly the text, and nothing otherwise.
 * @param shown the text to show for each name
 */
export function didYouMean(text: string, names: readonly string[], shown = names): string {
  const nearest = closestMatch(text.toLowerCase(), names, { maxDistance: Math.round(WRONG_SHARE * text.length) });
  return nearest === undefined ? '' : ` (did you mean ${shown[names.indexOf(nearest)]}?)`;
}
