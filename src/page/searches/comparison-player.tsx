/** The player of a comparison: it requests the searches, plays back the reports of the server, and has controls. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComparedSearch, ComparisonLine } from '../../serve/answers.js';
import { LogScale, type ScaleName } from '../charts/chart.js';
import { apiPath, errorText, LostServer } from '../explorer/api.js';
import type { Explorer } from '../explorer/explorer.js';
import { PushButton } from '../play/controls.js';
import { endStream, isOver, newPlayback, type Playback, playOn, receive, waitingLines } from './playback.js';

type ComparisonPlayer = ReturnType<typeof useComparison>;

/** Returns the player of a space's comparisons. @param usualSpeed initial speed */
export function useComparison(explorer: Explorer, spaceId: string, usualSpeed: number) {
  const [comparison, setComparison] = useState<Playback | null>(null);
  const [paused, setPaused] = useState(false);
  const [speed, setSpeed] = useState(usualSpeed);
  const asking = useRef<AbortController | null>(null);
  const update = (change: (now: Playback) => Playback) => setComparison((now) => now && change(now));
  useEffect(() => () => asking.current?.abort(), []);

  const waiting = comparison === null ? 0 : waitingLines(comparison);
  const atOnce = speed === Number.POSITIVE_INFINITY;
  useEffect(() => {
    if (paused || waiting === 0) return;
    if (atOnce) return update((now) => playOn(now, speed));
    const timer = setTimeout(() => update((now) => playOn(now, 1)), 1000 / speed);
    return () => clearTimeout(timer);
    // The arrival of a line does not delay the display of the next one.
  }, [comparison?.shown, atOnce ? waiting : waiting > 0, paused, speed]);

  const start = async (state: string, chosen: readonly ComparedSearch[]) => {
    asking.current?.abort();
    const mine = new AbortController();
    asking.current = mine;
    const updateMine: typeof update = (change) => asking.current === mine && update(change);
    setComparison(newPlayback(state, chosen));
    setPaused(false);
    const searches = chosen.map(({ algorithm, heuristic }) => ({ algorithm, heuristic: heuristic ?? undefined }));
    try {
      await explorer.api.lines<ComparisonLine>(apiPath(spaceId, 'searches'), { state, searches }, mine.signal, (line) =>
        updateMine((now) => receive(now, line)),
      );
      updateMine((now) => endStream(now, 'ended'));
    } catch (error) {
      if (mine.signal.aborted) return;
      updateMine((now) =>
        error instanceof LostServer ? endStream(now, 'lost') : endStream(now, 'ended', errorText(error)),
      );
    }
  };
  return {
    /** null until one is started. */
    comparison,
    paused,
    /** Speed in reports/s; Infinity shows each report as it arrives. */
    speed,
    start,
    /** Ends the request and the playback. */
    stop: () => {
      asking.current?.abort();
      update((now) => (isOver(now) ? now : endStream(now, 'stopped')));
    },
    pause: setPaused,
    /** Shows one more report, and pauses. */
    step: () => {
      setPaused(true);
      update((now) => playOn(now, 1));
    },
    setSpeed,
  };
}

/* Pause, step, speed and scale of a playback. They stay in place when the playback is over. */

const FULL_SPEED = Number.POSITIVE_INFINITY;
/** Choices of speed, in reports/s; the button Step shows one report. */
const SPEEDS = [2, 8, 32, FULL_SPEED] as const;

/** Returns the initial speed: without delay for readers who prefer reduced motion. */
export function usualSpeed(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? FULL_SPEED : 32;
}

interface PlaybackControlsProps {
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
      <LogScale label="Log scale for searches" scale={scale} onScale={onScale} />
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
