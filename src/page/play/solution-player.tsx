/** A shortest solution of the state shown or, if the space is directed, a shortest path to it. */

import { Pause, Play, Square } from 'lucide';
import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { countOf } from '../../base/text.js';
import { linkOf } from '../explorer/browser.js';
import type { PanelProps } from '../explorer/explorer.js';
import { isExact, type SolutionPath } from '../explorer/known-solutions.js';
import { solutionHere } from '../explorer/view.js';
import { wordsFor } from '../explorer/words.js';
import { Card, CopyButton } from './controls.js';
import { Player, type PlayerProps } from './player.js';

/** Choices of speed, in moves/s. */
const SPEEDS = [1, 2, 4, 8].map((speed) => [speed, `${countOf(speed, 'move')}/s`] as const);

/** While the distance is hidden, only the title is shown. */
export function SolutionPlayer({ explorer, view, space }: PanelProps) {
  const { state, distance, solving, revealed } = view;
  const { path: name, itself, unreachable } = wordsFor(space);
  const path = solutionHere(view);
  const length = path?.moves.length ?? distance ?? view.known?.path.moves.length ?? 0;
  const isShortest = isExact(space) || typeof distance === 'number';
  const at = path?.states.indexOf(state) ?? (space.directed ? length : 0);
  const none = distance === null || (distance === 0 && path === null) || view.opening;
  const isOpen = revealed || path !== null || solving || distance === null;
  return (
    <Card
      of="solution"
      class="solution"
      title={isOpen ? `${isShortest ? 'Shortest' : 'Best known'} ${name}` : 'Share'}
      beside={<CopyButton explorer={explorer} text={() => linkOf(view, space)} />}
    >
      {isOpen && (
        <>
          <MovePlayer {...{ explorer, view, at }} last={length} off={none} of={name} unit="Step">
            {stepText()}
          </MovePlayer>
          <PathText path={path} at={at} space={space} />
        </>
      )}
    </Card>
  );

  function stepText(): string {
    if (solving) return `Computing the ${name} …`;
    if (distance === null) return `${unreachable}.`;
    if (path === null && ((distance === undefined && view.known === null) || view.opening)) return '';
    return length === 0 ? `No moves are needed: this is ${itself}.` : `Step ${at} of ${countOf(length, 'move')}.`;
  }
}

type MovePlayerProps = Pick<PanelProps, 'explorer' | 'view'> &
  Pick<PlayerProps, 'of' | 'unit' | 'at' | 'last' | 'off'> & { readonly children: ComponentChildren };

/** The player of a solution, or of a game that is over. @param children what is shown, in words */
export function MovePlayer({ explorer, view, children, ...shown }: MovePlayerProps) {
  const { solving, playing, speed } = view;
  return (
    <>
      <Player
        {...{ ...shown, speed, speeds: SPEEDS }}
        text={`${shown.unit} ${shown.at} of ${shown.last}`}
        main={solving ? ['Stop', Square] : playing ? ['Pause', Pause] : ['Play', Play]}
        onMain={() => explorer.togglePlaying()}
        onStep={(to) => explorer.goTo(to)}
        onSpeed={(speed) => explorer.change({ speed })}
      />
      <p class="note step">{children}</p>
    </>
  );
}

const NOTATION = 'Each letter is the direction in which the blank moves: up, down, left or right.';

/** Maximum number of moves in the box: those around the next one. */
const MOST_MOVES = 600;

/** The moves of a solution, in a box that scrolls to the next move. @param path null until the solution is open */
function PathText({ path, at, space }: Pick<PanelProps, 'space'> & { path: SolutionPath | null; at: number }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const mark = box.current?.querySelector('mark');
    if (mark && box.current) box.current.scrollTop = mark.offsetTop - box.current.clientHeight / 2;
  }, [path, at]);
  if (path === null) return <div class="path" />;
  const first = Math.max(0, Math.min(at - MOST_MOVES / 2, path.moves.length - MOST_MOVES));
  return (
    <section
      class="path"
      ref={box}
      title={space.board === null ? '' : NOTATION}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys reach nothing in it
      tabIndex={0}
      aria-label={`Moves of the ${wordsFor(space).path}`}
    >
      {first > 0 && '… '}
      {path.moves.slice(first, first + MOST_MOVES).map((move, place) => (
        <Fragment key={first + place}>
          {first + place === at ? (
            <mark aria-current="step">{move}</mark>
          ) : (
            <span class={first + place < at ? 'past' : ''}>{move}</span>
          )}{' '}
        </Fragment>
      ))}
      {first + MOST_MOVES < path.moves.length && '…'}
    </section>
  );
}
