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
 * Reads the file of a puzzle. If it gives no name, the puzzle is called like the file, without its extension.
 * @param metric `powers` or `generators`, by default the usual one of the format
 * @throws InputError that names the file
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
  if (text.includes('\0')) throw new InputError(`${path} is not a text file, so it holds no puzzle`);
  try {
    return parsePuzzle(text, { name: plainText(parse(path).name).slice(0, MOST_NAME), metric });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${excerpt(path, 150)}: ${error.message}`);
  }
}
