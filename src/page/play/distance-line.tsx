/**
 * What is known of the state: its distance, its rarity and its best moves, each in its place, and a small drawing of the goal beside them.
 * While a reader plays, the clock takes the place of the distance. An unsolvable position tells why, and which swap makes it solvable.
 */

import { Eye, EyeOff, Search, Square } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { total } from '../../base/statistics.js';
import { countOf, grouped } from '../../base/text.js';
import type { DistributionAnswer, MoveAnswer, SpaceAnswer } from '../../serve/answers.js';
import { BLANK, formatPosition } from '../../spaces/board/position.js';
import type { PanelProps } from '../explorer/explorer.js';
import { challengeDistance, clockText, sinceMove } from '../explorer/game.js';
import { isExact } from '../explorer/known-solutions.js';
import { bestMoveName, gameOf, shownMoves, type View, withMove } from '../explorer/view.js';
import { capitalised, inWords, wordsFor } from '../explorer/words.js';
import { StatePicture } from '../states/state-face.js';
import { bestSwap, parityOf, readTiles, slideTo, TILE_DIRECTIONS, whyUnsolvable } from '../states/tiles.js';
import { Icon, IconButton, PushButton } from './controls.js';

export function DistanceLine(props: PanelProps) {
  const { explorer, view, space } = props;
  const { distance, distribution, opening, known, computing, play } = view;
  const isGame = !view.revealed && distance === undefined;
  const isRunning = computing === 'now';
  if (distance === null) {
    return (
      <div class="distance">
        <WhyUnsolvable {...props} />
      </div>
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
          !play.watched && <Clock view={view} />
        ) : (
          awayText()
        )}
        <Reveal {...props} />
        {!isGame && computing !== null && distance === undefined && (
          <IconButton
            icon={isRunning ? Square : Search}
            name={isRunning ? 'Stop' : known === null ? 'Compute' : 'Search on'}
            onPush={() => (isRunning ? explorer.stopComputing() : explorer.compute())}
          />
        )}
      </p>
      <p class="note">{isGame ? taskText() : noteText()}</p>
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
    return hintParts(view, space).map((part, index) =>
      typeof part === 'string' ? (
        <span key={index} class={part === ', ' ? 'unseen' : ''}>
          {part}
        </span>
      ) : (
        <button key={index} type="button" onClick={() => explorer.go((play) => withMove(play, part.state))}>
          {moveText(part, view.state, space)}
        </button>
      ),
    );
  }

  function awayText() {
    const length = distance ?? known?.path.moves.length;
    if (length === undefined && computing !== null) {
      return <span>{isRunning ? 'Computing …' : 'The distance was not computed.'}</span>;
    }
    return (
      <>
        <strong class="number">{length === undefined ? '…' : grouped(length)}</strong> <span>{farText()}</span>
      </>
    );
  }

  function farText(): string {
    const moves = distance === 1 ? 'move' : 'moves';
    if (distance === undefined && known !== null) return `moves, at least ${grouped(known.bound)}`;
    return distance === undefined || distance === 0 || isExact(space)
      ? `${moves} ${wordsFor(space).away}`
      : `${moves}, exactly`;
  }

  function noteText(): string {
    if (typeof distance !== 'number') {
      if (known === null || computing === null) return '';
      return isRunning ? 'Searching for a shorter one …' : 'The search has ended.';
    }
    if (distribution !== null) return rarityText(distance, distribution, space);
    return distance === 0 || isExact(space) ? '' : 'No solution is shorter.';
  }

  function taskText(): string {
    if (play.challenge === null) return 'Reach the goal in as few moves as you can.';
    return `Challenge: ${challengeDistance(play.challenge)} moves are needed.`;
  }
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
export function Reveal({ explorer, view, space }: PanelProps) {
  if (space.directed || view.distance === 0 || gameOf(view) !== null) return null;
  const name = view.revealed ? 'Hide distance' : 'Show distance';
  return (
    <PushButton
      class="with-icon reveal"
      title={view.revealed ? name : 'Show the distance and the best moves'}
      aria-label={name}
      onPush={() => explorer.reveal(!view.revealed)}
    >
      <Icon of={view.revealed ? EyeOff : Eye} />
      {!view.revealed && name}
    </PushButton>
  );
}

/** The text below the distance: the best moves, or the summary of a play. */
export function hintText(view: View, space: SpaceAnswer): string {
  const parts = hintParts(view, space, Number.POSITIVE_INFINITY);
  return parts.map((part) => (typeof part === 'string' ? part : moveText(part, view.state, space))).join('');
}

/** Maximum number of best moves in a line. */
const MOST_NAMED = 3;

/** Returns the parts of the text below the distance: the best moves are parts of their own. */
function hintParts(view: View, space: SpaceAnswer, most = MOST_NAMED): (string | MoveAnswer)[] {
  if (view.distance === 0) return [endText(view, space)];
  const moves = shownMoves(view, space);
  if (moves.length === 0) return [];
  const name = capitalised(bestMoveName(view));
  const begin = !view.hints && name === 'Best move' ? 'Hint: ' : `${moves.length === 1 ? name : `${name}s`}: `;
  const named = moves.slice(0, most).flatMap((move, index) => (index === 0 ? [move] : [', ', move]));
  return [begin, ...named, ...(moves.length > most ? [', ', '…'] : [])];
}

/** Returns the summary of a play, without counts if the solution made some of the moves. */
function endText({ play, shortest }: View, space: SpaceAnswer): string {
  if (space.directed) return 'All paths begin here.';
  const moves = play.made.length;
  if (moves === 0 || play.watched || play.start === space.goal) return `Solved: this is ${wordsFor(space).itself}.`;
  const solved = `Solved in ${countOf(moves, 'move')}`;
  if (shortest === null) return `${solved}.`;
  return moves === shortest ? `${solved}, the fewest possible.` : `${solved}, ${moves - shortest} more than needed.`;
}

/** Returns the displayed text of a move: `6 ←` or `2+3 ↓` on boards, its name in other spaces. */
function moveText({ move, state }: MoveAnswer, from: string, { board }: SpaceAnswer): string {
  const tiles = board && readTiles(from, board);
  const next = board && readTiles(state, board);
  if (!board || !tiles || !next) return move;
  const slide = slideTo(board, tiles, next.indexOf(BLANK));
  if (slide === undefined) return move;
  const moved = tiles.filter((tile, cell) => tile !== BLANK && next[cell] !== tile);
  return `${moved.join('+')} ${TILE_DIRECTIONS[slide.direction].arrow}`;
}

/* The difficulty of a state compared to all states of its space. */

/** Shares below this are written in words. */
const LEAST_IN_PERCENT = 1e-5;

/** Returns a sentence such as `Harder than 99.9 % of all positions.` */
function rarityText(distance: number, { histogram, states }: DistributionAnswer, space: SpaceAnswer): string {
  const words = wordsFor(space);
  const [harder, hardest, easier] = space.directed
    ? ['Farther', 'farthest', 'nearer']
    : ['Harder', 'hardest', 'easier'];
  if (distance === 0) return '';
  if (distance === histogram.length - 1) {
    const of = histogram[distance];
    return of === 1 ? `The ${hardest} ${words.state} of all.` : `One of the ${grouped(of)} ${hardest} ${words.states}.`;
  }
  const below = total(histogram.slice(0, distance));
  if (below / states < LEAST_IN_PERCENT) return `${fewerThan(below, states)} ${words.states} are ${easier}.`;
  return `${harder} than ${shareBelow(below / states)} of all ${words.states}.`;
}

/** Returns a share in percent, rounded down, so that 99.99 % does not become 100 %, with enough decimals that 0.003 % does not become 0 %. */
function shareBelow(share: number): string {
  for (let decimals = 1; ; decimals++) {
    const digits = Math.floor(share * 100 * 10 ** decimals);
    if (digits > 0) return `${(digits / 10 ** decimals).toFixed(decimals)} %`;
  }
}

/** Returns a small share in words, such as `Fewer than one in 10 billion`. */
function fewerThan(count: number, of: number): string {
  return `Fewer than one in ${inWords(10 ** (Math.ceil(Math.log10(of / count)) - 1))}`;
}

/** Maximum number of cells of a goal that is drawn small. */
const MOST_SMALL_CELLS = 100;

export function GoalPicture({ space }: { readonly space: SpaceAnswer }) {
  const { board, goal, face } = space;
  if (board !== null && board.squares.length > MOST_SMALL_CELLS) return null;
  // One of several goals may not be the nearest.
  if (board === null && (face === null || space.goals !== 1)) return null;
  return (
    <figure class="goal-picture">
      <StatePicture space={space} state={goal} {...(board && { name: `Goal: ${goal}` })} />
      <figcaption aria-hidden={board !== null}>{space.directed ? 'Start' : 'Goal'}</figcaption>
    </figure>
  );
}

/* Why a position is unsolvable, and two tiles whose swap makes it solvable: a small picture that makes the swap when it is pressed. */

function WhyUnsolvable({ view, space }: PanelProps) {
  const found = parityHere(view, space);
  return (
    <p class="unsolvable">
      <strong>{space.directed ? 'Out of reach.' : 'Unsolvable.'}</strong>{' '}
      {found === null ? `${wordsFor(space).unreachable}.` : whyUnsolvable(found.parity)}
    </p>
  );
}

/** Returns true if a swap of two tiles makes the position solvable. On maps, it may not. */
export function isSwapToSolve(view: View, space: SpaceAnswer): boolean {
  const { board } = space;
  const isFull = board !== null && board.squares.length === board.rows * board.columns;
  return isFull && view.distance === null && parityHere(view, space)?.parity.agrees === false;
}

export function SolvingSwap({ explorer, view, space }: PanelProps) {
  const { board } = space;
  const found = parityHere(view, space);
  if (board === null || found === null) return null;
  const { tiles } = found;
  const pair = bestSwap(tiles, found.goal);
  const swap = () => explorer.setUp(formatPosition(tiles.map((tile) => pair[1 - pair.indexOf(tile)] ?? tile)));
  return (
    <PushButton class="goal-picture solving-swap" onPush={swap}>
      <StatePicture space={space} state={view.state} name="Make it solvable:" marked={pair} />
      Swap {pair[0]} and {pair[1]}
    </PushButton>
  );
}

function parityHere({ state }: View, { board, goal }: SpaceAnswer) {
  const [tiles, goalTiles] = [state, goal].map((text) => board && readTiles(text, board));
  return board && tiles && goalTiles ? { tiles, goal: goalTiles, parity: parityOf(board, tiles, goalTiles) } : null;
}
