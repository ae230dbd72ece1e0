/** The commands that a page of docs/ shows. */

import { readFileSync } from 'node:fs';

/** Returns the words of each `antipode explore` and `antipode export` of a page in their order, but not of 3x4, whose table is large. */
export function commandsIn(page: string): string[][] {
  const shown = readFileSync(page, 'utf8').matchAll(/antipode ((?:explore|export) [^`\n<]+)/g);
  return [...shown]
    .map(([, words]) => words.trim().split(' '))
    .filter((words) => !words.some((word) => word.includes('3x4')));
}
