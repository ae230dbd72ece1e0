/** The vertical scale of a chart: linear in the counts, or logarithmic. */

import { scaleLinear, scaleLog } from 'd3-scale';

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
