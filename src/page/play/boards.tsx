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
import { classes, type Parts, type Press, useGestures } from '../states/gestures.js';
import { areaOf, BoardFrame } from '../states/picture.js';
import { cellAt, readTiles, slideTo, TILE_DIRECTIONS, tileLines } from '../states/tiles.js';

/** A board with its tiles. */
interface BoardProps extends PanelProps {
  readonly board: BoardAnswer;
  readonly tiles: readonly number[];
}

/** Returns the frame of a board and the gestures on it, whose parts are the cells. Their points are in pixels. */
function useBoard({ board, view }: BoardProps, actions: Pick<Parts, 'canHold' | 'onChoice' | 'onDrop'>) {
  const frame = useRef<HTMLDivElement>(null);
  const partAt: Parts['partAt'] = ({ x, y }) => {
    const { clientWidth, clientHeight } = frame.current as HTMLDivElement;
    return cellAt(board, Math.floor((y / clientHeight) * board.rows), Math.floor((x / clientWidth) * board.columns));
  };
  return { frame, ...useGestures({ ...actions, state: view.state, little: false, partAt }) };
}

/**
 * A board whose tiles slide: by a click or tap on a tile in the blank's row or column, by a drag or by a swipe. A dragged tile follows the
 * pointer towards the blank, with the tiles between. A swipe that begins elsewhere slides the tile that can move in that direction. Tab
 * reaches the tiles that can slide.
 */
export function SlidingBoard(props: BoardProps) {
  const { explorer, view, space, board, tiles } = props;
  const scene = useScene(board, tiles);
  const slideFrom = (cell: number) => slideTo(board, tiles, cell);
  const { frame, dragged, picture, clicked } = useBoard(props, {
    canHold: () => false,
    onChoice(_, cell) {
      const slide = slideFrom(cell);
      if (slide) explorer.slide(slide.direction, slide.count);
      return slide !== undefined;
    },
    onDrop(press) {
      const direction = directionOf(press);
      if (direction === undefined) return;
      const slide = slideFrom(press.part);
      explorer.slide(direction, slide?.direction === direction ? slide.count : 1);
    },
  });
  const dragging = dragged && slideFrom(dragged.part);
  const lines = tileLines(board, space.goal);
  const home = readTiles(space.goal, board);
  const best = new Set(shownMoves(view, space).map((move) => move.state));
  const bestName = bestMoveName(view);
  return (
    <BoardFrame
      board={board}
      label="Board: arrow keys slide a tile into the blank"
      frame={frame}
      scene={scene}
      handlers={picture.handlers}
    >
      {tiles.map((_, tile) => {
        if (tile === BLANK) return null;
        const cell = tiles.indexOf(tile);
        const slide = slideFrom(cell);
        const isBest = slide !== undefined && best.has(formatPosition(slid(tiles, slide)));
        const isHome = home?.[cell] === tile;
        const follows = dragged && dragging?.cells.includes(cell) ? towardsBlank(dragged, dragging) : null;
        const name = [
          tile,
          slide && `slides ${TILE_DIRECTIONS[slide.direction].word}`,
          isBest && bestName,
          isHome && 'home',
        ];
        return (
          <button
            key={tile}
            type="button"
            class={classes({
              tile: true,
              best: isBest,
              unproved: isBest && bestName !== 'best move',
              home: isHome,
              dragged: follows !== null,
            })}
            style={{ ...areaOf(board, cell), ...follows }}
            data-line={lines[tile]}
            tabIndex={slide === undefined ? -1 : 0}
            aria-disabled={slide === undefined}
            aria-label={name.filter(Boolean).join(', ')}
            onClick={(event) => clicked(event, cell)}
          >
            {tile}
            {isBest && slide && <span class="arrow">{TILE_DIRECTIONS[slide.direction].arrow}</span>}
          </button>
        );
      })}
    </BoardFrame>
  );
}

/** Returns the style of a tile that follows the pointer towards the blank, by one cell at most. */
function towardsBlank({ from, at }: Press, { direction }: Slide) {
  const { across, along } = TILE_DIRECTIONS[direction];
  const within = (offset: number, to: number) => `clamp(${Math.min(0, to)}00%, ${offset}px, ${Math.max(0, to)}00%)`;
  return { '--right': within(at.x - from.x, across), '--down': within(at.y - from.y, along) };
}

/** Minimum number of pixels of a swipe. */
const SWIPE = 20;

/** Returns the blank's direction after a swipe; undefined if the swipe is too short. */
function directionOf({ from, at }: Press): Direction | undefined {
  const [right, down] = [at.x - from.x, at.y - from.y];
  const least = Math.max(SWIPE, Math.abs(right), Math.abs(down));
  return DIRECTIONS.find((direction) => {
    const { across, along } = TILE_DIRECTIONS[direction];
    return right * across + down * along >= least;
  });
}

/**
 * Returns a number that changes unless one slide leads from the previous tiles to these. Slides are animated; in new positions, tiles would
 * fly through each other.
 */
function useScene(board: BoardAnswer, tiles: readonly number[]): number {
  const last = useRef({ tiles, scene: 0 });
  const { tiles: before, scene } = last.current;
  const slide = slideTo(board, before, tiles.indexOf(BLANK));
  const after = slide ? slid(before, slide) : before;
  const isSlide = after.every((tile, cell) => tile === tiles[cell]);
  last.current = { tiles, scene: isSlide ? scene : scene + 1 };
  return last.current.scene;
}

/*
 * A board on which any two tiles can be swapped: by dragging one onto the other, or by choosing one after the other. The blank counts as a
 * tile. Arrow keys move from cell to cell.
 */

export function SetUpBoard(props: BoardProps) {
  const { explorer, space, board, tiles } = props;
  /** Tile that has the focus, or will have it. */
  const [stop, setStop] = useState(tiles[0]);
  const lines = tileLines(board, space.goal);
  const { frame, held, over, dragged, picture, clicked, release } = useBoard(props, {
    canHold: (cell) => cell >= 0,
    onChoice(from, to) {
      if (from === null || from === to) return false;
      explorer.setUp(formatPosition(tiles.with(from, tiles[to]).with(to, tiles[from])));
      return true;
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') release();
    const direction = /^Arrow([UDLR])/.exec(event.key)?.[1].toLowerCase() as Direction | undefined;
    if (direction === undefined) return;
    event.preventDefault();
    const cell = neighbour(board, tiles.indexOf(stop), direction);
    frame.current?.querySelector<HTMLElement>(`[data-tile="${tiles[cell]}"]`)?.focus();
  };
  return (
    <BoardFrame
      board={board}
      label="Board to edit: choose two tiles to swap them"
      frame={frame}
      handlers={picture.handlers}
      onKeyDown={onKeyDown}
    >
      {tiles.map((_, tile) => {
        const cell = tiles.indexOf(tile);
        const drag = dragged?.part === cell ? dragged : null;
        const isTarget = dragged !== null && drag === null && dragged.part >= 0 && over === cell;
        const offset = drag && { '--right': `${drag.at.x - drag.from.x}px`, '--down': `${drag.at.y - drag.from.y}px` };
        const marks = { blank: tile === BLANK, target: isTarget, held: held === cell, dragged: drag !== null };
        return (
          <button
            key={tile}
            type="button"
            class={classes({ tile: true, ...marks })}
            style={{ ...areaOf(board, cell), ...offset }}
            data-tile={tile}
            data-line={tile === BLANK ? undefined : lines[tile]}
            tabIndex={tile === stop ? 0 : -1}
            aria-pressed={held === cell}
            aria-label={tile === BLANK ? 'blank' : `${tile}`}
            onClick={(event) => clicked(event, cell)}
            onFocus={() => setStop(tile)}
          >
            {tile === BLANK ? '' : tile}
          </button>
        );
      })}
    </BoardFrame>
  );
}
