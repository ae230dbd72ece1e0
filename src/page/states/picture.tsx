/**
 * Pictures of states: a drawing named by its text, and the frame of a board to play on. A large drawing is as wide as its place; small ones
 * are shown in lists.
 */

import type { ComponentChildren, CSSProperties, FieldsetHTMLAttributes, RefObject } from 'preact';
import type { BoardAnswer } from '../../serve/answers.js';
import { columnOf, rowOf } from '../../spaces/board/board.js';
import { cellAt } from './tiles.js';

interface PictureProps extends Pick<DrawnState, 'state' | 'name' | 'little'> {
  readonly kind: string;
  /** Size in user units, which are about pixels in a large drawing. */
  readonly width: number;
  readonly height: number;
  /** Handlers of a drawing that is touched; none if it is only looked at. */
  readonly handlers?: object | undefined;
  readonly children: ComponentChildren;
}

/** Width and height in pixels that a small drawing fills, unless its parts would be smaller than this scale. */
const LITTLE = { width: 124, height: 88, scale: 0.3 };

/** A drawing, named by its state. */
export function Picture({ kind, state, name = state, width, height, little, handlers, children }: PictureProps) {
  const scale = Math.max(LITTLE.scale, Math.min(LITTLE.width / width, LITTLE.height / height));
  return (
    <svg
      class={`face ${kind}${little ? ' little' : ''}${handlers ? ' touched' : ''}`}
      role="img"
      aria-label={name}
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
      {...(little ? { width: scale * width, height: scale * height } : {})}
      {...handlers}
    >
      {children}
    </svg>
  );
}

/** A state drawn in one of the two sizes. */
export interface DrawnState {
  readonly state: string;
  /** @default the state */
  readonly name?: string | undefined;
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

/* The board to play on. */

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
