/** A shortest solution of the state shown or, if the space is directed, a shortest path to it. */

import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type IconNode, Pause, Play, Square } from 'lucide';
import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { countOf } from '../../base/text.js';
import { linkOf } from '../explorer/browser.js';
import type { PanelProps, StepChoice } from '../explorer/explorer.js';
import { isExact, type SolutionPath } from '../explorer/known-solutions.js';
import { solutionHere } from '../explorer/view.js';
import { wordsFor } from '../explorer/words.js';
import { CopyButton, Icon, PushButton } from './controls.js';

/** Choices of speed, in moves/s. */
const SPEEDS = [1, 2, 4, 8] as const;

export function SolutionPlayer({ explorer, view, space }: PanelProps) {
  const { state, distance, solving } = view;
  const { path: name, itself, unreachable } = wordsFor(space);
  const path = solutionHere(view);
  const length = path?.moves.length ?? distance ?? view.known?.path.moves.length ?? 0;
  const isShortest = isExact(space) || typeof distance === 'number';
  const at = path?.states.indexOf(state) ?? (space.directed ? length : 0);
  const none = distance === null || (distance === 0 && path === null) || view.opening;
  return (
    <section aria-labelledby="solution-title" class="card solution">
      <div class="row apart">
        <h2 id="solution-title">
          {isShortest ? 'Shortest' : 'Best known'} {name}
        </h2>
        <CopyButton explorer={explorer} text={() => linkOf(view, space)} name="Copy link" />
      </div>
      <Player {...{ explorer, view, at, length }} off={none} name={`Step of the ${name}`}>
        {stepText()}
      </Player>
      <PathText path={path} at={at} space={space} />
    </section>
  );

  function stepText(): string {
    if (solving) return `Computing the ${name} …`;
    if (distance === null) return `${unreachable}.`;
    if (path === null && ((distance === undefined && view.known === null) || view.opening)) return '';
    return length === 0 ? `No moves are needed: this is ${itself}.` : `Step ${at} of ${countOf(length, 'move')}.`;
  }
}

interface PlayerProps extends Pick<PanelProps, 'explorer' | 'view'> {
  /** Number of moves made, and of all. */
  readonly at: number;
  readonly length: number;
  readonly off?: boolean;
  /** Name of the slider. */
  readonly name: string;
  /** Text below the slider. */
  readonly children: ComponentChildren;
}

/** The controls that play moves: those of a solution, or of a game that is over. */
export function Player({ explorer, view, at, length, off: none = false, name, children }: PlayerProps) {
  const { solving, playing, speed } = view;
  const [main, icon] = solving ? ['Stop', Square] : playing ? ['Pause', Pause] : ['Play', Play];
  const stepButton = (name: string, icon: IconNode, off: boolean, to: StepChoice) => (
    <PushButton off={none || off} aria-label={name} title={name} onPush={() => explorer.goTo(to)}>
      <Icon of={icon} />
    </PushButton>
  );
  return (
    <>
      <div class="player">
        {stepButton('First', ChevronFirst, at <= 0, () => 0)}
        {stepButton('Back', ChevronLeft, at <= 0, (now) => now - 1)}
        <PushButton class="main with-icon" off={none} onPush={() => explorer.togglePlaying()}>
          <Icon of={icon} /> {main}
        </PushButton>
        {stepButton('Next', ChevronRight, at >= length && length > 0, (now) => now + 1)}
        {stepButton('Last', ChevronLast, at >= length && length > 0, (_, last) => last)}
        <label>
          <span class="unseen">Moves per second</span>
          <select value={speed} onChange={(event) => explorer.change({ speed: Number(event.currentTarget.value) })}>
            {SPEEDS.map((choice) => (
              <option key={choice} value={choice}>
                {countOf(choice, 'move')}/s
              </option>
            ))}
          </select>
        </label>
      </div>
      <input
        type="range"
        aria-label={name}
        aria-valuetext={length === 0 ? 'not open' : `step ${at} of ${length}`}
        min={0}
        max={Math.max(1, length)}
        value={at}
        disabled={none}
        onInput={(event) => {
          const step = event.currentTarget.valueAsNumber;
          explorer.goTo(() => step);
        }}
      />
      <p class="note step">{children}</p>
    </>
  );
}

interface PathTextProps extends Pick<PanelProps, 'space'> {
  /** null until the solution is open. */
  readonly path: SolutionPath | null;
  readonly at: number;
}

const NOTATION = 'Each letter is the direction in which the blank moves: up, down, left or right.';

/** Maximum number of moves in the box: those around the next one. */
const MOST_MOVES = 600;

/** The moves of a solution, in a box that scrolls to the next move. */
function PathText({ path, at, space }: PathTextProps) {
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
