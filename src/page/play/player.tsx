/** The controls that play step by step: the moves of a solution or of a game that is over, or the moments of a race. */

import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type IconNode } from 'lucide';
import type { StepChoice } from '../explorer/explorer.js';
import { capitalised } from '../explorer/words.js';
import { PushButton } from './controls.js';

export interface PlayerProps {
  /** What is played, and what its steps are called. */
  readonly of: string;
  readonly unit: string;
  /** The step shown, and the last one. */
  readonly at: number;
  readonly last: number;
  /** The step shown, in words. */
  readonly text: string;
  /** Name and icon of the main button. */
  readonly main: readonly [string, IconNode];
  readonly off?: boolean;
  readonly speed: number;
  /** Choices of speed, with their names. */
  readonly speeds: readonly (readonly [number, string])[];
  readonly onMain: () => void;
  readonly onStep: (to: StepChoice) => void;
  readonly onSpeed: (speed: number) => void;
}

export function Player({ of, unit, at, last, text, main, off: none = false, speed, speeds, ...on }: PlayerProps) {
  const [name, icon] = main;
  const stepButton = (name: string, icon: IconNode, off: boolean, to: StepChoice) => (
    <PushButton name={name} icon={icon} off={none || off} onPush={() => on.onStep(to)} />
  );
  const isEnd = at >= last && last > 0;
  return (
    <fieldset class="player" aria-label={capitalised(of)}>
      {stepButton('First', ChevronFirst, at <= 0, () => 0)}
      {stepButton('Back', ChevronLeft, at <= 0, (now) => now - 1)}
      <PushButton class="main" icon={icon} off={none} onPush={on.onMain}>
        {name}
      </PushButton>
      {stepButton('Next', ChevronRight, isEnd, (now) => now + 1)}
      {stepButton('Last', ChevronLast, isEnd, (_, last) => last)}
      <input
        type="range"
        aria-label={`${unit} of the ${of}`}
        aria-valuetext={text}
        min={0}
        max={Math.max(1, last)}
        value={at}
        disabled={none}
        onInput={(event) => {
          const step = event.currentTarget.valueAsNumber;
          on.onStep(() => step);
        }}
      />
      <select
        aria-label={`Speed of the ${of}`}
        value={String(speed)}
        onChange={(event) => on.onSpeed(Number(event.currentTarget.value))}
      >
        {speeds.map(([choice, words]) => (
          <option key={choice} value={String(choice)}>
            {words}
          </option>
        ))}
      </select>
    </fieldset>
  );
}
