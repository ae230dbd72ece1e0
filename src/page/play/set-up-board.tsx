/**
 * A board on which any two tiles can be swapped: by dragging one onto the other, or by choosing one after the other. The blank counts as a
 * tile. Arrow keys move from cell to cell.
 */

import { useRef, useState } from 'preact/hooks';
import type { BoardAnswer } from '../../serve/answers.js';
import { BLANK } from '../../spaces/board/position.js';
import type { Explorer } from '../explorer/explorer.js';
import { areaOf, BoardFrame } from '../states/picture.js';
import { type BlankDirection, cellAt, cellBeside, swap, textOfTiles, tileLines } from '../states/tiles.js';

const KEYS: Readonly<Record<string, BlankDirection>> = {
  ArrowUp: 'u',
  ArrowDown: 'd',
  ArrowLeft: 'l',
  ArrowRight: 'r',
};
/** Maximum number of pixels that the pointer moves during a click. */
const SLACK = 5;

interface Drag {
  readonly cell: number;
  readonly x: number;
  readonly y: number;
  /** Pixels by which the tile has been dragged. */
  readonly right: number;
  readonly down: number;
  readonly over: number;
}

interface SetUpBoardProps {
  readonly explorer: Explorer;
  readonly board: BoardAnswer;
  readonly tiles: readonly number[];
  readonly goal: string;
}

export function SetUpBoard({ explorer, board, tiles, goal }: SetUpBoardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<number | null>(null);
  const [stop, setStop] = useState(0);
  const [drag, setDrag] = useState<Drag | null>(null);
  const lines = tileLines(board, goal);
  /** True if the next click of the pointer only ends a drag. A click by keys never does. */
  const dragged = useRef(false);

  /** Swaps two tiles. @param focused cell of the tile that has the focus, which moves with it */
  const exchange = (focused: number, other: number) => {
    setHeld(null);
    setStop(other);
    if (focused !== other) explorer.setUp(textOfTiles(swap(tiles, focused, other)));
  };
  const choose = (event: MouseEvent, cell: number) => {
    const ofDrag = dragged.current && event.detail !== 0;
    dragged.current = false;
    if (ofDrag) return;
    setStop(cell);
    if (held === null) setHeld(cell);
    else exchange(cell, held);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setHeld(null);
    const direction = KEYS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const cell = cellBeside(board, stop, direction);
    if (cell < 0) return;
    setStop(cell);
    frame.current?.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
  };

  const cellUnder = ({ clientX, clientY }: PointerEvent): number => {
    if (frame.current === null) return -1;
    const { left, top, width, height } = frame.current.getBoundingClientRect();
    const row = Math.floor(((clientY - top) / height) * board.rows);
    return cellAt(board, row, Math.floor(((clientX - left) / width) * board.columns));
  };
  const onPointerDown = (event: PointerEvent, cell: number) => {
    dragged.current = false;
    if (event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    setDrag({ cell, x: event.clientX, y: event.clientY, right: 0, down: 0, over: cell });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag === null) return;
    const right = event.clientX - drag.x;
    const down = event.clientY - drag.y;
    if (Math.hypot(right, down) > SLACK) dragged.current = true;
    if (dragged.current) setDrag({ ...drag, right, down, over: cellUnder(event) });
  };
  const onPointerCancel = () => {
    dragged.current = false;
    setDrag(null);
  };
  const onPointerUp = (event: PointerEvent) => {
    if (drag === null) return;
    setDrag(null);
    const over = cellUnder(event);
    if (dragged.current && over >= 0) exchange(drag.cell, over);
  };

  return (
    <BoardFrame board={board} label="Board to edit: choose two tiles to swap them" frame={frame} onKeyDown={onKeyDown}>
      {tiles.map((_, tile) => {
        const cell = tiles.indexOf(tile);
        const moving = drag?.cell === cell && dragged.current;
        const target = drag !== null && !moving && drag.over === cell && dragged.current;
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
            onPointerDown={(event) => onPointerDown(event, cell)}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onPointerCancel={onPointerCancel}
          >
            {tile === BLANK ? '' : tile}
          </button>
        );
      })}
    </BoardFrame>
  );
}
