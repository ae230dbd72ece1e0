/** Facts in two columns under a title. */

import { styleText } from 'node:util';

export const NAME_WIDTH = 20;

/** Returns the facts under their title. @param facts names and values, a line each; a line without a name continues the one above */
export function factsText(title: string, facts: readonly (readonly [string, string])[]): string {
  return [styleText('bold', title), ...facts.map(([name, value]) => `${name.padEnd(NAME_WIDTH)}${value}`)].join('\n');
}
