/**
 * A board whose tiles slide: by a click or tap on a tile in the blank's row or column, by a drag or by a swipe. A dragged tile follows the
 * pointer towards the blank, with the tiles between. A swipe that begins elsewhere slides the tile that can move in that direction.
 *
 * Tiles are drawn in the order of their numbers, whatever their places: an element that persists keeps its focus, and moves smoothly. Tab
 * reaches the tiles that can slide.
 */

import { useRef } from 'preact/hooks';
import type { BoardAnswer } from '../../serve/answers.js';
import { DIRECTIONS, type Direction } from '../../spaces/board/board.js';
import { type Slide, slid } from '../../spaces/board/moves.js';
import { BLANK, formatPosition } from '../../spaces/board/position.js';
import type { PanelProps } from '../explorer/explorer.js';
import { shownMoves } from '../explorer/view.js';
import { areaOf, BoardFrame } from '../states/picture.js';
import { slideTo, TILE_DIRECTIONS, type TileDirection, tileLines, tilesOf } from '../states/tiles.js';
import { type Drag, useDrag } from './drag.js';

/** A board with its tiles. */
export interface BoardProps extends PanelProps {
  readonly board: BoardAnswer;
  readonly tiles: readonly number[];
}

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
  const home = tilesOf(space.goal, board);
  const best = new Set(shownMoves(view, space).map((move) => move.state));

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
