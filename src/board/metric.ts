/**
 * What counts as one move of a sliding-tile board: one tile moved by one cell (`single`), or one, two or more tiles of a
 * row or column moved by one cell together, so that the blank moves several cells along it (`multi`).
 */

export const METRICS = ['single', 'multi'] as const;
export type Metric = (typeof METRICS)[number];
