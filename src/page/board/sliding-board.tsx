/**
 * A board whose tiles slide: by a click or tap on a tile in the blank's row or column, by a drag or by a swipe.
 *
 * Tiles are drawn in the order of their numbers, whatever their places: an element that persists keeps its focus, and moves smoothly. Tab
 * reaches the tiles that can slide.
 */

import { useRef } from 'preact/hooks';
import type { BoardAnswer } from '../../serve/answers.js';
import { BLANK } from '../../spaces/board/position.js';
import { shownMoves } from '../explorer/best-moves.js';
import type { PanelProps } from '../explorer/panel.js';
import { slideTiles, slideTo, TILE_DIRECTIONS, textOfTiles, tilesOf } from '../tiles/board-shape.js';
import { areaOf, BoardFrame } from './board-frame.js';
import { tileLines } from './tile-lines.js';
import { useDrag } from './use-drag.js';
import { useScene } from './use-scene.js';

export interface SlidingBoardProps extends PanelProps {
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
