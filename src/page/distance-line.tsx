/** How far the state is, and which moves bring it nearer: at every moment, in the same place. */

import { GAP, slideTo, TILE_GOES, tilesOf } from './board-shape.js';
import { type Nearer, nearerMoves } from './nearer.js';
import type { PanelProps } from './panel.js';
import { wordsOf } from './words.js';

export function DistanceLine({ view, table, arranging }: PanelProps & { readonly arranging: boolean }) {
  const { distance } = view;
  const { away, unreachable } = wordsOf(table);
  return (
    <div class="distance">
      {distance === null ? (
        <p class="unsolvable">
          <strong>Unsolvable.</strong> {unreachable}
          {adviceOf(table)}
        </p>
      ) : (
        <p>
          <strong class="number">{distance ?? '…'}</strong>{' '}
          {distance === 1 ? away.replace(/^/, 'move ') : `moves ${away}`}
        </p>
      )}
      <p class="hint">
        {arranging
          ? 'Drag a tile onto another, or choose one and then the other: they change places.'
          : hintOf(view, table)}
      </p>
    </div>
  );
}

function adviceOf({ board }: PanelProps['table']): string {
  const full = board !== null && board.squares.length === board.rows * board.columns;
  return full && Math.min(board.rows, board.columns) > 1 ? ': swap any two tiles, and some do.' : '.';
}

/** The moves that bring it nearer, in words. */
export function hintOf(view: PanelProps['view'], table: PanelProps['table']): string {
  const { distance } = view;
  const nearer = nearerMoves(view, table);
  if (distance === 0) return table.directed ? 'This is where all ways begin.' : 'Solved: this is the goal.';
  if (nearer === null) return ' ';
  if (nearer.length === 0) return table.directed || distance === null ? ' ' : 'No move brings it nearer.';
  const names = nearer.map((move) => nameOf(move, view.state, table));
  return `${names.length === 1 ? 'Nearer by' : 'Nearer by any of'} ${names.join(', ')}`;
}

/** A move as people see it: 6 to the left, 2 and 3 down; of other spaces, its name. */
function nameOf({ move, state }: Nearer, from: string, { board }: PanelProps['table']): string {
  const tiles = board && tilesOf(from, board);
  const next = board && tilesOf(state, board);
  if (!board || !tiles || !next) return move;
  const slide = slideTo(board, tiles, next.indexOf(GAP));
  if (slide === null) return move;
  const moved = tiles.filter((tile, cell) => tile !== GAP && next[cell] !== tile);
  return `${moved.join('-')} ${TILE_GOES[slide.direction].arrow}`;
}
