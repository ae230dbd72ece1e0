/** What all charts share: a vertical scale, linear in the counts or logarithmic, grid lines, labels, and the titles of both axes. */

import { scaleLinear, scaleLog } from 'd3-scale';
import type { ComponentChildren } from 'preact';
import { grouped } from '../../base/text.js';
import { inWords, raised } from '../explorer/words.js';

export type ScaleName = 'counts' | 'powers';
export type Scale = ReturnType<typeof scaleOf>;

/** Approximate maximum number of grid lines. */
const MOST_TICKS = 5;
/** Number of decades below 1 at which a logarithmic scale begins, so that a single state is visible. */
const BELOW_ONE = 0.4;

/** Returns a scale. All its heights are fractions of the chart's height, 0..1. @param most the largest count, at least 1 */
export function scaleOf(name: ScaleName, most: number) {
  const [height, counts, label] = name === 'counts' ? linear(most) : logarithmic(most);
  return { height, ticks: counts.map((count) => ({ height: height(count), label: label(count) })) };
}

function linear(most: number) {
  const height = scaleLinear([0, most], [0, 1]).nice(MOST_TICKS);
  return [(count: number) => height(count), height.ticks(MOST_TICKS).filter(Number.isInteger), inWords] as const;
}

function logarithmic(most: number) {
  const decades = Math.max(1, Math.ceil(Math.log10(most)));
  const above = scaleLog([10 ** -BELOW_ONE, 10 ** decades], [0, 1]);
  const every = Math.ceil(decades / MOST_TICKS);
  const powers = Array.from({ length: Math.floor(decades / every) + 1 }, (_, index) => 10 ** (index * every));
  return [(count: number) => (count < 1 ? 0 : above(count)), powers, powerText] as const;
}

/** Returns the text of a power of ten, such as 1,000 or 10⁹. */
function powerText(power: number): string {
  return power < 1e6 ? grouped(power) : `10${raised(String(Math.round(Math.log10(power))))}`;
}

/** Returns the labels below a chart: round numbers from 0 to `last`, about `labels` of them at most. */
export function labelledDepths(last: number, labels: number): number[] {
  return scaleLinear([0, Math.max(1, last)], [0, 1])
    .ticks(labels)
    .filter((depth) => Number.isInteger(depth) && depth <= last);
}

interface ChartFrameProps {
  readonly scale: Scale;
  /** Last number on the horizontal axis, which begins at 0. */
  readonly last: number;
  readonly xTitle: string;
  readonly yTitle: string;
  /** Number marked by an arrow. */
  readonly marked?: number | null;
  /** Approximate maximum number of labels on the horizontal axis. @default 8, for a wide chart */
  readonly labels?: number;
  readonly children: ComponentChildren;
}

export function ChartFrame({ scale, last, xTitle, yTitle, marked = null, labels = 8, children }: ChartFrameProps) {
  const left = (depth: number) => `${((depth + 0.5) / (last + 1)) * 100}%`;
  return (
    <div class="chart" style={{ '--longest': Math.max(...scale.ticks.map(({ label }) => label.length)) }}>
      <p class="axis-title" aria-hidden="true">
        {yTitle}
      </p>
      <div class="plot">
        {scale.ticks.map(({ height, label }) => (
          <div key={label} class="tick" style={{ bottom: `${height * 100}%` }} aria-hidden="true">
            <span class="tick-label">{label}</span>
          </div>
        ))}
        {children}
      </div>
      <div class="depths" aria-hidden="true">
        {labelledDepths(last, labels).map((depth) => (
          <span key={depth} class="depth" style={{ left: left(depth) }}>
            {depth}
          </span>
        ))}
        {marked !== null && marked <= last && (
          <b class="here" style={{ left: left(marked) }}>
            ▲
          </b>
        )}
      </div>
      <p class="axis-title below" aria-hidden="true">
        {xTitle}
      </p>
    </div>
  );
}

/** What the colours of a chart mean. @param of the class of each patch of colour, or null for none, with its meaning */
export function Legend({ of }: { readonly of: readonly (readonly [string | null, string])[] }) {
  return (
    <ul class="legend">
      {of.map(([patch, meaning]) => (
        <li key={meaning}>
          {patch !== null && <i class={`patch ${patch}`} />}
          {meaning}
        </li>
      ))}
    </ul>
  );
}
