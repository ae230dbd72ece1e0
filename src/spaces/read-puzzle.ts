/** Puzzles in files: see ./permutation/files for their formats. */

import { parse } from 'node:path';
import { readText } from '../base/files.js';
import { excerpt, InputError } from '../base/text.js';
import { type GeneratedSpace, plainText } from '../space/space.js';
import { parsePuzzle } from './permutation/files/puzzle-file.js';

/** Maximum size of a file: far more than 1000 moves of 255 points need. */
const MOST_BYTES = 2_000_000;
const MOST_NAME = 100;

/**
 * Reads a puzzle from a file: docs/reference/formats.md describes the formats. If the file gives no name, the puzzle is named after the file, without
 * its extension.
 * @param path path of a text file of at most 2 MB, with 1 to 255 points and up to 1000 moves
 * @param metric `powers`: every power of a turn is a move; `generators`: a turn and its inverse are. By default `powers`, but `generators`
 * in GAP's language. Generators in JSON have no metric
 * @throws InputError that names the file, if it cannot be read, has none of the formats, or does not allow the metric
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
