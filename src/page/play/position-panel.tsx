/** The state shown: its distance, its board or moves, and its controls. */

import { Check, Flag, Lightbulb, Pencil, Redo2, RotateCcw, Shuffle as ShuffleIcon, Undo2 } from 'lucide';
import { useLayoutEffect, useState } from 'preact/hooks';
import { comeIntoView, longestShuffle, POSITION_ID, usualShuffle } from '../explorer/browser.js';
import type { PanelProps } from '../explorer/explorer.js';
import { bestMoves, settled, shownMoves, withMove, withRedo, withRestart, withUndo } from '../explorer/view.js';
import { wordsFor } from '../explorer/words.js';
import { StateFace } from '../states/state-face.js';
import { readTiles, rowsInWords, rowsText } from '../states/tiles.js';
import { SetUpBoard, SlidingBoard } from './boards.js';
import { DepthField, Icon, PushButton } from './controls.js';
import { DistanceLine, GoalPicture } from './distance-line.js';

export function PositionPanel(props: PanelProps) {
  const { view, space } = props;
  const { board } = space;
  const tiles = board && readTiles(view.state, board);
  return (
    <section aria-labelledby="position-title" id={POSITION_ID} tabIndex={-1}>
      <h2 id="position-title" class="unseen">
        {board === null ? 'State' : 'Position'}
      </h2>
      <div class="status">
        <DistanceLine {...props} />
        <GoalPicture space={space} />
      </div>
      {board && tiles && (
        <>
          <p class="unseen">{rowsInWords(board, tiles)}</p>
          {view.editing ? (
            <SetUpBoard {...props} board={board} tiles={tiles} />
          ) : (
            <SlidingBoard {...props} board={board} tiles={tiles} />
          )}
        </>
      )}
      {board && !tiles && <div class="board" style={{ '--rows': board.rows, '--columns': board.columns }} />}
      {!board && (
        <div class="state-place">
          <MoveButtons {...props} />
        </div>
      )}
      <SetUpControls {...props} />
      {view.editing ? <StateField {...props} /> : <MoveControls {...props} />}
    </section>
  );
}

/** The controls that set up a new state: Shuffle, Edit and Goal. */
function SetUpControls(props: PanelProps) {
  const { explorer, view, space } = props;
  const { state } = wordsFor(space);
  const edit = view.editing ? 'Done' : 'Edit';
  const end = space.directed ? 'Start' : 'Goal';
  return (
    <div class="controls">
      <Shuffle {...props} />
      <PushButton class="with-icon to-end" title={`Edit ${state}`} onPush={() => explorer.edit(!view.editing)}>
        <Icon of={view.editing ? Check : Pencil} />
        <span class="when-wide">{edit}</span>
      </PushButton>
      <PushButton
        class="with-icon"
        title={`Go to the ${end.toLowerCase()}`}
        off={view.state === space.goal}
        onPush={() => explorer.setUp(space.goal)}
      >
        <Icon of={Flag} />
        <span class="when-wide">{end}</span>
      </PushButton>
    </div>
  );
}

/** Sets up a random state: at a chosen distance or, if the space has no table, after a number of random moves. */
function Shuffle({ explorer, view, space }: PanelProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [waiting, setWaiting] = useState(false);
  const longest = longestShuffle(space);
  const amount = chosen ?? usualShuffle(space, view.distribution) ?? longest;
  const shuffle = async (event: Event) => {
    event.preventDefault();
    if (waiting) return;
    setWaiting(true);
    await explorer.shuffle(amount);
    setWaiting(false);
    if (explorer.view.problem === null) comeIntoView(false);
  };
  return (
    <form class="shuffle" onSubmit={shuffle}>
      <button type="submit" class="main with-icon" aria-disabled={waiting}>
        <Icon of={ShuffleIcon} /> <span class="name">Shuffle</span>
      </button>
      <DepthField
        id="shuffle"
        label={space.hasTable ? 'Shuffle to distance' : 'Random moves of the shuffle'}
        short={space.hasTable ? 'to' : 'by'}
        depth={amount}
        maxDepth={longest}
        onDepth={setChosen}
      />
    </form>
  );
}

/** A field to set up any state by typing its text. */
function StateField({ explorer, view, space }: PanelProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ readonly draft: string; readonly problem: string } | null>(null);
  // When the answer arrives, the text may have changed already.
  const problem = refused !== null && refused.draft === draft ? refused.problem : null;
  const { state } = wordsFor(space);
  // Before the browser paints, so that the text never shows beside the next state.
  useLayoutEffect(() => {
    setDraft(null);
    setRefused(null);
  }, [view.state]);
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (draft === null) return;
    const found = await explorer.setUpTyped(draft);
    setRefused(found === null ? null : { draft, problem: found });
  };
  return (
    <form class="typed" onSubmit={onSubmit}>
      <input
        id="typed"
        aria-label={`Type a ${state}`}
        value={draft ?? view.state}
        maxLength={2000}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={problem !== null}
        aria-describedby="typed-note"
        onInput={(event) => setDraft(event.currentTarget.value)}
      />
      <button type="submit">Set up</button>
      <p id="typed-note" class={problem === null ? 'note' : 'problem'}>
        {problem ?? note(space)}
      </p>
    </form>
  );
}

function note({ board, goal }: PanelProps['space']): string {
  if (board === null) return `Use the same format as the goal: ${goal}`;
  return `Tiles in reading order with x for the blank, or row by row: ${rowsText(board, readTiles(goal, board) ?? [])}.`;
}

/** Undo, Redo, Restart and Hint, and the number of moves made. */
function MoveControls({ explorer, view, space }: PanelProps) {
  const { made, undone } = view.play;
  const hintable = !view.hints && !view.hinted && bestMoves(view, space)?.length !== 0;
  return (
    <div class="controls">
      {(
        [
          ['Undo', 'Undo (Ctrl+Z)', Undo2, made, withUndo],
          ['Redo', 'Redo (Shift+Ctrl+Z)', Redo2, undone, withRedo],
          ['Restart', 'Undo all moves', RotateCcw, made, withRestart],
        ] as const
      ).map(([name, title, icon, moves, change]) => (
        <PushButton
          key={name}
          aria-label={name}
          title={title}
          off={moves.length === 0}
          onPush={() => explorer.go(change)}
        >
          <Icon of={icon} />
        </PushButton>
      ))}
      {!space.directed && (
        <>
          <PushButton
            aria-label="Hint"
            title="Show a best move (H)"
            class="with-icon"
            off={!hintable}
            onPush={() => explorer.hint()}
          >
            <Icon of={Lightbulb} /> <span class="when-wide">Hint</span>
          </PushButton>
          <PushButton
            title="Always show the best moves"
            aria-pressed={view.hints}
            onPush={() => explorer.setHints(!view.hints)}
          >
            Hints
          </PushButton>
        </>
      )}
      <p class="moves-made to-end">Moves: {made.length}</p>
    </div>
  );
}

/*
 * The state of a space that is not a board, as a drawing and as text. Each move has a button with its name, its sentence and the distance
 * after the move. The button of a move that is impossible here keeps its place and the focus.
 */

/** Shown for a move while hints are off. */
const UNSAID = { word: '', sign: '', text: '' };

function MoveButtons({ explorer, view, space }: PanelProps) {
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
