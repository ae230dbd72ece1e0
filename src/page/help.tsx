/** Brief help: the rule of the space, the keys and the terms. */

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
        <summary>Keys and terms</summary>
        <dl class="help">
          {space.board !== null && (
            <>
              <dt>Arrow keys, or W A S D</dt>
              <dd>slide a tile into the blank in that direction, while the board is in view.</dd>
              <dt>Tab, Enter</dt>
              <dd>move to a tile that can slide, and slide it.</dd>
              <dt>Click, tap, drag, swipe</dt>
              <dd>slide a tile in the blank's row or column, together with the tiles between.</dd>
              <dt>Edit</dt>
              <dd>
                swaps tiles: drag one onto another, or move with the arrow keys, choose with Enter and cancel with
                Escape.
              </dd>
              <dt>Tiles</dt>
              <dd>
                have the colour of their row or column in the goal. A tile in its goal cell lies flat, with a short line
                below its number.
              </dd>
            </>
          )}
          <dt>Ctrl+Z, Shift+Ctrl+Z</dt>
          <dd>undo and redo a move.</dd>
          <dt>Hints</dt>
          <dd>
            mark every best move: a move that begins a shortest solution. With hints off, Hint or H shows one of them.
          </dd>
          <dt>Space</dt>
          <dd>plays or pauses the shortest solution.</dd>
          <dt>In the chart</dt>
          <dd>
            arrow keys, Home and End move from bar to bar. Enter shows examples at that distance; Enter again or Escape
            closes them.
          </dd>
          <dt>Distance</dt>
          <dd>the minimum number of moves {wordsFor(space).away}. It is always exact.</dd>
          <dt>Antipodes</dt>
          <dd>the {wordsFor(space).states} at maximum depth: no others are farther away.</dd>
          <dt>Link</dt>
          <dd>
            the address of this page always leads to the {wordsFor(space).state} shown. Copy link also includes the
            solution and its step. Back returns to the {wordsFor(space).state} that was set up before.
          </dd>
        </dl>
      </details>
    </section>
  );
}
