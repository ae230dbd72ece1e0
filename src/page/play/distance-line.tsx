/** The distance of the state, its rarity and its best moves, each in its place, and a small drawing of the goal beside them. */

import { countOf, grouped } from '../../base/text.js';
import type { DistributionAnswer, MoveAnswer, SpaceAnswer } from '../../serve/answers.js';
import { BLANK } from '../../spaces/board/position.js';
import { type PanelProps, useEstimates } from '../explorer/explorer.js';
import { shownMoves, type View } from '../explorer/view.js';
import { wordsFor } from '../explorer/words.js';
import { StatePicture } from '../states/state-face.js';
import { readTiles, slideTo, TILE_DIRECTIONS } from '../states/tiles.js';
import { PushButton } from './controls.js';

export function DistanceLine(props: PanelProps) {
  const { explorer, view, space } = props;
  const { distance, distribution, opening } = view;
  const { away, unreachable } = wordsFor(space);
  const isSearched = view.computing !== null && !space.hasTable;
  const { answer } = useEstimates(explorer, space, isSearched ? view.state : null);
  const atLeast = Math.max(0, ...(answer?.estimates ?? []).map(({ value }) => value ?? 0));
  if (distance === null) {
    return (
      <div class="distance">
        <p class="unsolvable">
          <strong>{space.directed ? 'Out of reach.' : 'Unsolvable.'}</strong> {unreachable}
          {advice(space)}
        </p>
      </div>
    );
  }
  return (
    <div class="distance">
      {view.computing !== null && distance === undefined ? (
        <Computing {...props} />
      ) : (
        <p class="away">
          {opening ? (
            'Shuffling …'
          ) : (
            <>
              <strong class="number">{distance ?? '…'}</strong> {distance === 1 ? 'move' : 'moves'} {away}
            </>
          )}
        </p>
      )}
      <p class="note">{noteText()}</p>
      <p class="hint">
        {view.editing && space.board !== null
          ? 'Drag a tile onto another, or choose two to swap them.'
          : view.computing === 'now' && distance !== undefined
            ? 'Computing the best moves …'
            : hintText(view, space)}
      </p>
    </div>
  );

  function noteText(): string {
    if (typeof distance === 'number') return distribution === null ? '' : rarityText(distance, distribution, space);
    return atLeast === 0 ? '' : `At least ${atLeast} ${atLeast === 1 ? 'move' : 'moves'} ${away}.`;
  }
}

/** Replaces a distance that takes long to compute. */
function Computing({ explorer, view }: PanelProps) {
  const isRunning = view.computing === 'now';
  return (
    <p class="away">
      <span>{isRunning ? 'Computing …' : 'The distance was not computed.'}</span>
      <PushButton onPush={() => (isRunning ? explorer.stopComputing() : explorer.compute())}>
        {isRunning ? 'Stop' : 'Compute'}
      </PushButton>
    </p>
  );
}

/** On a full board of two rows and columns or more, exactly half of all arrangements can be solved. */
function advice({ board }: PanelProps['space']): string {
  const full = board !== null && board.squares.length === board.rows * board.columns;
  return full && Math.min(board.rows, board.columns) > 1 ? '. Swap any two tiles to make it solvable.' : '.';
}

/** The text below the distance: the best moves, or the summary of a play. */
export function hintText(view: View, space: SpaceAnswer): string {
  if (view.distance === 0) return endText(view, space);
  const moves = shownMoves(view, space);
  if (moves.length === 0) return '';
  const names = moves.map((move) => moveText(move, view.state, space)).join(', ');
  if (!view.hints) return `Hint: ${names}`;
  return `${moves.length === 1 ? 'Best move' : 'Best moves'}: ${names}`;
}

/** Returns the summary of a play, without counts if the solution made some of the moves. */
function endText({ play, shortest }: View, space: SpaceAnswer): string {
  if (space.directed) return 'All paths begin here.';
  const moves = play.made.length;
  if (moves === 0 || play.watched) return `Solved: this is ${wordsFor(space).origin}.`;
  const solved = `Solved in ${countOf(moves, 'move')}`;
  if (shortest === null) return `${solved}.`;
  return moves === shortest ? `${solved}, the fewest possible.` : `${solved}; the shortest solution has ${shortest}.`;
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

/** Maximum number of decimals of a small share. */
const MOST_DECIMALS = 12;

/** Returns a sentence such as `Harder than 99.9 % of all positions.` */
function rarityText(distance: number, { histogram, states }: DistributionAnswer, space: SpaceAnswer): string {
  const words = wordsFor(space);
  const harder = space.directed ? 'Farther' : 'Harder';
  const hardest = space.directed ? 'farthest' : 'hardest';
  if (distance === 0) return '';
  const last = histogram.length - 1;
  if (distance === last) {
    const [of] = histogram.slice(-1);
    return of === 1 ? `The ${hardest} ${words.state} of all.` : `One of the ${grouped(of)} ${hardest} ${words.states}.`;
  }
  const below = histogram.slice(0, distance).reduce((sum, count) => sum + count, 0);
  return `${harder} than ${shareBelow(below / states)} of all ${words.states}.`;
}

/** Returns a share in percent, rounded down, so that 99.99 % does not become 100 %, with enough decimals that 0.003 % does not become 0 %. */
function shareBelow(share: number): string {
  for (let decimals = 1; ; decimals++) {
    const digits = Math.floor(share * 100 * 10 ** decimals);
    if (digits > 0 || decimals === MOST_DECIMALS) return `${(digits / 10 ** decimals).toFixed(decimals)} %`;
  }
}

export function GoalPicture({ space }: { readonly space: SpaceAnswer }) {
  const { board, goal, face } = space;
  // A goal drawn as cycles would be empty, and one of several goals may not be the nearest.
  if (board === null && (face === null || face.kind === 'cycles' || space.goals !== 1)) return null;
  return (
    <figure class="goal-picture" style={board ? { '--rows': board.rows, '--columns': board.columns } : {}}>
      <StatePicture space={space} state={goal} {...(board && { name: `Goal: ${goal}` })} />
      <figcaption aria-hidden={board !== null}>{space.directed ? 'Start' : 'Goal'}</figcaption>
    </figure>
  );
}
