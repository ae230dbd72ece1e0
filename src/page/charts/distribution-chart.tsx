/**
 * How many states lie at each distance, as bars. Each is a button, of the height of the chart; Tab leads to one of them, arrow
 * keys, Home and End to the others.
 */

import './chart.css';
import { Fragment } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { shareText } from '../../base/text/numbers.js';
import type { DistributionAnswer } from '../../serve/answers.js';
import { counted, type Words } from '../explorer/words.js';
import { roundStep, type ScaleName, scaleOf } from './chart-scale.js';

/** Labels under the chart, at most. */
const MOST_LABELS = 11;
/** From more bars on a small screen has no room for gaps. */
const DENSE = 50;

export interface DistributionChartProps {
  readonly distribution: DistributionAnswer;
  readonly words: Words;
  readonly scale: ScaleName;
  /** The distance of the state that is shown, if it has one. */
  readonly current: number | null;
  readonly chosen: number | null;
  readonly onChoose: (depth: number) => void;
  readonly onLook: (depth: number | null) => void;
}

export function DistributionChart(props: DistributionChartProps) {
  const { distribution, words, current, chosen, onChoose, onLook } = props;
  const { histogram, states } = distribution;
  const last = histogram.length - 1;
  const bars = useRef<HTMLFieldSetElement>(null);
  const [stop, setStop] = useState<number | null>(null);
  const tabStop = stop ?? chosen ?? current ?? 0;
  const scale = scaleOf(
    props.scale,
    histogram.reduce((most, count) => Math.max(most, count), 0),
  );
  const every = roundStep(last / MOST_LABELS);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = targetOf(event.key, tabStop, last);
    if (to === null) return;
    event.preventDefault();
    setStop(to);
    bars.current?.querySelectorAll('button')[to].focus();
  };

  return (
    <div class={histogram.length > DENSE ? 'chart dense' : 'chart'}>
      <div class="plot">
        {scale.ticks.map(({ height, label }) => (
          <div key={label} class="tick" style={{ bottom: `${height * 100}%` }} aria-hidden="true">
            <span class="tick-label">{label}</span>
          </div>
        ))}
        <fieldset
          class="bars"
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
              onClick={() => onChoose(depth)}
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
      </div>
      <div class="depths" aria-hidden="true">
        {histogram.map((_, depth) => {
          const left = `${((depth + 0.5) / histogram.length) * 100}%`;
          return (
            <Fragment key={depth}>
              {depth % every === 0 && (
                <span class="depth" style={{ left }}>
                  {depth}
                </span>
              )}
              {depth === current && (
                <b class="here" style={{ left }}>
                  ▲
                </b>
              )}
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}

/** 24,047 positions, 13.25 % */
export function countAt(count: number, of: number, words: Words): string {
  return `${counted(count, words.state, words.states)}, ${shareText(count / of)}`;
}

function targetOf(key: string, from: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: 10, PageDown: -10 };
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return steps[key] === undefined ? null : Math.min(last, Math.max(0, from + steps[key]));
}
