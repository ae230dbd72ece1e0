/** What all charts share: a vertical scale, linear in the counts or logarithmic, grid lines, labels, and the titles of both axes. */

import { scaleLinear, scaleLog } from 'd3-scale';
import type { ComponentChildren } from 'preact';
import { PushButton } from '../play/controls.js';

export type ScaleName = 'counts' | 'powers';

export interface Scale {
  /** Returns a fraction of the chart's height, 0..1. */
  height(count: number): number;
  readonly ticks: readonly ScaleLine[];
}

interface ScaleLine {
  readonly height: number;
  readonly label: string;
}

/** Approximate maximum number of grid lines. */
const MOST_TICKS = 5;
/** Number of decades below 1 at which a logarithmic scale begins, so that a single state is visible. */
const BELOW_ONE = 0.4;

/** Returns the short text of a round number: 500, 5k, 20M. */
const roundText = scaleLog().tickFormat(Number.POSITIVE_INFINITY, '~s');

/** Returns a scale. @param most the largest count, at least 1 */
export function scaleOf(name: ScaleName, most: number): Scale {
  return name === 'counts' ? scaleOfCounts(most) : scaleOfPowers(most);
}

function scaleOfCounts(most: number): Scale {
  const height = scaleLinear([0, most], [0, 1]).nice(MOST_TICKS);
  return { height, ticks: linesAt(height.ticks(MOST_TICKS).filter(Number.isInteger), height) };
}

function scaleOfPowers(most: number): Scale {
  const decades = Math.max(1, Math.ceil(Math.log10(most)));
  const above = scaleLog([10 ** -BELOW_ONE, 10 ** decades], [0, 1]);
  const height = (count: number) => (count < 1 ? 0 : above(count));
  const every = Math.ceil(decades / MOST_TICKS);
  const powers = Array.from({ length: Math.floor(decades / every) + 1 }, (_, index) => 10 ** (index * every));
  return { height, ticks: linesAt(powers, height) };
}

function linesAt(counts: readonly number[], height: (count: number) => number): ScaleLine[] {
  return counts.map((count) => ({ height: height(count), label: roundText(count) }));
}

/** Returns the labels below a chart: round numbers from 0 to `last`, about `labels` of them at most. */
export function labelledDepths(last: number, labels: number): number[] {
  return scaleLinear([0, Math.max(1, last)], [0, 1])
    .ticks(labels)
    .filter((depth) => Number.isInteger(depth) && depth <= last);
}

/** Maximum number of labels below the chart. */
const MOST_LABELS = 8;

interface ChartFrameProps {
  readonly scale: Scale;
  /** Last number on the horizontal axis, which begins at 0. */
  readonly last: number;
  readonly xTitle: string;
  readonly yTitle: string;
  /** Number marked by an arrow. */
  readonly marked?: number | null;
  readonly children: ComponentChildren;
}

export function ChartFrame({ scale, last, xTitle, yTitle, marked = null, children }: ChartFrameProps) {
  const left = (depth: number) => `${((depth + 0.5) / (last + 1)) * 100}%`;
  return (
    <div class="chart">
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
        {labelledDepths(last, MOST_LABELS).map((depth) => (
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

interface LogScaleProps {
  readonly label?: string;
  readonly scale: ScaleName;
  readonly onScale: (scale: ScaleName) => void;
}

/** A button that chooses the scale. */
export function LogScale({ label, scale, onScale }: LogScaleProps) {
  const isLog = scale === 'powers';
  return (
    <PushButton aria-label={label} aria-pressed={isLog} onPush={() => onScale(isLog ? 'counts' : 'powers')}>
      Log scale
    </PushButton>
  );
}
