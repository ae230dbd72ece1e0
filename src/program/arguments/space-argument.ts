/** The space of a command, named by a text or an option, and the files that hold some of its states. */

import { statSync } from 'node:fs';
import { parse } from 'node:path';
import { didYouMean, excerpt, InputError, withPlace } from '../../base/text.js';
import { readText } from '../../base/text-file.js';
import { plainText, type SpaceSource } from '../../space/space.js';
import { type Board, KNOWN_BOARD_NAMES, METRICS, parseBoard, parseMap } from '../../spaces/board/board.js';
import { parsePatternTiles } from '../../spaces/board/partition.js';
import { orderedPosition, parsePosition } from '../../spaces/board/position.js';
import { boardSource, checkPatternMetric, patternSource } from '../../spaces/board-facts.js';
import { readPuzzle } from '../../spaces/permutation/puzzle-file.js';
import { isBoardText, isModulePath, isPath, sourceOfText } from '../../spaces/source-of-text.js';
import { isTableFile } from '../../table/container.js';
import { readName, refuse } from './option-values.js';

/** Values of the options that name a space instead of a text, and of those that determine its metric, its starts or its pattern. */
export type SpaceOptions = Partial<
  Readonly<Record<(typeof NAMING)[number] | 'metric' | 'goal' | 'pattern' | 'start', string | undefined>>
>;

/** Options that name a space: any, a board, the path of a map file, and that of a puzzle file with any extension. */
const NAMING = ['space', 'board', 'map', 'generators'] as const;

/**
 * Returns the text that names a space, and its option; undefined if it is an argument.
 * @throws InputError if no space is named, or two are
 */
function namingOf(text: string | undefined, options: SpaceOptions) {
  const named = [undefined, ...NAMING].flatMap((option) => {
    const value = option === undefined ? text : options[option];
    return value === undefined ? [] : [{ option, value }];
  });
  if (named.length === 1) return named[0];
  if (named.length === 0) {
    throw new InputError(
      'the space is missing: give a board such as 3x4, a puzzle such as pancake:10, a file such as ./my-space.js or ./dino.tws, --map <file> or --generators <file>',
    );
  }
  const [one, other] = named.map(({ option, value }) => (option === undefined ? `'${excerpt(value)}'` : `--${option}`));
  throw new InputError(`${one} and ${other} both name the space: leave out one of them`);
}

/** Returns the command that explores the same space. @throws InputError if no space is named, or two are */
export function exploringWords(text: string | undefined, options: SpaceOptions): readonly string[] {
  const { option, value } = namingOf(text, options);
  const naming = option === 'map' || option === 'generators' ? [`--${option}`, value] : [value];
  const chosen = (['metric', 'start'] as const).flatMap((name) => {
    const text = options[name];
    return text === undefined ? [] : [`--${name}`, text];
  });
  return ['antipode', 'explore', ...naming, ...chosen];
}

/**
 * Returns the source of the space that a text or an option names, without opening it.
 * @throws InputError if the board, puzzle or file does not exist, none is named or two are, or an option is for other spaces
 */
export async function readSpaceSource(text: string | undefined, options: SpaceOptions): Promise<SpaceSource> {
  const { option, value } = namingOf(text, options);
  const { metric, goal, start, pattern } = options;
  const isFile = option === 'generators' || isPath(value) || value.endsWith('.table');
  refuse({
    [`${excerpt(value, 150)} is a distance table, not a space: info, solve, analyse and verify read it`]:
      isFile && isTableFile(value),
  });
  if (option === 'map') return sourceOfBoard(readMapFile(value), options);
  if (option === 'board' || (option !== 'generators' && isBoardText(value))) {
    return sourceOfBoard(readBoard(value), options);
  }
  refuse({
    '--pattern is for boards such as 4x4, because it names some of their tiles: leave it out': pattern !== undefined,
    '--goal is for boards: distances of other spaces are counted from their --start': goal !== undefined,
  });
  if (option === 'generators') return { ...readPuzzle(value, metric), ...(start !== undefined && { start }) };
  if (isModulePath(value)) {
    refuse({
      [`--metric chooses what counts as one move in a board or a puzzle; the module ${value} sets its own: leave it out`]:
        metric !== undefined,
    });
    checkModule(value);
  }
  return sourceOfText(value, { metric, start });
}

function sourceOfBoard(board: Board, { metric = 'single', goal, start, pattern }: SpaceOptions): SpaceSource {
  refuse({ "--start is for other spaces: a board's distances are counted from its --goal": start !== undefined });
  const position = goal === undefined ? orderedPosition(board) : parsePosition(goal, board);
  const counted = readName('--metric', metric, METRICS);
  if (pattern === undefined) return boardSource(board, position, counted);
  checkPatternMetric(counted);
  return patternSource(board, position, parsePatternTiles(pattern));
}

/** @throws InputError if a module's file cannot be read */
function checkModule(path: string): void {
  try {
    if (statSync(path).isFile()) return;
  } catch (error) {
    throw new InputError(`the module ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  throw new InputError(`the module ${path} is not a file`);
}

/* Boards in options: as text, or as a map file. */

/** Maximum bytes of a map file: far more than the largest map with wide margins. */
const MOST_MAP_BYTES = 1_000_000;

/** Reads a board: ROWSxCOLUMNS, a name such as 15-puzzle, or the rows of a map. @throws InputError */
export function readBoard(text: string): Board {
  if (isBoardText(text)) return parseBoard(text);
  const meant = didYouMean(text, KNOWN_BOARD_NAMES);
  throw new InputError(`a board is written ROWSxCOLUMNS, such as 3x4, or 15-puzzle; found '${excerpt(text)}'${meant}`);
}

/** Reads a map file. The board gets the name of the file without its extension. @throws InputError that names the file */
function readMapFile(path: string): Board {
  const text = readText(path, 'a map', MOST_MAP_BYTES);
  return withPlace(path, () => parseMap(text, plainText(parse(path).name)));
}

/* Files of states. */

/**
 * Reads one state per line, and skips empty lines and lines that begin with #.
 * @param read reads a state; its place is the file and the line, for messages
 * @throws InputError that names the file and the line
 */
export function statesOfFile<T>(path: string, read: (text: string, place: string) => T): readonly T[] {
  const states = readText(path, 'states')
    .split('\n')
    .flatMap((line, index) => {
      const place = `${path}, line ${index + 1}`;
      return line.trim() === '' || line.startsWith('#') ? [] : [withPlace(place, () => read(line, place))];
    });
  if (states.length === 0) throw new InputError(`${path} holds no state`);
  return states;
}
