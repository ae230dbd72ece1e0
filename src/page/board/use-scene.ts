/** Distinguishes slides, which are animated, from new positions, in which tiles would fly through each other. */

import { useRef } from 'preact/hooks';
import type { BoardAnswer } from '../../serve/answers.js';
import { BLANK } from '../../spaces/board/position.js';
import { slideTiles, slideTo } from '../tiles/board-shape.js';

/** Returns a number that changes unless one slide leads from the previous tiles to these. */
export function useScene(board: BoardAnswer, tiles: readonly number[]): number {
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
