/** Pause, step, speed and scale of a playback. They stay in place when it is over. */

import type { ScaleName } from '../charts/chart-scale.js';
import { PushButton } from '../controls/push-button.js';
import { waitingLines } from './playback.js';
import type { ComparisonPlayer } from './use-comparison.js';

const AT_ONCE = Number.POSITIVE_INFINITY;
/** Reports/s that are offered. */
const SPEEDS = [2, 8, 32, AT_ONCE] as const;

/** Returns the speed at first: readers who prefer reduced motion see nothing move that they have not asked for. */
export function usualSpeed(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? AT_ONCE : 32;
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
        aria-label="Log scale of searches"
        aria-pressed={scale === 'powers'}
        onPush={() => onScale(scale === 'counts' ? 'powers' : 'counts')}
      >
        Log scale
      </PushButton>
      <label class="speed">
        Speed{' '}
        <select
          aria-label="Speed of searches"
          value={String(speed)}
          onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
        >
          {SPEEDS.map((choice) => (
            <option key={choice} value={String(choice)}>
              {choice === AT_ONCE ? 'at once' : `${choice} reports/s`}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
