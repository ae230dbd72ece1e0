/** The shortest path from the state that is shown, or where the space is directed, to it: step by step, or by itself. */

import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SolutionAnswer } from '../../serve/answers.js';
import { PushButton } from '../controls/push-button.js';
import { apiPath, LostServer } from '../explorer/api.js';
import { errorText } from '../explorer/explorer.js';
import type { PanelProps } from '../explorer/panel.js';
import { counted, wordsFor } from '../explorer/words.js';
import { PlayerIcon } from './player-icon.js';
import { type SolutionPath, solutionPathOf } from './solution-path.js';

/** Moves a second that are offered. */
const SPEEDS = [1, 2, 4, 8] as const;

export function SolutionPlayer({ explorer, view, space }: PanelProps) {
  const [path, setPath] = useState<SolutionPath | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [speed, setSpeed] = useState<number>(2);
  const coming = useRef<{ readonly state: string; readonly path: Promise<SolutionPath | null> } | null>(null);
  const { state, distance, playing } = view;
  const { directed } = space;
  const on = path?.states.includes(state) ? path : null;
  const length = on?.moves.length ?? distance ?? 0;
  const at = on?.states.indexOf(state) ?? (directed ? length : 0);

  /** The path that leads over the state that is shown now: the one that is there, or one that the server is asked for. */
  const pathFromHere = async (): Promise<SolutionPath | null> => {
    const here = explorer.view.state;
    if (on?.states.includes(here)) return on;
    if (coming.current?.state !== here) {
      const path = apiPath(space.id, 'solution', { state: here });
      const answer = explorer.api.ask<SolutionAnswer>(path);
      coming.current = { state: here, path: answer.then((solution) => solutionPathOf(solution, space)) };
    }
    const asked = coming.current;
    try {
      const found = await asked.path;
      if (found !== null) setPath(found);
      return found;
    } catch (error) {
      if (!(error instanceof LostServer)) setProblem(errorText(error));
      return null;
    } finally {
      if (coming.current === asked) coming.current = null;
    }
  };
  /**
   * @param to the step to go to, given the one where the path is and its last one
   * @returns whether the path is gone: something else may have been chosen before it came
   */
  const go = async (to: (at: number, last: number) => number, playing = false): Promise<boolean> => {
    setProblem(null);
    const found = await pathFromHere();
    // The states of another metric's space are the same.
    if (explorer.view.space?.id !== space.id) return false;
    // Somebody has paused it meanwhile.
    if (playing && !explorer.view.playing) return false;
    if (found === null) {
      explorer.play(false);
      return false;
    }
    // Two presses may have waited for the same path: each goes on from where the one before has come to.
    const now = found.states.indexOf(explorer.view.state);
    const last = found.moves.length;
    const target = Math.min(last, Math.max(0, to(now, last)));
    if (now < 0) return false;
    if (target !== now) explorer.step(found.states[target], found.distances[target], playing && target < last);
    else if (playing) explorer.play(false);
    return true;
  };
  const play = async () => {
    if (playing) return explorer.play(false);
    if (at < length || (await go(() => 0))) explorer.play(true);
  };

  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => go((now) => now + 1, true), 1000 / speed);
    return () => clearTimeout(timer);
  }, [playing, state, speed]);

  const none = distance === null || (distance === 0 && on === null);
  const { origin, unreachable } = wordsFor(space);
  return (
    <section aria-labelledby="solution-title" class="card">
      <h2 id="solution-title">Shortest way</h2>
      <div class="row player">
        <PushButton off={none || at <= 0} aria-label="First" onPush={() => go(() => 0)}>
          <PlayerIcon name="first" />
        </PushButton>
        <PushButton off={none || at <= 0} aria-label="Back" onPush={() => go((now) => now - 1)}>
          <PlayerIcon name="back" />
        </PushButton>
        <PushButton class="main" off={none} onPush={play}>
          {playing ? 'Pause' : 'Play'}
        </PushButton>
        <PushButton off={none || at >= length} aria-label="Next" onPush={() => go((now) => now + 1)}>
          <PlayerIcon name="next" />
        </PushButton>
        <PushButton off={none || at >= length} aria-label="Last" onPush={() => go((_, last) => last)}>
          <PlayerIcon name="last" />
        </PushButton>
      </div>
      <input
        type="range"
        aria-label="Step of the way"
        aria-valuetext={`step ${at} of ${length}`}
        min={0}
        max={Math.max(1, length)}
        value={at}
        disabled={none}
        onInput={(event) => {
          const step = event.currentTarget.valueAsNumber;
          go(() => step);
        }}
      />
      <div class="row apart">
        <p class="note">
          {distance === null
            ? `${unreachable}.`
            : distance === undefined && on === null
              ? '\u00a0'
              : length === 0
                ? `No move is needed: this is ${origin}.`
                : `Step ${at} of ${counted(length, 'move', 'moves')}.`}
        </p>
        <label class="speed">
          Moves a second{' '}
          <select value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
            {SPEEDS.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        </label>
      </div>
      {on !== null && <PathText path={on} at={at} isBoard={space.board !== null} />}
      {problem !== null && <p class="problem">{problem}</p>}
    </section>
  );
}

function PathText({
  path,
  at,
  isBoard,
}: {
  readonly path: SolutionPath;
  readonly at: number;
  readonly isBoard: boolean;
}) {
  return (
    <>
      <p class="way">
        {path.moves.map((move, index) => (
          <Fragment key={index}>
            {index === at ? (
              <mark aria-current="step">{move}</mark>
            ) : (
              <span class={index < at ? 'past' : ''}>{move}</span>
            )}{' '}
          </Fragment>
        ))}
      </p>
      {isBoard && <p class="note">Letters say where the blank goes: up, down, left, right.</p>}
    </>
  );
}
