/** A short help: the rule of the space, keys and words. */

import './help.css';
import type { SpaceAnswer } from '../serve/answers.js';
import { capitalised, moveRule, wordsFor } from './explorer/words.js';

export function Help({ space }: { readonly space: SpaceAnswer }) {
  return (
    <section class="card" aria-labelledby="help-title">
      <h2 id="help-title">Help</h2>
      <p class="rule">
        {moveRule(space)} {space.goals === 1 ? capitalised(wordsFor(space).origin) : 'The first goal'} is{' '}
        <code>{space.goal}</code>.
      </p>
      <details>
        <summary>Keys and words</summary>
        <dl class="help">
          {space.board !== null && (
            <>
              <dt>Arrow keys, or W A S D</dt>
              <dd>slide a tile into the blank in their direction, while the board is in view.</dd>
              <dt>Tab, Enter</dt>
              <dd>go to a tile that can slide, and slide it.</dd>
              <dt>Click, tap, drag, swipe</dt>
              <dd>slide a tile of the blank's row or column, with those between.</dd>
              <dt>Edit</dt>
              <dd>
                drag a tile onto another; or go from cell to cell by arrow keys, choose with Enter, give up with Escape.
              </dd>
              <dt>Tiles</dt>
              <dd>
                have the colour of their line in the goal. One that is home lies flat, with a short line below its
                number.
              </dd>
            </>
          )}
          <dt>Ctrl+Z, Shift+Ctrl+Z</dt>
          <dd>undo and redo a move.</dd>
          <dt>Hints</dt>
          <dd>mark every best move, one that begins a shortest solution. Without them, Hint or H shows one.</dd>
          <dt>Space</dt>
          <dd>plays the shortest solution, and pauses it.</dd>
          <dt>In the chart</dt>
          <dd>
            arrow keys, Home and End go from bar to bar; Enter shows some of that distance, Enter again or Escape
            releases it.
          </dd>
          <dt>Distance</dt>
          <dd>the fewest moves that are needed. It is exact.</dd>
          <dt>Antipodes</dt>
          <dd>the states of maximum depth, farthest away of all.</dd>
          <dt>Link</dt>
          <dd>
            the address always names what you see. Copy link also keeps the solution and its step. Back returns to what
            was set up before.
          </dd>
        </dl>
      </details>
    </section>
  );
}
