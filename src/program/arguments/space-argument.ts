/** The space of a command: named by a text or an option. Boards can be map files, and several patterns a partition. */

import { statSync } from 'node:fs';
import { parse } from 'node:path';
import { readText } from '../../base/files.js';
import { didYouMean, excerpt, InputError } from '../../base/text.js';
import { type PatternSpaceSource, plainText, type SpaceSource } from '../../space/space.js';
import { type Board, formatBoard, KNOWN_BOARD_NAMES, METRICS, parseBoard, parseMap } from '../../spaces/board/board.js';
import { type Partition, parsePatternTiles, partitionOf } from '../../spaces/board/partition.js';
import { orderedPosition, type Position, parsePosition } from '../../spaces/board/position.js';
import { boardOfSource, boardSource, checkPatternMetric, patternSource } from '../../spaces/board-facts.js';
import { readPuzzle } from '../../spaces/permutation/files/puzzle-file.js';
import { isBoardText, isModulePath, isPath, sourceOfText } from '../../spaces/source-of-text.js';
import { isTableFile } from '../../table/files/container.js';
import { oneOf, refuse } from './option-values.js';

/** Options that name a space, instead of a text. */
interface NamingOptions {
  /** Any space, as a text. */
  readonly space?: string | undefined;
  /** A board, as a text. */
  readonly board?: string | undefined;
  /** Path of a map file. */
  readonly map?: string | undefined;
  /** Path of a puzzle file, with any extension. */
  readonly generators?: string | undefined;
}

export interface SpaceOptions extends NamingOptions {
  /** Metric of a board, of a puzzle with several metrics, or of a puzzle file. */
  readonly metric?: string | undefined;
  /** Position that a board's distances are counted from. */
  readonly goal?: string | undefined;
  /** Tiles of a pattern; all others are alike. */
  readonly pattern?: string | undefined;
  /** Text of another space's only start. */
  readonly start?: string | undefined;
}

/** The text that names a space, and its option; undefined if it is an argument. */
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
      'the space is missing: give a board such as 3x4, a puzzle such as pancake:10, a file such as ./my-space.js or ./dino.tws, --map <file> or --generators <file>',
    );
  }
  const [one, other] = named.map(({ option, value }) => (option === undefined ? `'${excerpt(value)}'` : `--${option}`));
  throw new InputError(`${one} and ${other} both name the space: leave out one of them`);
}

/** Returns the arguments of explore that name the same space. @throws InputError if no space is named, or two are */
export function namingWords(text: string | undefined, options: NamingOptions): readonly string[] {
  const { option, value } = namingOf(text, options);
  return option === 'map' || option === 'generators' ? [`--${option}`, value] : [value];
}

/**
 * Returns the source of the space that a text or an option names, without opening it.
 * @throws InputError if the board, puzzle or file does not exist, none is named or two are, or an option is for other spaces
 */
export async function spaceSourceOf(text: string | undefined, options: SpaceOptions): Promise<SpaceSource> {
  const { option, value } = namingOf(text, options);
  const { metric, goal, start, pattern } = options;
  if (option === 'generators' || isPath(value) || value.endsWith('.table')) refuseTable(value);
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
  const counted = oneOf('--metric', metric, METRICS);
  if (pattern === undefined) return boardSource(board, position, counted);
  checkPatternMetric(counted);
  return patternSource(board, position, parsePatternTiles(pattern));
}

/** @throws InputError if a path is that of a table */
function refuseTable(path: string): void {
  if (!isTableFile(path)) return;
  throw new InputError(
    `${excerpt(path, 150)} is a distance table, not a space: info, solve, analyse and verify read it`,
  );
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
  try {
    return parseMap(text, plainText(parse(path).name));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${path}: ${error.message}`);
  }
}

/* The argument of --partition: a board, and the spaces of its patterns. */

export interface PartitionArgument {
  /** The board and the partition in words, such as `4x4 partition 7-8`. */
  readonly name: string;
  readonly board: Board;
  /** Position that distances are counted from. */
  readonly goal: Position;
  readonly partition: Partition;
  /** Sources of the patterns' spaces. */
  readonly sources: readonly PatternSpaceSource[];
}

/**
 * Reads a partition.
 * @param text the board, if no option names it
 * @throws InputError if no board is named, the partition is not one of that board, or an option conflicts with --partition
 */
export async function partitionArgument(
  text: string | undefined,
  options: SpaceOptions & { readonly partition: string },
): Promise<PartitionArgument> {
  refuse({
    '--pattern gives one pattern, and --partition several: leave out one of them': options.pattern !== undefined,
  });
  const source = await spaceSourceOf(text, options);
  if (source.kind !== 'board') {
    throw new InputError('--partition is for boards such as 4x4, because it divides their tiles: leave it out');
  }
  checkPatternMetric(source.metric);
  const board = boardOfSource(source);
  const goal = parsePosition(source.goal, board);
  const partition = partitionOf(board, goal, options.partition);
  return {
    name: `${formatBoard(board)} partition ${partition.name}`,
    board,
    goal,
    partition,
    sources: partition.patterns.map((tiles) => patternSource(board, goal, tiles)),
  };
}
