/**
 * Pictures of states: a drawing named by its text, a position as a small board, and the frame of a board to play on. A large drawing is
 * as wide as its place; small ones are shown in lists.
 */

import type { ComponentChildren, CSSProperties, FieldsetHTMLAttributes, RefObject } from 'preact';
import type { BoardAnswer } from '../../serve/answers.js';
import { columnOf, rowOf } from '../../spaces/board/board.js';
import { BLANK } from '../../spaces/board/position.js';
import { cellAt, tileLines } from './tiles.js';

interface PictureProps extends Pick<DrawnState, 'state' | 'little'> {
  readonly kind: string;
  /** Size in user units, which are pixels in a small drawing. */
  readonly width: number;
  readonly height: number;
  /** Handlers of a drawing that is touched; none if it is only looked at. */
  readonly handlers?: object | undefined;
  readonly children: ComponentChildren;
}

/** A drawing, named by its state. */
export function Picture({ kind, state, width, height, little, handlers, children }: PictureProps) {
  return (
    <svg
      class={`face ${kind}${little ? ' little' : ''}${handlers ? ' touched' : ''}`}
      role="img"
      aria-label={state}
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
      {...(little ? { width: width + 2, height: height + 2 } : {})}
      {...handlers}
    >
      {children}
    </svg>
  );
}

/** A state drawn in one of the two sizes. */
export interface DrawnState {
  readonly state: string;
  readonly little: boolean;
  readonly touch: Touch;
}

/** The moves of the state shown, for large drawings, which are touched. */
export interface Touch {
  /** Names of the possible moves; none until they are known. */
  readonly possible: ReadonlySet<string>;
  /** Names of the moves to mark as best; none while the reader edits. */
  readonly best: ReadonlySet<string>;
  readonly make: (move: string) => void;
  /** Sets up another state while the reader edits; null while moves are made. */
  readonly setUp: ((state: string) => void) | null;
}

/** For small drawings, which are only looked at. */
export const UNTOUCHED: Touch = { possible: new Set(), best: new Set(), make() {}, setUp: null };

/* A position drawn as a small board. */

/** Side of a cell, in user units. */
const CELL = 20;

interface SmallBoardProps {
  readonly board: BoardAnswer;
  readonly tiles: readonly number[];
  readonly name: string;
  /** Goal that determines the colours of the tiles; by default, they have none. */
  readonly goal?: string;
  /** Tiles to mark. */
  readonly marked?: readonly number[];
}

export function SmallBoard({ board, tiles, name, goal, marked = [] }: SmallBoardProps) {
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
          <g key={square} data-line={lines?.[tiles[cell]]} class={marked.includes(tiles[cell]) ? 'marked' : ''}>
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
  /** Handlers of the place of the cells. */
  readonly handlers: object | undefined;
  /** Number of the scene; a new number redraws all tiles, which fade in. */
  readonly scene?: number;
  readonly children: ComponentChildren;
}

/** The frame of a board, and the places of its cells. */
export function BoardFrame({ board, label, frame, handlers, scene = 0, children, ...rest }: BoardFrameProps) {
  const { rows, columns } = board;
  // Three digits need more room than two.
  const text = board.squares.length > 100 ? { '--text': '38cqi' } : {};
  const squares = Array.from({ length: rows * columns }, (_, square) => square);
  const missing = squares.filter((square) => cellAt(board, Math.floor(square / columns), square % columns) < 0);
  return (
    // A group, not an application: it contains buttons, which every screen reader supports.
    <fieldset class="board" aria-label={label} style={{ '--rows': rows, '--columns': columns, ...text }} {...rest}>
      <div class="squares" ref={frame} key={scene} {...handlers}>
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
