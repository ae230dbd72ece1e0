/** The space that a command is about: a text that names it, or an option. */

import { statSync } from 'node:fs';
import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import type { SpaceSource } from '../../space/space-source.js';
import { type Board, parseBoard } from '../../spaces/board/board.js';
import { METRICS } from '../../spaces/board/metric.js';
import { orderedPosition, parsePosition } from '../../spaces/board/position.js';
import { boardSource } from '../../spaces/board/space/board-facts.js';
import { parseGenerators } from '../../spaces/permutation/groups/generator-file.js';
import { isBoardText, isModulePath, sourceOfText } from '../../spaces/source-of-text.js';
import { readMapFile } from './board-argument.js';
import { oneOf } from './option-values.js';
import { readText } from './read-text.js';

/** Options that name a space, in place of a text. */
export interface NamingOptions {
  /** Any space, as a text. */
  readonly space?: string | undefined;
  /** A board, as a text. */
  readonly board?: string | undefined;
  /** Path of a map. */
  readonly map?: string | undefined;
  /** Path of a file of generators. */
  readonly generators?: string | undefined;
}

export interface SpaceOptions extends NamingOptions {
  /** The metric, of boards and of puzzles that have a choice. */
  readonly metric?: string | undefined;
  /** The position that a board's distances are counted from. */
  readonly goal?: string | undefined;
  /** The text of another space's only start. */
  readonly start?: string | undefined;
}

/** Returns the words that name a space on a command line. @throws InputError if none do, or two */
export function namingWords(
  text: string | undefined,
  { space, board, map, generators }: NamingOptions,
): readonly string[] {
  const options = Object.entries({ space, board, map, generators }).filter(([, value]) => value !== undefined);
  const named = [...(text === undefined ? [] : [[text]]), ...options.map(([name, value]) => [`--${name}`, `${value}`])];
  const [words, others] = named;
  if (words === undefined) {
    throw new InputError(
      'no space is named: give a board such as 3x4, a puzzle such as pancake:10, a module such as ./my-space.js, --map <file> or --generators <file>',
    );
  }
  if (others === undefined) return words;
  const first = words.length === 1 ? `'${excerpt(words[0])}'` : words[0];
  throw new InputError(`${first} and ${others[0]} both name the space: leave out one of them`);
}

/**
 * Returns the source of the space that a text or an option names, without opening it.
 * @throws InputError if there is no such board, puzzle or file, none was named or two, or an option is for other spaces
 */
export async function spaceSourceOf(text: string | undefined, options: SpaceOptions): Promise<SpaceSource> {
  namingWords(text, options);
  const { board, map, generators, metric, goal, start } = options;
  const name = text ?? options.space ?? '';
  const isBoard = board !== undefined || (generators === undefined && isBoardText(name));
  if (map !== undefined || isBoard) {
    return sourceOfBoard(map === undefined ? parseBoard(board ?? name) : readMapFile(map), options);
  }
  if (goal !== undefined) {
    throw new InputError('--goal is for boards: distances of other spaces are counted from their --start');
  }
  const isFile = generators !== undefined || isModulePath(name);
  if (metric !== undefined && isFile) {
    throw new InputError(
      `--metric chooses what counts as one move in a built-in space; ${generators ?? name} says that itself`,
    );
  }
  if (generators === undefined) {
    if (isFile) checkModule(name);
    return sourceOfText(name, { metric, start });
  }
  const source = generatedBy(generators);
  return start === undefined ? source : { ...source, start };
}

function sourceOfBoard(board: Board, { metric = 'single', goal, start }: SpaceOptions): SpaceSource {
  if (start !== undefined) {
    throw new InputError("--start is for other spaces: a board's distances are counted from its --goal");
  }
  const position = goal === undefined ? orderedPosition(board) : parsePosition(goal, board);
  return boardSource(board, position, oneOf('--metric', metric, METRICS));
}

function generatedBy(path: string): SpaceSource {
  try {
    return parseGenerators(readText(path, 'generators'));
  } catch (error) {
    if (!(error instanceof InputError) || error.message.includes(path)) throw error;
    throw new InputError(`${path}: ${error.message}`);
  }
}

/** @throws InputError if there is no such file */
function checkModule(path: string): void {
  try {
    if (statSync(path).isFile()) return;
  } catch (error) {
    throw new InputError(`the module ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  throw new InputError(`the module ${path} is not a file`);
}
