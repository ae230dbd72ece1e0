/** The state shown: its distance, its board or moves, and its controls. */

import './position-panel.css';
import { SetUpBoard } from '../board/set-up-board.js';
import { SlidingBoard } from '../board/sliding-board.js';
import { POSITION_ID } from '../browser/position-in-view.js';
import type { PanelProps } from '../explorer/panel.js';
import { MoveButtons } from '../spaces/move-buttons.js';
import { rowsInWords, tilesOf } from '../tiles/board-shape.js';
import { DistanceLine } from './distance-line.js';
import { GoalPicture } from './goal-picture.js';
import { MoveControls } from './move-controls.js';
import { SetUpControls } from './set-up-controls.js';
import { StateField } from './state-field.js';

export function PositionPanel(props: PanelProps) {
  const { explorer, view, space } = props;
  const { board } = space;
  const tiles = board && tilesOf(view.state, board);
  return (
    <section aria-labelledby="position-title" id={POSITION_ID} tabIndex={-1}>
      <h2 id="position-title" class="unseen">
        {board === null ? 'State' : 'Position'}
      </h2>
      <div class="status">
        <DistanceLine {...props} />
        <GoalPicture space={space} />
      </div>
      {board && tiles && (
        <>
          <p class="unseen">{rowsInWords(board, tiles)}</p>
          {view.editing ? (
            <SetUpBoard explorer={explorer} board={board} tiles={tiles} goal={space.goal} />
          ) : (
            <SlidingBoard {...props} board={board} tiles={tiles} />
          )}
        </>
      )}
      {board && !tiles && <div class="board" style={{ '--rows': board.rows, '--columns': board.columns }} />}
      {!board && (
        <div class="state-place">
          <MoveButtons {...props} />
        </div>
      )}
      <SetUpControls {...props} />
      {view.editing ? <StateField {...props} /> : <MoveControls {...props} />}
    </section>
  );
}
