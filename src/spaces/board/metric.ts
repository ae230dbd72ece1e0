/**
 * What counts as one move of a sliding-tile board: one tile moved by one cell (`single`), or one, two or more tiles of a
 * row or column moved by one cell together, so that the blank moves several cells along it (`multi`).
 */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';

export const METRICS = ['single', 'multi'] as const;
export type Metric = (typeof METRICS)[number];

/** For callers whose types nobody has checked. @throws InputError where it is none */
export function checkMetricName(metric: Metric): void {
  if (METRICS.includes(metric)) return;
  throw new InputError(`the metric must be one of ${METRICS.join(', ')}; found '${excerpt(String(metric))}'`);
}
