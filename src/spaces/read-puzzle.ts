/** Puzzles in files: see ./permutation/files for their formats. */

import { parse } from 'node:path';
import { InputError } from '../base/input-error.js';
import { readText } from '../base/read-text.js';
import { excerpt } from '../base/text/excerpt.js';
import { plainText } from '../space/names.js';
import type { GeneratedSpace } from '../space/space-source.js';
import { parsePuzzle } from './permutation/files/puzzle-file.js';

/** Far more than 1000 moves of 255 points. */
const MOST_BYTES = 2_000_000;
const MOST_NAME = 100;

/**
 * Reads the file of a puzzle: docs/reference/formats.md describes the formats. If it gives no name, the puzzle is called like the file, without its
 * extension.
 * @param path of a text of at most 2 MB, with 1 to 255 points and up to 1000 moves
 * @param metric `powers`: every power of a turn is a move; `generators`: a turn and its inverse are. By default `powers`, but in GAP's
 * language `generators`. Generators in JSON take none
 * @throws InputError that names the file, if it cannot be read, is in none of the formats, or has another metric
 * @example
 * ```ts
 * import { explore, readPuzzle } from 'antipode';
 *
 * const source = readPuzzle('./skewb.tws');
 * console.log((await explore({ space: source, table: false })).maxDepth); // 11
 * ```
 */
export function readPuzzle(path: string, metric?: string): GeneratedSpace {
  const text = readText(path, 'a puzzle', MOST_BYTES);
  if (text.includes('\0')) throw new InputError(`${excerpt(path, 150)} is not a text file, so it holds no puzzle`);
  try {
    return parsePuzzle(text, { name: plainText(parse(path).name).slice(0, MOST_NAME), metric });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${excerpt(path, 150)}: ${error.message}`);
  }
}
