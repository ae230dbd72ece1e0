/** Facts in two columns under a title. */

import { styleText } from 'node:util';
import { folded } from './width.js';

export const NAME_WIDTH = 20;

/**
 * Returns the facts under their title.
 * @param facts names and values, one per line; a line without a name continues the one above
 * @param width characters of a line; longer lines are folded. By default unlimited
 */
export function factsText(
  title: string,
  facts: readonly (readonly [string, string])[],
  width = Number.POSITIVE_INFINITY,
): string {
  const lines = facts.flatMap(([name, value]) =>
    folded(value, width - NAME_WIDTH).map((line, index) => `${(index === 0 ? name : '').padEnd(NAME_WIDTH)}${line}`),
  );
  return [...folded(title, width).map((line) => styleText('bold', line)), ...lines].join('\n');
}
