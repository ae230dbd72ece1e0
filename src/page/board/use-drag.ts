/**
 * Dragging and swiping, by touch, pen or mouse. A tile in the blank's row or column follows the pointer towards the blank, with the tiles
 * between. A swipe that begins elsewhere slides the tile that can move in that direction. A press that hardly moves is a click.
 */

import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { BoardAnswer } from '../../serve/answers.js';
import {
  BLANK_DIRECTIONS,
  type BlankDirection,
  slideTo,
  slidingCells,
  TILE_DIRECTIONS,
  type TileDirection,
  type TileSlide,
} from '../tiles/board-shape.js';

/** Maximum number of pixels of a click, and minimum number of pixels of a slide. */
const SLACK = 5;
const SWIPE = 20;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly element: Element;
  /** Slide of the pressed tile; null if it cannot slide. */
  readonly slide: TileSlide | null;
}

/** The tiles that follow the pointer, and by how many pixels. */
export interface Followed {
  readonly cells: readonly number[];
  readonly right: number;
  readonly down: number;
}

export interface Dragging {
  readonly followed: Followed | null;
  /** Returns true for a click that only ends a drag. */
  isEndOfDrag(event: MouseEvent): boolean;
  readonly handlers: {
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
    onPointerCancel(): void;
  };
}

export function useDrag(
  board: BoardAnswer,
  tiles: readonly number[],
  frame: RefObject<HTMLDivElement | null>,
  onSlide: (slide: TileSlide) => void,
): Dragging {
  const press = useRef<Press | null>(null);
  const dragged = useRef(false);
  const [followed, setFollowed] = useState<Followed | null>(null);

  const end = () => {
    press.current = null;
    setFollowed(null);
  };
  const onPointerDown = (event: PointerEvent) => {
    dragged.current = false;
    if (event.button !== 0 || !event.isPrimary || !(event.target instanceof Element)) return;
    const tile = event.target.closest<HTMLElement>('.tile');
    const cell = tile === null ? -1 : tiles.indexOf(Number(tile.dataset.tile));
    const slide = cell < 0 ? null : slideTo(board, tiles, cell);
    press.current = { x: event.clientX, y: event.clientY, element: tile ?? event.target, slide };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (press.current === null) return;
    const { x, y, element, slide } = press.current;
    const [right, down] = [event.clientX - x, event.clientY - y];
    if (!dragged.current && Math.hypot(right, down) > SLACK) {
      dragged.current = true;
      element.setPointerCapture(event.pointerId);
    }
    if (!dragged.current || slide === null) return;
    const most = (frame.current?.clientWidth ?? 0) / board.columns;
    const { across, along } = TILE_DIRECTIONS[slide.direction];
    const offset = Math.min(most, Math.max(0, right * across + down * along));
    setFollowed({ cells: slidingCells(board, tiles, slide), right: offset * across, down: offset * along });
  };
  const onPointerUp = (event: PointerEvent) => {
    const pressed = press.current;
    end();
    if (pressed === null || !dragged.current) return;
    const direction = directionOf(event.clientX - pressed.x, event.clientY - pressed.y);
    if (direction === null) return;
    onSlide(pressed.slide?.direction === direction ? pressed.slide : { direction, count: 1 });
  };
  const isEndOfDrag = (event: MouseEvent) => {
    // A click by the keyboard has no pointer.
    const isEnd = dragged.current && event.detail !== 0;
    dragged.current = false;
    return isEnd;
  };
  return { followed, isEndOfDrag, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end } };
}

/** Returns the blank's direction after a swipe; null if the swipe is too short. */
function directionOf(right: number, down: number): BlankDirection | null {
  const offset = ({ across, along }: TileDirection) => right * across + down * along;
  return (
    BLANK_DIRECTIONS.find(
      (direction) => offset(TILE_DIRECTIONS[direction]) >= Math.max(SWIPE, Math.abs(right), Math.abs(down)),
    ) ?? null
  );
}
