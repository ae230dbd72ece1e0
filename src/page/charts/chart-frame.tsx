/** The grid lines of a chart, its labels, and the titles of both axes. */

import './chart-frame.css';
import type { ComponentChildren } from 'preact';
import { labelledDepths, type Scale } from './chart-scale.js';

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
