/** The source of a space that is named by a text: a board, a built-in puzzle, or a module. */

import { resolve } from 'node:path';
import { InputError } from '../base/input-error.js';
import type { SpaceSource } from '../space/space-source.js';
import { parseBoard } from './board/board.js';
import { checkMetricName, type Metric } from './board/metric.js';
import { orderedPosition, parsePosition } from './board/position.js';
import { boardSource } from './board/space/board-facts.js';

/** What distances of a named space are counted from, and by which moves. */
export interface NamedOrigin {
  /** The position of a board; by default tiles in order and the blank last. */
  readonly goal?: string | undefined;
  /** The text of the only start of another space; by default its own. */
  readonly start?: string | undefined;
  /** What counts as one move, in boards and built-in puzzles that have a choice. */
  readonly metric?: string | undefined;
}

/** Returns whether a text is to be read as a board, right or wrong: `3x4`, or rows of cells such as `..#/...`. */
export function isBoardText(text: string): boolean {
  if (endsAsModule(text)) return false;
  if (/^\d+x/i.test(text)) return true;
  return text.includes('#') || text.split('/').every((row) => row === '' || row.startsWith('.'));
}

/** Returns whether a text is the path of a module: whether it contains a slash, or ends as modules do. */
export function isModulePath(text: string): boolean {
  return text.includes('/') || endsAsModule(text);
}

function endsAsModule(text: string): boolean {
  return /\.[cm]?[jt]s$/.test(text);
}

/**
 * Returns the source of a named space; the space is not made.
 * @throws InputError if the text is no board, or the goal no position of it, or the origin is one of another kind of space
 */
export function sourceOfText(text: string, { goal, start, metric }: NamedOrigin): SpaceSource {
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
  return sourceOfName(text, { start, metric });
}

/**
 * Returns the source of a puzzle or a module; the space is not made.
 * @throws InputError if a metric is given for a module
 */
export function sourceOfName(text: string, { start, metric }: Omit<NamedOrigin, 'goal'>): SpaceSource {
  const begin = start === undefined ? {} : { start };
  if (!isModulePath(text)) return { kind: 'known', space: text, ...(metric !== undefined && { metric }), ...begin };
  if (metric !== undefined) throw new InputError(`metric is for boards and built-in puzzles; ${text} says that itself`);
  return { kind: 'module', path: resolve(text), ...begin };
}
