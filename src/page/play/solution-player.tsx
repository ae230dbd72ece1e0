/** A shortest solution of the state shown or, if the space is directed, a shortest path to it. */

import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type IconNode, Link, Pause, Play, Square } from 'lucide';
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { countOf } from '../../base/text.js';
import { linkOf } from '../explorer/browser.js';
import type { PanelProps, StepChoice } from '../explorer/explorer.js';
import { type SolutionPath, solutionHere } from '../explorer/view.js';
import { wordsFor } from '../explorer/words.js';
import { Icon, PushButton } from './controls.js';

/** Choices of speed, in moves/s. */
const SPEEDS = [1, 2, 4, 8] as const;

export function SolutionPlayer({ explorer, view, space }: PanelProps) {
  const { state, distance, solving, playing, speed } = view;
  const path = solutionHere(view);
  const length = path?.moves.length ?? distance ?? 0;
  const at = path?.states.indexOf(state) ?? (space.directed ? length : 0);
  const main = solving
    ? { name: 'Stop', icon: Square }
    : playing
      ? { name: 'Pause', icon: Pause }
      : { name: 'Play', icon: Play };
  const none = distance === null || (distance === 0 && path === null) || view.opening;
  const stepButton = (name: string, icon: IconNode, off: boolean, to: StepChoice) => (
    <PushButton off={none || off} aria-label={name} title={name} onPush={() => explorer.goTo(to)}>
      <Icon of={icon} />
    </PushButton>
  );
  return (
    <section aria-labelledby="solution-title" class="card solution">
      <div class="row apart">
        <h2 id="solution-title">Shortest solution</h2>
        <CopyLink explorer={explorer} view={view} space={space} />
      </div>
      <div class="player">
        {stepButton('First', ChevronFirst, at <= 0, () => 0)}
        {stepButton('Back', ChevronLeft, at <= 0, (now) => now - 1)}
        <PushButton class="main with-icon" off={none} onPush={() => explorer.togglePlaying()}>
          <Icon of={main.icon} /> {main.name}
        </PushButton>
        {stepButton('Next', ChevronRight, at >= length && distance !== undefined, (now) => now + 1)}
        {stepButton('Last', ChevronLast, at >= length && distance !== undefined, (_, last) => last)}
      </div>
      <input
        type="range"
        aria-label="Step of the solution"
        aria-valuetext={`step ${at} of ${length}`}
        min={0}
        max={Math.max(1, length)}
        value={at}
        disabled={none}
        onInput={(event) => {
          const step = event.currentTarget.valueAsNumber;
          explorer.goTo(() => step);
        }}
      />
      <div class="row apart">
        <p class="note step">{stepText()}</p>
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
      <PathText path={path} at={at} isBoard={space.board !== null} />
    </section>
  );

  function stepText(): string {
    const { origin, unreachable } = wordsFor(space);
    if (solving) return 'Computing the solution …';
    if (distance === null) return `${unreachable}.`;
    if (path === null && (distance === undefined || view.opening)) return '';
    return length === 0 ? `No moves are needed: this is ${origin}.` : `Step ${at} of ${countOf(length, 'move')}.`;
  }
}

interface PathTextProps {
  /** null until the solution is open. */
  readonly path: SolutionPath | null;
  readonly at: number;
  readonly isBoard: boolean;
}

const NOTATION = 'Each letter is the direction in which the blank moves: up, down, left or right.';

/** The moves of a solution, in a box that scrolls to the next move. */
function PathText({ path, at, isBoard }: PathTextProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const mark = box.current?.querySelector('mark');
    if (mark && box.current) box.current.scrollTop = mark.offsetTop - box.current.clientHeight / 2;
  }, [path, at]);
  if (path === null) return <div class="path" />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys reach nothing in it
    <section class="path" ref={box} title={isBoard ? NOTATION : ''} tabIndex={0} aria-label="Moves of the solution">
      {path.moves.map((move, index) => (
        <Fragment key={index}>
          {index === at ? (
            <mark aria-current="step">{move}</mark>
          ) : (
            <span class={index < at ? 'past' : ''}>{move}</span>
          )}{' '}
        </Fragment>
      ))}
    </section>
  );
}

/* Copies the link to the state shown, and to its solution and step if the solution is open. */

/** Milliseconds for which the button confirms the copy. */
const SHOWN = 2000;

function CopyLink({ explorer, view, space }: PanelProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const link = linkOf(view, space);
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      explorer.say('Link copied.');
    } catch {
      // Browsers copy only on pages of this machine or over HTTPS.
      explorer.change({ problem: `The browser does not allow copying on this page. Copy this link: ${link}` });
    }
  };
  return (
    <PushButton class="with-icon copy-link" onPush={copy}>
      <Icon of={Link} /> {copied ? 'Copied' : 'Copy link'}
    </PushButton>
  );
}
