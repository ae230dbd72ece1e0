/**
 * A board whose tiles slide: by a click or tap on a tile in the blank's row or column, by a drag or by a swipe.
 *
 * Tiles are drawn in the order of their numbers, whatever their places: an element that persists keeps its focus, and moves smoothly. Tab
 * reaches the tiles that can slide.
 */

import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { BoardAnswer } from '../../serve/answers.js';
import { BLANK } from '../../spaces/board/position.js';
import type { PanelProps } from '../explorer/explorer.js';
import { shownMoves } from '../explorer/view.js';
import { areaOf, BoardFrame } from '../states/picture.js';
import {
  BLANK_DIRECTIONS,
  type BlankDirection,
  slideTiles,
  slideTo,
  slidingCells,
  TILE_DIRECTIONS,
  type TileDirection,
  type TileSlide,
  textOfTiles,
  tileLines,
  tilesOf,
} from '../states/tiles.js';

interface SlidingBoardProps extends PanelProps {
  readonly board: BoardAnswer;
  readonly tiles: readonly number[];
}

export function SlidingBoard({ explorer, view, space, board, tiles }: SlidingBoardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const scene = useScene(board, tiles);
  const { followed, isEndOfDrag, handlers } = useDrag(board, tiles, frame, (slide) => explorer.slide(slide));
  const lines = tileLines(board, space.goal);
  const home = tilesOf(space.goal, board);
  const best = new Set(shownMoves(view, space).map((move) => move.state));
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
        const next = slide && slideTiles(board, tiles, slide);
        const isBest = next !== null && best.has(textOfTiles(next));
        const isHome = home?.[cell] === tile;
        const follows = followed?.cells.includes(cell) ? followed : null;
        const classes = ['tile', isBest && 'best', isHome && 'home', follows && 'dragged'];
        const area = areaOf(board, cell);
        const name = [
          tile,
          slide && `slides ${TILE_DIRECTIONS[slide.direction].word}`,
          isBest && 'best move',
          isHome && 'home',
        ];
        return (
          <button
            key={tile}
            type="button"
            data-tile={tile}
            data-line={lines[tile]}
            class={classes.filter(Boolean).join(' ')}
            style={follows ? { ...area, '--right': `${follows.right}px`, '--down': `${follows.down}px` } : area}
            tabIndex={slide === null ? -1 : 0}
            aria-disabled={slide === null}
            aria-label={name.filter(Boolean).join(', ')}
            onClick={(event) => isEndOfDrag(event) || (slide && explorer.slide(slide))}
          >
            {tile}
            {isBest && slide && <span class="arrow">{TILE_DIRECTIONS[slide.direction].arrow}</span>}
          </button>
        );
      })}
    </BoardFrame>
  );
}

/**
 * Dragging and swiping, by touch, pen or mouse. A tile in the blank's row or column follows the pointer towards the blank, with the tiles
 * between. A swipe that begins elsewhere slides the tile that can move in that direction. A press that hardly moves is a click.
 */

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
interface Followed {
  readonly cells: readonly number[];
  readonly right: number;
  readonly down: number;
}

interface Dragging {
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

function useDrag(
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

/** Distinguishes slides, which are animated, from new positions, in which tiles would fly through each other. */

/** Returns a number that changes unless one slide leads from the previous tiles to these. */
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
  return slide !== null && slideTiles(board, from, slide)?.every((tile, cell) => tile === to[cell]) === true;
}
