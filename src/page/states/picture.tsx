/**
 * Pictures of states: a drawing named by its text, a position as a small board, and the frame of a board to play on. A large drawing is
 * as wide as its place; small ones are shown in lists.
 */

import type { ComponentChildren, CSSProperties, FieldsetHTMLAttributes, RefObject } from 'preact';
import type { BoardAnswer } from '../../serve/answers.js';
import { columnOf, rowOf } from '../../spaces/board/board.js';
import { BLANK } from '../../spaces/board/position.js';
import { cellAt, tileLines } from './tiles.js';

interface PictureProps {
  readonly kind: string;
  readonly name: string;
  /** Size in user units, which are pixels in a small drawing. */
  readonly width: number;
  readonly height: number;
  readonly little: boolean;
  readonly children: ComponentChildren;
}

export function Picture({ kind, name, width, height, little, children }: PictureProps) {
  return (
    <svg
      class={`face ${kind}${little ? ' little' : ''}`}
      role="img"
      aria-label={name}
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
      {...(little ? { width: width + 2, height: height + 2 } : {})}
    >
      {children}
    </svg>
  );
}

/** A state drawn in one of the two sizes. */
export interface DrawnState {
  readonly state: string;
  readonly little: boolean;
}

/* A position drawn as a small board. */

/** Side of a cell, in user units. */
const CELL = 20;

interface SmallBoardProps {
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

interface BoardFrameProps extends FieldsetHTMLAttributes<HTMLFieldSetElement> {
  readonly board: BoardAnswer;
  readonly label: string;
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Number of the scene; a new number redraws all tiles, which fade in. */
  readonly scene?: number;
  readonly children: ComponentChildren;
}

/** The frame of a board, and the places of its cells. */
export function BoardFrame({ board, label, frame, scene = 0, children, ...rest }: BoardFrameProps) {
  const { rows, columns } = board;
  const squares = Array.from({ length: rows * columns }, (_, square) => square);
  const missing = squares.filter((square) => cellAt(board, Math.floor(square / columns), square % columns) < 0);
  return (
    // A group, not an application: it contains buttons, which every screen reader supports.
    <fieldset class="board" aria-label={label} style={{ '--rows': rows, '--columns': columns }} {...rest}>
      <div class="squares" ref={frame} key={scene}>
        {missing.map((square) => (
          <div key={`missing ${square}`} class="missing" style={at(Math.floor(square / columns), square % columns)} />
        ))}
        {children}
      </div>
    </fieldset>
  );
}

/** Returns the style that places a cell, in whole cells, so that a change can be animated. */
export function areaOf(board: BoardAnswer, cell: number): CSSProperties {
  return at(rowOf(board, cell), columnOf(board, cell));
}

function at(row: number, column: number): CSSProperties {
  return { '--row': row, '--column': column };
}
