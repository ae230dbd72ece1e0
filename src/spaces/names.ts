/** The identity of spaces: which ones are the same, and the names of their files. */

import { sha256 } from '#machine/files.js';
import { InputError } from '../base/text.js';
import {
  type BoardSpaceSource,
  basicName,
  type GeneratedSpace,
  type ModuleSpace,
  type PatternSpaceSource,
  plainText,
  type SpaceOutline,
  type SpaceSource,
} from '../space/space.js';
import { isFull, mapOf, parseBoard } from './board/board.js';
import { BLANK, formatPosition, orderedPosition, parsePosition } from './board/position.js';
import { boardOfSource, boardSource, PATTERN_METRIC, patternOfSource } from './board-facts.js';

/** Source and full name of a space. The name has the metric and the start if they are not the usual ones. */
export type NamedSpace = Pick<SpaceOutline, 'source' | 'name'>;

/**
 * Returns whether two spaces are the same. Boards have the same cells, metric and goal, whatever the name of a map; patterns the same board
 * and tiles. Built-in puzzles have the same full name, modules the same path and start, and generators the same sets, images and start.
 * @throws InputError if the source of a board is wrong
 */
export function isSameSpace(one: NamedSpace, other: NamedSpace): boolean {
  return identity(one) === identity(other);
}

function identity({ source, name }: NamedSpace): string {
  switch (source.kind) {
    case 'board': {
      const board = boardOfSource(source);
      return [mapOf(board).join('/'), source.metric, formatPosition(parsePosition(source.goal, board))].join();
    }
    case 'pattern': {
      const { board, goal, tiles } = patternOfSource(source);
      return [mapOf(board).join('/'), formatPosition(goal), ...tiles].join();
    }
    case 'known':
      return name;
    case 'module':
      return `${source.path} ${name}`;
    case 'generators':
      return JSON.stringify([name, source.sets ?? [], ...source.generators.map(({ name, images }) => [name, images])]);
  }
}

/** Returns a description of a space that distinguishes it from others of its name. */
export function describeSpace({ source, name }: NamedSpace): string {
  switch (source.kind) {
    case 'board':
    case 'pattern':
      return `${name} with the goal ${source.goal}`;
    case 'known':
      return name;
    case 'module':
      return `the module ${source.path}${name.includes('-from-') ? ` (${name})` : ''}`;
    case 'generators':
      return `the generators ${name}`;
  }
}

/*
 * Names of files: readable, different for different spaces, and beginning with a letter or a digit.
 *
 * | space | name |
 * |---|---|
 * | a board, its goal in order | 3x4, 3x4-multi, 3x4-blank-0 |
 * | a board with another goal | 3x3-goal-1-2-3-8-x-4-7-6-5 |
 * | the rows of a map | map-oox-ooo-xoo, `o` for a cell and `x` for none |
 * | a map of a file cross.map | cross-2837a3 |
 * | some tiles of a board | 4x4-pattern-1-2-5-6, 4x4-blank-0-pattern-1-4-5 |
 * | a built-in puzzle | pancake-10, cube-2x2x2-quarter-turn |
 * | a module /home/me/my-space.js | my-space-984874 |
 * | generators called S5 | S5-ffed62 |
 * | another start | pancake-5-from-5-1-4-2-3-4d72d5, hanoi-3-4-from-CCCC |
 *
 * The hexadecimal digits are the first ones of a SHA-256. For a map it is taken over its name and rows, for a module over its absolute path.
 * For generators it covers their names and images, the name of the space, and the sets. For a start it covers a text in which characters were
 * replaced.
 */

const DIGITS = 6;
/** Maximum length. File systems allow 255 bytes; endings such as `-all-goals.json`, and those of unfinished files, are added. */
const MOST_CHARACTERS = 180;
const DIGITS_OF_LONG = 12;

/**
 * Returns the name of a space's files without their ending.
 * @param space anything with the source and the full name of a space, such as an exploration
 * @example
 * ```ts
 * import { explore, fileNameOf } from 'antipode';
 *
 * fileNameOf(await explore({ space: '3x3' })); // '3x3'
 * ```
 */
export function fileNameOf({ source, name }: NamedSpace): string {
  const file = nameOf(source, name);
  if (file.length <= MOST_CHARACTERS) return file;
  return `${file.slice(0, MOST_CHARACTERS - DIGITS_OF_LONG - 1)}-${digestOf(file, DIGITS_OF_LONG)}`;
}

function nameOf(source: SpaceSource, name: string): string {
  switch (source.kind) {
    case 'board':
      return nameOfBoard(source);
    case 'pattern':
      return `${nameOfBoard({ ...source, kind: 'board', metric: PATTERN_METRIC })}-pattern-${source.tiles.join('-')}`;
    default:
      return nameOfOther(source, name);
  }
}

function nameOfBoard(source: BoardSpaceSource): string {
  const board = boardOfSource(source);
  const rows = mapOf(board).join('/');
  const cells = isFull(board)
    ? board.name
    : board.name === rows
      ? `map-${rows.replaceAll('.', 'o').replaceAll('#', 'x').replaceAll('/', '-')}`
      : withDigest(board.name, [board.name, rows]);
  const metric = source.metric === 'single' ? '' : `-${source.metric}`;
  const goal = parsePosition(source.goal, board);
  const blank = goal.indexOf(BLANK);
  const text = formatPosition(goal);
  if (text !== formatPosition(orderedPosition(board, blank))) return `${cells}${metric}-goal-${plainText(text)}`;
  return `${cells}${metric}${blank === board.cells - 1 ? '' : `-blank-${blank}`}`;
}

/** Text between the name of a space and its start, if that is not the space's own. */
const FROM = '-from-';

/** A source of anything but a board or a part of it. */
type OtherSource = Exclude<SpaceSource, BoardSpaceSource | PatternSpaceSource>;

function nameOfOther(source: OtherSource, name: string): string {
  const own = ownName(source, name);
  const file = source.kind === 'known' ? plainText(own) : withDigest(own, uniqueOf(source));
  if (source.start === undefined) return file;
  const start = name.slice(own.length + FROM.length);
  const text = plainText(start);
  return `${file}${FROM}${text === start ? text : withDigest(start, start)}`;
}

/** Returns a full name without the start. */
function ownName(source: OtherSource, name: string): string {
  if (source.kind === 'generators') return basicName({ source, name: source.name, metric: source.metric ?? null });
  return source.kind === 'module' ? basicName({ source, name, metric: null }) : name.split(FROM)[0];
}

/** Returns the data that distinguishes modules, or generators, of the same name. */
function uniqueOf(source: ModuleSpace | GeneratedSpace): unknown {
  if (source.kind === 'module') return source.path;
  const { name, sets, generators } = source;
  return [name, ...(sets === undefined ? [] : [sets]), ...generators.map(({ name, images }) => [name, images])];
}

/** Returns a text as part of a name, with a digest of the data that makes it unique. */
function withDigest(text: string, unique: unknown): string {
  const readable = plainText(text).replace(/^[.-]+/, '');
  return `${readable === '' ? 'space' : readable}-${digestOf(unique, DIGITS)}`;
}

function digestOf(unique: unknown, digits: number): string {
  const text = typeof unique === 'string' ? unique : JSON.stringify(unique);
  return sha256(text).slice(0, digits);
}

/* Spaces of names. */

const BOARD_NAME =
  /^(?<cells>\d+x\d+|map(?<rows>(-[ox]+)+?))(-(?<metric>multi))?(-goal-(?<goal>[\dx-]+)|-blank-(?<blank>\d+))?$/;

/**
 * Returns the source of the space whose files have a name: the inverse of fileNameOf. Names with digests, and those of patterns, do not tell
 * their space.
 * @returns undefined if no such space has this name
 */
export async function spaceOfFileName(name: string): Promise<SpaceSource | undefined> {
  try {
    const ofBoard = BOARD_NAME.exec(name)?.groups;
    const source = ofBoard === undefined ? await knownOfName(name) : boardOfName(ofBoard);
    if (source === undefined) return undefined;
    const full = source.kind === 'board' ? '' : (await (await import('./open-space.js')).openSpace(source)).fullName;
    return fileNameOf({ source, name: full }) === name ? source : undefined;
  } catch (error) {
    // A parameter or a goal is out of range, or a start is not a state.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function boardOfName({ cells, rows, metric, goal, blank }: Readonly<Record<string, string>>): BoardSpaceSource {
  const map = rows?.slice(1).replaceAll('o', '.').replaceAll('x', '#').replaceAll('-', '/');
  const board = parseBoard(map ?? cells);
  const position =
    goal === undefined
      ? orderedPosition(board, blank === undefined ? undefined : Number(blank))
      : parsePosition(goal.replaceAll('-', ' '), board);
  return boardSource(board, position, metric === undefined ? 'single' : 'multi');
}

/** Reads the name of a built-in puzzle: its parameters, its metric if that is not the usual one, and its start. */
async function knownOfName(file: string): Promise<SpaceSource | undefined> {
  const { KNOWN_PUZZLES } = await import('./puzzles/known-puzzles.js');
  for (const { name, parameters = {}, metrics = [] } of KNOWN_PUZZLES) {
    const numbers = `(?:-\\d+){${Object.keys(parameters).length}}`;
    const form = new RegExp(`^${name}(${numbers})(?:-(${['(?!)', ...metrics].join('|')}))?(?:${FROM}(.+))?$`);
    const [, values, metric, start] = form.exec(file) ?? [];
    if (values === undefined) continue;
    const space = values === '' ? name : `${name}:${values.slice(1).replaceAll('-', ',')}`;
    return { kind: 'known', space, ...(metric !== undefined && { metric }), ...(start !== undefined && { start }) };
  }
  return undefined;
}
