/** The facts of boards, and of patterns of their tiles, as spaces: sources, names, moves, and the number of states. */

import { InputError } from '../base/text.js';
import type { BoardSpaceSource, PatternSpaceSource, SpaceFacts, SpaceSource } from '../space/space.js';
import {
  type Board,
  DIRECTIONS,
  type Direction,
  formatBoard,
  isFull,
  looksLikeMap,
  type Metric,
  mapOf,
  parseBoard,
  parseMap,
} from './board/board.js';
import type { Geometry } from './board/numbering.js';
import { checkedTiles, type Pattern } from './board/partition.js';
import { BLANK, formatPosition, orderedPosition, type Position, parsePosition } from './board/position.js';

/**
 * Returns the name of a board's files: the board, the metric if it is not `single`, and the goal's blank cell if it is not the last.
 * Examples: 3x3, 3x3-blank-4, 3x3-multi-blank-4.
 */
export function spaceName(board: Board, goalCell: number, metric: Metric): string {
  const name = metric === 'single' ? formatBoard(board) : `${formatBoard(board)}-${metric}`;
  return goalCell === board.cells - 1 ? name : `${name}-blank-${goalCell}`;
}

/** Returns the source of a board with a goal. A map is given by its rows, and by its name if that differs from them. */
export function boardSource(board: Board, goal: Position, metric: Metric): BoardSpaceSource {
  const text = isFull(board) ? formatBoard(board) : mapOf(board).join('/');
  const named = formatBoard(board) === text ? {} : { mapName: formatBoard(board) };
  return { kind: 'board', board: text, ...named, metric, goal: formatPosition(goal) };
}

/**
 * Returns the source of the table that a fast run makes. For a board it has the ordered goal with the blank on the same cell:
 * the tables of all these goals are the same, except for the names of tiles.
 */
export function sourceOfTable(source: SpaceSource): SpaceSource {
  if (source.kind !== 'board') return source;
  const board = boardOfSource(source);
  const blankCell = parsePosition(source.goal, board).indexOf(BLANK);
  return { ...source, goal: formatPosition(orderedPosition(board, blankCell)) };
}

/** Returns the board of a source of a board or a pattern. @throws InputError if it has none */
export function boardOfSource({ board, mapName }: Pick<BoardSpaceSource, 'board' | 'mapName'>): Board {
  return looksLikeMap(board) ? parseMap(board.trim(), mapName) : parseBoard(board);
}

/** Returns the facts of a board with a goal. */
export function boardFacts({ board, arrangements, states }: Geometry, goal: Position, metric: Metric): SpaceFacts {
  const goalCell = goal.indexOf(BLANK);
  return {
    source: boardSource(board, goal, metric),
    name: spaceName(board, goalCell, metric),
    metric,
    size: states,
    // The arrangement of every goal is 0.
    starts: [goalCell * arrangements],
    startTexts: [formatPosition(goal)],
    moves: blankMoves(board, metric),
    reversible: true,
  };
}

/** Returns the names of the moves, by direction: u d l r, or u1 u2 ... d1 d2 ... in the metric `multi`. */
export function blankMoves(board: Board, metric: Metric): string[] {
  return DIRECTIONS.flatMap((direction) =>
    metric === 'single'
      ? [direction]
      : Array.from({ length: mostCellsTo(board, direction, metric) }, (_, cells) => `${direction}${cells + 1}`),
  );
}

/** Returns the maximum number of cells that the blank moves in a direction. */
export function mostCellsTo({ rows, columns }: Board, direction: Direction, metric: Metric): number {
  if (metric === 'single') return 1;
  return (direction === 'u' || direction === 'd' ? rows : columns) - 1;
}

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
    // Up, down, left and right of each tile in turn, such as 5u 5d 5l 5r.
    moves: tiles.flatMap((tile) => DIRECTIONS.map((direction) => `${tile}${direction}`)),
    reversible: true,
  };
}
