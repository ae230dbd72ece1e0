/** The state where the page is: its distance, and its board, or its text and moves. */

import { useState } from 'preact/hooks';
import { SetUpBoard } from '../board/set-up-board.js';
import { SlidingBoard } from '../board/sliding-board.js';
import { PushButton } from '../controls/push-button.js';
import type { PanelProps } from '../explorer/panel.js';
import { wordsFor } from '../explorer/words.js';
import { rowsInWords, tilesOf } from '../tiles/board-shape.js';
import { DistanceLine } from './distance-line.js';
import { MoveButtons } from './move-buttons.js';

/** What is looked for when a state is set up further down the page. */
export const POSITION_ID = 'position';

export function PositionPanel(props: PanelProps) {
  const { explorer, view, space } = props;
  const [arranging, setArranging] = useState(false);
  const { state, origin } = wordsFor(space);
  const { board } = space;
  const tiles = board && tilesOf(view.state, board);
  return (
    <section aria-labelledby="position-title" id={POSITION_ID} tabIndex={-1}>
      <h2 id="position-title" class="unseen">
        {state === 'position' ? 'Position' : 'State'}
      </h2>
      <DistanceLine {...props} arranging={arranging} />
      {board && tiles && (
        <>
          <p class="unseen">{rowsInWords(board, tiles)}</p>
          {arranging ? (
            <SetUpBoard explorer={explorer} board={board} tiles={tiles} />
          ) : (
            <SlidingBoard {...props} board={board} tiles={tiles} />
          )}
        </>
      )}
      {board && !tiles && <div class="board" style={{ '--rows': board.rows, '--columns': board.columns }} />}
      {!board && <MoveButtons {...props} />}
      <div class="row">
        {board && (
          <PushButton onPush={() => setArranging(!arranging)}>
            {arranging ? 'Done arranging' : 'Arrange the tiles'}
          </PushButton>
        )}
        <PushButton off={view.state === space.goal} onPush={() => explorer.setUp(space.goal)}>
          Back to {origin.startsWith('the nearest') ? 'a goal' : origin}
        </PushButton>
      </div>
    </section>
  );
}
