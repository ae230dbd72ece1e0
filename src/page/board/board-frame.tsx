/** The frame of a board, and the places of its cells. */

import './board.css';
import type { ComponentChildren, CSSProperties, FieldsetHTMLAttributes, RefObject } from 'preact';
import type { BoardAnswer } from '../../serve/answers.js';
import { cellAt, columnOfCell, rowOfCell } from '../tiles/board-shape.js';

export interface BoardFrameProps extends FieldsetHTMLAttributes<HTMLFieldSetElement> {
  readonly board: BoardAnswer;
  readonly label: string;
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Number of the scene; a new number redraws all tiles, which fade in. */
  readonly scene?: number;
  readonly children: ComponentChildren;
}

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
  return at(rowOfCell(board, cell), columnOfCell(board, cell));
}

function at(row: number, column: number): CSSProperties {
  return { '--row': row, '--column': column };
}
