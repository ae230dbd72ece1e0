/**
 * Names of files: those of two spaces differ, can be read, and begin with a letter or a digit.
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
 * The digits in base 16 are the first of a SHA-256. It is one of a map's name and rows, or of a module's absolute path. For generators, it
 * is one of their names and images, the name of the space, and its sets. For a start, it is one of a text in which characters were replaced.
 */

import { createHash } from 'node:crypto';
import { basicName, plainText } from '../space/names.js';
import type {
  BoardSpaceSource,
  GeneratedSpace,
  ModuleSpace,
  PatternSpaceSource,
  SpaceSource,
} from '../space/space-source.js';
import { isFull, mapOf } from './board/board.js';
import { BLANK, formatPosition, orderedPosition, parsePosition } from './board/position.js';
import { boardOfSource } from './board/space/board-facts.js';
import { PATTERN_METRIC } from './pattern/space/pattern-facts.js';
import type { NamedSpace } from './same-space.js';

const DIGITS = 6;
/** File systems take 255 bytes; endings such as `-all-goals.json`, and those of unfinished files, come on top. */
const MOST_CHARACTERS = 180;
const DIGITS_OF_LONG = 12;

/**
 * Returns the name of a space's files without their ending.
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

/** Separates the name of a space from its start, if that is not its own. */
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

/** Returns what distinguishes modules, or generators, of one name. */
function uniqueOf(source: ModuleSpace | GeneratedSpace): unknown {
  if (source.kind === 'module') return source.path;
  const { name, sets, generators } = source;
  return [name, ...(sets === undefined ? [] : [sets]), ...generators.map(({ name, images }) => [name, images])];
}

/** Returns a text as a part of a name, with the digest of what makes it unique. */
function withDigest(text: string, unique: unknown): string {
  const readable = plainText(text).replace(/^[.-]+/, '');
  return `${readable === '' ? 'space' : readable}-${digestOf(unique, DIGITS)}`;
}

function digestOf(unique: unknown, digits: number): string {
  const text = typeof unique === 'string' ? unique : JSON.stringify(unique);
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
