/** The distance of the state, its rarity and its best moves. Each keeps its place. */

import './distance-line.css';
import { PushButton } from '../controls/push-button.js';
import type { PanelProps } from '../explorer/panel.js';
import { wordsFor } from '../explorer/words.js';
import { hintText } from './hint-text.js';
import { rarityText } from './rarity.js';

export function DistanceLine(props: PanelProps) {
  const { view, space } = props;
  const { distance, distribution, opening } = view;
  const { away, unreachable } = wordsFor(space);
  if (distance === null) {
    return (
      <div class="distance">
        <p class="unsolvable">
          <strong>{space.directed ? 'Out of reach.' : 'Unsolvable.'}</strong> {unreachable}
          {adviceOf(space)}
        </p>
      </div>
    );
  }
  return (
    <div class="distance">
      {view.computing !== null && distance === undefined ? (
        <Computing {...props} />
      ) : (
        <p class="away">
          {opening ? (
            'Shuffling …'
          ) : (
            <>
              <strong class="number">{distance ?? '…'}</strong> {distance === 1 ? 'move' : 'moves'} {away}
            </>
          )}
        </p>
      )}
      <p class="note">{noteOf(props)}</p>
      <p class="hint">
        {view.editing && space.board !== null
          ? 'Drag a tile onto another, or choose two to swap them.'
          : view.computing === 'now' && distance !== undefined
            ? 'Computing the best moves …'
            : hintText(view, space)}
      </p>
    </div>
  );

  function noteOf({ view: { atLeast } }: PanelProps): string {
    if (typeof distance === 'number') return distribution === null ? '' : rarityText(distance, distribution, space);
    return atLeast === null ? '' : `At least ${atLeast} ${atLeast === 1 ? 'move' : 'moves'} ${away}.`;
  }
}

/** Replaces a distance that takes long to compute. */
function Computing({ explorer, view }: PanelProps) {
  const isRunning = view.computing === 'now';
  return (
    <p class="away">
      <span>{isRunning ? 'Computing …' : 'The distance was not computed.'}</span>
      <PushButton onPush={() => (isRunning ? explorer.stopComputing() : explorer.compute())}>
        {isRunning ? 'Stop' : 'Compute'}
      </PushButton>
    </p>
  );
}

/** On a full board of two rows and columns or more, exactly half of all arrangements can be solved. */
function adviceOf({ board }: PanelProps['space']): string {
  const full = board !== null && board.squares.length === board.rows * board.columns;
  return full && Math.min(board.rows, board.columns) > 1 ? '. Swap any two tiles to make it solvable.' : '.';
}
