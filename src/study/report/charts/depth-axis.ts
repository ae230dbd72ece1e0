/** A horizontal axis of whole numbers: distances, or errors of estimates. */

import { scaleLinear } from 'd3-scale';
import { type Plot, type Tick, textWidth } from './plot.js';

export interface DepthAxis {
  readonly title: string;
  /** Returns the middle of a number's slot. */
  at(depth: number): number;
  /** Width of a number's slot. */
  readonly step: number;
  readonly ticks: readonly Tick[];
}

/** Minimum distance between two labels. */
const GAP = 20;

/** @param first,last whole numbers, first <= last; all slots have the same width */
export function depthAxis(
  title: string,
  first: number,
  last: number,
  { left, right }: Pick<Plot, 'left' | 'right'>,
): DepthAxis {
  const scale = scaleLinear([first - 0.5, last + 0.5], [left, right]);
  const most = Math.floor((right - left) / (textWidth(String(last)) + GAP));
  const values = scale.ticks(most).filter(Number.isInteger);
  return {
    title,
    at: (depth) => scale(depth),
    step: scale(1) - scale(0),
    ticks: values.map((value) => ({ at: scale(value), label: String(value) })),
  };
}
