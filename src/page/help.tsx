/** A short help. */

import './help.css';
import type { SpaceAnswer } from '../serve/answers.js';

export function Help({ space }: { readonly space: SpaceAnswer }) {
  return (
    <details class="card">
      <summary>Keys and words</summary>
      <dl class="help">
        {space.board !== null && (
          <>
            <dt>Arrow keys</dt>
            <dd>
              slide a tile into the blank, the way that they point, while the board is to be seen; in fields and in the
              chart they are for those.
            </dd>
            <dt>Tab, Enter</dt>
            <dd>go to a tile that can slide, and slide it.</dd>
            <dt>Click, tap, swipe</dt>
            <dd>slide the tile that you touch, or the one that can go that way.</dd>
            <dt>Arrange the tiles</dt>
            <dd>
              drag a tile onto another; or go from cell to cell by arrow keys, choose with Enter, give up with Escape.
            </dd>
            <dt>Arrows on tiles</dt>
            <dd>mark each move that brings the position nearer to the goal.</dd>
          </>
        )}
        <dt>In the chart</dt>
        <dd>
          arrow keys, Home and End go from bar to bar; Enter shows some of that distance, Enter again or Escape releases
          it.
        </dd>
        <dt>Distance</dt>
        <dd>the fewest moves that are needed. It is exact: the table knows it.</dd>
        <dt>Antipodes</dt>
        <dd>what is farthest away of all.</dd>
        <dt>Link</dt>
        <dd>the address always names what you see: copy it to share it. Back returns to what you chose before.</dd>
      </dl>
    </details>
  );
}
