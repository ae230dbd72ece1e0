/** Pause, step, speed and scale of a playback. They stay in place when the playback is over. */

import type { ScaleName } from '../charts/chart-scale.js';
import { PushButton } from '../controls/push-button.js';
import { waitingLines } from './playback.js';
import type { ComparisonPlayer } from './use-comparison.js';

const FULL_SPEED = Number.POSITIVE_INFINITY;
/** Choices of speed, in reports/s; the button Step shows one report. */
const SPEEDS = [2, 8, 32, FULL_SPEED] as const;

/** Returns the initial speed: without delay for readers who prefer reduced motion. */
export function usualSpeed(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? FULL_SPEED : 32;
}

export interface PlaybackControlsProps {
  readonly player: ComparisonPlayer;
  readonly over: boolean;
  readonly scale: ScaleName;
  readonly onScale: (scale: ScaleName) => void;
}

export function PlaybackControls({ player, over, scale, onScale }: PlaybackControlsProps) {
  const { comparison, paused, speed } = player;
  const waiting = comparison === null ? 0 : waitingLines(comparison);
  return (
    <div class="row playback">
      <PushButton class="steady" off={over} onPush={() => player.pause(!paused)}>
        {paused ? 'Resume' : 'Pause'}
      </PushButton>
      <PushButton off={over || waiting === 0} onPush={player.step}>
        Step
      </PushButton>
      <PushButton
        aria-label="Log scale for searches"
        aria-pressed={scale === 'powers'}
        onPush={() => onScale(scale === 'counts' ? 'powers' : 'counts')}
      >
        Log scale
      </PushButton>
      <label class="speed">
        Speed{' '}
        <select
          aria-label="Playback speed of searches"
          value={String(speed)}
          onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
        >
          {SPEEDS.map((choice) => (
            <option key={choice} value={String(choice)}>
              {choice === FULL_SPEED ? 'no delay' : `${choice} steps/s`}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
