/** The state of a space that is no board, and a button for each move, with where it leads. */

import type { PanelProps } from './panel.js';
import { settled } from './view.js';
import { wordsOf } from './words.js';

export function MoveButtons({ explorer, view, table }: PanelProps) {
  const { unreachable } = wordsOf(table);
  const { answer, state } = view;
  const known = settled(view) !== null;
  return (
    <>
      <p class="state">
        <code>{state}</code>
      </p>
      <ul class="moves" aria-busy={!known}>
        {answer?.moves.map((move) => {
          const way = wayOf(answer.distance, move.distance, unreachable, table.directed);
          return (
            <li key={move.move}>
              <button type="button" class={way.word} onClick={() => known && explorer.step(move.state)}>
                <strong>{move.move}</strong>
                <code>{move.state}</code>
                <span>
                  {way.sign} {way.text}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {answer?.moves.length === 0 && <p>No moves can be made here.</p>}
    </>
  );
}

function wayOf(from: number | null, to: number | null, unreachable: string, directed: boolean) {
  if (to === null) return { word: 'unreachable', sign: '', text: unreachable };
  if (from === null || to === from) return { word: 'level', sign: '=', text: `distance ${to}` };
  const [nearer, farther] = directed ? ['', ''] : ['nearer', 'farther'];
  const word = to < from ? nearer : farther;
  return { word, sign: to < from ? '▼' : '▲', text: `${word === '' ? 'distance' : `${word},`} ${to}` };
}
