/** The facts of a board as a space: its source, its name, its moves, and the number of its states. */

import type { SpaceFacts } from '../../../space/facts.js';
import type { BoardSpaceSource, SpaceSource } from '../../../space/space-source.js';
import {
  type Board,
  DIRECTIONS,
  type Direction,
  formatBoard,
  isFull,
  looksLikeMap,
  mapOf,
  parseBoard,
  parseMap,
} from '../board.js';
import type { Metric } from '../metric.js';
import type { Geometry } from '../numbering/geometry.js';
import { BLANK, formatPosition, orderedPosition, type Position, parsePosition } from '../position.js';

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

/** Returns the facts of a board whose goal is the ordered one with the blank on a cell. Its tables have these facts. */
export function boardFacts({ board, arrangements, states }: Geometry, goalCell: number, metric: Metric): SpaceFacts {
  const goal = orderedPosition(board, goalCell);
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

/** Returns the facts of a board with any goal. */
export function goalFacts(geometry: Geometry, goal: Position, metric: Metric): SpaceFacts {
  const source = boardSource(geometry.board, goal, metric);
  return { ...boardFacts(geometry, goal.indexOf(BLANK), metric), source, startTexts: [formatPosition(goal)] };
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
