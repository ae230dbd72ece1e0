/** The state shown: its distance, its board or moves, and its controls. */

import { Check, Flag, Lightbulb, Pencil, Redo2, RotateCcw, Shuffle as ShuffleIcon, Undo2, X } from 'lucide';
import { useState } from 'preact/hooks';
import { LONG } from '../explorer/api.js';
import { comeIntoView, longestShuffle, POSITION_ID, usualShuffle } from '../explorer/browser.js';
import type { PanelProps } from '../explorer/explorer.js';
import { bestMoves, canHint, gameOf, withRedo, withRestart, withUndo } from '../explorer/view.js';
import { capitalised, wordsFor } from '../explorer/words.js';
import { readableState } from '../states/state-texts.js';
import { readTiles, rowsInWords, rowsText } from '../states/tiles.js';
import { SetUpBoard, SlidingBoard } from './boards.js';
import { DepthField, Icon, IconButton, LITERAL, PushButton } from './controls.js';
import { DistanceLine, GoalPicture } from './distance-line.js';
import { DrawnPosition } from './move-buttons.js';

export function PositionPanel(props: PanelProps) {
  const { view, space } = props;
  const { board } = space;
  const tiles = board && readTiles(view.state, board);
  const Board = view.editing ? SetUpBoard : SlidingBoard;
  return (
    <section
      aria-labelledby="position-title"
      id={POSITION_ID}
      tabIndex={-1}
      class={gameOf(view)?.length === view.play.made.length + 1 ? 'solved' : ''}
    >
      <h2 id="position-title" class="unseen">
        {board === null ? 'State' : 'Position'}
      </h2>
      <div class="status">
        <DistanceLine {...props} />
        <GoalPicture {...props} />
      </div>
      {board && tiles && (
        <>
          <p class="unseen">{rowsInWords(board, tiles)}</p>
          <Board {...props} board={board} tiles={tiles} />
        </>
      )}
      {board && !tiles && <div class="board" style={{ '--rows': board.rows, '--columns': board.columns }} />}
      {!board && <DrawnPosition {...props} />}
      <SetUpControls {...props} />
      {view.editing ? <StateField {...props} /> : <MoveControls {...props} />}
    </section>
  );
}

/** The controls that set up a new state: Shuffle, Edit and Goal. */
function SetUpControls(props: PanelProps) {
  const { explorer, view, space } = props;
  const { state, end } = wordsFor(space);
  return (
    <div class="controls">
      <Shuffle {...props} />
      <IconButton
        class="to-end"
        icon={view.editing ? Check : Pencil}
        name={view.editing ? 'Done' : 'Edit'}
        title={`Edit ${state}`}
        onPush={() => explorer.edit(!view.editing)}
      />
      <IconButton
        icon={Flag}
        name={capitalised(end)}
        title={`Go to the ${end}`}
        off={view.state === space.goal}
        onPush={() => explorer.setUp(space.goal)}
      />
    </div>
  );
}

/** Sets up a random state: at a chosen distance or, if the space has no table, after a number of random moves. */
function Shuffle({ explorer, view, space }: PanelProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isLong, setIsLong] = useState(false);
  const longest = longestShuffle(space);
  const amount = chosen ?? usualShuffle(space, view.distribution) ?? (space.hasTable ? longest : null);
  const shuffle = async (event: Event) => {
    event.preventDefault();
    if (isLong) return explorer.cancelShuffling();
    const timer = setTimeout(() => setIsLong(true), LONG);
    await explorer.shuffle(amount);
    clearTimeout(timer);
    setIsLong(false);
    if (explorer.view.problem === null) comeIntoView(false);
  };
  return (
    <form class="shuffle" onSubmit={shuffle}>
      <button type="submit" class="main with-icon">
        <Icon of={isLong ? X : ShuffleIcon} />
        <span class="name">{isLong ? 'Cancel' : 'Shuffle'}</span>
      </button>
      <DepthField
        id="shuffle"
        label={space.hasTable ? 'Shuffle to distance' : 'Random moves of the shuffle'}
        {...(!space.hasTable && { any: 'any' })}
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
  const { board, face, goal } = space;
  const shown = readableState(view.state, face);
  /** What was typed at a state, and why it was refused. */
  const [typed, setTyped] = useState({ at: '', text: '', problem: null as string | null });
  const { text, problem } = typed.at === view.state ? typed : { text: shown, problem: null };
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    if (text === shown) return;
    const problem = await explorer.setUpTyped(text);
    // When the answer arrives, the text may have changed already.
    setTyped((now) => (now.text === text ? { ...now, problem } : now));
  };
  return (
    <form class="typed" onSubmit={onSubmit}>
      <input
        id="typed"
        aria-label={`Type a ${wordsFor(space).state}`}
        value={text}
        {...LITERAL}
        aria-invalid={problem !== null}
        aria-describedby="typed-note"
        onInput={({ currentTarget }) => setTyped({ at: view.state, text: currentTarget.value, problem: null })}
      />
      <button type="submit">Set up</button>
      <p id="typed-note" class={problem === null ? 'note' : 'problem'}>
        {problem ??
          (board === null
            ? `Use the same format as the goal: ${readableState(goal, face)}`
            : `Tiles in reading order with x for the blank, or row by row: ${rowsText(board, readTiles(goal, board) ?? [])}.`)}
      </p>
    </form>
  );
}

/** The buttons that undo and redo moves: name, title, icon, which moves there must be, and what it does. */
const CHANGES = [
  ['Undo', 'Undo (Ctrl+Z)', Undo2, 'made', withUndo],
  ['Redo', 'Redo (Ctrl+Y or Shift+Ctrl+Z)', Redo2, 'undone', withRedo],
  ['Restart', 'Undo all moves', RotateCcw, 'made', withRestart],
] as const;

/** Undo, Redo, Restart and Hint, and the number of moves made. */
function MoveControls({ explorer, view, space }: PanelProps) {
  const { play, hints, hinted } = view;
  return (
    <div class="controls">
      {CHANGES.map(([name, title, icon, moves, change]) => (
        <PushButton
          key={name}
          {...{ name, title, icon }}
          off={play[moves].length === 0}
          onPush={() => explorer.go(change)}
        />
      ))}
      {canHint(view) && (
        <IconButton
          {...{ icon: Lightbulb, name: 'Hint', title: 'Show a best move (H)' }}
          off={hints || hinted || bestMoves(view, space)?.length === 0}
          onPush={() => explorer.hint()}
        />
      )}
      {view.revealed && !space.directed && (
        <PushButton title="Always show the best moves" aria-pressed={hints} onPush={() => explorer.setHints(!hints)}>
          Hints
        </PushButton>
      )}
      <p class="moves-made to-end">Moves: {play.made.length}</p>
    </div>
  );
}
