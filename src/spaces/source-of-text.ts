/** Sources of spaces that are named by a text: boards, built-in puzzles, and paths of modules or of puzzle files. */

import { resolve } from '#machine/files.js';
import { excerpt, InputError } from '../base/text.js';
import type { SpaceSource } from '../space/space.js';
import { checkMetricName, KNOWN_BOARD_NAMES, type Metric, parseBoard } from './board/board.js';
import { orderedPosition, parsePosition } from './board/position.js';
import { boardSource, checkPatternMetric, patternSource } from './board-facts.js';

/** The origin and the metric of the distances of a named space. */
export interface NamedOrigin {
  /** Position of a board. @default tiles in order and the blank last */
  readonly goal?: string | undefined;
  /** Text of the only start of another space. @default its own starts */
  readonly start?: string | undefined;
  /** Some tiles of a board; all other tiles are alike. @default the whole board */
  readonly pattern?: readonly number[] | undefined;
  /** Unit of distance of boards, of built-in puzzles with a choice, and of puzzle files. @default the usual one */
  readonly metric?: string | undefined;
}

/** Returns whether a text is meant as a board, right or wrong: `3x4`, `15-puzzle`, or rows of cells such as `..#/...`. */
export function isBoardText(text: string): boolean {
  if (endsAsFile(text)) return false;
  if (/^\d+x/i.test(text) || KNOWN_BOARD_NAMES.includes(text.toLowerCase())) return true;
  return text.includes('#') || text.split('/').every((row) => row === '' || row.startsWith('.'));
}

/**
 * Returns whether a text that is not a board is a path: it contains a slash, or ends like a module or a puzzle file. A slash between
 * spaces belongs to the text of a state.
 */
export function isPath(text: string): boolean {
  return /(^|\S)\/\S/.test(text) || endsAsFile(text);
}

/** Returns whether a path is that of a module, by its ending. Any other path is that of a puzzle file. */
export function isModulePath(text: string): boolean {
  return /\.[cm]?[jt]s$/.test(text);
}

function endsAsFile(text: string): boolean {
  return isModulePath(text) || /\.(tws|json|gap|g|txt)$/i.test(text);
}

/** Returns whether a text names a space: a board, a built-in puzzle with any parameters, or a file, whether it exists or not. */
export async function isSpaceText(text: string): Promise<boolean> {
  if (/^\d+x/i.test(text) && !isPath(text)) return isBoard(text);
  if (text !== '' && (isBoardText(text) || isPath(text))) return true;
  return (await import('./puzzles/known-puzzles.js')).isKnownPuzzle(text);
}

/** Returns an addition to a message about a text that names no space: ` (did you mean knight:8?)` if a name is similar. */
export async function spaceMeant(text: string): Promise<string> {
  return (await import('./puzzles/known-puzzles.js')).puzzleSuggestion(text, KNOWN_BOARD_NAMES);
}

function isBoard(text: string): boolean {
  try {
    parseBoard(text);
    return true;
  } catch {
    // Too large a board, such as 17x17, is no position either: that of digits run together has at most ten cells and each tile once.
    return /^\d{1,4}x\d{1,4}$/i.test(text) && new Set(text).size < text.length;
  }
}

/**
 * Returns the source of a named space without making the space. A puzzle file is read, a module is not.
 * @throws InputError if the text names no space or a wrong file, or the origin is wrong or meant for another kind of space
 */
export async function sourceOfText(text: string, { goal, start, metric, pattern }: NamedOrigin): Promise<SpaceSource> {
  if (isBoardText(text)) {
    if (start !== undefined)
      throw new InputError("start is for other spaces: a board's distances are counted from its goal");
    const board = parseBoard(text);
    const ofBoard = (metric ?? 'single') as Metric;
    checkMetricName(ofBoard);
    const position = goal === undefined ? orderedPosition(board) : parsePosition(goal, board);
    if (pattern === undefined) return boardSource(board, position, ofBoard);
    checkPatternMetric(ofBoard);
    return patternSource(board, position, pattern);
  }
  if (pattern !== undefined) throw new InputError('pattern is for boards such as 4x4: leave it out');
  if (goal !== undefined) {
    throw new InputError('goal is for boards: distances of other spaces are counted from their start');
  }
  const begin = start === undefined ? {} : { start };
  if (isModulePath(text)) {
    if (metric === undefined) return { kind: 'module', path: resolve(text), ...begin };
    throw new InputError(`metric is for boards and puzzles; the module ${text} sets its own: leave it out`);
  }
  if (isPath(text)) return { ...(await import('./permutation/puzzle-file.js')).readPuzzle(text, metric), ...begin };
  const { isKnownPuzzle, PUZZLE_EXAMPLES, puzzleSuggestion } = await import('./puzzles/known-puzzles.js');
  if (!isKnownPuzzle(text)) {
    throw new InputError(
      `'${excerpt(text)}' is not a space${puzzleSuggestion(text, KNOWN_BOARD_NAMES)}: a board is written 3x4, a map ..#/..., a puzzle as one of ${PUZZLE_EXAMPLES}, and a file by its path, a module ./my-space.js or a puzzle ./dino.tws`,
    );
  }
  return { kind: 'known', space: text, ...(metric !== undefined && { metric }), ...begin };
}
