/** A list of states to set up, each as a small drawing or as text. */

import './choices.css';
import type { SpaceAnswer } from '../../serve/answers.js';
import { SmallBoard } from '../board/small-board.js';
import { comeIntoView } from '../browser/position-in-view.js';
import type { Explorer } from '../explorer/explorer.js';
import { StateFace } from '../faces/state-face.js';
import { tilesOf } from '../tiles/board-shape.js';

export interface StateChoicesProps {
  readonly explorer: Explorer;
  readonly space: SpaceAnswer;
  readonly states: readonly string[];
}

export function StateChoices({ explorer, space, states }: StateChoicesProps) {
  const { board, face } = space;
  return (
    <ul class={board === null && face === null ? 'choices texts' : 'choices'} aria-label="Choose one to set it up">
      {states.map((state) => {
        const tiles = board && tilesOf(state, board);
        return (
          <li key={state}>
            <button
              type="button"
              aria-current={explorer.view.state === state}
              onClick={() => {
                explorer.setUp(state);
                comeIntoView(true);
              }}
            >
              {board && tiles ? (
                <SmallBoard board={board} tiles={tiles} name={state} goal={space.goal} />
              ) : (
                <StateFace face={face} state={state} little />
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
