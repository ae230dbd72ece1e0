/**
 * A board on which any two tiles can be swapped: by dragging one onto the other, or by choosing one after the other. The blank counts as a
 * tile. Arrow keys move from cell to cell.
 */

import { useRef, useState } from 'preact/hooks';
import { type Direction, neighbour } from '../../spaces/board/board.js';
import { BLANK, formatPosition } from '../../spaces/board/position.js';
import { areaOf, BoardFrame } from '../states/picture.js';
import { cellAt, tileLines } from '../states/tiles.js';
import { type Drag, useDrag } from './drag.js';
import type { BoardProps } from './sliding-board.js';

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'u',
  ArrowDown: 'd',
  ArrowLeft: 'l',
  ArrowRight: 'r',
};

export function SetUpBoard({ explorer, space, board, tiles }: BoardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<number | null>(null);
  const [stop, setStop] = useState(0);
  const lines = tileLines(board, space.goal);

  /** Swaps two tiles. @param focused cell of the tile that has the focus, which moves with it */
  const exchange = (focused: number, other: number) => {
    setHeld(null);
    setStop(other);
    if (focused !== other)
      explorer.setUp(formatPosition(tiles.with(focused, tiles[other]).with(other, tiles[focused])));
  };
  const choose = (event: MouseEvent, cell: number) => {
    if (isEndOfDrag(event)) return;
    setStop(cell);
    if (held === null) setHeld(cell);
    else exchange(cell, held);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setHeld(null);
    const direction = KEYS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const cell = neighbour(board, stop, direction);
    if (cell < 0) return;
    setStop(cell);
    frame.current?.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
  };

  const cellUnder = ({ x, y }: Drag): number => {
    if (frame.current === null) return -1;
    const { left, top, width, height } = frame.current.getBoundingClientRect();
    const row = Math.floor(((y - top) / height) * board.rows);
    return cellAt(board, row, Math.floor(((x - left) / width) * board.columns));
  };
  const cellOf = ({ element }: Drag): number => Number((element as HTMLElement).dataset.cell ?? -1);
  const { drag, isEndOfDrag, handlers } = useDrag((dropped) => {
    const [cell, over] = [cellOf(dropped), cellUnder(dropped)];
    if (cell >= 0 && over >= 0) exchange(cell, over);
  });

  return (
    <BoardFrame
      board={board}
      label="Board to edit: choose two tiles to swap them"
      frame={frame}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      {tiles.map((_, tile) => {
        const cell = tiles.indexOf(tile);
        const moving = drag !== null && cellOf(drag) === cell;
        const target = drag !== null && !moving && cellOf(drag) >= 0 && cellUnder(drag) === cell;
        const place = areaOf(board, cell);
        const classes = [
          'tile',
          tile === BLANK && 'blank',
          moving && 'dragged',
          target && 'target',
          held === cell && 'held',
        ];
        return (
          <button
            key={tile}
            type="button"
            data-cell={cell}
            data-line={tile === BLANK ? undefined : lines[tile]}
            class={classes.filter(Boolean).join(' ')}
            style={moving ? { ...place, '--right': `${drag.right}px`, '--down': `${drag.down}px` } : place}
            tabIndex={cell === stop ? 0 : -1}
            aria-pressed={held === cell}
            aria-label={tile === BLANK ? 'blank' : `${tile}`}
            onClick={(event) => choose(event, cell)}
            onFocus={() => setStop(cell)}
          >
            {tile === BLANK ? '' : tile}
          </button>
        );
      })}
    </BoardFrame>
  );
}
