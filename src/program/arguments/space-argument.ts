/** The space that a command is about: a text that names it, or an option. */

import { statSync } from 'node:fs';
import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import type { SpaceSource } from '../../space/space-source.js';
import type { Board } from '../../spaces/board/board.js';
import { METRICS } from '../../spaces/board/metric.js';
import { orderedPosition, parsePosition } from '../../spaces/board/position.js';
import { boardSource } from '../../spaces/board/space/board-facts.js';
import { parseGenerators } from '../../spaces/permutation/groups/generator-file.js';
import { isBoardText, isModulePath, sourceOfText } from '../../spaces/source-of-text.js';
import { readBoard, readMapFile } from './board-argument.js';
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

/** The text that names a space, and the option that it was given by; undefined if by none. */
interface Naming {
  readonly option: keyof NamingOptions | undefined;
  readonly value: string;
}

/** @throws InputError if no space is named, or two are */
function namingOf(text: string | undefined, { space, board, map, generators }: NamingOptions): Naming {
  const all: [Naming['option'], string | undefined][] = [
    [undefined, text],
    ['space', space],
    ['board', board],
    ['map', map],
    ['generators', generators],
  ];
  const named = all.flatMap(([option, value]) => (value === undefined ? [] : [{ option, value }]));
  if (named.length === 1) return named[0];
  if (named.length === 0) {
    throw new InputError(
      'no space is named: give a board such as 3x4, a puzzle such as pancake:10, a module such as ./my-space.js, --map <file> or --generators <file>',
    );
  }
  const [one, other] = named.map(({ option, value }) => (option === undefined ? `'${excerpt(value)}'` : `--${option}`));
  throw new InputError(`${one} and ${other} both name the space: leave out one of them`);
}

/** Returns the words that name the same space on the command line of explore. @throws InputError if none is named, or two are */
export function namingWords(text: string | undefined, options: NamingOptions): readonly string[] {
  const { option, value } = namingOf(text, options);
  return option === 'map' || option === 'generators' ? [`--${option}`, value] : [value];
}

/**
 * Returns the source of the space that a text or an option names, without opening it.
 * @throws InputError if there is no such board, puzzle or file, none was named or two, or an option is for other spaces
 */
export async function spaceSourceOf(text: string | undefined, options: SpaceOptions): Promise<SpaceSource> {
  const { option, value } = namingOf(text, options);
  const { metric, goal, start } = options;
  if (option === 'map') return sourceOfBoard(readMapFile(value), options);
  if (option === 'board' || (option !== 'generators' && isBoardText(value))) {
    return sourceOfBoard(readBoard(value), options);
  }
  if (goal !== undefined) {
    throw new InputError('--goal is for boards: distances of other spaces are counted from their --start');
  }
  const isFile = option === 'generators' || isModulePath(value);
  if (metric !== undefined && isFile) {
    throw new InputError(
      `--metric chooses what counts as one move in a built-in space; ${value} sets its own: leave it out`,
    );
  }
  if (option === 'generators') return { ...generatedBy(value), ...(start !== undefined && { start }) };
  if (isFile) checkModule(value);
  return sourceOfText(value, { metric, start });
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
