/** The facts of a pattern as a space: its source, its name, its moves. */

import { InputError } from '../../../base/input-error.js';
import type { PatternSpaceSource } from '../../../space/space-source.js';
import { type Board, DIRECTIONS, formatBoard } from '../../board/board.js';
import type { Metric } from '../../board/metric.js';
import { BLANK, type Position, parsePosition } from '../../board/position.js';
import { boardOfSource, boardSource, spaceName } from '../../board/space/board-facts.js';
import { checkedTiles, type Pattern } from '../pattern.js';

/**
 * The only metric of patterns. A move that slides several tiles could slide tiles of several patterns. The sum of their distances would
 * count it more than once.
 */
export const PATTERN_METRIC = 'single' satisfies Metric;

/** Returns the source of a pattern. @throws InputError if the tiles are not a pattern of the board */
export function patternSource(board: Board, goal: Position, tiles: readonly number[]): PatternSpaceSource {
  const { kind: _, metric: __, goal: text, ...named } = boardSource(board, goal, PATTERN_METRIC);
  return { kind: 'pattern', ...named, goal: text, tiles: checkedTiles(board, tiles) };
}

/** Checks a metric. @throws InputError if patterns do not have it */
export function checkPatternMetric(metric: string): void {
  if (metric === PATTERN_METRIC) return;
  throw new InputError(
    `a pattern has the metric ${PATTERN_METRIC}: in ${metric}, one move may slide tiles of several patterns, and the sum of their distances would count it more than once; leave out the metric`,
  );
}

/** Returns the pattern of a source. @throws InputError if the board, the goal or the tiles are wrong, or the source has a start */
export function patternOfSource(source: PatternSpaceSource & { readonly start?: string }): Pattern {
  if (source.start !== undefined) {
    throw new InputError("start is for other spaces: a pattern's distances are counted from its goal");
  }
  const board = boardOfSource(source);
  return { board, goal: parsePosition(source.goal, board), tiles: checkedTiles(board, source.tiles) };
}

/** Returns the full name of a pattern, such as `4x4 pattern 1 2 3`, or `4x4-blank-0 pattern 1 2 3` with the goal's blank on cell 0. */
export function patternName({ board, goal, tiles }: Pattern): string {
  return `${spaceName(board, goal.indexOf(BLANK), PATTERN_METRIC)} pattern ${tiles.join(' ')}`;
}

/** Returns the properties of a pattern's space that do not depend on how its states are numbered. */
export function patternOutline(pattern: Pattern) {
  const { board, goal, tiles } = pattern;
  return {
    source: patternSource(board, goal, tiles),
    name: `${formatBoard(board)} pattern ${tiles.join(' ')}`,
    fullName: patternName(pattern),
    metric: PATTERN_METRIC,
    moves: tileMoves(tiles),
    reversible: true,
  };
}

/** Returns the names of the moves: up, down, left and right of each tile in turn, such as 5u 5d 5l 5r. */
function tileMoves(tiles: readonly number[]): string[] {
  return tiles.flatMap((tile) => DIRECTIONS.map((direction) => `${tile}${direction}`));
}
