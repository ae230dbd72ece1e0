/** The source of a space that is named by a text: a board, a built-in puzzle, or a module. */

import { resolve } from 'node:path';
import { InputError } from '../base/input-error.js';
import { excerpt } from '../base/text/excerpt.js';
import type { SpaceSource } from '../space/space-source.js';
import { KNOWN_BOARD_NAMES, parseBoard } from './board/board.js';
import { checkMetricName, type Metric } from './board/metric.js';
import { orderedPosition, parsePosition } from './board/position.js';
import { boardSource } from './board/space/board-facts.js';

/** The origin and the metric of the distances of a named space. */
export interface NamedOrigin {
  /** The position of a board; by default tiles in order and the blank last. */
  readonly goal?: string | undefined;
  /** The text of the only start of another space; by default its own. */
  readonly start?: string | undefined;
  /** What counts as one move, in boards and built-in puzzles that have a choice. */
  readonly metric?: string | undefined;
}

/** Returns whether a text is to be read as a board, right or wrong: `3x4`, `15-puzzle`, or rows of cells such as `..#/...`. */
export function isBoardText(text: string): boolean {
  if (endsAsModule(text)) return false;
  if (/^\d+x/i.test(text) || KNOWN_BOARD_NAMES.includes(text.toLowerCase())) return true;
  return text.includes('#') || text.split('/').every((row) => row === '' || row.startsWith('.'));
}

/** Returns whether a text is the path of a module: whether it contains a slash, or ends as modules do. */
export function isModulePath(text: string): boolean {
  return text.includes('/') || endsAsModule(text);
}

function endsAsModule(text: string): boolean {
  return /\.[cm]?[jt]s$/.test(text);
}

/** Returns whether a text names a space: a board, a built-in puzzle whatever its parameters, or a module whether it exists or not. */
export async function isSpaceText(text: string): Promise<boolean> {
  if (/^\d+x/i.test(text) && !isModulePath(text)) return isBoard(text);
  if (text !== '' && (isBoardText(text) || isModulePath(text))) return true;
  return (await import('./puzzles/known-puzzles.js')).isKnownPuzzle(text);
}

/** Returns an addition to a message about a text that names no space: ` (did you mean knight:8?)` if a name is nearly the same. */
export async function spaceMeant(text: string): Promise<string> {
  return (await import('./puzzles/known-puzzles.js')).puzzleMeant(text, KNOWN_BOARD_NAMES);
}

function isBoard(text: string): boolean {
  try {
    parseBoard(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the source of a named space; the space is not made.
 * @throws InputError if the text names no space, the goal is not a position of the board, or the origin is one of another kind of space
 */
export async function sourceOfText(text: string, { goal, start, metric }: NamedOrigin): Promise<SpaceSource> {
  if (isBoardText(text)) {
    if (start !== undefined)
      throw new InputError("start is for other spaces: a board's distances are counted from its goal");
    const board = parseBoard(text);
    const ofBoard = (metric ?? 'single') as Metric;
    checkMetricName(ofBoard);
    return boardSource(board, goal === undefined ? orderedPosition(board) : parsePosition(goal, board), ofBoard);
  }
  if (goal !== undefined) {
    throw new InputError('goal is for boards: distances of other spaces are counted from their start');
  }
  const begin = start === undefined ? {} : { start };
  if (isModulePath(text)) {
    if (metric === undefined) return { kind: 'module', path: resolve(text), ...begin };
    throw new InputError(`metric is for boards and built-in puzzles; ${text} sets its own: leave it out`);
  }
  const { isKnownPuzzle, PUZZLE_EXAMPLES, puzzleMeant } = await import('./puzzles/known-puzzles.js');
  if (!isKnownPuzzle(text)) {
    throw new InputError(
      `'${excerpt(text)}' is no space${puzzleMeant(text, KNOWN_BOARD_NAMES)}: a board is written 3x4, a map ..#/..., a puzzle as one of ${PUZZLE_EXAMPLES}, and a module by its path ./my-space.js`,
    );
  }
  return { kind: 'known', space: text, ...(metric !== undefined && { metric }), ...begin };
}
