/**
 * What is known of the state: its distance, its rarity and its best moves, each in its place, and a small drawing of the goal beside them.
 * While a reader plays, the clock takes the place of the distance. An unsolvable position tells why, and which swap makes it solvable.
 */

import { Eye, EyeOff, Search, Square } from 'lucide';
import { Fragment } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { total } from '../../base/statistics.js';
import { grouped } from '../../base/text.js';
import type { DistributionAnswer, MoveAnswer, SpaceAnswer } from '../../serve/answers.js';
import { formatPosition } from '../../spaces/board/position.js';
import type { PanelProps } from '../explorer/explorer.js';
import { challengeDistance, clockText, sinceMove } from '../explorer/game.js';
import { isExact } from '../explorer/known-solutions.js';
import { bestMoveName, gameOf, shownMoves, type View, withMove } from '../explorer/view.js';
import { capitalised, inWords, wordsFor } from '../explorer/words.js';
import { StatePicture } from '../states/state-face.js';
import { bestSwap, parityOf, readTiles, whyUnsolvable } from '../states/tiles.js';
import { IconButton, PushButton } from './controls.js';
import { solvedText } from './game-panel.js';
import { moveText } from './move-buttons.js';

export function DistanceLine(props: PanelProps) {
  const { explorer, view, space } = props;
  const { distance, opening, known, computing } = view;
  const isGame = !view.revealed && distance === undefined;
  const isRunning = computing === 'now';
  if (distance === null) {
    const parity = parityHere(props)?.parity;
    return (
      <p class="distance unsolvable">
        <strong>{space.directed ? 'Out of reach.' : 'Unsolvable.'}</strong>{' '}
        <span class="why">{parity === undefined ? `${wordsFor(space).unreachable}.` : whyUnsolvable(parity)}</span>
      </p>
    );
  }
  return (
    <div class="distance">
      <p class="away">
        {opening ? (
          <>
            <span>Shuffling …</span>
            <PushButton class="late" onPush={() => explorer.cancelShuffling()}>
              Cancel
            </PushButton>
          </>
        ) : isGame ? (
          !view.play.watched && <Clock view={view} />
        ) : (
          <Away {...props} />
        )}
        {!opening && <Reveal {...props} />}
        {!isGame && computing !== null && distance === undefined && (
          <IconButton
            icon={isRunning ? Square : Search}
            name={isRunning ? 'Stop' : known === null ? 'Compute' : 'Search on'}
            onPush={() => (isRunning ? explorer.stopComputing() : explorer.compute())}
          />
        )}
      </p>
      <p class="note">{noteText(view, space)}</p>
      <p class="hint">
        {view.editing && space.board !== null
          ? 'Drag or choose two tiles to swap them.'
          : isRunning && distance !== undefined
            ? 'Computing the best moves …'
            : hint()}
      </p>
    </div>
  );

  /** The best moves as buttons that make them. */
  function hint() {
    const { begin, moves } = hintParts(view, space);
    return (
      <>
        <span>{begin}</span>
        {moves.slice(0, MOST_NAMED).map((move, index) => (
          <Fragment key={move.state}>
            {index > 0 && <span class="unseen">, </span>}
            <PushButton onPush={() => explorer.go((play) => withMove(play, move.state))}>
              {moveText(move, view.state, space)}
            </PushButton>
          </Fragment>
        ))}
        {moves.length > MOST_NAMED && <span>, …</span>}
      </>
    );
  }
}

/** The distance or, until it is known, what the best known solution tells of it. */
function Away({ view: { distance, known, computing }, space }: PanelProps) {
  const length = distance ?? known?.path.moves.length;
  if (length === undefined && computing !== null)
    return <span>{computing === 'now' ? 'Computing …' : 'The distance was not computed.'}</span>;
  const isProved = distance !== undefined && distance !== 0 && !isExact(space);
  const far =
    distance === undefined && known !== null
      ? `, at least ${grouped(known.bound)}`
      : isProved
        ? ', exactly'
        : ` ${wordsFor(space).away}`;
  return (
    <>
      <strong class="number">{length === undefined ? '…' : grouped(length)}</strong>{' '}
      <span>
        {distance === 1 ? 'move' : 'moves'}
        {far}
      </span>
    </>
  );
}

const TASK = 'Reach the goal in as few moves as you can.';

/** Returns the task of a game; or how rare the distance is, or how far the search for it has come. */
function noteText(view: View, space: SpaceAnswer): string {
  const { revealed, distance, distribution, known, computing, play } = view;
  if (!revealed && distance === undefined)
    return play.challenge === null ? TASK : `Challenge: ${challengeDistance(play.challenge)} moves are needed.`;
  if (typeof distance === 'number' && distribution !== null) return rarityText(distance, distribution, space);
  if (typeof distance === 'number') return distance === 0 || isExact(space) ? '' : 'No solution is shorter.';
  if (known === null || computing === null) return '';
  return computing === 'now' ? 'Searching for a shorter one …' : 'The search has ended.';
}

/** The time since the first move. A screen reader reads a timer only on request. */
function Clock({ view }: { readonly view: View }) {
  const [, setNow] = useState(0);
  const { movedAt, play } = view;
  const time = play.made.length === 0 ? 0 : play.time + sinceMove(view, performance.now());
  const isRunning = movedAt !== null && play.made.length > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setNow(time), 1000 - (time % 1000));
    return () => clearTimeout(timer);
  });
  return (
    <span class="clock" role="timer" aria-label="Time">
      {clockText(time)}
    </span>
  );
}

/** The button that shows the distance, or hides it again. Distances from a start, that of the goal, and those of a game that is over are always shown. */
function Reveal({ explorer, view, space }: PanelProps) {
  if (space.directed || view.opening || view.distance === 0 || gameOf(view) !== null) return null;
  const name = view.revealed ? 'Hide distance' : 'Show distance';
  return (
    <PushButton
      {...{ class: 'reveal', name, icon: view.revealed ? EyeOff : Eye }}
      onPush={() => explorer.reveal(!view.revealed)}
    >
      {!view.revealed && name}
    </PushButton>
  );
}

/** The text below the distance: the best moves, or the summary of a play. */
export function hintText(view: View, space: SpaceAnswer): string {
  const { begin, moves } = hintParts(view, space);
  return begin + moves.map((move) => moveText(move, view.state, space)).join(', ');
}

/** Maximum number of best moves in a line. */
const MOST_NAMED = 3;

/** Returns the text below the distance, and the best moves after it. */
function hintParts(view: View, space: SpaceAnswer): { readonly begin: string; readonly moves: readonly MoveAnswer[] } {
  if (view.distance === 0) return { begin: endText(view, space), moves: [] };
  const moves = shownMoves(view, space);
  const name = capitalised(bestMoveName(view));
  const named = !view.hints && name === 'Best move' ? 'Hint' : moves.length === 1 ? name : `${name}s`;
  return { begin: moves.length === 0 ? '' : `${named}: `, moves };
}

/** Returns the summary of a play, without counts if the solution made some of the moves. */
function endText({ play, shortest }: View, space: SpaceAnswer): string {
  if (space.directed) return 'All paths begin here.';
  const moves = play.made.length;
  if (moves === 0 || play.watched || play.start === space.goal) return `Solved: this is ${wordsFor(space).itself}.`;
  return `${capitalised(solvedText(moves, shortest))}.`;
}

/** Below this share of states, what is told is how many are as near. */
const NEAR = 0.01;

/** Returns the difficulty of a state compared to all states of its space, such as `Harder than 99.9 % of all positions.` */
function rarityText(distance: number, { histogram, states }: DistributionAnswer, space: SpaceAnswer): string {
  const words = wordsFor(space);
  const [harder, hardest, easiest] = space.directed
    ? ['Farther', 'farthest', 'nearest']
    : ['Harder', 'hardest', 'easiest'];
  const oneOf = (count: number, kind: string) =>
    count === 1 ? `The ${kind} ${words.state} of all.` : `One of the ${inWords(count)} ${kind} ${words.states}.`;
  if (distance === 0) return '';
  if (distance === histogram.length - 1) return oneOf(histogram[distance], hardest);
  const nearer = total(histogram.slice(0, distance));
  if (nearer < NEAR * states) return oneOf(nearer - histogram[0] + histogram[distance], easiest);
  // Rounded down, so that 99.99 % does not become 100 %.
  return `${harder} than ${(Math.floor((nearer / states) * 1000) / 10).toFixed(1)} % of all ${words.states}.`;
}

/** Maximum number of cells of a goal that is drawn small. */
const MOST_SMALL_CELLS = 100;

/** The goal or, if a swap of two tiles makes the position solvable, that swap. On maps, it may not. */
export function GoalPicture(props: PanelProps) {
  const { explorer, view, space } = props;
  const { board, goal, face } = space;
  const size = board ? { '--rows': board.rows, '--columns': board.columns } : {};
  const found = view.distance === null ? parityHere(props) : null;
  if (board !== null && found?.parity.agrees === false && board.squares.length === board.rows * board.columns) {
    const { tiles } = found;
    const pair = bestSwap(tiles, found.goal);
    const swap = () => explorer.setUp(formatPosition(tiles.map((tile) => pair[1 - pair.indexOf(tile)] ?? tile)));
    return (
      <PushButton class="goal-picture solving-swap" style={size} onPush={swap}>
        <StatePicture space={space} state={view.state} name="Make it solvable:" marked={pair} />
        Swap {pair[0]} and {pair[1]}
      </PushButton>
    );
  }
  if (board !== null && board.squares.length > MOST_SMALL_CELLS) return null;
  // One of several goals may not be the nearest.
  if (board === null && (face === null || space.goals !== 1)) return null;
  return (
    <figure class="goal-picture" style={size}>
      <StatePicture space={space} state={goal} {...(board && { name: `Goal: ${goal}` })} />
      <figcaption aria-hidden={board !== null}>{space.directed ? 'Start' : 'Goal'}</figcaption>
    </figure>
  );
}

function parityHere({ view: { state }, space: { board, goal } }: PanelProps) {
  const [tiles, goalTiles] = [state, goal].map((text) => board && readTiles(text, board));
  return board && tiles && goalTiles ? { tiles, goal: goalTiles, parity: parityOf(board, tiles, goalTiles) } : null;
}
