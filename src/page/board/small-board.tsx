/** A position drawn as a small board. */

import './small-board.css';
import type { BoardAnswer } from '../../serve/answers.js';
import { BLANK } from '../../spaces/board/position.js';
import { cellAt } from '../tiles/board-shape.js';
import { tileLines } from './tile-lines.js';

/** Side of a cell, in user units. */
const CELL = 20;

export interface SmallBoardProps {
  readonly board: BoardAnswer;
  readonly tiles: readonly number[];
  readonly name: string;
  /** Goal that determines the colours of the tiles; by default, they have none. */
  readonly goal?: string;
}

export function SmallBoard({ board, tiles, name, goal }: SmallBoardProps) {
  const { rows, columns } = board;
  const width = columns * CELL;
  const height = rows * CELL;
  const squares = Array.from({ length: rows * columns }, (_, square) => square);
  const lines = goal === undefined ? null : tileLines(board, goal);
  return (
    <svg
      class="small-board"
      role="img"
      aria-label={name}
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
      width={width + 2}
      height={height + 2}
    >
      <rect class="frame" x="-.5" y="-.5" width={width + 1} height={height + 1} rx="3" />
      {squares.map((square) => {
        const x = (square % columns) * CELL;
        const y = Math.floor(square / columns) * CELL;
        const cell = cellAt(board, y / CELL, x / CELL);
        if (cell < 0) return <rect key={square} class="hole" x={x} y={y} width={CELL} height={CELL} />;
        if (tiles[cell] === BLANK) return null;
        return (
          <g key={square} data-line={lines?.[tiles[cell]]}>
            <rect x={x + 1} y={y + 1} width={CELL - 2} height={CELL - 2} rx="2" />
            <text x={x + CELL / 2} y={y + CELL * 0.7}>
              {tiles[cell]}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
