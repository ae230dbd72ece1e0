/**
 * The state of a space that is not a board: its drawing, which is touched, and a grid of buttons with all moves. Each button has the name of
 * its move and the distance after it; the sentence of the move is its description, and the line below shows it. The button of a move that is
 * impossible here keeps its place and the focus.
 */

import { useState } from 'preact/hooks';
import type { MoveAnswer, SpaceAnswer } from '../../serve/answers.js';
import type { PanelProps } from '../explorer/explorer.js';
import { settled, shownMoves, withMove } from '../explorer/view.js';
import { wordsFor } from '../explorer/words.js';
import { StateFace, touchText } from '../states/state-face.js';
import { PushButton } from './controls.js';

export function DrawnPosition(props: PanelProps) {
  const { explorer, view, space } = props;
  const { state, editing } = view;
  const made = new Map(settled(view)?.moves.map((move) => [move.move, move]));
  const make = (move: MoveAnswer | undefined) => move && explorer.go((play) => withMove(play, move.state));
  const setUp = async (next: string) => {
    const problem = await explorer.setUpTyped(next);
    if (problem !== null) explorer.change({ problem });
  };
  const touch = {
    possible: new Set(made.keys()),
    // Solids are turned while the reader edits, too.
    best: new Set(editing && space.face?.kind !== 'net' ? [] : shownMoves(view, space).map(({ move }) => move)),
    make: (name: string) => make(made.get(name)),
    setUp: editing ? setUp : null,
  };
  return (
    <div class="state-place">
      <div class="state">
        {space.face !== null && (
          <StateFace face={space.face} goal={space.goal} state={state} little={false} touch={touch} />
        )}
        <p>
          <code>{state}</code>
        </p>
      </div>
      <MoveButtons {...props} onMove={make} />
    </div>
  );
}

/** Shown for a move while hints are off. */
const UNSAID = { kind: '', sign: '', text: '' };

function MoveButtons({ view, space, onMove }: PanelProps & { readonly onMove: (move: MoveAnswer) => void }) {
  const { answer } = view;
  const [pointed, setPointed] = useState<number | null>(null);
  const known = settled(view) !== null;
  const made = new Map(answer?.moves.map((move) => [move.move, move]));
  const shown = new Set(shownMoves(view, space).map(({ move }) => move));
  const sentence = (index: number) => space.face?.moves[index] ?? made.get(space.moves[index])?.state;
  const longest = Math.max(...space.moves.map((name) => name.length));
  return (
    <>
      <ul class="moves" aria-busy={!known} style={{ '--longest': longest }}>
        {answer !== null &&
          space.moves.map((name, index) => {
            const move = made.get(name);
            const isShown = view.hints || shown.has(name);
            const change = move && isShown ? changeOf(answer.distance, move.distance, space) : UNSAID;
            return (
              <li key={name}>
                <PushButton
                  class={change.kind}
                  title={sentence(index)}
                  off={move === undefined}
                  onPush={() => known && move && onMove(move)}
                  onPointerEnter={() => setPointed(index)}
                  onPointerLeave={() => setPointed(null)}
                  onFocus={() => setPointed(index)}
                  onBlur={() => setPointed(null)}
                >
                  <strong>{name}</strong>
                  <span class="change" aria-hidden="true">
                    {change.sign}
                  </span>
                  <span class="unseen">{move === undefined ? 'not possible here' : change.text}</span>
                </PushButton>
              </li>
            );
          })}
      </ul>
      <p class="sentence note" aria-hidden={answer?.moves.length !== 0}>
        {answer?.moves.length === 0
          ? 'No moves are possible here.'
          : ((pointed === null ? null : sentence(pointed)) ?? touchText(space.face, view.editing))}
      </p>
    </>
  );
}

/** Returns what a move does to the distance: as a sign such as `▼ 5`, and in words. */
function changeOf(from: number | null, to: number | null, space: SpaceAnswer): typeof UNSAID {
  if (to === null) return { kind: '', sign: '–', text: wordsFor(space).unreachable };
  const sign = from === null || to === from ? '=' : to > from ? '▲' : '▼';
  const [kind, begin] = sign === '▼' && !space.directed ? ['best', 'best move, '] : ['', ''];
  return { kind, sign: `${sign} ${to}`, text: `${begin}distance ${to}` };
}
