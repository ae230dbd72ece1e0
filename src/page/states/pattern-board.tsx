/**
 * A position, or a pattern: its tiles have numbers, the others are alike. The blank can be on any cell of its region without a move of the
 * pattern, and a move slides a tile of the pattern into the region. A tap on a tile slides it if it can go only one way.
 */

import type { BoardAnswer } from '../../serve/answers.js';
import {
  columnOf,
  DIRECTIONS,
  type Direction,
  neighbour,
  neighbours,
  pathsFrom,
  rowOf,
} from '../../spaces/board/board.js';
import { classes, swapped, useTouch } from './gestures.js';
import { type DrawnState, Picture } from './picture.js';
import { cellAt, tileLines } from './tiles.js';

/** Side of a cell. */
const SIDE = 60;
const SQUARE = { x: 1, y: 1, width: SIDE - 2, height: SIDE - 2, rx: SIDE / 10 };

interface PatternBoardProps extends DrawnState {
  readonly board: BoardAnswer;
  /** Sign on each cell: a tile's number, `x` or `.`. */
  readonly signs: readonly string[];
  /** Goal that determines the colours of the tiles. */
  readonly goal: string;
  /** Tiles to mark; none by default. */
  readonly marked?: readonly number[] | undefined;
}

export function PatternBoard({ board, signs, goal, marked = [], ...drawn }: PatternBoardProps) {
  const { best, possible, setUp } = drawn.touch;
  const isFree = (cell: number) => !(Number(signs[cell]) > 0);
  const moves = [...possible].map((name) => {
    const from = signs.indexOf(name.slice(0, -1));
    return { name, from, to: neighbour(board, from, name.slice(-1) as Direction) };
  });
  const { held, targets, moving, picture } = useTouch(drawn, {
    partAt: ({ x, y }) => cellAt(board, Math.floor(y / SIDE), Math.floor(x / SIDE)),
    canHold: (cell) => setUp !== null || !isFree(cell),
    moves: moves.flatMap((move) => [move, { ...move, from: null }, { ...move, from: null, to: move.from }]),
    edited: (from, to) => swapped(signs, from, to),
  });
  const region = new Set(pathsFrom(signs.indexOf('x'), (cell) => neighbours(board, cell).filter(isFree)).keys());
  const at = (cell: number) => [columnOf(board, cell) * SIDE, rowOf(board, cell) * SIDE] as const;
  const tiles = signs.filter((_, cell) => !isFree(cell)).sort((one, other) => Number(one) - Number(other));
  const lines = tileLines(board, goal);
  const label = (sign: string) => (
    <text x={SIDE / 2} y={SIDE / 2} dy=".36em">
      {sign}
    </text>
  );
  return (
    <Picture kind="pattern" width={board.columns * SIDE} height={board.rows * SIDE} {...picture}>
      {signs.map((sign, cell) => {
        const kind = {
          cell: true,
          region: region.has(cell),
          target: targets.includes(cell),
          held: isFree(cell) && held === cell,
        };
        return (
          <g key={cell} class={classes(kind)} transform={`translate(${at(cell)})`}>
            <rect {...SQUARE} />
            {setUp && sign === 'x' && label(sign)}
          </g>
        );
      })}
      {tiles.map((tile) => {
        const cell = signs.indexOf(tile);
        const ways = DIRECTIONS.filter((direction) => best.has(tile + direction));
        const kind = { numbered: true, best: ways.length > 0, marked: marked.includes(Number(tile)) };
        return (
          <g key={tile} {...moving(cell === held, ...at(cell), kind)} data-line={lines[Number(tile)]}>
            <rect {...SQUARE} />
            {label(tile)}
            {ways.map((direction) => (
              <path
                key={direction}
                class="head"
                d="M-7 0H7L0 8z"
                transform={`translate(${SIDE / 2} ${SIDE / 2}) rotate(${TURNS[direction]}) translate(0 ${SIDE / 2 - 11})`}
              />
            ))}
          </g>
        );
      })}
    </Picture>
  );
}

/** Degrees by which an arrow that points down is turned. */
const TURNS: Readonly<Record<Direction, number>> = { u: 180, d: 0, l: 90, r: -90 };
