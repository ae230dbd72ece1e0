/**
 * Files of permutation puzzles, in any of four formats, which the content determines. An object is KPuzzle JSON if it has orbits, otherwise
 * generators in JSON. A keyword such as `Set` begins twsearch's language, and a bracket, `Group` or an assignment begins GAP's.
 */

import { parse } from '#machine/files.js';
import { excerpt, InputError, withPlace } from '../../base/text.js';
import { readText } from '../../base/text-file.js';
import { type GeneratedSpace, plainText } from '../../space/space.js';
import { parseGap } from './gap.js';
import { readGenerators } from './generator-file.js';
import { generatedPuzzle, TURN_METRICS, type TurnMetric } from './generators.js';
import { parseJson, readObject } from './json-object.js';
import { readKPuzzle } from './kpuzzle.js';
import { parseKsolve } from './ksolve.js';
import type { ReadSpace } from './turned-puzzle.js';

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
  return puzzleOfFile(path, readText(path, 'a puzzle', MOST_BYTES), metric);
}

/**
 * Reads a puzzle from the text of a file.
 * @param path of the file, or its name
 * @throws InputError as readPuzzle
 */
export function puzzleOfFile(path: string, text: string, metric?: string): GeneratedSpace {
  if (text.includes('\0')) throw new InputError(`${excerpt(path, 150)} is not a text file, so it holds no puzzle`);
  const name = plainText(parse(path).name).slice(0, MOST_NAME);
  return withPlace(excerpt(path, 150), () => parsePuzzle(text, name, metric));
}

/**
 * Reads the text of a file.
 * @param name of the space if the file gives none
 * @param metric as for readPuzzle
 * @throws InputError: one line, without the file's name
 * @example
 * ```ts
 * import { explore, parsePuzzle } from 'antipode';
 *
 * const source = parsePuzzle('{"generators": [[2,3,1],[2,1,3]]}', 'three');
 * console.log((await explore({ space: source })).states); // 6
 * ```
 */
export function parsePuzzle(text: string, name: string, metric?: string): GeneratedSpace {
  const known = TURN_METRICS.find((each) => each === metric);
  if (metric !== undefined && known === undefined) {
    throw new InputError(
      `the metric of a puzzle in a file is ${TURN_METRICS.join(' or ')}; found '${excerpt(metric)}'`,
    );
  }
  const read = readFormat(text.replace(/^\ufeff/, ''), known);
  const { sets, metric: counted } = read;
  const given = { ...(counted !== undefined && { metric: counted }), ...(sets !== undefined && { sets }) };
  const space = { kind: 'generators', name: read.name ?? name, ...given, generators: read.generators } as const;
  generatedPuzzle(space);
  return space;
}

function readFormat(text: string, metric: TurnMetric | undefined): ReadSpace {
  const begin = beginOf(text);
  if (begin === '') throw new InputError('the file is empty');
  if (begin.startsWith('{')) return readJson(text, metric);
  if (/^(Name|Set|Solved|StartState|Move\w*|Illegal)(?!\w|\s*[:=(])/.test(begin))
    return parseKsolve(text, metric ?? 'powers');
  if (/^\[\s*[[\d]/.test(begin)) {
    throw new InputError('a list of numbers is not a puzzle: in JSON, write {"generators": [[2,3,1],[2,1,3]]}');
  }
  if (/^([([]|[A-Za-z_]\w*\s*(:=|\())/.test(begin)) return parseGap(text, metric ?? 'generators');
  throw new InputError(
    `the file begins with '${excerpt(begin, 20)}': expected a puzzle of twsearch (Set CORNERS 8 3), permutations in GAP's notation (Group((1,2,3),(1,2))), or JSON ({"generators": [[2,3,1]]})`,
  );
}

function readJson(text: string, metric: TurnMetric | undefined): ReadSpace {
  const object = readObject(parseJson(text), 'the file', ['generators', 'orbits']);
  if ('orbits' in object || 'defaultPattern' in object) return readKPuzzle(object, metric ?? 'powers');
  if ('space' in object && 'histogram' in object) {
    const { table } = object;
    const advice = typeof table === 'string' ? `: antipode info reads its table, ${excerpt(table, 150)}` : '';
    throw new InputError(`the file is a result of antipode, not a puzzle${advice}`);
  }
  if (metric === undefined) return readGenerators(object);
  throw new InputError(
    'generators in JSON are the moves themselves: leave out the metric, and add "inverses": true if inverses are moves',
  );
}

/** Returns the first line that is not empty and not a comment, '' if there is none. */
function beginOf(text: string): string {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const begin = line.trim();
    if (begin !== '' && !begin.startsWith('#')) return begin;
  }
  return '';
}
