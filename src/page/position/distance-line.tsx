/** How far the state is, and which moves bring it nearer: at every moment, in the same place. */

import type { MoveAnswer } from '../../serve/answers.js';
import { BLANK } from '../../spaces/board/position.js';
import { nearerMoves } from '../explorer/nearer.js';
import type { PanelProps } from '../explorer/panel.js';
import { wordsFor } from '../explorer/words.js';
import { slideTo, TILE_GOES, tilesOf } from '../tiles/board-shape.js';

export function DistanceLine({ view, space, arranging }: PanelProps & { readonly arranging: boolean }) {
  const { distance } = view;
  const { away, unreachable } = wordsFor(space);
  return (
    <div class="distance">
      {distance === null ? (
        <p class="unsolvable">
          <strong>{space.directed ? 'Out of reach.' : 'Unsolvable.'}</strong> {unreachable}
          {adviceOf(space)}
        </p>
      ) : (
        <p>
          <strong class="number">{distance ?? '…'}</strong> {distance === 1 ? 'move' : 'moves'} {away}
        </p>
      )}
      <p class="hint">
        {arranging
          ? 'Drag a tile onto another, or choose one and then the other: they change places.'
          : hintOf(view, space)}
      </p>
    </div>
  );
}

/** On a full board of two rows and columns or more, exactly half of all arrangements can be solved. */
function adviceOf({ board }: PanelProps['space']): string {
  const full = board !== null && board.squares.length === board.rows * board.columns;
  return full && Math.min(board.rows, board.columns) > 1 ? '. Swap any two tiles, and it can be solved.' : '.';
}

/** The moves that bring it nearer, in words. */
export function hintOf(view: PanelProps['view'], space: PanelProps['space']): string {
  const { distance } = view;
  const nearer = nearerMoves(view, space);
  if (distance === 0) return space.directed ? 'All ways begin here.' : `Solved: this is ${wordsFor(space).origin}.`;
  if (nearer === null || nearer.length === 0) return '';
  return `Nearer: ${nearer.map((move) => nameOf(move, view.state, space)).join(', ')}`;
}

/** A move as people see it: 6 ←, 2+3 ↓; of other spaces, its name. */
function nameOf({ move, state }: MoveAnswer, from: string, { board }: PanelProps['space']): string {
  const tiles = board && tilesOf(from, board);
  const next = board && tilesOf(state, board);
  if (!board || !tiles || !next) return move;
  const slide = slideTo(board, tiles, next.indexOf(BLANK));
  if (slide === null) return move;
  const moved = tiles.filter((tile, cell) => tile !== BLANK && next[cell] !== tile);
  return `${moved.join('+')} ${TILE_GOES[slide.direction].arrow}`;
}
