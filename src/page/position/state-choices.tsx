/** Some states, each drawn small, or as text, to be set up. */

import './choices.css';
import type { SpaceAnswer } from '../../serve/answers.js';
import { SmallBoard } from '../board/small-board.js';
import type { Explorer } from '../explorer/explorer.js';
import { StateFace } from '../spaces/state-face.js';
import { tilesOf } from '../tiles/board-shape.js';
import { POSITION_ID } from './position-panel.js';

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
                comeIntoView();
              }}
            >
              {board && tiles ? (
                <SmallBoard board={board} tiles={tiles} name={state} />
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

/** Where the state that is set up cannot be seen, the page goes there, and the focus with it. */
function comeIntoView(): void {
  const position = document.getElementById(POSITION_ID);
  if (position === null) return;
  const { top, bottom } = position.getBoundingClientRect();
  if (bottom > innerHeight / 4 && top < innerHeight * 0.75 && top > -40) return;
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  position.focus({ preventScroll: true });
  position.scrollIntoView({ block: 'start', behavior });
}
