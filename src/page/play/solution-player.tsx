/** A shortest solution of the state shown or, if the space is directed, a shortest path to it. */

import './solution-player.css';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type IconNode, Pause, Play, Square } from 'lucide';
import { Icon } from '../controls/icon.js';
import { PushButton } from '../controls/push-button.js';
import type { PanelProps } from '../explorer/panel.js';
import type { StepChoice } from '../explorer/player.js';
import { solutionHere } from '../explorer/view.js';
import { counted, wordsFor } from '../explorer/words.js';
import { CopyLink } from './copy-link.js';
import { PathText } from './path-text.js';

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
    <PushButton off={none || off} aria-label={name} title={name} onPush={() => explorer.player.go(to)}>
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
        <PushButton class="main with-icon" off={none} onPush={() => explorer.player.toggle()}>
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
          explorer.player.go(() => step);
        }}
      />
      <div class="row apart">
        <p class="note step">{stepText()}</p>
        <label>
          <span class="unseen">Moves per second</span>
          <select value={speed} onChange={(event) => explorer.setSpeed(Number(event.currentTarget.value))}>
            {SPEEDS.map((choice) => (
              <option key={choice} value={choice}>
                {counted(choice, 'move', 'moves')}/s
              </option>
            ))}
          </select>
        </label>
      </div>
      <PathText
        path={path}
        at={at}
        note={
          space.board === null ? '' : 'Each letter is the direction in which the blank moves: up, down, left or right.'
        }
      />
    </section>
  );

  function stepText(): string {
    const { origin, unreachable } = wordsFor(space);
    if (solving) return 'Computing the solution …';
    if (distance === null) return `${unreachable}.`;
    if (path === null && (distance === undefined || view.opening)) return '';
    return length === 0
      ? `No moves are needed: this is ${origin}.`
      : `Step ${at} of ${counted(length, 'move', 'moves')}.`;
  }
}
