/**
 * A board that slides: by click and tap on a tile, by swipe, and by arrow keys, which move a tile the way that they point.
 *
 * Tiles are drawn in the order of their numbers, whatever their places: an element that stays keeps its focus, and moves
 * smoothly. Those that can slide are reached by Tab.
 */

import { useEffect, useRef } from 'preact/hooks';
import type { BoardAnswer } from '../../serve/answers.js';
import { BLANK } from '../../spaces/board/position.js';
import { nearerMoves } from '../explorer/nearer.js';
import type { PanelProps } from '../explorer/panel.js';
import {
  type BlankDirection,
  slideTiles,
  slideTo,
  TILE_GOES,
  type TileSlide,
  textOfTiles,
} from '../tiles/board-shape.js';
import { areaOf, BoardFrame } from './board-frame.js';

/** Where the blank goes when a tile is to move the way that a key points. */
const KEYS: Readonly<Record<string, BlankDirection>> = {
  ArrowUp: 'd',
  ArrowDown: 'u',
  ArrowLeft: 'r',
  ArrowRight: 'l',
};
/** From this many pixels on, a touch that moves is a swipe. */
const SWIPE = 20;

export interface SlidingBoardProps extends PanelProps {
  readonly board: BoardAnswer;
  readonly tiles: readonly number[];
}

export function SlidingBoard({ explorer, view, space, board, tiles }: SlidingBoardProps) {
  const frame = useRef<HTMLDivElement>(null);
  const touch = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const nearer = new Map(nearerMoves(view, space)?.map((move) => [move.state, move]));

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const direction = KEYS[event.key];
      if (direction === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      if (event.defaultPrevented || !isForBoard(event.target, frame.current)) return;
      event.preventDefault();
      explorer.slide({ direction, count: 1 });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [explorer]);

  const onPointerDown = (event: PointerEvent) => {
    // A mouse or a pen that moves within a tile clicks on it all the same, and would slide it twice.
    touch.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : null;
  };
  const onPointerUp = (event: PointerEvent) => {
    const key = touch.current && keyOfSwipe(event.clientX - touch.current.x, event.clientY - touch.current.y);
    touch.current = null;
    if (key !== null) explorer.slide({ direction: KEYS[key], count: 1 });
  };

  return (
    <BoardFrame
      board={board}
      label="Board: arrow keys slide a tile into the blank"
      frame={frame}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onPointerCancel={() => (touch.current = null)}
    >
      {tiles.map((_, tile) => {
        if (tile === BLANK) return null;
        const cell = tiles.indexOf(tile);
        const move = moveOf(slideTo(board, tiles, cell), space.metric);
        const next = move && slideTiles(board, tiles, move);
        const isNearer = next !== null && nearer.has(textOfTiles(next));
        return (
          <button
            key={tile}
            type="button"
            class={`tile${isNearer ? ' nearer' : ''}`}
            style={areaOf(board, cell)}
            tabIndex={move === null ? -1 : 0}
            aria-disabled={move === null}
            aria-label={
              move === null
                ? `${tile}`
                : `${tile}, slides ${TILE_GOES[move.direction].word}${isNearer ? ', nearer' : ''}`
            }
            onClick={() => move && explorer.slide(move)}
          >
            {tile}
            {isNearer && move && <span class="arrow">{TILE_GOES[move.direction].arrow}</span>}
          </button>
        );
      })}
    </BoardFrame>
  );
}

function moveOf(move: TileSlide | null, metric: string | null): TileSlide | null {
  return move !== null && (move.count === 1 || metric === 'multi') ? move : null;
}

/** Keys are the board's where the focus is in it; elsewhere as long as the board is to be seen, but for what has arrow keys of its own. */
function isForBoard(target: EventTarget | null, frame: HTMLElement | null): boolean {
  if (frame === null || !(target instanceof Element)) return false;
  if (frame.contains(target)) return true;
  const { top, bottom } = frame.getBoundingClientRect();
  return target.closest('input, select') === null && top < innerHeight && bottom > 0;
}

function keyOfSwipe(right: number, down: number): string | null {
  if (Math.max(Math.abs(right), Math.abs(down)) < SWIPE) return null;
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? 'ArrowRight' : 'ArrowLeft';
  return down > 0 ? 'ArrowDown' : 'ArrowUp';
}
