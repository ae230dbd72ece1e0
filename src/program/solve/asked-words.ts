/** Splits the arguments of `solve` into the space and the positions or states. */

import { existsSync } from 'node:fs';
import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import type { SearchState } from '../../search/question/question.js';
import type { SpaceSource } from '../../space/space-source.js';
import { readState, type WrittenStates } from '../../space/space-text.js';
import { parsePosition, parseTiles } from '../../spaces/board/position.js';
import { isPath, isSpaceText, spaceMeant } from '../../spaces/source-of-text.js';
import { namingWords, type SpaceOptions, spaceSourceOf } from '../arguments/space-argument.js';
import type { StatesTable } from '../tables/state-tables.js';

/** The space, and the words that do not name it. */
export interface AskedWords {
  /** The space; undefined if none is named. */
  readonly source?: SpaceSource;
  /** The words that name the space. */
  readonly naming?: readonly string[];
  readonly words: readonly string[];
  /** The given table, if it had to be opened to read the words. */
  readonly table?: StatesTable;
}

/** Rows of tiles: a position, valid or not, unless a file has that name. */
const ROWS = /^[\dx]+(\/[\dx]+)+$/i;

/**
 * Determines the space. If no option names it, the first word does, unless it can be read as a position.
 * @param openTable opens the given table of numbered states, if any; the first word can then be a state of its space
 * @throws InputError if the first word is neither a position nor a space, or the space does not exist
 */
export async function askedOfWords(
  words: readonly string[],
  given: SpaceOptions,
  openTable?: () => Promise<StatesTable>,
): Promise<AskedWords> {
  const { space, board, map, generators, metric } = given;
  const options = { space, board, map, generators, metric };
  if ([space, board, map, generators].some((option) => option !== undefined)) {
    return { source: await spaceSourceOf(undefined, options), naming: namingWords(undefined, options), words };
  }
  const [name = '', ...others] = words;
  const subject = async () => ({ source: await spaceSourceOf(name, options), naming: [name], words: others });
  if (words.length === 0) return { words };
  if (isPath(name) && existsSync(name)) return subject();
  if (openTable !== undefined) {
    const table = await openTable();
    const { space } = table.table;
    const [first] = asStates(space, words);
    if (canRead((text) => readState(space, text), first) || !(await isSpaceText(name))) return { words, table };
    table.table.close();
    return subject();
  }
  const [first] = asPositions(words);
  if (canRead(parsePosition, first) || ROWS.test(first)) return { words };
  if (await isSpaceText(name)) return subject();
  // Several words, or tiles alone, are an invalid position, whose own error gives the reason.
  if (/\s/.test(first) || canRead(parseTiles, first)) return { words };
  throw new InputError(
    `'${excerpt(name)}' is neither a position, such as 23415x768, nor a space, such as 15-puzzle, pancake:7, ./my-space.js or ./dino.tws${await spaceMeant(name)}`,
  );
}

/** Joins arguments that are single tiles: a position without its quotes. */
export function asPositions(words: readonly string[]): readonly string[] {
  const tiles = words.length > 1 && words.every((word) => /^(\d{1,3}|[xX_])$/.test(word));
  return tiles && words.some((word) => /^[xX_0]$/.test(word)) ? [words.join(' ')] : words;
}

/** Joins arguments that are a state only together: a state without its quotes. */
export function asStates(space: WrittenStates<SearchState>, words: readonly string[]): readonly string[] {
  const isState = (text: string) => canRead((state) => readState(space, state), text);
  const together = words.join(' ');
  return words.length > 1 && !isState(words[0]) && isState(together) ? [together] : words;
}

/** Returns true if a function reads a text without an error. */
export function canRead(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}
