/** The text below the distance: the best moves, or the summary of a play. */

import type { MoveAnswer, SpaceAnswer } from '../../serve/answers.js';
import { BLANK } from '../../spaces/board/position.js';
import { shownMoves } from '../explorer/best-moves.js';
import type { View } from '../explorer/view.js';
import { counted, wordsFor } from '../explorer/words.js';
import { slideTo, TILE_DIRECTIONS, tilesOf } from '../tiles/board-shape.js';

export function hintText(view: View, space: SpaceAnswer): string {
  if (view.distance === 0) return endText(view, space);
  const moves = shownMoves(view, space);
  if (moves.length === 0) return '';
  const names = moves.map((move) => moveText(move, view.state, space)).join(', ');
  if (!view.hints) return `Hint: ${names}`;
  return `${moves.length === 1 ? 'Best move' : 'Best moves'}: ${names}`;
}

/** Returns the summary of a play, without counts if the solution made some of the moves. */
function endText({ play, shortest }: View, space: SpaceAnswer): string {
  if (space.directed) return 'All paths begin here.';
  const moves = play.made.length;
  if (moves === 0 || play.watched) return `Solved: this is ${wordsFor(space).origin}.`;
  const solved = `Solved in ${counted(moves, 'move', 'moves')}`;
  if (shortest === null) return `${solved}.`;
  return moves === shortest ? `${solved}, the fewest possible.` : `${solved}; the shortest solution has ${shortest}.`;
}

/** Returns the displayed text of a move: `6 ←` or `2+3 ↓` on boards, its name in other spaces. */
function moveText({ move, state }: MoveAnswer, from: string, { board }: SpaceAnswer): string {
  const tiles = board && tilesOf(from, board);
  const next = board && tilesOf(state, board);
  if (!board || !tiles || !next) return move;
  const slide = slideTo(board, tiles, next.indexOf(BLANK));
  if (slide === null) return move;
  const moved = tiles.filter((tile, cell) => tile !== BLANK && next[cell] !== tile);
  return `${moved.join('+')} ${TILE_DIRECTIONS[slide.direction].arrow}`;
}
