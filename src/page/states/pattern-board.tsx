/**
 * A pattern as a board: its tiles have numbers, the others are alike. The blank can be on any cell of its region without a move of the
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
import { classes, swapped, useGestures } from './gestures.js';
import { type DrawnState, Picture } from './picture.js';
import { readSigns } from './state-texts.js';
import { cellAt, TILE_COLOURS } from './tiles.js';

/** Side of a cell, for large and small drawings. */
const CELLS = [60, 20] as const;

export function PatternBoard({ state, little, touch, board }: DrawnState & { readonly board: BoardAnswer }) {
  const signs = readSigns(state, board.squares.length) ?? [];
  const side = CELLS[little ? 1 : 0];
  const { possible, best, make, setUp } = touch;
  const isTile = (cell: number) => Number(signs[cell]) > 0;
  const moves = [...possible].map((name) => {
    const from = signs.indexOf(name.slice(0, -1));
    return { name, from, to: neighbour(board, from, name.slice(-1) as Direction) };
  });
  const { held, moving, picture } = useGestures({
    ...{ state, little },
    partAt: ({ x, y }) => cellAt(board, Math.floor(y / side), Math.floor(x / side)),
    canHold: (cell) => setUp !== null || isTile(cell),
    onChoice(from, to) {
      if (setUp) {
        if (from === null || from === to) return false;
        setUp(swapped(signs, from, to).join(' '));
        return true;
      }
      const chosen = moves.filter((move) =>
        from === null ? move.from === to || move.to === to : move.from === from && move.to === to,
      );
      if (chosen.length === 1) make(chosen[0].name);
      return chosen.length === 1;
    },
  });
  if (signs.length === 0) return <code class="face">{state}</code>;
  const isFree = (cell: number) => !isTile(cell);
  const region = new Set(pathsFrom(signs.indexOf('x'), (cell) => neighbours(board, cell).filter(isFree)).keys());
  const at = (cell: number) => [columnOf(board, cell) * side, rowOf(board, cell) * side] as const;
  const square = { width: side - 2, height: side - 2, rx: side / 10 };
  const tiles = signs.filter((_, cell) => isTile(cell)).sort((one, other) => Number(one) - Number(other));
  const targets = setUp ? [] : moves.filter(({ from }) => from === held);
  return (
    <Picture kind="pattern" width={board.columns * side} height={board.rows * side} {...picture}>
      {signs.map((sign, cell) => {
        const [x, y] = at(cell);
        const isOver = targets.some(({ to }) => to === cell);
        const kind = classes({
          cell: true,
          region: region.has(cell),
          target: isOver,
          held: isFree(cell) && held === cell,
        });
        return (
          <g key={cell} class={kind}>
            <rect x={x + 1} y={y + 1} {...square} />
            {setUp && sign === 'x' && (
              <text x={x + side / 2} y={y + side / 2} dy=".36em" style={{ fontSize: `${side * 0.4}px` }}>
                x
              </text>
            )}
          </g>
        );
      })}
      {tiles.map((tile) => {
        const cell = signs.indexOf(tile);
        const [x, y] = at(cell);
        const ways = DIRECTIONS.filter((direction) => best.has(tile + direction));
        return (
          <g
            key={tile}
            {...moving(cell === held, x, y, { tile: true, best: ways.length > 0 })}
            data-line={Math.floor((Number(tile) - 1) / board.columns) % TILE_COLOURS}
          >
            <rect x="1" y="1" {...square} />
            <text x={side / 2} y={side / 2} dy=".36em" style={{ fontSize: `${side * 0.45}px` }}>
              {tile}
            </text>
            {ways.map((direction) => (
              <path
                key={direction}
                class="head"
                d="M-7 0H7L0 8z"
                transform={`translate(${side / 2} ${side / 2}) rotate(${TURNS[direction]}) translate(0 ${side / 2 - 11})`}
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
