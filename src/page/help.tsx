/** Brief help: the rule of the space, the keys and the terms. */

import type { SpaceAnswer } from '../serve/answers.js';
import { capitalised, moveRule, wordsFor } from './explorer/words.js';

export function Help({ space }: { readonly space: SpaceAnswer }) {
  const entries = Object.entries({ ...(space.board === null ? {} : OF_BOARDS), ...helpFor(space) });
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
          {entries.map(([name, text]) => [<dt key={name}>{name}</dt>, <dd key={`${name} text`}>{text}</dd>])}
        </dl>
      </details>
    </section>
  );
}

const OF_BOARDS = {
  'Arrow keys, or W A S D': 'slide a tile into the blank in that direction, while the board is in view.',
  'Tab, Enter': 'move to a tile that can slide, and slide it.',
  'Click, tap, drag, swipe': "slide a tile in the blank's row or column, together with the tiles between.",
  Edit: 'swaps tiles: drag one onto another, or move with the arrow keys, choose with Enter and cancel with Escape.',
  Tiles:
    'have the colour of their row or column in the goal. A tile in its goal cell lies flat, with a short line below its number.',
};

function helpFor(space: SpaceAnswer): Readonly<Record<string, string>> {
  const { state, states, away } = wordsFor(space);
  return {
    'Ctrl+Z, Shift+Ctrl+Z': 'undo and redo a move.',
    Hints: 'mark every best move: a move that begins a shortest solution. With hints off, Hint or H shows one of them.',
    Space: 'plays or pauses the shortest solution.',
    'In the chart':
      'arrow keys, Home and End move from bar to bar. Enter shows examples at that distance; Enter again or Escape closes them.',
    Distance: `the minimum number of moves ${away}. It is always exact.`,
    Antipodes: `the ${states} at maximum depth: no others are farther away.`,
    Link: `the address of this page always leads to the ${state} shown. Copy link also includes the solution and its step. Back returns to the ${state} that was set up before.`,
  };
}
