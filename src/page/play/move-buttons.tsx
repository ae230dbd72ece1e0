/**
 * The state of a space that is not a board: its drawing, which is touched, and a grid of buttons with all moves. Each button has the name of
 * its move and the distance after it; the sentence of the move is its description, and the line below shows it. The button of a move that is
 * impossible here keeps its place and the focus.
 */

import { useState } from 'preact/hooks';
import type { Drawing, MoveAnswer, SpaceAnswer } from '../../serve/answers.js';
import { BLANK } from '../../spaces/board/position.js';
import type { PanelProps } from '../explorer/explorer.js';
import { settled, shownMoves, withMove } from '../explorer/view.js';
import { wordsFor } from '../explorer/words.js';
import { StateFace, touchText } from '../states/state-face.js';
import { readableState } from '../states/state-texts.js';
import { readTiles, slideTo, TILE_DIRECTIONS } from '../states/tiles.js';
import { PushButton } from './controls.js';

/** Shown for a move while hints are off, and in a game, in which a hint tells no distance. */
const UNSAID = { kind: '', sign: '', text: '' };

export function DrawnPosition({ explorer, view, space }: PanelProps) {
  const { state, answer, editing } = view;
  const [pointed, setPointed] = useState<string | null>(null);
  const known = settled(view) !== null;
  const made = new Map(answer?.moves.map((move) => [move.move, move]));
  const shown = new Set(shownMoves(view, space).map(({ move }) => move));
  const make = (name: string) => {
    const move = made.get(name);
    if (known && move) explorer.go((play) => withMove(play, move.state));
  };
  const setUp = async (next: string) => {
    const problem = await explorer.setUpTyped(next);
    if (problem !== null) explorer.change({ problem });
  };
  const touch = {
    possible: new Set(known ? made.keys() : []),
    // Solids are turned while the reader edits, too.
    best: editing && space.face?.kind !== 'net' ? new Set<string>() : shown,
    make,
    setUp: editing ? setUp : null,
  };
  const texts = space.moves.map((move) => moveText({ move, ...made.get(move) }, state, space));
  const longest = Math.max(...texts.map(({ length }) => length));
  const sentence = (name: string) => space.face?.moves[space.moves.indexOf(name)] ?? made.get(name)?.state;
  return (
    <div class="state-place">
      <div class="state">
        {space.face !== null && (
          <StateFace face={space.face} goal={space.goal} state={state} little={false} touch={touch} />
        )}
        <p>
          <code>{readableState(state, space.face)}</code>
        </p>
      </div>
      <ul class="moves" aria-busy={!known} style={{ '--longest': longest, '--moves': texts.length }}>
        {space.moves.map((name, index) => {
          const move = made.get(name);
          const isTold = view.revealed && (view.hints || shown.has(name));
          const change = isTold && move && answer ? changeOf(answer.distance, move.distance, space) : UNSAID;
          return (
            <li key={name}>
              <PushButton
                class={shown.has(name) ? 'best' : change.kind}
                title={texts[index] === name ? sentence(name) : `${name}: ${sentence(name)}`}
                off={move === undefined}
                onPush={() => make(name)}
                onPointerEnter={() => setPointed(name)}
                onPointerLeave={() => setPointed(null)}
                onFocus={() => setPointed(name)}
                onBlur={() => setPointed(null)}
              >
                <strong>{texts[index]}</strong>
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
          : ((pointed === null ? null : sentence(pointed)) ?? touchText(space.face, editing))}
      </p>
    </div>
  );
}

/** Returns what a move does to the distance: as a sign such as `▼ 5`, and in words. */
function changeOf(from: number | null, to: number | null, space: SpaceAnswer): typeof UNSAID {
  if (to === null) return { kind: '', sign: '–', text: wordsFor(space).unreachable };
  const sign = from === null || to === from ? '=' : to > from ? '▲' : '▼';
  const [kind, begin] = sign === '▼' && !space.directed ? ['best', 'best move, '] : ['', ''];
  return { kind, sign: `${sign} ${to}`, text: `${begin}distance ${to}` };
}

/* Moves in words or signs, for drawings whose moves are named by a notation. A knight jumps to the square that is its state. */

const TEXTS: Partial<Readonly<Record<Drawing['kind'], (move: string, state: string, face: Drawing) => string>>> = {
  knight: (_, square, face) => readableState(square, face) || '–',
  topspin: (move) => ({ l: 'Left', r: 'Right', t: 'Turn' })[move] ?? move,
  hanoi: ([from, to]) => `${from} → ${to}`,
  solitaire: withArrow,
  pattern: withArrow,
};

function withArrow(move: string): string {
  return move.replace(/[udlr]$/, (letter) => ` ${'↑↓←→'['udlr'.indexOf(letter)]}`);
}

/** A move by its name, and the state after it if it is possible. */
type NamedMove = Pick<MoveAnswer, 'move'> & Partial<MoveAnswer>;

/** Returns the displayed text of a move: on boards the tiles that slide, such as `6 ←` or `2+3 ↓`. */
export function moveText({ move, state = '' }: NamedMove, from: string, { board, face }: SpaceAnswer): string {
  const tiles = board && readTiles(from, board);
  const next = board && readTiles(state, board);
  const slide = tiles && next && slideTo(board, tiles, next.indexOf(BLANK));
  if (!slide) return (face && TEXTS[face.kind]?.(move, state, face)) ?? move;
  const moved = tiles.filter((_, cell) => slide.cells.includes(cell));
  return `${moved.join('+')} ${TILE_DIRECTIONS[slide.direction].arrow}`;
}
