/**
 * The metrics of sliding-tile boards. In `single`, a move slides one tile by one cell. In `multi`, it slides one or more tiles of a row
 * or column together by one cell. So the blank moves one or more cells along it.
 */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';

/** Names of the metrics of boards. */
export const METRICS = ['single', 'multi'] as const;
export type Metric = (typeof METRICS)[number];

/** Checks a metric from a caller without types. @throws InputError if it is unknown */
export function checkMetricName(metric: Metric): void {
  if (METRICS.includes(metric)) return;
  throw new InputError(`the metric must be one of ${METRICS.join(', ')}; found '${excerpt(String(metric))}'`);
}
