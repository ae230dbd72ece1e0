/**
 * The number of states at each distance, as bars. Each bar is a button of the chart's height. Tab reaches one of them; arrow keys, Home and
 * End reach the others. Pressing the chosen bar again, or Escape, releases it.
 */

import './distribution-chart.css';
import { useRef, useState } from 'preact/hooks';
import { mostOf } from '../../base/statistics/distribution.js';
import { shareText } from '../../base/text/numbers.js';
import type { DistributionAnswer } from '../../serve/answers.js';
import { capitalised, counted, type Words } from '../explorer/words.js';
import { ChartFrame } from './chart-frame.js';
import { type ScaleName, scaleOf } from './chart-scale.js';

/** Maximum number of bars with gaps: a small screen has no room for more. */
const DENSE = 50;
/** Id of the bars, used to return the focus to them. */
export const BARS_ID = 'bars';

export interface DistributionChartProps {
  readonly distribution: DistributionAnswer;
  readonly words: Words;
  readonly scale: ScaleName;
  /** Distance of the state shown; null if it is unknown or has none. */
  readonly current: number | null;
  readonly chosen: number | null;
  /** Called with null when the chosen bar is released. */
  readonly onChoose: (depth: number | null) => void;
  readonly onLook: (depth: number | null) => void;
}

export function DistributionChart(props: DistributionChartProps) {
  const { distribution, words, current, chosen, onChoose, onLook } = props;
  const { histogram, states } = distribution;
  const last = histogram.length - 1;
  const bars = useRef<HTMLFieldSetElement>(null);
  const [stop, setStop] = useState<number | null>(null);
  const tabStop = stop ?? chosen ?? current ?? 0;
  const scale = scaleOf(props.scale, mostOf(histogram));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onChoose(null);
    const to = targetOf(event.key, tabStop, last);
    if (to === null) return;
    event.preventDefault();
    setStop(to);
    bars.current?.querySelectorAll('button')[to].focus();
  };

  return (
    <ChartFrame
      scale={scale}
      last={last}
      xTitle={`Moves ${words.away}`}
      yTitle={capitalised(words.states)}
      marked={current}
    >
      <fieldset
        id={BARS_ID}
        class={histogram.length > DENSE ? 'bars dense' : 'bars'}
        ref={bars}
        aria-label={`${words.states} at each distance`}
        onKeyDown={onKeyDown}
        onPointerLeave={() => onLook(null)}
      >
        {histogram.map((count, depth) => (
          <button
            key={depth}
            type="button"
            class={`bar${depth === current ? ' current' : ''}`}
            tabIndex={depth === tabStop ? 0 : -1}
            aria-pressed={depth === chosen}
            aria-label={`Distance ${depth}: ${countAt(count, states, words)}${depth === current ? ', you are here' : ''}`}
            onClick={() => onChoose(depth === chosen ? null : depth)}
            onFocus={() => {
              setStop(depth);
              onLook(depth);
            }}
            onBlur={() => onLook(null)}
            onPointerEnter={() => onLook(depth)}
          >
            <span class="fill" style={{ height: `${scale.height(count) * 100}%` }} />
          </button>
        ))}
      </fieldset>
    </ChartFrame>
  );
}

/** Returns a count with its share, such as `24,047 positions, 13.25 %`. */
export function countAt(count: number, of: number, words: Words): string {
  return `${counted(count, words.state, words.states)}, ${shareText(count / of)}`;
}

function targetOf(key: string, from: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: 10, PageDown: -10 };
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return steps[key] === undefined ? null : Math.min(last, Math.max(0, from + steps[key]));
}
