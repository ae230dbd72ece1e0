/**
 * The board to play on, whose tiles slide, and the board to edit, on which any two tiles can be swapped.
 *
 * Tiles are drawn in the order of their numbers, whatever their places: an element that persists keeps its focus, and moves smoothly.
 */

import { useRef, useState } from 'preact/hooks';
import type { BoardAnswer } from '../../serve/answers.js';
import { DIRECTIONS, type Direction, neighbour } from '../../spaces/board/board.js';
import { type Slide, slid } from '../../spaces/board/moves.js';
import { BLANK, formatPosition } from '../../spaces/board/position.js';
import type { PanelProps } from '../explorer/explorer.js';
import { bestMoveName, shownMoves } from '../explorer/view.js';
import { areaOf, BoardFrame } from '../states/picture.js';
import { cellAt, readTiles, slideTo, TILE_DIRECTIONS, type TileDirection, tileLines } from '../states/tiles.js';

/** A board with its tiles. */
interface BoardProps extends PanelProps {
  readonly board: BoardAnswer;
  readonly tiles: readonly number[];
}

/** Returns the attributes of a tile on a cell. @param marks its classes @param offset pixels by which it is dragged; null if it is not */
function tileAttributes(
  board: BoardAnswer,
  cell: number,
  marks: readonly (string | false)[],
  offset: Pick<Drag, 'right' | 'down'> | null,
) {
  const area = areaOf(board, cell);
  return {
    type: 'button' as const,
    class: ['tile', ...marks, offset !== null && 'dragged'].filter(Boolean).join(' '),
    style: offset === null ? area : { ...area, '--right': `${offset.right}px`, '--down': `${offset.down}px` },
  };
}

/**
 * A board whose tiles slide: by a click or tap on a tile in the blank's row or column, by a drag or by a swipe. A dragged tile follows the
 * pointer towards the blank, with the tiles between. A swipe that begins elsewhere slides the tile that can move in that direction. Tab
 * reaches the tiles that can slide.
 */
export function SlidingBoard({ explorer, view, space, board, tiles }: BoardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const scene = useScene(board, tiles);
  const slideOf = ({ element }: Drag): Slide | undefined =>
    slideTo(board, tiles, tiles.indexOf(Number((element as HTMLElement).dataset.tile ?? -1)));
  const { drag, isEndOfDrag, handlers } = useDrag((dropped) => {
    const direction = directionOf(dropped.right, dropped.down);
    if (direction === null) return;
    const slide = slideOf(dropped);
    explorer.slide(direction, slide?.direction === direction ? slide.count : 1);
  });
  const dragging = drag && slideOf(drag);
  const followed = drag && dragging && followedTiles(drag, dragging);
  const lines = tileLines(board, space.goal);
  const home = readTiles(space.goal, board);
  const best = new Set(shownMoves(view, space).map((move) => move.state));
  const bestName = bestMoveName(view);

  /** Returns the tiles that follow the pointer towards the blank, and by how many pixels. */
  function followedTiles({ right, down }: Drag, slide: Slide) {
    const most = (frame.current?.clientWidth ?? 0) / board.columns;
    const { across, along } = TILE_DIRECTIONS[slide.direction];
    const offset = Math.min(most, Math.max(0, right * across + down * along));
    return { cells: slide.cells, right: offset * across, down: offset * along };
  }

  return (
    <BoardFrame
      board={board}
      label="Board: arrow keys slide a tile into the blank"
      frame={frame}
      scene={scene}
      {...handlers}
    >
      {tiles.map((_, tile) => {
        if (tile === BLANK) return null;
        const cell = tiles.indexOf(tile);
        const slide = slideTo(board, tiles, cell);
        const isBest = slide !== undefined && best.has(formatPosition(slid(tiles, slide)));
        const isHome = home?.[cell] === tile;
        const follows = followed?.cells.includes(cell) ? followed : null;
        const name = [
          tile,
          slide && `slides ${TILE_DIRECTIONS[slide.direction].word}`,
          isBest && bestName,
          isHome && 'home',
        ];
        return (
          <button
            key={tile}
            {...tileAttributes(
              board,
              cell,
              [isBest && 'best', isBest && bestName !== 'best move' && 'unproved', isHome && 'home'],
              follows,
            )}
            data-tile={tile}
            data-line={lines[tile]}
            tabIndex={slide === undefined ? -1 : 0}
            aria-disabled={slide === undefined}
            aria-label={name.filter(Boolean).join(', ')}
            onClick={(event) => isEndOfDrag(event) || (slide && explorer.slide(slide.direction, slide.count))}
          >
            {tile}
            {isBest && slide && <span class="arrow">{TILE_DIRECTIONS[slide.direction].arrow}</span>}
          </button>
        );
      })}
    </BoardFrame>
  );
}

/** Minimum number of pixels of a swipe. */
const SWIPE = 20;

/** Returns the blank's direction after a swipe; null if the swipe is too short. */
function directionOf(right: number, down: number): Direction | null {
  const offset = ({ across, along }: TileDirection) => right * across + down * along;
  return (
    DIRECTIONS.find(
      (direction) => offset(TILE_DIRECTIONS[direction]) >= Math.max(SWIPE, Math.abs(right), Math.abs(down)),
    ) ?? null
  );
}

/**
 * Returns a number that changes unless one slide leads from the previous tiles to these. Slides are animated; in new positions, tiles would
 * fly through each other.
 */
function useScene(board: BoardAnswer, tiles: readonly number[]): number {
  const last = useRef({ tiles, scene: 0 });
  if (!isSlide(board, last.current.tiles, tiles)) last.current = { tiles, scene: last.current.scene + 1 };
  else last.current = { tiles, scene: last.current.scene };
  return last.current.scene;
}

function isSlide(board: BoardAnswer, from: readonly number[], to: readonly number[]): boolean {
  const target = to.indexOf(BLANK);
  if (from.indexOf(BLANK) === target) return from.every((tile, cell) => tile === to[cell]);
  const slide = slideTo(board, from, target);
  return slide !== undefined && slid(from, slide).every((tile, cell) => tile === to[cell]);
}

/* Dragging by touch, pen or mouse. A press that hardly moves is a click. */

/** Maximum number of pixels that the pointer moves during a click. */
const SLACK = 5;

/** A drag: the pressed tile or other element, the place of the pointer, and its way from the press, in pixels. */
interface Drag {
  readonly element: Element;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly down: number;
}

/** Returns the present drag, if any, and the handlers of the board that contains the tiles. @param onDrop called at the end of a drag */
function useDrag(onDrop: (drag: Drag) => void) {
  const press = useRef<Drag | null>(null);
  const dragged = useRef(false);
  const [drag, setDrag] = useState<Drag | null>(null);
  const end = () => {
    press.current = null;
    setDrag(null);
  };
  const moved = ({ element, x, y }: Drag, { clientX, clientY }: PointerEvent): Drag => {
    return { element, x: clientX, y: clientY, right: clientX - x, down: clientY - y };
  };
  return {
    drag,
    /** Returns true for a click that only ends a drag. A click by the keyboard has no pointer. */
    isEndOfDrag(event: MouseEvent): boolean {
      const isEnd = dragged.current && event.detail !== 0;
      dragged.current = false;
      return isEnd;
    },
    handlers: {
      onPointerDown(event: PointerEvent): void {
        dragged.current = false;
        if (event.button !== 0 || !event.isPrimary || !(event.target instanceof Element)) return;
        const element = event.target.closest('.tile') ?? event.target;
        press.current = { element, x: event.clientX, y: event.clientY, right: 0, down: 0 };
      },
      onPointerMove(event: PointerEvent): void {
        if (press.current === null) return;
        const now = moved(press.current, event);
        if (!dragged.current && Math.hypot(now.right, now.down) > SLACK) {
          dragged.current = true;
          now.element.setPointerCapture(event.pointerId);
        }
        if (dragged.current) setDrag(now);
      },
      onPointerUp(event: PointerEvent): void {
        const pressed = press.current;
        end();
        if (pressed !== null && dragged.current) onDrop(moved(pressed, event));
      },
      onPointerCancel: end,
    },
  };
}

/*
 * A board on which any two tiles can be swapped: by dragging one onto the other, or by choosing one after the other. The blank counts as a
 * tile. Arrow keys move from cell to cell.
 */

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
        const marks = [tile === BLANK && 'blank', target && 'target', held === cell && 'held'];
        return (
          <button
            key={tile}
            {...tileAttributes(board, cell, marks, moving ? drag : null)}
            data-cell={cell}
            data-line={tile === BLANK ? undefined : lines[tile]}
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
