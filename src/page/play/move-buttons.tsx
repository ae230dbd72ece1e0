/**
 * The state of a space that is not a board, as a drawing and as text. Each move has a button with its name, its sentence and the distance
 * after the move. The button of a move that is impossible here keeps its place and the focus.
 */

import type { PanelProps } from '../explorer/explorer.js';
import { settled, shownMoves, withMove } from '../explorer/view.js';
import { wordsFor } from '../explorer/words.js';
import { StateFace } from '../states/state-face.js';
import { PushButton } from './controls.js';

/** Shown for a move while hints are off. */
const UNSAID = { word: '', sign: '', text: '' };

export function MoveButtons({ explorer, view, space }: PanelProps) {
  const { unreachable } = wordsFor(space);
  const { answer, state } = view;
  const known = settled(view) !== null;
  const made = new Map(answer?.moves.map((move) => [move.move, move]));
  return (
    <>
      <div class="state">
        {space.face !== null && <StateFace face={space.face} state={state} little={false} />}
        <p>
          <code>{state}</code>
        </p>
      </div>
      <ul class="moves" aria-busy={!known}>
        {answer !== null &&
          space.moves.map((name, index) => {
            const move = made.get(name);
            const isShown = view.hints || shownMoves(view, space).some((best) => best.move === name);
            const change =
              move && (isShown ? changeOf(answer.distance, move.distance, unreachable, space.directed) : UNSAID);
            return (
              <li key={name}>
                <PushButton
                  class={change?.word ?? ''}
                  title={move?.state}
                  off={move === undefined}
                  onPush={() => known && move && explorer.go((play) => withMove(play, move.state))}
                >
                  <strong>{name}</strong>
                  <span class="sentence">{space.face?.moves[index] ?? move?.state}</span>
                  <span class="change">{change ? `${change.sign} ${change.text}` : 'not possible here'}</span>
                </PushButton>
              </li>
            );
          })}
      </ul>
      {answer?.moves.length === 0 && <p>No moves are possible here.</p>}
    </>
  );
}

function changeOf(from: number | null, to: number | null, unreachable: string, directed: boolean) {
  if (to === null) return { word: 'unreachable', sign: '', text: unreachable };
  if (from === null || to === from) return { word: '', sign: '=', text: `distance ${to}` };
  if (to > from) return { word: '', sign: '▲', text: `distance ${to}` };
  return directed
    ? { word: '', sign: '▼', text: `distance ${to}` }
    : { word: 'best', sign: '▼', text: `best move, ${to}` };
}
